"""Where the slider over training time stands while the workbench shows a time-lapse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.widgets.band import Band
from viz_app.widgets.pictured import Pictured

if TYPE_CHECKING:
    from viz_app.panels.training.replay.snapshot import ReplaySnapshot
    from viz_app.panels.training.replay.views.replay_bar import ReplayBar


class ReplayRow(Pictured, Band, QWidget):
    """Hidden without a time-lapse; the bar is made when the first one comes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No bar yet."""
        super().__init__(parent)
        self.intents = TrainingIntents(self)
        self.theme = theme
        self._compact = False
        self.bar: ReplayBar | None = None
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def set_snapshot(self, snapshot: ReplaySnapshot | None) -> None:
        """Show a time-lapse, or hide without one."""
        if snapshot is not None and self.bar is None:
            self.bar = self._made()
        if self.bar is not None:
            self.bar.set_snapshot(snapshot)
        self.setVisible(snapshot is not None)

    def set_compact(self, *, compact: bool) -> None:
        """Be lower."""
        self._compact = compact
        if self.bar is not None:
            self.bar.set_compact(compact=compact)

    def _made(self) -> ReplayBar:
        from viz_app.panels.training.replay.views.replay_bar import ReplayBar

        bar = ReplayBar(self.theme, self.intents, closable=True)
        bar.set_compact(compact=self._compact)
        self._rows.addWidget(bar)
        return bar
