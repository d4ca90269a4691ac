"""All stages in a row: the whole walk at a glance, and where one is in it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QWidget

from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.matrices import Matrix
from viz_app.design.theme import Theme
from viz_app.panels.one_head.painting.matrix_picture import number_row
from viz_app.panels.one_head.snapshot import OneHeadSnapshot
from viz_app.panels.one_head.state import STAGES, Stage
from viz_app.panels.one_head.texts.stage_texts import stage_heading, stage_name, stage_tip
from viz_app.panels.one_head.views.stage_button import StageButton
from viz_app.widgets.translated import Translated

_RESULTS: dict[Stage, Matrix] = {
    "product": "products",
    "scale": "scores",
    "mask": "masked_scores",
    "softmax": "weights",
    "values": "context",
    "concatenate": "concatenation",
}


class StageBar(Translated, QWidget):
    """A button for each stage; the query's numbers run through them.

    Signals:
        stage_picked: the stage whose button was pressed.
    """

    stage_picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons = {stage: StageButton(theme) for stage in STAGES}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for stage, button in self._buttons.items():
            button.setProperty("stage", stage)
            self._group.addButton(button)
            self._row.addWidget(button, 1)
        self._group.buttonClicked.connect(self._on_clicked)
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: OneHeadSnapshot) -> None:
        """Show where the walk is; does not modify state."""
        self._buttons[snapshot.choices.stage].setChecked(True)
        if snapshot.anatomy is None:
            return
        for stage, button in self._buttons.items():
            matrix = result_of(snapshot, snapshot.anatomy, stage)
            button.set_strip(number_row(snapshot, snapshot.anatomy, matrix))

    def button(self, stage: Stage) -> StageButton:
        """The button of a stage."""
        return self._buttons[stage]

    def set_theme(self, theme: Theme) -> None:
        """Colours and spacing."""
        self._row.setSpacing(theme.unit)
        for button in self._buttons.values():
            button.set_theme(theme)

    def _retranslate(self) -> None:
        for stage, button in self._buttons.items():
            button.setText(stage_name(stage))
            button.setToolTip(stage_tip(stage))
            button.setAccessibleName(stage_heading(stage))

    def _on_clicked(self, button: QAbstractButton) -> None:
        self.stage_picked.emit(str(button.property("stage")))


def result_of(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, stage: Stage) -> Matrix:
    """What comes out of a stage, as its strip shows it."""
    if stage == "project":
        return snapshot.choices.projection
    if stage == "output":
        return "contribution" if snapshot.choices.share == "head" else "output"
    if stage == "add":
        return "after" if anatomy.norm == "post" else "added"
    return _RESULTS[stage]
