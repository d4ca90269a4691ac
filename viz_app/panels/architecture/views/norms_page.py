"""Post-norm and pre-norm: both orders, the model's stream, gradients of untrained networks."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.views.gradient_plot import GradientPlot
from viz_app.panels.architecture.views.norm_card import NormCard
from viz_app.panels.architecture.views.stream_plot import StreamPlot
from viz_app.widgets.filled import filled
from viz_app.widgets.themed import Themed


class NormsPage(Themed, QWidget):
    """Two cards above two plots."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__()
        self.intents = intents
        self.post, self.pre = NormCard(theme, "post"), NormCard(theme, "pre")
        self.stream, self.gradients = StreamPlot(theme), GradientPlot(theme, intents)
        self._cards = filled(QHBoxLayout(), (self.post, 1), (self.pre, 1))
        self._plots = filled(QHBoxLayout(), (self.stream, 1), (self.gradients, 1))
        self._rows = filled(QVBoxLayout(self), self._cards, (self._plots, 1))
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is known."""
        own = snapshot.record.config.norm if snapshot.record else None
        self.post.set_own(own=own == "post")
        self.pre.set_own(own=own == "pre")
        self.stream.set_snapshot(snapshot)
        self.gradients.set_snapshot(snapshot)

    def _dress(self) -> None:
        for layout in (self._rows, self._cards, self._plots):
            layout.setSpacing(3 * self.theme.unit)
