"""Which head and which query: choosers for the one selection of the whole window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from model.trace import KINDS
from viz_app.state.scaling_view import ScalingSnapshot
from viz_app.state.token_axes import RowLabel
from viz_app.ui.design.theme import Theme
from viz_app.ui.texts.sentences import head_name, kind_name, layer_name
from viz_app.ui.texts.token_text import visible
from viz_app.ui.widgets.calm_combo import CalmCombo


class HeadChoice(QWidget):
    """Kind, layer, head and query.

    Signals:
        head_picked: kind, layer, head.
        query_picked: a row, from 0.
    """

    head_picked = Signal(object, int, int)
    query_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind, self.layer, self.head = (CalmCombo(self, characters=n) for n in (9, 4, 4))
        self.query = CalmCombo(self, characters=6)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for kind in KINDS:
            self.kind.addItem(kind_name(kind), kind)
        for combo in (self.kind, self.layer, self.head, self.query):
            combo.setProperty("compact", True)
            self._row.addWidget(combo)
        for combo in (self.kind, self.layer, self.head):
            combo.activated.connect(self._pick_head)
        self.query.activated.connect(self.query_picked)
        self.retranslate()
        self.set_theme(theme)

    def show_choice(self, snapshot: ScalingSnapshot) -> None:
        """Show what is chosen; does not modify state."""
        _fill(self.layer, [layer_name(number) for number in range(snapshot.n_layers)])
        _fill(self.head, [head_name(number) for number in range(snapshot.n_heads)])
        _fill(self.query, [_query_name(label) for label in snapshot.queries])
        for combo, index in (
            (self.kind, self.kind.findData(snapshot.kind)),
            (self.layer, snapshot.layer),
            (self.head, snapshot.head),
            (self.query, snapshot.row),
        ):
            combo.setCurrentIndex(index)
            combo.setEnabled(bool(snapshot.n_layers))

    def set_theme(self, theme: Theme) -> None:
        """Spacing."""
        self._row.setSpacing(2 * theme.unit)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        for index, kind in enumerate(KINDS):
            self.kind.setItemText(index, kind_name(kind))
        for index in range(self.layer.count()):
            self.layer.setItemText(index, layer_name(index))
        for index in range(self.head.count()):
            self.head.setItemText(index, head_name(index))
        self.kind.setAccessibleName(self.tr("Kind of attention"))
        self.layer.setAccessibleName(self.tr("Layer"))
        self.head.setAccessibleName(self.tr("Head"))
        self.query.setAccessibleName(self.tr("Query"))
        self.query.setToolTip(self.tr("Whose row of scores is studied"))

    def _pick_head(self) -> None:
        kind = self.kind.currentData()
        self.head_picked.emit(kind, self.layer.currentIndex(), self.head.currentIndex())


def _query_name(label: RowLabel) -> str:
    """``a → cat``: the token fed in, and what its row predicted."""
    if label.predicted is None:
        return visible(label.fed)
    return f"{visible(label.fed)} → {visible(label.predicted)}"


def _fill(combo: CalmCombo, texts: Sequence[str]) -> None:
    """Put other entries in; those that are there already stay."""
    if [combo.itemText(index) for index in range(combo.count())] == list(texts):
        return
    with QSignalBlocker(combo):
        combo.clear()
        combo.addItems(list(texts))
