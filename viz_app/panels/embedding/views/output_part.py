"""Out of the model: which position, and what the model says of the token that comes next."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.embedding.snapshot import EmbeddingSnapshot
from viz_app.panels.embedding.views.output_view import OutputView
from viz_app.panels.embedding.views.token_row_view import TokenRowView
from viz_app.widgets.framed import framed
from viz_app.widgets.translated import Translated


class OutputPart(Translated, QWidget):
    """The row of positions over the picture of one of them.

    Signals:
        step_picked: a position of the target, from 0.
    """

    step_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.steps, self.picture = TokenRowView(theme), OutputView(theme)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addWidget(self.steps)
        self._rows.addWidget(framed(self.picture), 1)
        self.steps.token_picked.connect(self.step_picked)
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        """Show the logits of a position; shows, never modifies state."""
        output = snapshot.reading.output if snapshot.reading else None
        self.steps.set_tokens(output.fed if output else (), snapshot.step)
        self.picture.set_step(output, snapshot.step, tied=snapshot.tied)

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._rows.setSpacing(theme.unit)
        for view in (self.steps, self.picture):
            view.set_theme(theme)

    def _retranslate(self) -> None:
        self.steps.set_title(self.tr("Fed to the decoder"))
