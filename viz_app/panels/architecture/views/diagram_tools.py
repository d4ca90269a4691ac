"""What the diagram says beside its blocks, and which layer is unfolded."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import BESIDE_BLOCKS
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class DiagramTools(Themed, Translated, QWidget):
    """A row of choices."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__()
        self.intents = intents
        self.beside, self.layer = CalmCombo(characters=9), CalmCombo(characters=2)
        self._layer_label = text_label("small")
        self._row = filled(QHBoxLayout(self), self.beside, self._layer_label, self.layer)
        self._arrange()
        self.beside.activated.connect(lambda row: intents.beside_picked.emit(BESIDE_BLOCKS[row]))
        self.layer.activated.connect(intents.layer_picked)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is chosen."""
        self.beside.setCurrentIndex(BESIDE_BLOCKS.index(snapshot.own.beside))
        record = snapshot.record
        self._fill(record.config.deepest if record else 0)
        self.layer.setCurrentIndex(snapshot.layer)

    def _dress(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)

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
        for name in BESIDE_BLOCKS:
            self.beside.addItem("", name)
        self._layer_label.setBuddy(self.layer)
        for combo in (self.beside, self.layer):
            combo.setProperty("compact", True)

    def _fill(self, n_layers: int) -> None:
        if self.layer.count() != n_layers:
            self.layer.clear()
            self.layer.addItems([str(layer + 1) for layer in range(n_layers)])
