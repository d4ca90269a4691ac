"""The line over the pictures of a branch with interventions: their name and what they change."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import light_theme
from viz_app.texts.labels import message_text
from viz_app.texts.sentences import way_texts
from viz_app.widgets.choosers import Segments, say
from viz_app.widgets.layout import Band, filled, text_label
from viz_app.widgets.themed import Translated
from viz_app.workbench.snapshots.interventions import InterventionSnapshot


class InterventionBar(Band, Translated, QWidget):
    """A chip that names what is changed and switches it on again, a sentence, and a switch.

    Hidden for a branch without interventions.
    """

    restored = Signal()
    way_picked = Signal()  # the other one

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: InterventionSnapshot | None = None
        self.chip = QPushButton(self)
        self.sentence = text_label(parent=self)
        self.way = Segments(light_theme(), names=("free", "same"), texts=way_texts, parent=self)
        self.chip.setProperty("chip", True)
        self.chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross is at its end
        self.sentence.setWordWrap(True)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = filled(QHBoxLayout(self), self.chip, (self.sentence, 1), self.way)
        self.chip.clicked.connect(self.restored)
        self.way.picked.connect(self._on_way)
        self.setVisible(False)

    @property
    def shows(self) -> bool:
        """Whether there are interventions to show."""
        return self._snapshot is not None

    def set_snapshot(self, snapshot: InterventionSnapshot | None) -> None:
        self._snapshot = snapshot
        self._show()

    def _on_way(self, name: str) -> None:
        shown = self._snapshot
        if shown is not None and shown.same_target != (name == "same"):
            self._show()  # it is pressed when the state says so
            self.way_picked.emit()

    def _apply_theme(self) -> None:
        self._row.setSpacing(3 * self.theme.unit)
        self.chip.setIcon(themed_icon("close", self.theme))
        self.chip.setIconSize(QSize(icon_size(self.theme), icon_size(self.theme)))

    def _retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        shown = self._snapshot
        if shown is None:
            return
        say(self.chip, message_text(shown.name), self.tr("Switch everything on again"))
        sentence = "" if shown.sentence is None else message_text(shown.sentence)
        self.sentence.setText(sentence)
        self.way.set_current("same" if shown.same_target else "free")
        self.way.setVisible(shown.decodes)
