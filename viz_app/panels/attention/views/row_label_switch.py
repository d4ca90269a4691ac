"""How decoder and cross rows are named: both tokens, the one fed in, or the one predicted."""

from __future__ import annotations

from typing import get_args

from PySide6.QtWidgets import QWidget

from viz_app.panels.attention.intents import AttentionIntents
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.selection import RowLabels


class RowLabelSwitch(Translated, CalmCombo):
    """A small choice."""

    def __init__(self, intents: AttentionIntents, parent: QWidget | None = None) -> None:
        super().__init__(parent, characters=14)
        self.intents = intents
        self.setProperty("compact", True)
        for labels in get_args(RowLabels):
            self.addItem("", labels)
        self.activated.connect(self._pick)
        self._retranslate()

    def show_labels(self, labels: RowLabels, *, enabled: bool) -> None:
        """Show a choice. Encoder rows have one name only."""
        self.setCurrentIndex(self.findData(labels))
        self.setEnabled(enabled)

    def _pick(self, index: int) -> None:
        self.intents.row_labels_picked.emit(str(self.itemData(index)))

    def _retranslate(self) -> None:
        names = {
            "both": self.tr("fed in → predicted"),
            "fed": self.tr("fed in"),
            "predicted": self.tr("predicted"),
        }
        for index in range(self.count()):
            self.setItemText(index, names[self.itemData(index)])
        self.setAccessibleName(self.tr("Names of the rows"))
        self.view().setAccessibleName(self.accessibleName())
        self.setToolTip(
            self.tr("Name rows by the token fed in, by the one predicted from it, or by both")
        )
