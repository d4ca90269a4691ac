"""The pictures of one side of the comparison: bars of products and of softmax weights, a Jacobian.

Axes do not depend on the values, so that both sides can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.config import ModelConfig
from model.lessons.scaling import (
    DRAWS,
    LARGEST_JACOBIAN,
    WIDTHS,
    ScaleSide,
    Spread,
    Steepest,
)
from model.traces.trace import Kind
from viz_app.design.theme import Theme
from viz_app.pictures import plot
from viz_app.pictures.bars import Columns, Group
from viz_app.pictures.matrix import SQUARE, MatrixPicture
from viz_app.pictures.picture import Picture, PlacedSpots, in_a_row
from viz_app.pictures.typeset import paint_line, paint_typeset
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import MINUS, decimal_number, quoted, with_bits
from viz_app.texts.sentences import one_after_another
from viz_app.texts.visible_token import visible

# ------------------------------------------------------------------------------------------- texts


translate = QCoreApplication.translate


def own_scores_note(config: ModelConfig | None, kind: Kind) -> str:
    """How the model's own scores differ from those shown; empty if they do not."""
    if config is None:
        return ""
    texts = []
    if not config.scaled_scores:
        texts.append(
            translate("scaling", "This model does not divide: its scores are the ones on the left.")
        )
    if config.positions == "relative" and kind != "cross":
        texts.append(
            translate("scaling", "It also adds distance biases, which are not shown here.")
        )
    return one_after_another(texts)


def moments_note(histogram: Spread, *, beyond_too: bool = True) -> str:
    """Mean and variance and, with ``beyond_too``, the share beyond the axis."""
    text = translate("scaling", "mean {mean} · variance {variance}").format(
        mean=number(histogram.mean), variance=number(histogram.variance)
    )
    if histogram.beyond < 5e-5 or not beyond_too:
        return text
    beyond = translate("scaling", "{share} beyond the axis").format(share=f"{histogram.beyond:.2%}")
    return f"{text} · {beyond}"


def factor_text(factor: float) -> str:
    """``× 0.1``."""
    return f"× {factor:.3g}"


def number(value: float) -> str:
    """About three digits, with a proper minus: ``−63.2``."""
    size = abs(value)
    text = f"{value:.0f}" if size >= 1000 else f"{value:.3g}" if size >= 0.01 else f"{value:.3f}"
    text = "0" if float(text) == 0 else text
    return text.replace("-", MINUS)


def small(value: float) -> str:
    """A weight or derivative with four decimals, or with a power of ten below 10⁻⁴."""
    if abs(value) >= 1e-4 or value == 0:
        return decimal_number(value, 4)
    return f"{value:.1e}".replace("-", MINUS)


# ----------------------------------------------------------------------------------- side pictures


@dataclass(frozen=True, kw_only=True)
class VectorOrigin:
    """Where vectors come from: a head of a ``kind``, or random; ``parts``: in a caption."""

    kind: Kind | None = None
    parts: tuple[str, ...] = ()

    @property
    def random(self) -> bool:
        return self.kind is None


RANDOM = VectorOrigin()


def _key_name(name: str, origin: VectorOrigin) -> str:
    """``key 3`` or ``key “猫”``."""
    return translate("scaling", "key {name}").format(name=name if origin.random else quoted(name))


def histogram_picture(side: ScaleSide, origin: VectorOrigin = RANDOM) -> Columns:
    spread, deviation = side.histogram, side.histogram.variance**0.5
    edges, highest = spread.edges, float(spread.shares.max()) or 1.0
    ends = plot.easy_ticks(float(edges[0]), float(edges[-1]), most=6)
    top = f"{highest:.0%}" if highest >= 0.1 else f"{highest:.1%}"
    title = (
        translate("scaling", "Products q·k")
        if side.divisor == 1
        else translate("scaling", "Scores q·k/√d_k")
    )
    table = ValueTable(
        name=title,
        rows=tuple(f"{low:g} … {high:g}" for low, high in pairwise(edges)),
        columns=(translate("scaling", "share"),),
        values=spread.shares[:, None],
    )

    def say(index: int) -> str:
        share, low, high = float(spread.shares[index]), *map(float, edges[index : index + 2])
        text = translate("scaling", "{share} of {count} values ({n}) are from {low} to {high}")
        return text.format(
            share=f"{share:.2%}",
            count=f"{spread.count:,}",
            n=round(share * spread.count),
            low=number(low),
            high=number(high),
        )

    bars = Group(
        edges=edges, values=spread.shares, ticks=[(end, plot.tick_text(end)) for end in ends]
    )
    return Columns(
        title=title,
        note=moments_note(spread),
        short_note=moments_note(spread, beyond_too=False),
        extra_caption=origin.parts,
        of_translation=not origin.random,
        groups=(bars,),
        ticks=((0.0, "0"), (highest, top)),  # the plot is as high as the highest bar
        widest_tick="100 %",
        kind=origin.kind,
        span=(spread.mean - deviation, spread.mean + deviation),
        sentence=say,
        numbers=(table,),
    )


def softmax_picture(
    side: ScaleSide, keys: tuple[str, ...], origin: VectorOrigin = RANDOM
) -> Columns:
    """Weights of one query, a group for each factor; the user's own is bold."""
    studies = side.studies
    title = (
        translate("scaling", "Softmax of factor × q·k")
        if side.divisor == 1
        else translate("scaling", "Softmax of factor × q·k/√d_k")
    )
    note = translate("scaling", "entropy ≤ {bits} bits")

    def say(index: int) -> str:
        group, key = divmod(index, len(keys))
        study = studies[group]
        text = translate("scaling", "weight {weight} · {key} · score {score} after {factor}")
        return text.format(
            weight=small(float(study.weights[key])),
            key=_key_name(keys[key], origin),
            score=number(float(study.scores[key])),
            factor=factor_text(study.factor),
        )

    table = ValueTable(
        name=title,
        rows=tuple(f"× {study.factor:g}" for study in studies),
        columns=keys,
        values=np.stack([study.weights for study in studies]),
    )
    return Columns(
        title=title,
        note=note.format(bits=f"{side.own.most_entropy:.2f}"),
        extra_caption=origin.parts,
        of_translation=not origin.random,
        groups=tuple(
            Group(
                edges=np.arange(len(keys) + 1.0),
                values=study.weights,
                names=tuple(map(visible, keys)),
                head=factor_text(study.factor),
                foot=with_bits(study.entropy),
                strong=study is side.own,
            )
            for study in studies
        ),
        ticks=((0.0, "0"), (0.5, "0.5"), (1.0, "1")),
        widest_tick="0.5",
        kind=origin.kind,
        sentence=say,
        numbers=(table,),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class SteepestPicture(Picture):
    """The mean of the largest derivative over d_k, with the range of four of five draws.

    ``d_k`` is the width that stands out, ``kind`` as of :class:`Columns`.
    """

    steepest: Steepest
    d_k: int
    kind: Kind | None = None

    natural = (260, 150)
    smallest = (150, 110)

    def say(self, spot: int) -> str:
        text = translate(
            "scaling",
            "d_k = {d_k} · largest derivative {mean} on average · {low} to {high} in 80 % of "
            "{draws} random draws",
        )
        return text.format(
            d_k=WIDTHS[spot],
            mean=small(float(self.steepest.mean[spot])),
            low=small(float(self.steepest.low[spot])),
            high=small(float(self.steepest.high[spot])),
            draws=DRAWS,
        )

    def tables(self) -> Tables:
        table = ValueTable(
            name=self.title,
            rows=tuple(map(str, WIDTHS)),
            columns=(translate("scaling", "mean"), "10 %", "90 %"),
            values=np.column_stack([self.steepest.mean, self.steepest.low, self.steepest.high]),
        )
        return (table,)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> PlacedSpots:
        painter.save()
        line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
        paint_typeset(
            painter, line, self.title, theme, size=theme.body, colour=theme.text, weight="bold"
        )
        line.translate(0, theme.body * 1.5)
        paint_line(painter, line, self.note, theme)
        axes = self._axes(rect, line.bottom(), theme)
        ticks = [(0.0, "0"), (LARGEST_JACOBIAN, f"{LARGEST_JACOBIAN:g}")]
        plot.paint_left_ticks(painter, axes, ticks, theme)
        across = [(float(at), str(WIDTHS[at])) for at in range(0, len(WIDTHS), 3)]
        plot.paint_bottom_ticks(painter, axes, across, theme)
        self._paint_curve(painter, axes, theme)
        painter.restore()
        room, area = axes.x(1) - axes.x(0), axes.area
        return in_a_row(
            QRectF(axes.x(at - 0.5), area.top(), room, area.height()) for at in range(len(WIDTHS))
        )

    def _axes(self, rect: QRectF, top: float, theme: Theme) -> plot.Axes:
        left = plot.left_room(theme, [f"{LARGEST_JACOBIAN:g}"])
        area = QRectF(rect.left() + left, top + theme.unit, rect.width() - left - theme.unit, 1)
        area.setBottom(max(rect.bottom() - theme.small * 1.4 - theme.unit, area.top() + 1))
        return plot.Axes(
            area=area, across=(-0.5, len(WIDTHS) - 0.5), up=(0.0, LARGEST_JACOBIAN * 1.05)
        )

    def _paint_curve(self, painter: QPainter, axes: plot.Axes, theme: Theme) -> None:
        points = [axes.point(at, float(mean)) for at, mean in enumerate(self.steepest.mean)]
        painter.setPen(QPen(QColor(theme.soft_text), theme.scale))
        for at, ends in enumerate(zip(self.steepest.low, self.steepest.high, strict=True)):
            painter.drawLine(QLineF(*(axes.point(at, float(end)) for end in ends)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(theme.kind_colour(self.kind) if self.kind else theme.curves[0])
        painter.setPen(QPen(colour, 2 * theme.scale))
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(colour)
        for width, point in zip(WIDTHS, points, strict=True):
            size = (4.5 if width == self.d_k else 2.0) * theme.scale
            painter.drawEllipse(point, size, size)


def steepest_picture(side: ScaleSide, d_k: int, origin: VectorOrigin = RANDOM) -> SteepestPicture:
    """Of random vectors, whatever the others are of."""
    return SteepestPicture(
        title=translate("scaling", "Largest derivative by d_k"),
        note=translate("scaling", "mean and 80 % of {draws} draws").format(draws=DRAWS),
        extra_caption=origin.parts if origin.random else (),
        of_translation=False,
        steepest=side.steepest,
        d_k=d_k,
        kind=origin.kind,
    )


def jacobian_picture(
    side: ScaleSide, keys: tuple[str, ...], origin: VectorOrigin = RANDOM
) -> MatrixPicture:
    """Key × key; the colours end at the largest entry that any softmax can have."""
    study, shown = side.own, tuple(map(visible, keys))
    title = translate("scaling", "Jacobian of the softmax at {factor}")
    note = translate("scaling", "largest {largest} · row: weight, column: score")
    said = translate("scaling", "derivative {slope} · weight of {row} by score of {column}")
    return MatrixPicture(
        title=title.format(factor=factor_text(study.factor)),
        note=note.format(largest=small(study.steepest)),
        extra_caption=origin.parts,
        of_translation=not origin.random,
        rows=shown,
        columns=shown,
        level=LARGEST_JACOBIAN,
        stretch=SQUARE,
        values=study.jacobian,
        sentence=lambda cell: said.format(
            slope=small(float(study.jacobian[cell.row, cell.column])),
            row=_key_name(keys[cell.row], origin),
            column=_key_name(keys[cell.column], origin),
        ),
    )
