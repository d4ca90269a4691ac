"""Post-norm and pre-norm: both orders, the model's stream, gradients of untrained networks."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.views.gradient_plot import GradientPlot
from viz_app.panels.architecture.views.norm_card import NormCard
from viz_app.panels.architecture.views.stream_plot import StreamPlot


class NormsPage(QWidget):
    """Two cards above two plots.

    Signals:
        depth_picked: layers of the untrained networks; None for as many as the model has.
    """

    depth_picked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Empty until :meth:`set_snapshot`."""
        super().__init__(parent)
        self.post, self.pre = NormCard(theme, "post"), NormCard(theme, "pre")
        self.stream, self.gradients = StreamPlot(theme), GradientPlot(theme)
        self._rows, self._cards, self._plots = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        self._arrange()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is known; does not modify state."""
        own = snapshot.record.config.norm if snapshot.record else None
        self.post.set_own(own=own == "post")
        self.pre.set_own(own=own == "pre")
        self.stream.set_snapshot(snapshot)
        self.gradients.set_snapshot(snapshot)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        for layout in (self._rows, self._cards, self._plots):
            layout.setSpacing(3 * theme.unit)
        for view in (self.post, self.pre, self.stream, self.gradients):
            view.set_theme(theme)

    def _arrange(self) -> None:
        self._rows.setContentsMargins(0, 0, 0, 0)
        for card in (self.post, self.pre):
            self._cards.addWidget(card, 1)
        for plot in (self.stream, self.gradients):
            self._plots.addWidget(plot, 1)
        self._rows.addLayout(self._cards)
        self._rows.addLayout(self._plots, 1)
        self.gradients.depth_picked.connect(self.depth_picked)
