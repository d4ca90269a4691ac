"""Which head: choosers for the one selection of the whole window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from viz_app.state.masks_shown import HeadPlace
from viz_app.ui.attention.kind_pills import KindPills
from viz_app.ui.design.theme import Theme
from viz_app.ui.masks.chooser import fill
from viz_app.ui.texts.sentences import head_name, layer_name
from viz_app.ui.widgets.calm_combo import CalmCombo


class HeadChoice(QWidget):
    """Kind, layer and head.

    Signals:
        head_picked: kind, layer, head; layer and head from 0.
    """

    head_picked = Signal(object, int, int)

    def __init__(self, theme: Theme, *, kinds: bool = True, parent: QWidget | None = None) -> None:
        """Without ``kinds`` only layer and head can be chosen."""
        super().__init__(parent)
        self._place: HeadPlace | None = None
        self.kinds = KindPills(theme, self)
        self.kinds.setVisible(kinds)
        self.layer, self.head = CalmCombo(self, characters=6), CalmCombo(self, characters=6)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.kinds)
        for combo in (self.layer, self.head):
            combo.setProperty("compact", True)
            combo.activated.connect(self._pick_head)
            self._row.addWidget(combo)
        self.kinds.kind_picked.connect(self._pick_kind)
        self._retranslate()
        self.set_theme(theme)

    def show_place(self, place: HeadPlace) -> None:
        """Show what is chosen; does not modify state."""
        self._place = place
        self.kinds.show_kind(place.kind)
        fill(self.layer, [layer_name(number) for number in range(place.n_layers)], place.layer)
        fill(self.head, [head_name(number) for number in range(place.n_heads)], place.head)

    def set_theme(self, theme: Theme) -> None:
        """Spacing."""
        self.kinds.set_theme(theme)
        self._row.setSpacing(2 * theme.unit)

    def changeEvent(self, event: QEvent) -> None:
        """Texts in another language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _pick_kind(self, kind: str) -> None:
        if self._place is not None:
            self.head_picked.emit(kind, self._place.layer, self._place.head)

    def _pick_head(self) -> None:
        if self._place is not None:
            layer, head = self.layer.currentIndex(), self.head.currentIndex()
            self.head_picked.emit(self._place.kind, layer, head)

    def _retranslate(self) -> None:
        if self._place is not None:
            self.show_place(self._place)
        self.layer.setAccessibleName(self.tr("Layer"))
        self.layer.setToolTip(self.tr("The layer of the head whose numbers are shown"))
        self.head.setAccessibleName(self.tr("Head"))
        self.head.setToolTip(self.tr("The head whose numbers are shown"))
