"""What the complexity curves run over, and which sizes are fixed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import SIZES
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.segments import Segments
from viz_app.widgets.translated import Translated


class ComplexityTools(Translated, QWidget):
    """A row of choices.

    Signals:
        axis_picked: n or d.
        size_picked: the letter (n, d, k, r) and its size.
    """

    axis_picked = Signal(str)
    size_picked = Signal(str, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing is chosen until :meth:`set_snapshot`."""
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self.axis = Segments(theme, names=("n", "d"), texts=self._axis_texts)
        self.sizes = {letter: CalmCombo(characters=4) for letter in SIZES}
        self._labels = {letter: QLabel(letter) for letter in SIZES}
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is chosen; does not modify state."""
        self.axis.set_current(snapshot.axis)
        for letter, combo in self.sizes.items():
            combo.setCurrentIndex(combo.findData(getattr(snapshot.extent, letter)))

    def set_theme(self, theme: Theme) -> None:
        """Spacing."""
        self._row.setSpacing(2 * theme.unit)
        self.axis.set_theme(theme)

    def _retranslate(self) -> None:
        tips = {
            "n": self.tr("Length of the sentence"),
            "d": self.tr("Width of the layer (d_model)"),
            "k": self.tr("Width of the convolution's kernel"),
            "r": self.tr("Width of the restricted self-attention's window"),
        }
        for letter, combo in self.sizes.items():
            combo.setAccessibleName(f"{letter}: {tips[letter]}")
            combo.setToolTip(tips[letter])

    def _arrange(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.axis)
        for letter, combo in self.sizes.items():
            for size in SIZES[letter]:
                combo.addItem(str(size), size)
            combo.setProperty("compact", True)
            self._labels[letter].setProperty("role", "small")
            self._labels[letter].setBuddy(combo)
            self._row.addWidget(self._labels[letter])
            self._row.addWidget(combo)
        self._row.addStretch(1)

    def _connect(self) -> None:
        self.axis.picked.connect(self.axis_picked)
        for letter, combo in self.sizes.items():
            combo.activated.connect(lambda _, letter=letter: self._on_size(letter))

    def _on_size(self, letter: str) -> None:
        self.size_picked.emit(letter, self.sizes[letter].currentData())

    def _axis_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "n": (self.tr("Over n"), self.tr("Curves over the length of the sentence")),
            "d": (self.tr("Over d"), self.tr("Curves over the width of the layer")),
        }
