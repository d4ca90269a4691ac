"""Pictures and texts of the Why tab: the terms as bars, and the lens as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.why import LensRow, Term, WhyRecord
from model.traces.trace import Candidate
from viz_app.design.theme import Theme, faded
from viz_app.pictures.bars import BarRows, across, paint_round_bar
from viz_app.pictures.picture import Picture
from viz_app.pictures.typeset import paint_heading, paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import decimal_number, quoted, short_probability
from viz_app.texts.sentences import head_title, kind_name, layer_name
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate

# ------------------------------------------------------------------------------------------- texts


def difference_sentence(record: WhyRecord) -> str:
    text = translate(
        "why", "logit of {token} minus logit of {other}: {difference}; sum of the terms: {total}"
    )
    return text.format(
        token=quoted(record.token),
        other=quoted(record.other),
        difference=decimal_number(record.difference, 4),
        total=decimal_number(record.total, 4),
    )


def measured_sentence(record: WhyRecord) -> str:
    """Progress of the measured effects; empty once all are known."""
    done, total = record.measured
    if done == total:
        return ""
    return translate("why", "Effects measured: {done} of {total} heads").format(
        done=done, total=total
    )


def term_name(term: Term) -> str:
    if term.kind is not None and term.layer is not None and term.head is not None:
        return head_title(term.kind, layer=term.layer, head=term.head)
    name = {
        "token embedding": translate("why", "Embedding of the input token"),
        "position embedding": translate("why", "Positional encoding"),
        "attention bias": translate("why", "Bias of W_O"),
        "feed-forward": translate("why", "Feed-forward network"),
        "norm bias": translate("why", "Norm bias β"),
        "output bias": translate("why", "Output bias"),
    }[term.part]
    if term.layer is None:
        return name
    kind = f"{kind_name(term.kind)} · " if term.kind and term.part != "feed-forward" else ""
    place = f"{kind}{layer_name(term.layer)}"
    return translate("why", "{name} · {place}").format(name=name, place=place)


def term_sentence(record: WhyRecord, term: Term) -> str:
    text = translate("why", "{name}: adds {value} to the difference").format(
        name=term_name(term), value=decimal_number(term.value, 4)
    )
    if term.effect is None:
        return text
    return translate(
        "why", "{text}; without it (zero, recomputed) the difference is {rest}"
    ).format(text=text, rest=decimal_number(record.difference - term.effect, 4))


def lens_sentence(row: LensRow, best: Sequence[Candidate]) -> str:
    words = translate("why", ", ").join(
        f"{quoted(each.token)} {short_probability(each.probability)}" for each in best
    )
    return translate("why", "After {layer}: {words}").format(
        layer=layer_name(row.layer), words=words
    )


# ------------------------------------------------------------------------------------------- terms


ROW, NAMES, NUMBERS = 24, 220, 64
"""Height of a row, and widths of the names and of a column of numbers, in px at 100 %."""


@dataclass(frozen=True, kw_only=True)
class TermBars(Picture):
    """Terms of a logit difference, the largest first: bars to both sides of 0."""

    record: WhyRecord

    natural = (720, 460)
    smallest = (420, 140)

    def height(self, width: float, theme: Theme) -> float:
        return (len(self.record.terms) + 1) * ROW * theme.scale

    def say(self, spot: int) -> str:
        return term_sentence(self.record, self.record.ordered[spot])

    def tables(self) -> Tables:
        terms = self.record.ordered
        effects = [math.nan if term.effect is None else term.effect for term in terms]
        values = np.array([[term.value for term in terms], effects]).T
        return (
            ValueTable(
                name=difference_sentence(self.record),
                rows=tuple(map(term_name, terms)),
                columns=column_titles(),
                values=values,
            ),
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> BarRows:
        scale, terms = theme.scale, self.record.ordered
        numbers = NUMBERS * scale
        names = (rect.left(), min(NAMES * scale, 0.35 * rect.width()))
        right = rect.right() - 2 * numbers
        bars = (names[0] + names[1] + 2 * theme.unit, right - names[0] - names[1] - 4 * theme.unit)
        rows = BarRows(
            head=QRectF(rect.left(), rect.top(), rect.width(), ROW * scale),
            top=rect.top() + ROW * scale,
            row_height=ROW * scale,
            count=len(terms),
            left=rect.left(),
            right=rect.right(),
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for title, left in zip(column_titles(), (right, right + numbers), strict=True):
            place = across(rows.head, (left, numbers))
            paint_line(painter, place, title, theme, side="right")
        middle = bars[0] + bars[1] / 2
        painter.setPen(QPen(QColor(theme.line), scale))
        painter.drawLine(QLineF(middle, rows.top, middle, rows.top + rows.count * rows.row_height))
        largest = max((abs(term.value) for term in terms), default=1.0) or 1.0
        for index, term in enumerate(terms):
            row = rows.row_rect(index)
            paint_line(painter, across(row, names), term_name(term), theme, colour=theme.text)
            width = term.value / largest * bars[1] / 2
            bar = QRectF(QPointF(min(middle, middle + width), row.top()), row.bottomRight())
            bar.setWidth(abs(width))
            inset = 0.25 * row.height()
            of_head = term.part == "head" and term.kind is not None
            colour = theme.kind_colour(term.kind) if of_head and term.kind else faded(theme)
            paint_round_bar(painter, bar.adjusted(0, inset, 0, -inset), colour)
            for value, left in ((term.value, right), (term.effect, right + numbers)):
                text = "" if value is None else decimal_number(value, 3)
                place = across(row, (left, numbers))
                paint_line(painter, place, text, theme, colour=theme.text, side="right")
        painter.restore()
        return rows


def column_titles() -> tuple[str, str]:
    return translate("why", "adds"), translate("why", "effect")


def terms_picture(record: WhyRecord) -> TermBars:
    return TermBars(
        title=translate("why", "Parts of the logit difference"),
        note=difference_sentence(record),
        record=record,
    )


# -------------------------------------------------------------------------------------------- lens


@dataclass(frozen=True, kw_only=True)
class Lens(Picture):
    """Best tokens after each layer of the decoder, as the output projection reads them."""

    rows: tuple[LensRow, ...]
    normed: bool

    natural = (520, 150)
    smallest = (300, 90)

    def best(self, row: int) -> tuple[Candidate, ...]:
        shown = self.rows[row]
        return shown.normed if self.normed else shown.plain

    def height(self, width: float, theme: Theme) -> float:
        return (len(self.rows) + 1) * ROW * theme.scale

    def say(self, spot: int) -> str:
        return lens_sentence(self.rows[spot], self.best(spot))

    def tables(self) -> Tables:
        best = [self.best(row) for row in range(len(self.rows))]
        return (
            ValueTable(
                name=self.title,
                rows=tuple(
                    f"{layer_name(row.layer)}: {' '.join(visible(each.token) for each in tokens)}"
                    for row, tokens in zip(self.rows, best, strict=True)
                ),
                columns=tuple(str(rank) for rank in range(1, len(best[0]) + 1)),
                values=np.array([[each.probability for each in tokens] for tokens in best]),
            ),
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> BarRows:
        high = ROW * theme.scale
        rows = BarRows(
            head=QRectF(rect.left(), rect.top(), rect.width(), high),
            top=rect.top() + high,
            row_height=high,
            count=len(self.rows),
            left=rect.left(),
            right=rect.right(),
        )
        painter.save()
        paint_heading(painter, rows.head, self.title, theme)
        names = 70 * theme.scale
        for row, shown in enumerate(self.rows):
            place, best = rows.row_rect(row), self.best(row)
            paint_line(painter, across(place, (rect.left(), names)), layer_name(shown.layer), theme)
            width = (rect.width() - names) / max(len(best), 1)
            for rank, each in enumerate(best):
                cell = across(place, (rect.left() + names + rank * width, width - theme.unit))
                text = f"{visible(each.token)} {short_probability(each.probability)}"
                ink = theme.text if rank == 0 else theme.soft_text
                paint_line(painter, cell, text, theme, colour=ink, size=theme.body)
        painter.restore()
        return rows


def lens_picture(record: WhyRecord, *, normed: bool) -> Lens:
    return Lens(
        title=translate("why", "Best tokens after each layer (logit lens)"),
        note=lens_sentence(record.lens[-1], record.lens[-1].normed[:1]) if record.lens else "",
        rows=record.lens,
        normed=normed,
    )
