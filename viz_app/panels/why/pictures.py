"""Pictures and texts of the Why tab: the terms as bars, and the lens as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.why import LensRow, Term, WhyRecord
from model.traces.trace import Candidate
from viz_app.design.theme import Theme, Weight, faded
from viz_app.pictures.bars import BarRows, Stretch, across, paint_round_bar
from viz_app.pictures.labels import text_width
from viz_app.pictures.picture import Picture, scaled
from viz_app.pictures.typeset import paint_heading, paint_line, paint_typeset
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import decimal_number, quoted, short_probability
from viz_app.texts.sentences import head_title, kind_name, layer_name
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate

# ------------------------------------------------------------------------------------------- texts


MOST_TIMES = 10**6
"""Above this a ratio of probabilities is not shown in full."""


def probability_sentence(record: WhyRecord) -> str:
    """What the difference of the logits means: the ratio of both probabilities is its exponential.

    ``“cat” is 12 times as probable as “dog”: …``
    """
    ends = (record.token, record.other) if record.difference >= 0 else (record.other, record.token)
    text = translate(
        "why",
        "{likely} is {times} times as probable as {unlikely}: logit of {token} − logit of {other} "
        "= {difference}.",
    )
    return text.format(
        likely=quoted(ends[0]),
        unlikely=quoted(ends[1]),
        times=_times(abs(record.difference)),
        token=quoted(record.token),
        other=quoted(record.other),
        difference=decimal_number(record.difference, 4),
    )


def _times(difference: float) -> str:
    """The ratio of two probabilities whose logits differ by so much: ``1.4``, ``32,700``."""
    times = math.exp(min(difference, 100.0))
    if times >= MOST_TIMES:
        return f"> {MOST_TIMES:,}"
    return f"{times:.1f}" if times < 10 else f"{float(f'{times:.3g}'):,.0f}"


def sum_name(record: WhyRecord) -> str:
    """Of the first row, with the difference between the sum and the network’s own value."""
    error = f"{abs(record.error):.0e}" if record.error else "0"
    return translate("why", "Sum (rounding error {error})").format(error=error)


def progress_sentence(record: WhyRecord) -> str:
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
        "attention bias": translate("why", "Bias of W^O"),
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
    """The values of a row, for a tool tip."""
    name = term_name(term)
    if term.kind == "encoder":
        text = translate("why", "{name}: no direct contribution, it acts through cross-attention")
    else:
        text = translate("why", "{name}: contributes {value} to the difference")
    text = text.format(name=name, value=decimal_number(term.value, 4))
    if term.effect is None:
        return text
    return translate(
        "why", "{text}; without this head (zero, recomputed) the difference is {rest}"
    ).format(text=text, rest=decimal_number(record.difference - term.effect, 4))


def best_words(best: Sequence[Candidate]) -> str:
    return translate("why", ", ").join(
        f"{quoted(each.token)} {short_probability(each.probability)}" for each in best
    )


def term_titles() -> tuple[str, str]:
    return translate("why", "contribution"), translate("why", "effect")


def lens_titles() -> tuple[str, str]:
    return translate("why", "with the final norm"), translate("why", "without the final norm")


# ------------------------------------------------------------------------------------------- terms


ROW, NAMES, NUMBERS = 24, 220, 88
"""Height of a row, and widths of the names and of a column of numbers, in px at 100 %."""


class _Columns(NamedTuple):
    """Of the rows: names, bars to both sides of their middle, and two of numbers."""

    names: Stretch
    bars: Stretch
    numbers: tuple[Stretch, Stretch]

    @classmethod
    def within(cls, rect: QRectF, theme: Theme) -> _Columns:
        names, wide = min(NAMES * theme.small / 12, 0.35 * rect.width()), NUMBERS * theme.small / 12
        wide = min(wide, 0.17 * rect.width())
        left, right = rect.left() + names + theme.unit, rect.right() - 2 * wide
        numbers = ((right, wide), (right + wide, wide))
        return cls((rect.left(), names), (left, right - left), numbers)

    @property
    def middle(self) -> float:
        return self.bars[0] + self.bars[1] / 2


class _Rows(Picture):
    """Rows of one height below two lines of titles."""

    @property
    def count(self) -> int:
        raise NotImplementedError

    def height(self, width: float, theme: Theme) -> float:
        return (self.count + 2) * ROW * theme.scale

    def size(self, theme: Theme) -> QSize:
        """In which nothing is scrolled."""
        return scaled((self.natural[0], (self.count + 2) * ROW), theme)

    def rows_in(self, rect: QRectF, theme: Theme) -> BarRows:
        high = ROW * theme.scale
        return BarRows(
            head=QRectF(rect.left(), rect.top(), rect.width(), high),
            top=rect.top() + 2 * high,
            row_height=high,
            count=self.count,
            left=rect.left(),
            right=rect.right(),
        )


@dataclass(frozen=True, kw_only=True)
class TermBars(_Rows):
    """Terms of a logit difference, the largest first: bars to both sides of 0.

    The spots are the indices of :attr:`terms`. Below the bar of a head its measured effect is a
    thin one on the same scale.

    Attributes:
        by_effect: the largest effect is first; parts without one are last.
    """

    record: WhyRecord
    by_effect: bool = False

    natural = (860, 460)
    smallest = (420, 140)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        ordered = self.record.ordered
        if not self.by_effect:
            return ordered
        return tuple(sorted(ordered, key=lambda term: -abs(term.effect or 0.0)))

    @property
    def count(self) -> int:
        return len(self.record.terms)

    def say(self, spot: int) -> str:
        said = term_sentence(self.record, self.terms[spot])
        if not self.can_pick(spot):
            return said
        use = translate("why", "click or press Return to choose this head")
        return translate("why", "{values} · {use}").format(values=said, use=use)

    def can_pick(self, spot: int) -> bool:
        return self.terms[spot].site is not None

    def tables(self) -> Tables:
        values = [
            (term.value, math.nan if term.effect is None else term.effect) for term in self.terms
        ]
        return (
            ValueTable(
                name=" · ".join(self.caption()),
                rows=(sum_name(self.record), *map(term_name, self.terms)),
                columns=term_titles(),
                values=np.array([(self.record.total, math.nan), *values]),
            ),
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> BarRows:
        columns, rows = _Columns.within(rect, theme), self.rows_in(rect, theme)
        values = (abs(value or 0.0) for term in self.terms for value in (term.value, term.effect))
        largest = max(values, default=0.0) or 1.0
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_head(painter, rows.head, columns, theme)
        painter.setPen(QPen(QColor(theme.line), theme.scale))
        painter.drawLine(QLineF(columns.middle, rows.top, columns.middle, rect.bottom()))
        for index, term in enumerate(self.terms):
            _paint_term(painter, rows.row_rect(index), columns, term, largest, theme)
        painter.restore()
        return rows

    def _paint_head(self, painter: QPainter, head: QRectF, columns: _Columns, theme: Theme) -> None:
        half, gap = columns.bars[1] / 2, 2 * theme.unit
        left, right = (columns.bars[0], half - gap), (columns.middle + gap, half - gap)
        against = translate("why", "← favours {token}").format(token=quoted(self.record.other))
        favours = translate("why", "favours {token} →").format(token=quoted(self.record.token))
        paint_line(painter, across(head, left), against, theme, side="right")
        paint_line(painter, across(head, right), favours, theme)
        swatch, total = 2 * theme.unit, head.translated(0, head.height())
        for title, column, thin in zip(term_titles(), columns.numbers, (False, True), strict=True):
            paint_line(painter, across(head, column), title, theme, side="right")
            left_of = text_width(theme, title, size=theme.small) + theme.unit + 2 * swatch
            bar = QRectF(sum(column) - left_of, head.center().y() - swatch / 2, 2 * swatch, swatch)
            _paint_bar(painter, bar, faded(theme), theme, thin=thin)
        bold = partial(paint_line, painter, theme=theme, colour=theme.text, weight="bold")
        bold(across(total, columns.names), sum_name(self.record))
        bold(across(total, columns.numbers[0]), decimal_number(self.record.total, 3), side="right")


def _paint_term(
    painter: QPainter, row: QRectF, columns: _Columns, term: Term, largest: float, theme: Theme
) -> None:
    """A row; ``largest`` is half as wide as the column of bars."""
    colour = theme.kind_colour(term.site.kind) if term.site else faded(theme)
    direct = None if term.kind == "encoder" else term.value
    paint_typeset(painter, across(row, columns.names), term_name(term), theme, colour=theme.text)
    shares = ((direct, 0.18, 0.42, False), (term.effect, 0.68, 0.16, True))
    for (value, top, high, thin), column in zip(shares, columns.numbers, strict=True):
        if value is None:
            continue
        width = value / largest * columns.bars[1] / 2
        place = QRectF(columns.middle, row.top() + top * row.height(), width, high * row.height())
        _paint_bar(painter, place.normalized(), colour, theme, thin=thin)
        number = decimal_number(value, 3)
        paint_line(painter, across(row, column), number, theme, colour=theme.text, side="right")


def _paint_bar(painter: QPainter, bar: QRectF, colour: str, theme: Theme, *, thin: bool) -> None:
    if thin:
        painter.setPen(QPen(QColor(colour), theme.scale))
        painter.setBrush(QColor(theme.panel))
        painter.drawRect(bar)
    else:
        paint_round_bar(painter, bar, colour)


def terms_picture(record: WhyRecord, *, by_effect: bool = False) -> TermBars:
    name = translate("why", "Why {token} and not {other}")
    tokens = name.format(token=quoted(record.token), other=quoted(record.other))
    return TermBars(
        title=translate("why", "Parts of the logit difference"),
        note=probability_sentence(record),
        extra_caption=(tokens,),
        record=record,
        by_effect=by_effect,
    )


# -------------------------------------------------------------------------------------------- lens


WORD, SAID = 96, 3
"""Least width of a word with its probability in px at 100 %; words in a tool tip."""


@dataclass(frozen=True, kw_only=True)
class Lens(_Rows):
    """Best tokens after each layer of the decoder, as the output projection reads them.

    Attributes:
        compared: the tokens of the other picture, which are bold here.
    """

    layers: tuple[LensRow, ...]
    compared: tuple[str, str]

    natural = (860, 150)
    smallest = (300, 90)

    @property
    def sides(self) -> tuple[tuple[str, tuple[tuple[Candidate, ...], ...]], ...]:
        """Title and best tokens of each row, with and without the final norm, if there is one."""
        with_norm, without = lens_titles()
        normed = tuple(row.normed for row in self.layers)
        plain = tuple(row.plain for row in self.layers)
        if normed == plain:
            return ((translate("why", "no final norm"), plain),)
        return ((with_norm, normed), (without, plain))

    @property
    def count(self) -> int:
        return len(self.layers)

    def say(self, spot: int) -> str:
        words = (f"{title}: {best_words(best[spot][:SAID])}" for title, best in self.sides)
        return translate("why", "After {layer}, {words}").format(
            layer=layer_name(self.layers[spot].layer), words=translate("why", "; ").join(words)
        )

    def tables(self) -> Tables:
        return tuple(
            ValueTable(
                name=translate("why", "{title}: {side}").format(title=self.title, side=side),
                rows=tuple(
                    f"{layer_name(row.layer)}: {' '.join(visible(each.token) for each in tokens)}"
                    for row, tokens in zip(self.layers, best, strict=True)
                ),
                columns=tuple(str(rank) for rank in range(1, len(best[0]) + 1)),
                values=np.array([[each.probability for each in tokens] for tokens in best]),
            )
            for side, best in self.sides
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> BarRows:
        rows, names = self.rows_in(rect, theme), 64 * theme.scale
        painter.save()
        paint_heading(painter, rows.head, self.title, theme)
        titles, sides = rows.head.translated(0, rows.row_height), self.sides
        wide = (rect.width() - names) / len(sides)
        for number, (title, best) in enumerate(sides):
            column = (rect.left() + names + number * wide, wide - 2 * theme.unit)
            paint_line(painter, across(titles, column), title, theme)
            for row, tokens in enumerate(best):
                self._paint_words(painter, across(rows.row_rect(row), column), tokens, theme)
        for index, shown in enumerate(self.layers):
            place = across(rows.row_rect(index), (rect.left(), names))
            paint_line(painter, place, layer_name(shown.layer), theme)
        painter.restore()
        return rows

    def _paint_words(
        self, painter: QPainter, rect: QRectF, tokens: Sequence[Candidate], theme: Theme
    ) -> None:
        """As many of the tokens as have room."""
        count = max(1, min(len(tokens), int(rect.width() / (WORD * theme.small / 12))))
        width = rect.width() / count
        for rank, each in enumerate(tokens[:count]):
            cell = across(rect, (rect.left() + rank * width, width - theme.unit))
            text = f"{visible(each.token)} {short_probability(each.probability)}"
            weight: Weight = "bold" if each.token in self.compared else "normal"
            ink = theme.text if rank == 0 else theme.soft_text
            paint_line(painter, cell, text, theme, colour=ink, weight=weight)


def lens_picture(record: WhyRecord) -> Lens:
    return Lens(
        title=translate("why", "Best tokens after each decoder layer (logit lens)"),
        note=translate("why", "The output projection, applied to what each layer outputs"),
        layers=record.lens,
        compared=(record.token, record.other),
    )
