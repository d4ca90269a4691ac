"""The times of whole layers, measured on this machine."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from model.lessons.architecture.complexity import (
    LAYER_TYPES,
    TIMED_LAYERS,
    LayerTime,
    LayerType,
    TimedLayer,
    operations,
)
from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import Axis as Letter
from viz_app.panels.architecture.state import line_extents
from viz_app.panels.architecture.texts.complexity import (
    SIGNS,
    layer_type_name,
    machine_text,
    times_sentence,
)
from viz_app.panels.architecture.views.curves import Axis, Curve
from viz_app.panels.architecture.views.layer_looks import SYMBOLS, layer_colour
from viz_app.panels.architecture.views.measuring_tools import MeasuringTools
from viz_app.panels.architecture.views.operations_plot import places, size_axis
from viz_app.panels.architecture.views.titled_plot import TitledPlot
from viz_app.widgets.translated import Translated


class TimesPlot(Translated, TitledPlot):
    """Measured points; dotted, the table's count times the constant that fits the last point."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Empty until :meth:`set_snapshot`."""
        super().__init__(theme, parent)
        self.measuring = MeasuringTools(theme)
        self.tools.addWidget(self.measuring)
        self._theme = theme
        self._snapshot: ArchitectureSnapshot | None = None
        self._draw()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what has been measured; does not modify state."""
        self.measuring.set_snapshot(snapshot)
        before, self._snapshot = self._snapshot, snapshot
        if before is None or _shown(before) != _shown(snapshot):
            self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        super().set_theme(theme)
        self.measuring.set_theme(theme)
        self._draw()

    def _retranslate(self) -> None:
        self._draw()

    def _draw(self) -> None:
        self.set_title(self.tr("Time of one layer on this machine"))
        snapshot = self._snapshot
        measured = snapshot if snapshot is not None and snapshot.times else None
        self.set_legend(
            [
                (self._theme.soft_text, "", machine_text(measured.machine if measured else None)),
                (
                    layer_colour("projected_attention", self._theme),
                    SIGNS["projected_attention"],
                    layer_type_name("projected_attention"),
                ),
                (self._theme.soft_text, "┄", self.tr("the table × a constant")),
            ]
        )
        if snapshot is None:
            return
        extents = line_extents(snapshot.axis, snapshot.extent)
        self.plot.show_curves(
            [*self._guides(snapshot), *self._measured(snapshot)],
            x=size_axis(snapshot.axis, snapshot.extent),
            y=Axis(name=self.tr("ms"), log=bool(snapshot.times)),
            places=places(snapshot.axis, extents),
            say=lambda place: times_sentence(extents[place], snapshot.times),
        )

    def _measured(self, snapshot: ArchitectureSnapshot) -> list[Curve]:
        return [
            self._points(layer, snapshot.axis, times)
            for layer in TIMED_LAYERS
            if (times := _of_layer(snapshot, layer))
        ]

    def _points(self, layer: TimedLayer, axis: Letter, times: tuple[LayerTime, ...]) -> Curve:
        projected = layer == "projected_attention"
        return Curve(
            x=places(axis, tuple(time.extent for time in times)),
            y=[1000 * time.seconds for time in times],
            colour=layer_colour(layer, self._theme),
            symbol=SYMBOLS[layer],
            style="dashed" if projected else "solid",
            width=1.2 if projected else 1.8,
            hollow=projected,
        )

    def _guides(self, snapshot: ArchitectureSnapshot) -> list[Curve]:
        """The slopes that the table promises."""
        return [
            self._guide(layer, snapshot.axis, times)
            for layer in LAYER_TYPES
            if len(times := _of_layer(snapshot, layer)) > 1
        ]

    def _guide(self, layer: LayerType, axis: Letter, times: tuple[LayerTime, ...]) -> Curve:
        extents = tuple(time.extent for time in times)
        counts = [float(operations(layer, e.n, e.d, k=e.k, r=e.r)) for e in extents]
        constant = 1000 * times[-1].seconds / counts[-1]
        return Curve(
            x=places(axis, extents),
            y=[constant * count for count in counts],
            colour=layer_colour(layer, self._theme),
            style="dotted",
            width=1.2,
        )


def _of_layer(snapshot: ArchitectureSnapshot, layer: TimedLayer) -> tuple[LayerTime, ...]:
    """Smallest first."""
    own = [time for time in snapshot.times if time.layer == layer]
    return tuple(sorted(own, key=lambda time: (time.extent.n, time.extent.d)))


def _shown(snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
    return snapshot.axis, snapshot.extent, snapshot.times
