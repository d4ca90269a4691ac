"""What layers cost: the table, its curves, and the times of this machine beside them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.views.complexity_table import ComplexityTable
from viz_app.panels.architecture.views.complexity_tools import ComplexityTools
from viz_app.panels.architecture.views.layer_plots import OperationsPlot, TimesPlot
from viz_app.widgets.framed import framed


class ComplexityPage(QWidget):
    """Table, tools, two plots.

    Signals:
        axis_picked, size_picked: see :class:`ComplexityTools`.
        measuring_requested, measuring_cancelled: see :class:`MeasuringTools`.
    """

    axis_picked = Signal(str)
    size_picked = Signal(str, int)
    measuring_requested = Signal()
    measuring_cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Empty until :meth:`set_snapshot`."""
        super().__init__(parent)
        self.table, self.tools = ComplexityTable(theme), ComplexityTools(theme)
        self.operations, self.times = OperationsPlot(theme), TimesPlot(theme)
        self._rows, self._plots = QVBoxLayout(self), QHBoxLayout()
        self._arrange()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is chosen and measured; does not modify state."""
        self.table.set_extent(snapshot.extent)
        self.tools.set_snapshot(snapshot)
        self.operations.set_snapshot(snapshot)
        self.times.set_snapshot(snapshot)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._rows.setSpacing(2 * theme.unit)
        self._plots.setSpacing(3 * theme.unit)
        for view in (self.table, self.tools, self.operations, self.times):
            view.set_theme(theme)

    def _arrange(self) -> None:
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addWidget(framed(self.table))
        self._rows.addWidget(self.tools)
        for plot in (self.operations, self.times):
            self._plots.addWidget(plot, 1)
        self._rows.addLayout(self._plots, 1)
        self.tools.axis_picked.connect(self.axis_picked)
        self.tools.size_picked.connect(self.size_picked)
        self.times.measuring.measuring_requested.connect(self.measuring_requested)
        self.times.measuring.measuring_cancelled.connect(self.measuring_cancelled)
