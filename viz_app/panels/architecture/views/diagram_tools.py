"""What the diagram says beside its blocks, and which layer is unfolded."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import BESIDE_BLOCKS
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.translated import Translated


class DiagramTools(Translated, QWidget):
    """A row of choices.

    Signals:
        beside_picked: shapes, parameters or multiply_adds.
        layer_picked: a layer, from 0.
    """

    beside_picked = Signal(str)
    layer_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No layer to choose until there is a model."""
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self.beside, self.layer = CalmCombo(characters=9), CalmCombo(characters=2)
        self._layer_label = QLabel()
        self._arrange()
        self.beside.activated.connect(self._on_beside)
        self.layer.activated.connect(self.layer_picked)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is chosen; does not modify state."""
        self.beside.setCurrentIndex(BESIDE_BLOCKS.index(snapshot.beside))
        self._fill(snapshot.record.config.n_layers if snapshot.record else 0)
        self.layer.setCurrentIndex(snapshot.layer)

    def set_theme(self, theme: Theme) -> None:
        """Spacing."""
        self._row.setSpacing(2 * theme.unit)

    def _retranslate(self) -> None:
        self.beside.setAccessibleName(self.tr("What stands beside the blocks"))
        self.beside.setToolTip(
            self.tr(
                "Beside each block the shape of its output, how many trained numbers it has,"
                " or its share of the multiply-adds for this sentence"
            )
        )
        texts = (self.tr("Shapes"), self.tr("Parameters"), self.tr("Multiply-adds"))
        for row, text in enumerate(texts):
            self.beside.setItemText(row, text)
        self._layer_label.setText(self.tr("Layer"))
        self.layer.setAccessibleName(self.tr("Layer that is unfolded"))
        self.layer.setToolTip(
            self.tr("Which layer is unfolded (Page Up and Page Down in the diagram)")
        )

    def _arrange(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        for name in BESIDE_BLOCKS:
            self.beside.addItem("", name)
        self._layer_label.setProperty("role", "small")
        self._layer_label.setBuddy(self.layer)
        for widget in (self.beside, self._layer_label, self.layer):
            self._row.addWidget(widget)
        for combo in (self.beside, self.layer):
            combo.setProperty("compact", True)

    @Slot(int)
    def _on_beside(self, row: int) -> None:
        self.beside_picked.emit(BESIDE_BLOCKS[row])

    def _fill(self, n_layers: int) -> None:
        if self.layer.count() != n_layers:
            self.layer.clear()
            self.layer.addItems([str(layer + 1) for layer in range(n_layers)])
