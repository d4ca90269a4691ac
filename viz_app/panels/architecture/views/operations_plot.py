"""The complexity per layer as curves over n or d."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from model.lessons.architecture.complexity import LAYER_TYPES, Extent, operations
from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import Axis as Letter
from viz_app.panels.architecture.state import line_extents
from viz_app.panels.architecture.texts.complexity import operations_sentence
from viz_app.panels.architecture.views.curves import Axis, Curve, covered
from viz_app.panels.architecture.views.layer_looks import SYMBOLS, layer_colour
from viz_app.panels.architecture.views.titled_plot import TitledPlot
from viz_app.widgets.translated import Translated


class OperationsPlot(Translated, TitledPlot):
    """What the table counts; a dotted line stands where n = d."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Over n until :meth:`set_snapshot`."""
        super().__init__(theme, parent)
        self._theme = theme
        self._axis: Letter = "n"
        self._extent = Extent(n=64, d=256)
        self._draw()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show the curves of other sizes; does not modify state."""
        if (snapshot.axis, snapshot.extent) != (self._axis, self._extent):
            self._axis, self._extent = snapshot.axis, snapshot.extent
            self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        super().set_theme(theme)
        self._draw()

    def _retranslate(self) -> None:
        self._draw()

    def _draw(self) -> None:
        extents = line_extents(self._axis, self._extent)
        self.set_title(self.tr("Operations per layer, as the table counts them"))
        curves = [self._curve(layer, extents) for layer in LAYER_TYPES]
        crossing = self._extent.d if self._axis == "n" else self._extent.n
        low, high = covered([curve.y for curve in curves])
        self.set_legend([(self._theme.soft_text, "┊", self.tr("n = d"))])
        line = Curve(
            x=[crossing, crossing],
            y=[low, high],
            colour=self._theme.soft_text,
            style="dotted",
            width=1.2,
        )
        self.plot.show_curves(
            [line, *curves],
            x=size_axis(self._axis, self._extent),
            y=Axis(name=self.tr("operations"), log=True),
            places=places(self._axis, extents),
            say=lambda place: operations_sentence(extents[place]),
        )

    def _curve(self, layer: str, extents: tuple[Extent, ...]) -> Curve:
        name = next(known for known in LAYER_TYPES if known == layer)
        return Curve(
            x=places(self._axis, extents),
            y=[float(operations(name, e.n, e.d, k=e.k, r=e.r)) for e in extents],
            colour=layer_colour(name, self._theme),
            symbol=SYMBOLS[name],
            size=6,
        )


def places(axis: Letter, extents: tuple[Extent, ...]) -> tuple[float, ...]:
    """The sizes that a curve runs through."""
    return tuple(float(extent.n if axis == "n" else extent.d) for extent in extents)


def size_axis(axis: Letter, extent: Extent) -> Axis:
    """The axis below, with a tick at each size."""
    ticks = tuple((size, f"{size:.0f}") for size in places(axis, line_extents(axis, extent)))
    fixed = f"d = {extent.d}" if axis == "n" else f"n = {extent.n}"
    return Axis(name=f"{axis}  ({fixed}, k = {extent.k}, r = {extent.r})", log=True, ticks=ticks)
