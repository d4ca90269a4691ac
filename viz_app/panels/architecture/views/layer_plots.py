"""What a layer costs as curves over n or d: as the table counts it, and on this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from model.lessons.architecture.complexity import (
    LAYER_TYPES,
    TIMED_LAYERS,
    Extent,
    LayerTime,
    LayerType,
    TimedLayer,
    operations,
)
from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import line_extents
from viz_app.panels.architecture.texts import complexity
from viz_app.panels.architecture.views.layer_looks import SYMBOLS, layer_colour
from viz_app.panels.architecture.views.titled_plot import TitledPlot
from viz_app.pictures.curves import Curve, PlotAxis, covered
from viz_app.widgets.filled import filled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

PROJECTED: TimedLayer = "projected_attention"


class _SizesPlot(TitledPlot):
    """Curves over the sizes of the chosen letter, of layers in general."""

    of_translation = False

    def shown(self, snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
        """What stands on the axis, how far it goes, and the times measured there."""
        return snapshot.own.axis, snapshot.own.extent, snapshot.times

    def sizes(self, extents: Sequence[Extent]) -> list[float]:
        """Of each extent, the one that stands on the axis."""
        over_n = self.snapshot is not None and self.snapshot.own.axis == "n"
        return [float(extent.n if over_n else extent.d) for extent in extents]

    def counts(self, layer: LayerType, extents: Sequence[Extent]) -> list[float]:
        """What the table counts at each extent."""
        return [float(operations(layer, e.n, e.d, k=e.k, r=e.r)) for e in extents]

    def show_over_sizes(
        self, curves: Sequence[Curve], y: PlotAxis, say: Callable[[Extent], str]
    ) -> None:
        """Show curves over an axis with a tick at each size."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        axis, extent = snapshot.own.axis, snapshot.own.extent
        extents = line_extents(axis, extent)
        sizes = self.sizes(extents)
        fixed = f"d = {extent.d}" if axis == "n" else f"n = {extent.n}"
        self.said_too = (f"{fixed}, k = {extent.k}, r = {extent.r}",)
        x = PlotAxis(
            name=f"{axis}  ({self.said_too[0]})",
            log=True,
            ticks=tuple((size, f"{size:.0f}") for size in sizes),
        )
        self.plot.show_curves(curves, x=x, y=y, places=sizes, say=lambda at: say(extents[at]))


class OperationsPlot(_SizesPlot):
    """What the table counts; a dotted line stands where n = d."""

    def draw(self) -> None:
        """Show the counts of all types of layers."""
        title = self.tr("Operations per layer, as the table counts them")
        self.set_head(title, [(self.theme.soft_text, "┊", self.tr("n = d"))])
        snapshot = self.snapshot
        if snapshot is None:
            return
        axis, extent = snapshot.own.axis, snapshot.own.extent
        extents = line_extents(axis, extent)
        curves = [
            Curve(
                x=self.sizes(extents),
                y=self.counts(layer, extents),
                colour=layer_colour(layer, self.theme),
                symbol=SYMBOLS[layer],
                size=6,
                name=complexity.layer_type_name(layer),
            )
            for layer in LAYER_TYPES
        ]
        crossing = extent.d if axis == "n" else extent.n
        line = Curve(
            x=[crossing, crossing],
            y=covered([curve.y for curve in curves]),
            colour=self.theme.soft_text,
            style="dotted",
            width=1.2,
        )
        y = PlotAxis(name=self.tr("operations"), log=True)
        self.show_over_sizes([line, *curves], y, complexity.operations_sentence)


class TimesPlot(_SizesPlot):
    """Measured points; dotted, the table's count times the constant that fits the last point."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__(theme)
        self.measuring = MeasuringTools(theme, intents)
        self.tools.addWidget(self.measuring)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what has been measured."""
        self.measuring.set_snapshot(snapshot)
        super().set_snapshot(snapshot)

    def draw(self) -> None:
        """Show the times, over what they would be if the table were right."""
        snapshot, soft = self.snapshot, self.theme.soft_text
        times = snapshot.times if snapshot is not None else ()
        machine = snapshot.own.machine if snapshot is not None and times else None
        projected = layer_colour(PROJECTED, self.theme), complexity.SIGNS[PROJECTED]
        self.set_head(
            self.tr("Time of one layer on this machine"),
            [
                (soft, "", complexity.machine_text(machine)),
                (*projected, complexity.layer_type_name(PROJECTED)),
                (soft, "┄", self.tr("the table × a constant")),
            ],
        )
        guides = [
            self._guide(layer, own) for layer in LAYER_TYPES if len(own := _of(layer, times)) > 1
        ]
        points = [self._points(layer, own) for layer in TIMED_LAYERS if (own := _of(layer, times))]
        axis = PlotAxis(name=self.tr("ms"), log=bool(times))
        self.show_over_sizes(
            [*guides, *points], axis, lambda extent: complexity.times_sentence(extent, times)
        )

    def _points(self, layer: TimedLayer, times: Sequence[LayerTime]) -> Curve:
        projected = layer == PROJECTED
        return Curve(
            x=self.sizes([time.extent for time in times]),
            y=[1000 * time.seconds for time in times],
            colour=layer_colour(layer, self.theme),
            symbol=SYMBOLS[layer],
            style="dashed" if projected else "solid",
            width=1.2 if projected else 1.8,
            hollow=projected,
            name=complexity.layer_type_name(layer),
        )

    def _guide(self, layer: LayerType, times: Sequence[LayerTime]) -> Curve:
        """The slope that the table promises."""
        extents = [time.extent for time in times]
        counts = self.counts(layer, extents)
        constant = 1000 * times[-1].seconds / counts[-1]
        return Curve(
            x=self.sizes(extents),
            y=[constant * count for count in counts],
            colour=layer_colour(layer, self.theme),
            style="dotted",
            width=1.2,
        )


class MeasuringTools(Themed, Translated, QWidget):
    """Begins and ends a measurement."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__()
        self.intents = intents
        self._running = False
        self.progress, self.button = QProgressBar(), QPushButton()
        self._row = filled(QHBoxLayout(self), self.progress, self.button)
        self.button.setProperty("compact", True)
        self.progress.hide()
        self.button.clicked.connect(self._on_clicked)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show how far a measurement is."""
        measuring = snapshot.own.measuring
        self._running = measuring is not None
        self.progress.setVisible(self._running)
        if measuring is not None:
            self.progress.setRange(0, measuring.total)
            self.progress.setValue(measuring.done)
        self.button.setEnabled(snapshot.has_model)
        self._retranslate()

    def _dress(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)
        self.progress.setFixedWidth(20 * self.theme.unit)

    def _retranslate(self) -> None:
        if self._running:
            self.button.setText(self.tr("Stop"))
            self.button.setToolTip(self.tr("Stop measuring; what has been measured stays"))
        else:
            self.button.setText(self.tr("Measure"))
            self.button.setToolTip(
                self.tr("Time every layer along the curves; this takes a few seconds")
            )
        self.button.setAccessibleName(self.button.text())
        self.progress.setAccessibleName(self.tr("Progress of the measurement"))

    @Slot()
    def _on_clicked(self) -> None:
        asked = self.intents
        (asked.measuring_cancelled if self._running else asked.measuring_requested).emit()


def _of(layer: TimedLayer, times: Sequence[LayerTime]) -> list[LayerTime]:
    """Smallest first."""
    own = [time for time in times if time.layer == layer]
    return sorted(own, key=lambda time: (time.extent.n, time.extent.d))
