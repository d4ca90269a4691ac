"""Which head and which query: kind, layer, head and token, in a row."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from model.trace import Kind
from viz_app.state.one_head_view import OneHeadSnapshot
from viz_app.ui.attention.kind_pills import KindPills
from viz_app.ui.design.theme import Theme
from viz_app.ui.one_head.matrix_picture import query_name
from viz_app.ui.texts.sentences import head_name, layer_name
from viz_app.ui.widgets.calm_combo import CalmCombo


class HeadChoosers(QWidget):
    """They show the selection of the whole window.

    Signals:
        kind_picked: ``"encoder"``, ``"decoder"`` or ``"cross"``.
        head_picked: kind, layer and head, counted from 0.
        query_picked: the query's row, from 0.
    """

    kind_picked = Signal(str)
    head_picked = Signal(object, int, int)
    query_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: Kind = "cross"
        self.pills = KindPills(theme)
        self.layer, self.head = CalmCombo(characters=4), CalmCombo(characters=4)
        self.query = CalmCombo(characters=6)
        self._row = QHBoxLayout(self)
        self._arrange()
        self._connect()
        self.retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: OneHeadSnapshot) -> None:
        """Show what is chosen; does not modify state."""
        self._kind = snapshot.kind
        self.pills.show_kind(snapshot.kind)
        _fill(self.layer, [layer_name(n) for n in range(snapshot.n_layers)], snapshot.layer)
        _fill(self.head, [head_name(n) for n in range(snapshot.n_heads)], snapshot.head)
        names = [query_name(label, snapshot.row_labels) for label in snapshot.queries]
        _fill(self.query, names, snapshot.query)

    def set_theme(self, theme: Theme) -> None:
        """Colours and spacing."""
        self.pills.set_theme(theme)
        self._row.setSpacing(2 * theme.unit)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        for box, name, tip in (
            (self.layer, self.tr("Layer"), self.tr("Which layer's head")),
            (self.head, self.tr("Head"), self.tr("Which head of the layer")),
            (self.query, self.tr("Query"), self.tr("Which token looks at the others")),
        ):
            box.setAccessibleName(name)
            box.setToolTip(tip)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _arrange(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.pills)
        for box in (self.layer, self.head, self.query):
            box.setProperty("compact", True)
            self._row.addWidget(box)

    def _connect(self) -> None:
        self.pills.kind_picked.connect(self.kind_picked)
        self.layer.activated.connect(self._on_head)
        self.head.activated.connect(self._on_head)
        self.query.activated.connect(self.query_picked)

    @Slot(int)
    def _on_head(self, _index: int) -> None:
        self.head_picked.emit(self._kind, self.layer.currentIndex(), self.head.currentIndex())


def _fill(box: QComboBox, names: Sequence[str], current: int) -> None:
    with QSignalBlocker(box):
        if [box.itemText(index) for index in range(box.count())] != list(names):
            box.clear()
            box.addItems(names)
        box.setCurrentIndex(current)
