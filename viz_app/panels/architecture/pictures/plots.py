"""The plots of the architecture tab as values, and the sketch of a normalisation."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter

from model.arrays import FloatArray
from model.config import STACKS, Norm, NormType, Stack
from model.lessons.architecture import (
    LAYER_TYPES,
    ORDERS,
    TIMED_LAYERS,
    ArchitectureRecord,
    Extent,
    LayerTime,
    LayerType,
    NormComparison,
    NormGradients,
    NormStatistics,
    Stream,
    TimedLayer,
    layer_costs,
    multiply_adds,
)
from viz_app.design.theme import Theme, mixed
from viz_app.panels.architecture.pictures.diagram import (
    paint_arrow,
    paint_box,
    paint_plus,
    side_colour,
)
from viz_app.panels.architecture.pictures.texts import lowered, norm_name, side_name, stream_point
from viz_app.panels.architecture.room import Machine, SizeAxis, line_extents
from viz_app.pictures.plot import Curve, PlotAxis, covered
from viz_app.pictures.typeset import paint_line
from viz_app.texts.labels import MINUS, decimal_number, quoted, short_count
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate


class Mark(NamedTuple):
    """What a curve looks like, in a legend."""

    colour: str
    sign: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TitledCurves:
    """What a plot shows.

    Attributes:
        places: where on ``x`` the cursor can stand; none before anything is computed.
        say: what there is to say of a place, by its index.
        caption: parts of the caption after the title.
    """

    title: str
    marks: Sequence[Mark] = ()
    curves: Sequence[Curve] = ()
    x: PlotAxis = field(default_factory=PlotAxis)
    y: PlotAxis = field(default_factory=PlotAxis)
    places: Sequence[float] = ()
    say: Callable[[int], str] = str
    caption: tuple[str, ...] = ()


# ------------------------------------------------------------------------------------------- stream


def stream_curves(record: ArchitectureRecord | None, theme: Theme) -> TitledCurves:
    """‖x‖ after each sublayer, and ‖f(x)‖ of what each adds; means over the positions."""
    streams = record.streams if record else ()
    sides = [stream.side for stream in streams] or STACKS
    added = translate("architecture", "added by the sublayer: ‖f(x)‖")
    places = range(max((len(stream.points) for stream in streams), default=0))

    def say(place: int) -> str:
        deep = (stream for stream in streams if place < len(stream.points))
        return "  ·  ".join(_stream_sentence(stream, place) for stream in deep)

    return TitledCurves(
        title=translate("architecture", "Vector length in this model's residual stream"),
        marks=[
            *(Mark(side_colour(side, theme), "━●━", side_name(side)) for side in sides),
            Mark(theme.soft_text, "┅○┅", added),
        ],
        curves=[curve for stream in streams for curve in _stream_curves(stream, theme)],
        x=PlotAxis(
            name=translate("architecture", "sublayers passed"),
            ticks=tuple((place, str(place)) for place in places),
        ),
        y=PlotAxis(name=translate("architecture", "mean length ‖x‖")),
        places=places,
        say=say,
    )


def _stream_curves(stream: Stream, theme: Theme) -> tuple[Curve, Curve]:
    colour, passed = side_colour(stream.side, theme), np.arange(len(stream.points))
    updates = Curve(
        x=passed[1:],
        y=stream.updates.mean(axis=1),
        colour=colour,
        style="dotted",
        symbol="o",
        hollow=True,
        size=5,
        width=1.2,
        name=f"{side_name(stream.side)} ‖f(x)‖",
    )
    lengths, name = stream.lengths.mean(axis=1), f"{side_name(stream.side)} ‖x‖"
    return updates, Curve(x=passed, y=lengths, colour=colour, symbol="o", size=6, name=name)


def _stream_sentence(stream: Stream, place: int) -> str:
    lengths = stream.lengths[place]
    template = translate("architecture", "{side}, {point}: mean ‖x‖ {mean} ({low} – {high})")
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
    return text + translate("architecture", ", added ‖f(x)‖ {added}").format(added=added)


# ---------------------------------------------------------------------------------------- gradients


def gradient_curves(comparison: NormComparison | None, theme: Theme) -> TitledCurves:
    """‖∂loss/∂W₂‖ per layer of untrained networks, post-norm and pre-norm (Xiong et al. 2020).

    Lines are means over seeds, dots single seeds.
    """
    sides = _sides(comparison) if comparison else STACKS
    soft = theme.soft_text
    marks = [Mark(side_colour(side, theme), "━━", side_name(side)) for side in sides]
    marks.append(Mark(soft, "━●━", translate("architecture", "post-norm")))
    marks.append(Mark(soft, "┅□┅", translate("architecture", "pre-norm")))
    title = translate("architecture", "Gradient of W₂ before any training, by layer")
    if comparison is None:
        return TitledCurves(title=title, marks=marks)
    post, pre = comparison.post, comparison.pre
    seeds = translate("architecture", "{count} seeds").format(count=len(post.seeds))
    layers = range(1, max(of_side(post, side).shape[1] for side in sides) + 1)
    template = translate("architecture", "layer {layer} · {side}: post-norm {post}, pre-norm {pre}")

    def say(place: int) -> str:
        return "  ·  ".join(
            template.format(
                layer=place + 1,
                side=side_name(side),
                post=f"{of_side(post, side)[:, place].mean():.3g}",
                pre=f"{of_side(pre, side)[:, place].mean():.3g}",
            )
            for side in _sides(comparison, layer=place)
        )

    return TitledCurves(
        title=title,
        marks=[*marks, Mark(soft, "·", seeds)],
        curves=[
            curve
            for side in sides
            for gradients in (post, pre)
            for curve in _gradient_curves(gradients, side, theme)
        ],
        x=PlotAxis(
            name=translate("architecture", "layer"), ticks=tuple((n, str(n)) for n in layers)
        ),
        y=PlotAxis(name=translate("architecture", "‖∂ loss / ∂ W₂‖"), log=True),
        places=layers,
        say=say,
    )


def _gradient_curves(gradients: NormGradients, side: Stack, theme: Theme) -> tuple[Curve, Curve]:
    values, colour = of_side(gradients, side), side_colour(side, theme)
    layers, post = np.arange(1, values.shape[1] + 1), gradients.norm == "post"
    symbol = "o" if post else "s"
    dots = Curve(
        x=np.tile(layers, len(values)),
        y=values.ravel(),
        colour=colour,
        style="none",
        symbol=symbol,
        hollow=not post,
        size=2.5,
    )
    line = Curve(
        x=layers,
        y=values.mean(axis=0),
        colour=colour,
        style="solid" if post else "dashed",
        symbol=symbol,
        hollow=not post,
        name=f"{side_name(side)} · {gradients.norm}-norm",
    )
    return dots, line


def _sides(comparison: NormComparison, layer: int = 0) -> tuple[Stack, ...]:
    """Sides that have such a layer; a model may have one stack only."""
    return tuple(side for side in STACKS if layer < of_side(comparison.post, side).shape[1])


def of_side(gradients: NormGradients, side: Stack) -> FloatArray:
    """``[seed, layer]``."""
    return gradients.encoder if side == "encoder" else gradients.decoder


# -------------------------------------------------------------------------------------------- norms


def norm_curves(
    norm: NormStatistics, tokens: Sequence[str], norm_type: NormType, theme: Theme
) -> tuple[TitledCurves, TitledCurves]:
    """Mean and variance at each position: before a norm, normalised, and after."""
    normalised = translate("architecture", "normalised: (x − μ)/√(σ² + ε)")
    after = translate("architecture", "after α and b")
    if norm_type == "rms":
        normalised = translate("architecture", "normalised: x/√(μ(x²) + ε)")
        after = translate("architecture", "after α")
    marks = (
        Mark(theme.curves[1], "○", translate("architecture", "before: x")),
        Mark(theme.curves[0], "●", normalised),
        Mark(theme.text, "△", after),
    )
    places = range(len(tokens))
    ticks = tuple((place, visible(tokens[place])) for place in places)
    titles = (
        translate("architecture", "Mean before and after the {norm}"),
        translate("architecture", "Variance before and after the {norm}"),
    )
    lines = (
        (norm.mean_before, norm.mean_normalised, norm.mean_after),
        (norm.variance_before, norm.variance_normalised, norm.variance_after),
    )
    mean, variance = (
        TitledCurves(
            title=title.format(norm=norm_name(norm_type)),
            marks=marks,
            curves=[
                Curve(
                    x=places,
                    y=values,
                    colour=mark.colour,
                    symbol="t1" if mark.sign == "△" else "o",
                    hollow=mark.sign != "●",
                    name=mark.name,
                )
                for values, mark in zip(curves, marks, strict=True)
            ],
            x=PlotAxis(ticks=ticks),
            y=PlotAxis(log=log),
            places=places,
            say=lambda place: _norm_sentence(norm, tokens, place),
        )
        for title, curves, log in zip(titles, lines, (False, True), strict=True)
    )
    return mean, variance


def _norm_sentence(norm: NormStatistics, tokens: Sequence[str], position: int) -> str:
    template = translate(
        "architecture",
        "position {number} {token} · mean {mean} → {mean_normalised} → {mean_after}"
        " · variance {variance} → {variance_normalised} → {variance_after}",
    )
    return template.format(
        number=position,
        token=quoted(tokens[position]),
        mean=_number(norm.mean_before[position]),
        mean_normalised=_number(norm.mean_normalised[position]),
        mean_after=_number(norm.mean_after[position]),
        variance=_number(norm.variance_before[position]),
        variance_normalised=_number(norm.variance_normalised[position]),
        variance_after=_number(norm.variance_after[position]),
    )


def _number(value: float) -> str:
    """Three decimals, fewer for large values; values that round to 0 have no sign."""
    if abs(value) < 100:
        return decimal_number(float(value), 3)
    return f"{float(value):.4g}".replace("-", MINUS)


# ------------------------------------------------------------------------------------------- sketch


BOX = (96.0, 26.0)
"""Greatest width, and height, of the boxes in px at 100 %."""


@dataclass(frozen=True, slots=True)
class SketchLayout:
    """Places in px; the stream runs through the middles from ``start`` to ``end``."""

    sublayer: QRectF
    norm: QRectF
    add: QRectF
    fork: QPointF
    start: QPointF
    end: QPointF


def layout_sketch(rect: QRectF, norm: Norm, theme: Theme) -> SketchLayout:
    scale = theme.scale
    width = min(BOX[0] * scale, 0.26 * rect.width())
    height, circle = BOX[1] * scale, 18 * scale
    gap = min(34 * scale, (rect.width() - 2 * width - circle) / 5)
    middle = rect.bottom() - height / 2 - 2 * scale
    left = rect.center().x() - (2 * width + circle + 5 * gap) / 2
    x = left + 1.5 * gap
    places: dict[str, QRectF] = {}
    for name in ("norm", "sublayer", "add") if norm == "pre" else ("sublayer", "add", "norm"):
        wide, high = (circle, circle) if name == "add" else (width, height)
        places[name] = QRectF(x, middle - high / 2, wide, high)
        x += wide + gap
    points = (QPointF(at, middle) for at in (left + 0.75 * gap, left, x))
    return SketchLayout(places["sublayer"], places["norm"], places["add"], *points)


def paint_sketch(painter: QPainter, rect: QRectF, norm: Norm, theme: Theme) -> SketchLayout:
    """One sublayer in its residual connection, from left to right: post-norm or pre-norm."""

    def arrow(*points: QPointF) -> None:
        paint_arrow(painter, points, theme.soft_text, theme, width=1.5, radius=5)

    layout = layout_sketch(rect, norm, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    boxes = (
        (layout.sublayer, translate("architecture", "sublayer f"), theme.encoder, 0.2),
        (layout.norm, translate("architecture", "LayerNorm"), theme.soft_text, 0.18),
    )
    before = layout.start
    for stop in sorted((layout.sublayer, layout.norm, layout.add), key=lambda stop: stop.left()):
        arrow(before, QPointF(stop.left(), before.y()))
        before = QPointF(stop.right(), before.y())
    arrow(before, layout.end)
    height, fork = layout.norm.top() - 12 * theme.scale, layout.fork
    add = QPointF(layout.add.center().x(), layout.add.top())
    arrow(fork, QPointF(fork.x(), height), QPointF(add.x(), height), add)
    for place, name, colour, share in boxes:
        paint_box(painter, place, colour, mixed(theme.panel, colour, share=share), theme)
        paint_line(painter, place, name, theme, colour=theme.text, side="centre", whole=True)
    paint_plus(painter, layout.add, theme)
    return layout


# --------------------------------------------------------------------------------------- complexity


LAYER_MARKS: dict[TimedLayer, tuple[str, str]] = {
    "self_attention": ("o", "●"),
    "recurrent": ("s", "■"),
    "convolutional": ("t", "▼"),
    "restricted": ("d", "◆"),
    "projected_attention": ("o", "○"),
}
"""Symbol of each layer's points, by pyqtgraph's name and as a character."""

PROJECTED: TimedLayer = "projected_attention"


def layer_colour(layer: TimedLayer, theme: Theme) -> str:
    # Self-attention has one colour, with and without its projections.
    return theme.curves[TIMED_LAYERS.index(layer) % len(theme.curves)]


def layer_type_name(layer: TimedLayer) -> str:
    return {
        "self_attention": translate("architecture", "Self-attention"),
        "recurrent": translate("architecture", "Recurrent"),
        "convolutional": translate("architecture", "Convolutional"),
        "restricted": translate("architecture", "Self-attention (restricted)"),
        "projected_attention": translate("architecture", "Self-attention with its projections"),
    }[layer]


def complexity_table(extent: Extent, theme: Theme) -> str:
    """The table as rich text: a row per type of layer, with the marker and colour of its curve."""
    heads = (
        translate("architecture", "Type of layer"),
        translate("architecture", "Complexity per layer"),
        translate("architecture", "Sequential operations"),
        translate("architecture", "Longest path"),
    )
    head = "".join(
        f'<td><span style="color:{theme.soft_text}">{html.escape(name)}</span>&nbsp;&nbsp;</td>'
        for name in heads
    )
    rows = ""
    for layer in LAYER_TYPES:
        colour, sign = layer_colour(layer, theme), LAYER_MARKS[layer][1]
        name = f'<span style="color:{colour}">━{sign}━</span>&nbsp;&nbsp;'
        cells = (name + html.escape(layer_type_name(layer)), *_table_row(layer, extent))
        rows += f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    padding = theme.unit // 2
    return (
        f'<table width="100%" cellspacing="0" cellpadding="{padding}"><tr>{head}</tr>{rows}</table>'
    )


def _table_row(layer: LayerType, extent: Extent) -> Iterator[str]:
    """Complexity per layer, sequential operations, path length: order and value."""
    costs = layer_costs(layer, extent)
    path = f"{costs.path:.3g}" if costs.path < 1000 else str(round(costs.path))
    values = short_count(costs.operations), str(costs.sequential), path
    for order, value in zip(ORDERS[layer], values, strict=True):
        yield f"O({lowered(order)}) = {value}" if order != "1" else "O(1) = 1"


def operations_curves(axis: SizeAxis, extent: Extent, theme: Theme) -> TitledCurves:
    """Operations as in the table; a dotted line at n = d."""
    extents = line_extents(axis, extent)
    curves = [
        Curve(
            x=_sizes(axis, extents),
            y=_counts(layer, extents),
            colour=layer_colour(layer, theme),
            symbol=LAYER_MARKS[layer][0],
            size=6,
            name=layer_type_name(layer),
        )
        for layer in LAYER_TYPES
    ]
    crossing, ends = extent.d if axis == "n" else extent.n, covered([curve.y for curve in curves])
    crossed = Curve(
        x=[crossing, crossing], y=ends, colour=theme.soft_text, style="dotted", width=1.2
    )

    def say(at: Extent) -> str:
        return _said(
            at,
            (
                f"{layer_type_name(layer)} {short_count(layer_costs(layer, at).operations)}"
                for layer in LAYER_TYPES
            ),
        )

    return _over_sizes(
        translate("architecture", "Operations per layer, from the table's formulas"),
        [Mark(theme.soft_text, "┊", translate("architecture", "n = d"))],
        [crossed, *curves],
        PlotAxis(name=translate("architecture", "operations"), log=True),
        (axis, extent),
        say,
    )


def times_curves(
    axis: SizeAxis,
    extent: Extent,
    times: Sequence[LayerTime],
    machine: Machine | None,
    theme: Theme,
) -> TitledCurves:
    """Measured times; dotted: the table's count, scaled to the last point."""
    measured = {
        layer: sorted(
            (time for time in times if time.layer == layer),
            key=lambda time: (time.extent.n, time.extent.d),
        )
        for layer in TIMED_LAYERS
    }
    guides, points = list[Curve](), list[Curve]()
    for layer in LAYER_TYPES:
        own, extents = measured[layer], [time.extent for time in measured[layer]]
        if len(own) > 1:
            counts = _counts(layer, extents)
            constant = 1000 * own[-1].seconds / counts[-1]
            guide = Curve(
                x=_sizes(axis, extents),
                y=[constant * count for count in counts],
                colour=layer_colour(layer, theme),
                style="dotted",
                width=1.2,
            )
            guides.append(guide)
    for timed, own in measured.items():
        hollow = timed == PROJECTED
        if own:
            points.append(
                Curve(
                    x=_sizes(axis, [time.extent for time in own]),
                    y=[1000 * time.seconds for time in own],
                    colour=layer_colour(timed, theme),
                    symbol=LAYER_MARKS[timed][0],
                    style="dashed" if hollow else "solid",
                    width=1.2 if hollow else 1.8,
                    hollow=hollow,
                    name=layer_type_name(timed),
                )
            )
    soft, sign = theme.soft_text, LAYER_MARKS[PROJECTED][1]
    return _over_sizes(
        translate("architecture", "Time of one layer on this machine"),
        [
            Mark(soft, "", machine_text(machine if times else None)),
            Mark(layer_colour(PROJECTED, theme), sign, layer_type_name(PROJECTED)),
            Mark(soft, "┄", translate("architecture", "table formula × constant")),
        ],
        [*guides, *points],
        PlotAxis(name=translate("architecture", "ms"), log=bool(times)),
        (axis, extent),
        lambda at: _times_sentence(at, times),
    )


def _over_sizes(
    title: str,
    marks: Sequence[Mark],
    curves: Sequence[Curve],
    y: PlotAxis,
    line: tuple[SizeAxis, Extent],
    say: Callable[[Extent], str],
) -> TitledCurves:
    """Curves over the sizes of an axis; the others are fixed."""
    axis, extent = line
    extents = line_extents(axis, extent)
    fixed = f"d = {extent.d}" if axis == "n" else f"n = {extent.n}"
    caption, sizes = f"{fixed}, k = {extent.k}, r = {extent.r}", _sizes(axis, extents)
    ticks = tuple((size, f"{size:.0f}") for size in sizes)
    return TitledCurves(
        title=title,
        marks=marks,
        curves=curves,
        x=PlotAxis(name=f"{axis}  ({caption})", log=True, ticks=ticks),
        y=y,
        places=sizes,
        say=lambda place: say(extents[place]),
        caption=(caption,),
    )


def _sizes(axis: SizeAxis, extents: Sequence[Extent]) -> list[float]:
    return [float(getattr(extent, axis)) for extent in extents]


def _counts(layer: LayerType, extents: Sequence[Extent]) -> list[float]:
    return [float(layer_costs(layer, extent).operations) for extent in extents]


def _times_sentence(extent: Extent, times: Sequence[LayerTime]) -> str:
    here = [time for time in times if time.extent == extent]
    if not here:
        return translate("architecture", "n = {n}, d = {d}: not measured yet").format(
            n=extent.n, d=extent.d
        )
    return _said(extent, map(_time_part, here))


def _said(extent: Extent, parts: Iterable[str]) -> str:
    comma = translate("architecture", ", ")
    return translate("architecture", "n = {n}, d = {d}: {parts}").format(
        n=extent.n, d=extent.d, parts=comma.join(parts)
    )


def _time_part(time: LayerTime) -> str:
    template = translate(
        "architecture", "{name} {time} (median of {runs}; {rate} multiply-adds per second)"
    )
    value = 1000 * time.seconds
    return template.format(
        name=layer_type_name(time.layer),
        time=f"{value:.0f} ms" if value >= 1000 else f"{value:.3g} ms",
        runs=time.runs,
        rate=short_count(round(multiply_adds(time.layer, time.extent) / time.seconds)),
    )


def machine_text(machine: Machine | None) -> str:
    if machine is None:
        return translate("architecture", "not measured yet")
    if machine.device != "cpu":
        return machine.device.upper()
    if machine.threads == 1:
        return translate("architecture", "CPU, one thread")
    return translate("architecture", "CPU, {threads} threads").format(threads=machine.threads)
