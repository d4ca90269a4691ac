"""Effects of heads as a table with bars, and scores of the pruned model as curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import frozen
from model.messages import Message
from model.text.tasks import Score
from model.traces.interventions import Effect, Pruned
from viz_app.design.theme import Theme, mixed
from viz_app.pictures.bars import BarRows, across, paint_round_bar
from viz_app.pictures.labels import text_widths
from viz_app.pictures.mosaic_layout import PALE
from viz_app.pictures.picture import Picture
from viz_app.pictures.plot import Plot
from viz_app.pictures.typeset import paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import decimal_number, message_text
from viz_app.texts.measures import (
    effect_basis,
    effect_text,
    measure_name,
    measure_number,
    off_text,
)
from viz_app.texts.sentences import head_title, titled
from viz_app.workbench.state import ORDERS, Cell, Sweep

translate = QCoreApplication.translate

ROW, NUMBERS = 22, (72, 100, 44)
"""Height of a row, and widths of the columns of numbers, in px at 100 %."""

SORTS: Mapping[str, Callable[[Effect], float]] = {
    "effect": lambda effect: -effect.loss,
    "error": lambda effect: -effect.standard_error,
    "layer": lambda effect: 0.0,
}
"""What each order of the rows puts first; the same values stay in the order of the layers."""


@dataclass(frozen=True, kw_only=True)
class EffectRows(Picture):
    """A row for each head: its effect as a bar, and the numbers; pale below two errors."""

    sweep: Sweep
    sort: str = "effect"

    natural = (640, 460)
    smallest = (380, 140)

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        ordered = sorted(self.sweep.effects, key=lambda effect: str(effect.sites[0]))
        return tuple(sorted(ordered, key=SORTS[self.sort]))

    def height(self, width: float, theme: Theme) -> float:
        return (len(self.effects) + 1) * ROW * theme.scale

    def say(self, spot: int) -> str:
        effect = self.effects[spot]
        return titled(_name(effect), effect_text(effect))

    def tables(self) -> Tables:
        values = [(effect.loss, effect.standard_error, effect.n) for effect in self.effects]
        return (
            ValueTable(
                name=" · ".join(self.caption()),
                rows=tuple(map(_name, self.effects)),
                columns=column_titles(),
                values=np.array(values),
            ),
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> BarRows:
        high, wide = ROW * theme.scale, [width * theme.scale for width in NUMBERS]
        widths = text_widths(theme, tuple(map(_name, self.effects)), size=theme.small)
        names = min(max(widths, default=0.0) + theme.unit, 0.45 * rect.width())
        head = QRectF(rect.left(), rect.top(), rect.width(), high)
        rows = BarRows(
            head=head,
            top=head.bottom(),
            row_height=high,
            count=len(self.effects),
            left=rect.left(),
            right=rect.right(),
        )
        columns = [(rect.right() - sum(wide[at:]), width) for at, width in enumerate(wide)]
        losses = [0.0, *(effect.loss for effect in self.effects)]
        room = max(rect.width() - names - sum(wide) - 2 * theme.unit, 0.0)
        scale = room / ((max(losses) - min(losses)) or 1.0)
        zero = rect.left() + names + theme.unit - min(losses) * scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for title, column in zip(column_titles(), columns, strict=True):
            paint_line(painter, across(head, column), title, theme, side="right")
        for index, effect in enumerate(self.effects):
            row, ink = rows.row_rect(index), theme.soft_text if effect.pale else theme.text
            texts = (effect.loss, effect.standard_error)
            numbers = (*(measure_number(number, "effect") for number in texts), str(effect.n))
            paint_line(painter, across(row, (row.left(), names)), _name(effect), theme, colour=ink)
            for number, column in zip(numbers, columns, strict=True):
                paint_line(painter, across(row, column), number, theme, colour=ink, side="right")
            bar = QRectF(zero, row.top() + 0.3 * high, effect.loss * scale, 0.4 * high)
            colour = theme.kind_colour(effect.sites[0].kind)
            colour = mixed(theme.panel, colour, share=PALE) if effect.pale else colour
            paint_round_bar(painter, bar.normalized(), colour)
        painter.setPen(QPen(QColor(theme.line), theme.scale))
        painter.drawLine(QLineF(zero, rows.top, zero, rows.top + rows.count * high))
        painter.restore()
        return rows


def column_titles() -> tuple[str, str, str]:
    return translate("measures", "Effect"), translate("effects", "standard error"), "n"


def effect_rows(sweep: Sweep | None, *, sort: str) -> EffectRows | None:
    """None before the first effect."""
    if sweep is None or not sweep.effects:
        return None
    name = measure_name("effect")
    return EffectRows(title=name, extra_caption=effect_basis(sweep), sweep=sweep, sort=sort)


def _name(effect: Effect) -> str:
    (site,) = effect.sites
    return head_title(site.kind, layer=site.layer or 0, head=site.head or 0)


# ----------------------------------------------------------------------------------------- pruning


def pruning_plot(sweep: Sweep | None, score: Score) -> Plot | None:
    """Scores so far, in percent; None before the first of each order."""
    if sweep is None or sweep.scoring is None or len(sweep.points) < ORDERS:
        return None
    scores = [_value(point, score) for point in sweep.points]
    columns = len(scores) // ORDERS
    curves = np.array(scores[: columns * ORDERS], np.float32).reshape(columns, ORDERS)
    # the given order is the first of the job, and the last to be painted
    lines = frozen(np.ascontiguousarray(np.roll(curves, -1, axis=1).T))
    left = [sweep.heads - point.removed for point in sweep.points[: columns * ORDERS : ORDERS]]
    names = (
        *(translate("effects", "random order {n}").format(n=n) for n in range(1, ORDERS)),
        translate("effects", "least important first"),
    )

    def say(cell: Cell) -> str:
        text = translate("effects", "{left} of {count} heads left: {score} · {order}")
        value = decimal_number(float(lines[cell.row, cell.column]), 1)
        return text.format(
            left=left[cell.column], count=sweep.heads, score=value, order=names[cell.row]
        )

    return Plot(
        title=score_names()[score][1],
        note=pruning_basis(sweep, sweep.scoring),
        extra_caption=(pruning_basis(sweep, sweep.scoring),),
        across_name=translate("effects", "heads left"),
        names=names,
        pale=ORDERS - 1,
        x=frozen(np.array(left, np.float32)),
        curves=lines,
        ends=(float(sweep.heads), 0.0),
        up=(0.0, 100.0),
        ticks=tuple((float(tick), str(tick)) for tick in range(0, 101, 25)),
        sentence=say,
    )


def pruning_basis(sweep: Sweep, scoring: Message) -> str:
    text = translate(
        "effects",
        "Heads ordered on {ordering}; scored on others: {scoring}; {value}; pale: random orders",
    )
    return text.format(
        ordering=message_text(sweep.sample),
        scoring=message_text(scoring),
        value=off_text(sweep.question.how),
    )


def pruning_sentence(sweep: Sweep | None, score: Score) -> str:
    """How far pruning is, then the title of the plot: the score, and both samples."""
    if sweep is None:
        return translate("effects", "Scores of the model with fewer and fewer heads")
    if sweep.scoring is None:
        text = translate("effects", "Ordering: {done} of {count} heads")
        return text.format(done=len(sweep.effects), count=sweep.heads)
    return titled(score_names()[score][1], pruning_basis(sweep, sweep.scoring))


def _value(point: Pruned, score: Score) -> float:
    """In percent."""
    return 100 * point.exact if score == "exact" else point.bleu


def score_names() -> Mapping[str, tuple[str, str]]:
    """Each score on its button, and as the title of its plot."""
    return {
        "exact": (
            translate("effects", "Exact match"),
            translate("effects", "Exact matches in % over the number of heads left"),
        ),
        "bleu": (
            translate("effects", "BLEU"),
            translate("effects", "BLEU over the number of heads left"),
        ),
    }
