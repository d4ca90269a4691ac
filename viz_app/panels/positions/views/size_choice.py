"""Which table is shown: the model's own, or a sinusoidal one of any size."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.state import LARGEST_D_MODEL, LONGEST
from viz_app.widgets.labels import text_label
from viz_app.widgets.segments import Segments
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.typeset_text import show_small_typeset


class SizeChoice(Themed, Translated, QWidget):
    """A choice of two, and the sizes."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__()
        self.size_of = Segments(theme, names=("model", "any"), texts=self._texts)
        self.d_model, self.length = QSpinBox(), QSpinBox()
        self._labels = text_label("small"), text_label("small")
        self._row = QHBoxLayout(self)
        self._arrange()
        self.size_of.picked.connect(lambda name: intents.size_picked.emit(name == "any"))
        self.d_model.valueChanged.connect(intents.d_model_chosen)
        self.length.valueChanged.connect(intents.length_chosen)
        self._retranslate()
        self.set_theme(theme)

    def show_size(self, snapshot: PositionsSnapshot) -> None:
        """Show what is chosen."""
        any_size = snapshot.choices.any_size
        self.size_of.set_current("any" if any_size else "model")
        with QSignalBlocker(self.d_model), QSignalBlocker(self.length):
            self.d_model.setValue(snapshot.table.shape[1])
            self.length.setRange(1, LONGEST if any_size else len(snapshot.table))
            self.length.setValue(snapshot.count)
        for part in (self._labels[0], self.d_model):
            part.setVisible(any_size)
        for part in (self._labels[1], self.length):  # where nothing is shown, nothing is counted
            part.setVisible(snapshot.has_table or bool(snapshot.distances))

    def _dress(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)
        for field in (self.d_model, self.length):
            field.lineEdit().setTextMargins(self.theme.unit, 0, 0, 0)
        self._retranslate()

    def _retranslate(self) -> None:
        for name, text in zip(self._labels, ("d_model", self.tr("Positions")), strict=True):
            show_small_typeset(name, text, self.theme)
        self.d_model.setAccessibleName("d_model")
        self.d_model.setToolTip(self.tr("How many dimensions a table of any size has"))
        self.length.setAccessibleName(self.tr("Positions shown"))
        self.length.setToolTip(self.tr("How many positions are shown"))

    def _texts(self) -> dict[str, tuple[str, str]]:
        return {
            "model": (self.tr("This model"), self.tr("The positions that this model adds")),
            "any": (self.tr("Any size"), self.tr("The formula, for any width and length")),
        }

    def _arrange(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.size_of)
        self.d_model.setRange(1, LARGEST_D_MODEL)
        for name, field in zip(self._labels, (self.d_model, self.length), strict=True):
            name.setBuddy(field)
            field.setProperty("compact", True)
            field.setKeyboardTracking(False)  # half a number is not what is wanted
            self._row.addWidget(name)
            self._row.addWidget(field)
