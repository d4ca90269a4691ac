"""The kind of attention as a list, where three buttons would take too much room."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QWidget

from model.traces.trace import KINDS, Kind
from viz_app.texts.sentences import kind_name
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.translated import Translated


class KindCombo(Translated, CalmCombo):
    """A choice of one kind, told by ``kind_picked``."""

    kind_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, characters=9)
        self.setProperty("compact", True)
        for kind in KINDS:
            self.addItem("", kind)
        self.activated.connect(lambda _: self.kind_picked.emit(self.currentData()))
        self._retranslate()

    def show_kind(self, kind: Kind, *, kinds: Collection[Kind] = KINDS) -> None:
        """Show a kind; does not modify state. ``kinds``: those that there are."""
        entries = self.model()
        if isinstance(entries, QStandardItemModel):
            for index, other in enumerate(KINDS):
                entries.item(index).setEnabled(other in kinds)
        self.setCurrentIndex(self.findData(kind))

    def _retranslate(self) -> None:
        for index, kind in enumerate(KINDS):
            self.setItemText(index, kind_name(kind))
        self.setAccessibleName(QCoreApplication.translate("HeadChoice", "Kind of attention"))
