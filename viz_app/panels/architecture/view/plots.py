"""The plots of the architecture tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from model.arrays import FloatArray
from model.config import STACKS, NormType, Stack
from model.lessons.architecture import (
    LAYER_TYPES,
    TIMED_LAYERS,
    Extent,
    LayerTime,
    LayerType,
    NormComparison,
    NormGradients,
    NormStatistics,
    Stream,
    TimedLayer,
    layer_costs,
)
from viz_app.design.theme import Theme
from viz_app.panels.architecture.pictures import texts as pictures_texts
from viz_app.panels.architecture.pictures.diagram import side_colour
from viz_app.panels.architecture.pictures.texts import norm_name, side_name, stream_point
from viz_app.panels.architecture.room import DEPTHS, ArchitectureSnapshot, line_extents
from viz_app.pictures.plot import Curve, PlotAxis, covered
from viz_app.pictures.typeset import typeset
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import MINUS, decimal_number, quoted
from viz_app.texts.visible_token import visible
from viz_app.widgets.choosers import Segments
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.layout import filled, text_label
from viz_app.widgets.themed import Pictured, Themed, Translated

# ----------------------------------------------------------------------------------------- intents
# What a user of the Architecture tab asks for.


class ArchitectureIntents(QObject):
    """Intents of the tab; layers count from 0."""

    view_picked = Signal(str)
    beside_picked = Signal(str)
    block_picked = Signal(object)  # its BlockPlace
    block_opened = Signal(object, str)  # its BlockPlace, and the tab that explains it
    layer_picked = Signal(int)
    depth_picked = Signal(object)  # layers of the untrained networks; None: as many as the model's
    axis_picked = Signal(str)
    size_picked = Signal(str, int)  # a letter of the complexity table, and its size
    measuring_requested = Signal()
    measuring_cancelled = Signal()


# ------------------------------------------------------------------------------------- titled plot
# A plot on a panel, under its title and what its lines mean.


Mark = tuple[str, str, str]
"""Colour, sign and name of a curve."""

LOWEST = 108
"""Of the plot, in px at 100 %."""


class TitledPlot(Pictured, Themed, Translated, QFrame):
    """Title and tools in one row, the legend below, then the plot; empty without a snapshot.

    Subclasses implement :meth:`shown` and :meth:`draw`.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.snapshot: ArchitectureSnapshot | None = None
        self.plot = CurvePlot(theme)
        self._title = text_label("title", wraps=True)
        self.legend = text_label("small", wraps=True, form=Qt.TextFormat.RichText)
        self.tools, self._rows = QHBoxLayout(), QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)

    def shown(self, snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
        """Parts of the snapshot on which the plot depends; it is drawn when they change."""
        raise NotImplementedError

    def draw(self) -> None:
        """Show title, legend and curves in the current theme and language."""
        raise NotImplementedError

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        before, self.snapshot = self.snapshot, snapshot
        if before is None or self.shown(before) != self.shown(snapshot):
            self.draw()

    def set_head(self, title: str, marks: Iterable[Mark]) -> None:
        """Set the title, also as accessible name, and the legend."""
        self._title.setText(title)
        self.plot.setAccessibleName(title)
        self.legend.setText(marks_text(tuple(marks), self.theme))

    def shown_values(self) -> Tables:
        return self.plot.tables()

    def caption_parts(self) -> tuple[str, ...]:
        return self.plot.accessibleName(), *self.extra_caption

    def _apply_theme(self) -> None:
        theme = self.theme
        margin = 3 * theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(theme.unit)
        self.tools.setSpacing(2 * theme.unit)
        self.plot.setMinimumHeight(round(LOWEST * theme.scale))
        self.draw()

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addLayout(self.tools)
        self._rows.addLayout(head)
        self._rows.addWidget(self.legend)
        self._rows.addWidget(self.plot, 1)

    def _retranslate(self) -> None:
        self.draw()


def marks_text(marks: Sequence[Mark], theme: Theme) -> str:
    small, ink = theme.small, theme.soft_text
    names = (typeset(name, theme, size=small, ink=ink) for _, _, name in marks)
    return " &nbsp; ".join(
        f'<span style="color:{colour}">{sign}</span>&nbsp;{name}'
        for (colour, sign, _), name in zip(marks, names, strict=True)
    )


# ----------------------------------------------------------------------------------- gradient plot
# Gradients of untrained networks by layer, post-norm and pre-norm (Xiong et al. 2020).


OWN = "own"


class GradientPlot(TitledPlot):
    """‖∂loss/∂W₂‖ per layer; lines are means over seeds, dots single seeds."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__(theme)
        self.intents = intents
        self.depths = Segments(theme, names=(OWN, *map(str, DEPTHS)), texts=self._depth_texts)
        self.tools.addWidget(self.depths)
        self.depths.picked.connect(self._on_depth)

    def shown(self, snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
        return (snapshot.comparison,)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        super().set_snapshot(snapshot)
        self.depths.refresh()
        self.depths.set_current(OWN if snapshot.own.depth is None else str(snapshot.own.depth))

    def sentence(self, place: int) -> str:
        comparison = self._comparison()
        if comparison is None:
            return ""
        template = self.tr("layer {layer} · {side}: post-norm {post}, pre-norm {pre}")
        return "  ·  ".join(
            template.format(
                layer=place + 1,
                side=side_name(side),
                post=_mean_text(of_side(comparison.post, side), place),
                pre=_mean_text(of_side(comparison.pre, side), place),
            )
            for side in _sides(comparison, layer=place)
        )

    def draw(self) -> None:
        comparison = self._comparison()
        title = self.tr("Gradient of W₂ before any training, by layer")
        self.set_head(title, self._marks(comparison))
        if comparison is None:
            return
        sides = _sides(comparison)
        layers = range(1, max(of_side(comparison.post, side).shape[1] for side in sides) + 1)
        self.plot.show_curves(
            [
                curve
                for side in sides
                for gradients in (comparison.post, comparison.pre)
                for curve in self._curves(gradients, side)
            ],
            x=PlotAxis(name=self.tr("layer"), ticks=tuple((n, str(n)) for n in layers)),
            y=PlotAxis(name=self.tr("‖∂ loss / ∂ W₂‖"), log=True),
            places=layers,
            say=self.sentence,
        )

    def _comparison(self) -> NormComparison | None:
        return self.snapshot.comparison if self.snapshot else None

    def _on_depth(self, name: str) -> None:
        self.intents.depth_picked.emit(None if name == OWN else int(name))

    def _curves(self, gradients: NormGradients, side: Stack) -> tuple[Curve, Curve]:
        values, colour = of_side(gradients, side), side_colour(side, self.theme)
        layers = np.arange(1, values.shape[1] + 1)
        post = gradients.norm == "post"
        symbol = "o" if post else "s"
        return (
            Curve(
                x=np.tile(layers, len(values)),
                y=values.ravel(),
                colour=colour,
                style="none",
                symbol=symbol,
                hollow=not post,
                size=2.5,
            ),
            Curve(
                x=layers,
                y=values.mean(axis=0),
                colour=colour,
                style="solid" if post else "dashed",
                symbol=symbol,
                hollow=not post,
                name=f"{side_name(side)} · {gradients.norm}-norm",
            ),
        )

    def _marks(self, comparison: NormComparison | None) -> list[Mark]:
        soft = self.theme.soft_text
        sides = STACKS if comparison is None else _sides(comparison)
        marks = [(side_colour(side, self.theme), "━━", side_name(side)) for side in sides]
        marks += [(soft, "━●━", self.tr("post-norm")), (soft, "┅□┅", self.tr("pre-norm"))]
        if comparison is not None:
            seeds = self.tr("{count} seeds").format(count=len(comparison.post.seeds))
            marks.append((soft, "·", seeds))
        return marks

    def _depth_texts(self) -> dict[str, tuple[str, str]]:
        record = self.snapshot.record if self.snapshot else None
        own = self.tr("{count} layers").format(count=record.config.depths if record else 0)
        texts = {OWN: (own, self.tr("Untrained networks as deep as the loaded model"))}
        tip = self.tr("Untrained networks with {count} layers on each side")
        return texts | {str(depth): (str(depth), tip.format(count=depth)) for depth in DEPTHS}


def _sides(comparison: NormComparison, layer: int = 0) -> tuple[Stack, ...]:
    """Sides that have such a layer; a model may have one stack only."""
    return tuple(side for side in STACKS if layer < of_side(comparison.post, side).shape[1])


def of_side(gradients: NormGradients, side: Stack) -> FloatArray:
    """``[seed, layer]``."""
    return gradients.encoder if side == "encoder" else gradients.decoder


def _mean_text(values: FloatArray, layer: int) -> str:
    return f"{values[:, layer].mean():.3g}"


# ------------------------------------------------------------------------------------- stream plot
# How long the vectors of the residual stream are, through the depth of the loaded model.


class StreamPlot(TitledPlot):
    """‖x‖ after each sublayer, and ‖f(x)‖ of what each adds; means over the positions."""

    def shown(self, snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
        return (snapshot.record,)

    def streams(self) -> tuple[Stream, ...]:
        record = self.snapshot.record if self.snapshot else None
        return record.streams if record else ()

    def sentence(self, place: int) -> str:
        deep = [stream for stream in self.streams() if place < len(stream.points)]
        return "  ·  ".join(self._side_sentence(stream, place) for stream in deep)

    def draw(self) -> None:
        sides = [stream.side for stream in self.streams()] or STACKS
        self.set_head(
            self.tr("Vector length in this model's residual stream"),
            [
                *((side_colour(side, self.theme), "━●━", side_name(side)) for side in sides),
                (self.theme.soft_text, "┅○┅", self.tr("added by the sublayer: ‖f(x)‖")),
            ],
        )
        if not self.streams():
            return
        places = range(max(len(stream.points) for stream in self.streams()))
        self.plot.show_curves(
            [curve for stream in self.streams() for curve in self._curves(stream)],
            x=PlotAxis(
                name=self.tr("sublayers passed"),
                ticks=tuple((place, str(place)) for place in places),
            ),
            y=PlotAxis(name=self.tr("mean length ‖x‖")),
            places=places,
            say=self.sentence,
        )

    def _side_sentence(self, stream: Stream, place: int) -> str:
        lengths = stream.lengths[place]
        template = self.tr("{side}, {point}: mean ‖x‖ {mean} ({low} – {high})")
        text = template.format(
            side=side_name(stream.side),
            point=stream_point(stream.points[place]),
            mean=f"{lengths.mean():.1f}",
            low=f"{lengths.min():.1f}",
            high=f"{lengths.max():.1f}",
        )
        if place == 0:
            return text
        added = f"{stream.updates[place - 1].mean():.1f}"
        return text + self.tr(", added ‖f(x)‖ {added}").format(added=added)

    def _curves(self, stream: Stream) -> tuple[Curve, ...]:
        colour = side_colour(stream.side, self.theme)
        passed = np.arange(len(stream.points))
        return (
            Curve(
                x=passed[1:],
                y=stream.updates.mean(axis=1),
                colour=colour,
                style="dotted",
                symbol="o",
                hollow=True,
                size=5,
                width=1.2,
                name=f"{side_name(stream.side)} ‖f(x)‖",
            ),
            Curve(
                x=passed,
                y=stream.lengths.mean(axis=1),
                colour=colour,
                symbol="o",
                size=6,
                name=f"{side_name(stream.side)} ‖x‖",
            ),
        )


# -------------------------------------------------------------------------------------- norm plots
# Mean and variance at each position: before a LayerNorm, normalised, and after.


HEIGHT = 132
"""Of each plot, in px at 100 %."""


class NormPlots(Pictured, Themed, Translated, QWidget):
    """Plots of mean and variance."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._norm: NormStatistics | None = None
        self._tokens: tuple[str, ...] = ()
        self._type: NormType = "layer"
        self.mean, self.variance = CurvePlot(theme), CurvePlot(theme)
        self._legend = text_label("small", wraps=True, form=Qt.TextFormat.RichText)
        self._mean_title, self._variance_title = text_label("small"), text_label("small")
        means, variances = (self._mean_title, self.mean), (self._variance_title, self.variance)
        self._rows = filled(QVBoxLayout(self), self._legend, *means, *variances)
        self.set_theme(theme)

    def set_norm(
        self, norm: NormStatistics, tokens: tuple[str, ...], norm_type: NormType = "layer"
    ) -> None:
        if norm is not self._norm:
            self._norm, self._tokens, self._type = norm, tokens, norm_type
            self._draw()

    def shown_values(self) -> Tables:
        return (*self.mean.tables(), *self.variance.tables())

    def _apply_theme(self) -> None:
        self._rows.setSpacing(self.theme.unit)
        for plot in (self.mean, self.variance):
            plot.setFixedHeight(round(HEIGHT * self.theme.scale))
        self._draw()

    def sentence(self, position: int) -> str:
        norm = self._norm
        if norm is None:
            return ""
        template = self.tr(
            "position {number} {token} · mean {mean} → {mean_normalised} → {mean_after}"
            " · variance {variance} → {variance_normalised} → {variance_after}"
        )
        return template.format(
            number=position,
            token=quoted(self._tokens[position]),
            mean=_number(norm.mean_before[position]),
            mean_normalised=_number(norm.mean_normalised[position]),
            mean_after=_number(norm.mean_after[position]),
            variance=_number(norm.variance_before[position]),
            variance_normalised=_number(norm.variance_normalised[position]),
            variance_after=_number(norm.variance_after[position]),
        )

    def _retranslate(self) -> None:
        self._draw()

    def _draw(self) -> None:
        self._mean_title.setText(self.tr("Mean over all features at each position"))
        self._variance_title.setText(self.tr("Variance at each position (log scale)"))
        self._legend.setText(
            marks_text(
                [(colour, sign, name) for colour, _, sign, name in self._looks()], self.theme
            )
        )
        mean = self.tr("Mean before and after the {norm}")
        self.mean.setAccessibleName(mean.format(norm=norm_name(self._type)))
        variance = self.tr("Variance before and after the {norm}")
        self.variance.setAccessibleName(variance.format(norm=norm_name(self._type)))
        norm = self._norm
        if norm is None:
            return
        means = norm.mean_before, norm.mean_normalised, norm.mean_after
        variances = norm.variance_before, norm.variance_normalised, norm.variance_after
        self._show(self.mean, means, PlotAxis())
        self._show(self.variance, variances, PlotAxis(log=True))

    def _show(self, plot: CurvePlot, lines: tuple[FloatArray, ...], y: PlotAxis) -> None:
        places = range(len(self._tokens))
        curves = [
            Curve(x=places, y=line, colour=colour, symbol=symbol, hollow=sign != "●", name=name)
            for line, (colour, symbol, sign, name) in zip(lines, self._looks(), strict=True)
        ]
        x = PlotAxis(ticks=tuple((place, visible(self._tokens[place])) for place in places))
        plot.show_curves(curves, x=x, y=y, places=places, say=self.sentence)

    def _looks(self) -> tuple[tuple[str, str, str, str], ...]:
        """Colour, symbol, marker in texts, and name of each line."""
        theme = self.theme
        normalised, after = self.tr("normalised: (x − μ)/√(σ² + ε)"), self.tr("after α and b")
        if self._type == "rms":
            normalised = self.tr("normalised: x/√(μ(x²) + ε)")
            after = self.tr("after α")
        return (
            (theme.curves[1], "o", "○", self.tr("before: x")),
            (theme.curves[0], "o", "●", normalised),
            (theme.text, "t1", "△", after),
        )


def _number(value: float) -> str:
    """Three decimals, fewer for large values; values that round to 0 have no sign."""
    if abs(value) < 100:
        return decimal_number(float(value), 3)
    return f"{float(value):.4g}".replace("-", MINUS)


# ------------------------------------------------------------------------------------- layer looks
# Colour and symbol of each type of layer, the same in the table and in both plots.


SYMBOLS: dict[TimedLayer, str] = {
    "self_attention": "o",
    "recurrent": "s",
    "convolutional": "t",
    "restricted": "d",
    "projected_attention": "o",
}
"""pyqtgraph's names."""


def layer_colour(layer: TimedLayer, theme: Theme) -> str:
    # Self-attention has one colour, with and without its projections.
    return theme.curves[TIMED_LAYERS.index(layer) % len(theme.curves)]


# ------------------------------------------------------------------------------------- layer plots
# What a layer costs as curves over n or d: as the table counts it, and on this machine.


PROJECTED: TimedLayer = "projected_attention"


class _SizesPlot(TitledPlot):
    """Curves over the sizes of the chosen letter."""

    of_translation = False

    def shown(self, snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
        return snapshot.own.axis, snapshot.own.extent, snapshot.times

    def sizes(self, extents: Sequence[Extent]) -> list[float]:
        over_n = self.snapshot is not None and self.snapshot.own.axis == "n"
        return [float(extent.n if over_n else extent.d) for extent in extents]

    def counts(self, layer: LayerType, extents: Sequence[Extent]) -> list[float]:
        return [float(layer_costs(layer, extent).operations) for extent in extents]

    def show_over_sizes(
        self, curves: Sequence[Curve], y: PlotAxis, say: Callable[[Extent], str]
    ) -> None:
        snapshot = self.snapshot
        if snapshot is None:
            return
        axis, extent = snapshot.own.axis, snapshot.own.extent
        extents = line_extents(axis, extent)
        sizes = self.sizes(extents)
        fixed = f"d = {extent.d}" if axis == "n" else f"n = {extent.n}"
        self.extra_caption = (f"{fixed}, k = {extent.k}, r = {extent.r}",)
        x = PlotAxis(
            name=f"{axis}  ({self.extra_caption[0]})",
            log=True,
            ticks=tuple((size, f"{size:.0f}") for size in sizes),
        )
        self.plot.show_curves(curves, x=x, y=y, places=sizes, say=lambda at: say(extents[at]))


class OperationsPlot(_SizesPlot):
    """Operations as in the table; a dotted line at n = d."""

    def draw(self) -> None:
        title = self.tr("Operations per layer, from the table's formulas")
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
                name=pictures_texts.layer_type_name(layer),
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
        self.show_over_sizes([line, *curves], y, pictures_texts.operations_sentence)


class TimesPlot(_SizesPlot):
    """Measured times; dotted: the table's count, scaled to the last point."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__(theme)
        self.measuring = MeasuringTools(theme, intents)
        self.tools.addWidget(self.measuring)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        self.measuring.set_snapshot(snapshot)
        super().set_snapshot(snapshot)

    def draw(self) -> None:
        snapshot, soft = self.snapshot, self.theme.soft_text
        times = snapshot.times if snapshot is not None else ()
        machine = snapshot.own.machine if snapshot is not None and times else None
        projected = layer_colour(PROJECTED, self.theme), pictures_texts.SIGNS[PROJECTED]
        self.set_head(
            self.tr("Time of one layer on this machine"),
            [
                (soft, "", pictures_texts.machine_text(machine)),
                (*projected, pictures_texts.layer_type_name(PROJECTED)),
                (soft, "┄", self.tr("table formula × constant")),
            ],
        )
        guides = [
            self._guide(layer, own) for layer in LAYER_TYPES if len(own := _of(layer, times)) > 1
        ]
        points = [self._points(layer, own) for layer in TIMED_LAYERS if (own := _of(layer, times))]
        axis = PlotAxis(name=self.tr("ms"), log=bool(times))
        self.show_over_sizes(
            [*guides, *points], axis, lambda extent: pictures_texts.times_sentence(extent, times)
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
            name=pictures_texts.layer_type_name(layer),
        )

    def _guide(self, layer: LayerType, times: Sequence[LayerTime]) -> Curve:
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
    """Buttons and progress of a measurement."""

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
        measuring = snapshot.own.measuring
        self._running = measuring is not None
        self.progress.setVisible(self._running)
        if measuring is not None:
            self.progress.setRange(0, measuring.total)
            self.progress.setValue(measuring.done)
        self.button.setEnabled(snapshot.has_model)
        self._retranslate()

    def _apply_theme(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)
        self.progress.setFixedWidth(20 * self.theme.unit)

    def _retranslate(self) -> None:
        if self._running:
            self.button.setText(self.tr("Stop"))
            self.button.setToolTip(self.tr("Stop measuring; results so far are kept"))
        else:
            self.button.setText(self.tr("Measure"))
            self.button.setToolTip(
                self.tr("Measure the time of every layer on the curves; takes a few seconds")
            )
        self.button.setAccessibleName(self.button.text())
        self.progress.setAccessibleName(self.tr("Progress of the measurement"))

    @Slot()
    def _on_clicked(self) -> None:
        asked = self.intents
        (asked.measuring_cancelled if self._running else asked.measuring_requested).emit()


def _of(layer: TimedLayer, times: Sequence[LayerTime]) -> list[LayerTime]:
    own = [time for time in times if time.layer == layer]
    return sorted(own, key=lambda time: (time.extent.n, time.extent.d))
