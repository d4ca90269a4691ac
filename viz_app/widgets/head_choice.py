"""Which head, and which query: choosers for the one selection of the whole window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.texts.sentences import head_name, layer_name
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.kind_combo import KindCombo
from viz_app.widgets.kind_pills import KindPills
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.selection import HeadPlace

WIDEST = 300
"""Px at 100 % that the chooser of a query takes at most, however long the tokens are."""


class HeadChoice(Themed, Translated, QWidget):
    """Kind, layer and head from 0, and ``query``, a row from 0, hidden until it has entries."""

    head_picked = Signal(object, int, int)
    query_picked = Signal(int)

    def __init__(
        self,
        theme: Theme,
        *,
        kinds: KindPills | KindCombo | None,
        parent: QWidget | None = None,
    ) -> None:
        """Without ``kinds`` only layer and head can be chosen."""
        super().__init__(parent)
        self._place: HeadPlace | None = None
        self.kinds = kinds
        self.layer, self.head = CalmCombo(self, characters=4), CalmCombo(self, characters=4)
        self.query = CalmCombo(self, characters=5)
        self.query.setSizeAdjustPolicy(CalmCombo.SizeAdjustPolicy.AdjustToContents)
        self._row = QHBoxLayout(self)
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def show_place(self, place: HeadPlace) -> None:
        """Show what is chosen; does not modify state."""
        self._place = place
        if self.kinds is not None:
            self.kinds.show_kind(place.kind, kinds=place.kinds)
        self.layer.show_entries([layer_name(n) for n in range(place.n_layers)], place.layer)
        self.head.show_entries([head_name(n) for n in range(place.n_heads)], place.head)
        self.setEnabled(bool(place.n_layers))

    def show_queries(self, names: Sequence[str], current: int) -> None:
        """Show the queries to choose from; does not modify state."""
        self.query.show_entries(names, current)
        self.query.show()

    def _dress(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)
        self.query.setMaximumWidth(round(WIDEST * self.theme.scale))

    def _retranslate(self) -> None:
        if self._place is not None:
            self.show_place(self._place)
        for combo, name, tip in (
            (
                self.layer,
                self.tr("Layer"),
                self.tr("The layer of the head whose numbers are shown"),
            ),
            (self.head, self.tr("Head"), self.tr("The head whose numbers are shown")),
            (self.query, self.tr("Query"), self.tr("Which token looks at the others")),
        ):
            combo.setAccessibleName(name)
            combo.setToolTip(tool_tip(tip))

    def _arrange(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        if self.kinds is not None:
            self._row.addWidget(self.kinds)
        for combo in (self.layer, self.head, self.query):
            combo.setProperty("compact", True)
            self._row.addWidget(combo)
        self.query.hide()

    def _connect(self) -> None:
        if self.kinds is not None:
            self.kinds.kind_picked.connect(self._pick_kind)
        self.layer.activated.connect(self._pick_head)
        self.head.activated.connect(self._pick_head)
        self.query.activated.connect(self.query_picked)

    def _pick_kind(self, kind: str) -> None:
        if self._place is not None:
            self.head_picked.emit(kind, self._place.layer, self._place.head)

    def _pick_head(self, _index: int) -> None:
        if self._place is not None:
            layer, head = self.layer.currentIndex(), self.head.currentIndex()
            self.head_picked.emit(self._place.kind, layer, head)
