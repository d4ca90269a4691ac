"""All stages in a row: the whole walk at a glance, and where one is in it."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.matrices import Matrix
from viz_app.design.theme import Theme
from viz_app.panels.one_head.intents import OneHeadIntents
from viz_app.panels.one_head.painting.matrix_painter import paint_head_cells
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture, number_row
from viz_app.panels.one_head.snapshot import OneHeadSnapshot
from viz_app.panels.one_head.state import STAGES, Stage
from viz_app.panels.one_head.texts.stage_texts import (
    stage_heading,
    stage_name,
    stage_sign,
    stage_tip,
)
from viz_app.pictures.formulas import formula_image, pixel_ratio
from viz_app.pictures.grid import CellGrid
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.buttons import TabToChecked
from viz_app.widgets.filled import filled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

_RESULTS: dict[Stage, Matrix] = {
    "product": "products",
    "scale": "scores",
    "mask": "masked_scores",
    "softmax": "weights",
    "values": "context",
    "concatenate": "concatenation",
}


class StageButton(Themed, QPushButton):
    """Checkable; under its name is a strip: one row of what comes out of the stage."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._strip: MatrixPicture | None = None
        self._formula = ""
        self.setCheckable(True)
        self.setProperty("segment", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_strip(self, strip: MatrixPicture | None) -> None:
        """Show one row of numbers."""
        if strip != self._strip:
            self._strip = strip
            self.update()

    def strip(self) -> MatrixPicture | None:
        """What is shown."""
        return self._strip

    def set_name(self, stage: Stage, anatomy: HeadAnatomy | None) -> None:
        """Show a stage's name: its formula where it has one."""
        self._formula = stage_sign(stage, anatomy)
        self.setText("" if self._formula else stage_name(stage))
        self.setToolTip(tool_tip(stage_tip(stage, anatomy)))
        self.setAccessibleName(stage_heading(stage, anatomy))
        self._show_formula()

    def _show_formula(self) -> None:
        if self._formula:
            image = formula_image(
                self._formula, self.theme, size=self.theme.body, ratio=pixel_ratio()
            )
            pixmap = QPixmap.fromImage(image)
            self.setIconSize(pixmap.size() / pixmap.devicePixelRatio())
            self.setIcon(QIcon(pixmap))

    def _dress(self) -> None:
        self._show_formula()
        unit = self.theme.unit  # the strip is under the name
        self.setStyleSheet(
            f'QPushButton[segment="true"] {{ padding: 0 {unit}px {3 * unit}px {unit}px; }}'
        )
        self.update()

    def minimumSizeHint(self) -> QSize:
        """As narrow as its name."""
        words = self.fontMetrics().horizontalAdvance(self.text())
        width = max(words, self.iconSize().width() if self._formula else 0) + 4 * self.theme.unit
        return QSize(width, self.sizeHint().height())

    def strip_grid(self) -> CellGrid | None:
        """Where the numbers are."""
        if self._strip is None:
            return None
        unit, columns = self.theme.unit, len(self._strip.columns)
        width = self.width() - 4 * unit
        return CellGrid(
            left=2 * unit,
            top=self.height() - 3.5 * unit,
            cell_width=width / columns,
            cell_height=1.75 * unit,
            rows=1,
            columns=columns,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """The button, then the strip."""
        super().paintEvent(event)
        grid = self.strip_grid()
        if grid is not None and self._strip is not None:
            with QPainter(self) as painter:
                paint_head_cells(painter, grid, self._strip, self.theme)


class StageBar(Themed, Translated, QWidget):
    """A button for each stage; the query's numbers run through them."""

    def __init__(self, theme: Theme, intents: OneHeadIntents) -> None:
        super().__init__()
        self.intents = intents
        self._anatomy: HeadAnatomy | None = None
        self._group = QButtonGroup(self)
        self._buttons = {stage: StageButton(theme) for stage in STAGES}
        self._row = filled(QHBoxLayout(self), *((one, 1) for one in self._buttons.values()))
        for stage, button in self._buttons.items():
            button.setProperty("stage", stage)
            self._group.addButton(button)
        self._group.buttonClicked.connect(self._on_clicked)
        TabToChecked(self._group)
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: OneHeadSnapshot) -> None:
        """Show where the walk is."""
        self._buttons[snapshot.choices.stage].setChecked(True)
        if snapshot.anatomy is None:
            return
        if snapshot.anatomy is not self._anatomy:
            self._anatomy = snapshot.anatomy
            self._retranslate()
        for stage, button in self._buttons.items():
            matrix = result_of(snapshot, snapshot.anatomy, stage)
            button.set_strip(number_row(snapshot, snapshot.anatomy, matrix))

    @property
    def anatomy(self) -> HeadAnatomy | None:
        """The last that is known: while the next is computed, its stages are most likely these."""
        return self._anatomy

    def button(self, stage: Stage) -> StageButton:
        """The button of a stage."""
        return self._buttons[stage]

    def _dress(self) -> None:
        self._row.setSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        for stage, button in self._buttons.items():
            button.set_name(stage, self._anatomy)

    def _on_clicked(self, button: QAbstractButton) -> None:
        self.intents.stage_picked.emit(str(button.property("stage")))


def result_of(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, stage: Stage) -> Matrix:
    """What comes out of a stage, as its strip shows it."""
    if stage == "project":
        return snapshot.choices.projection
    if stage == "output":
        return "contribution" if snapshot.choices.share == "head" else "output"
    if stage == "add":
        return "after" if anatomy.norm == "post" else "added"
    return _RESULTS[stage]
