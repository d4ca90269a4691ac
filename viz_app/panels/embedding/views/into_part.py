"""Into the model: the strips of all tokens, and the numbers of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.embedding.snapshot import EmbeddingSnapshot
from viz_app.panels.embedding.views.numbers_view import NumbersView
from viz_app.panels.embedding.views.strips_view import StripsView
from viz_app.widgets.framed import framed


class IntoPart(QWidget):
    """Both views look at the same token and the same dimension.

    Signals:
        token_picked: a token of the side in view, from 0.
    """

    token_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strips, self.numbers = StripsView(theme), NumbersView(theme)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addWidget(framed(self.strips), 1)
        self._rows.addWidget(framed(self.numbers))
        self.strips.token_picked.connect(self.token_picked)
        self.strips.dimension_reached.connect(self.numbers.set_dimension)
        self.numbers.dimension_reached.connect(self.strips.set_dimension)
        self.set_theme(theme)

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        """Show the tokens of the chosen side; shows, never modifies state."""
        reading = snapshot.reading
        side = None
        if reading is not None:
            side = reading.source if snapshot.side == "source" else reading.target
        self.strips.set_side(side, snapshot.token)
        self.numbers.set_token(side, snapshot.token)

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._rows.setSpacing(2 * theme.unit)
        for view in (self.strips, self.numbers):
            view.set_theme(theme)
