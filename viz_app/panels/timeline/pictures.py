"""Pictures and texts of the timeline: chips, candidates, names of branches."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, Weight, faded, mixed
from viz_app.panels.timeline.room import TimelineSnapshot
from viz_app.pictures.bars import paint_round_bar
from viz_app.pictures.labels import text_width
from viz_app.pictures.typeset import paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import log_number, message_text, or_dash, with_log_p, with_p
from viz_app.texts.visible_token import isolated, visible
from viz_app.workbench.snapshots.token_axes import BranchRow, Column, TokenLine

# ---------------------------------------------------------------------------------------- branches


translate = QCoreApplication.translate


def branch_title(row: BranchRow) -> str:
    if row.name:
        return isolated(row.name)
    if row.changed is not None:
        return message_text(row.changed)
    if row.parent is None:
        return translate("branches", "Original")
    return translate("branches", "Own target") if row.given else _from_there(row)


def branch_label(row: BranchRow) -> str:
    """Title and target, without what the title already states."""
    title, text = branch_title(row), _from_there(row)
    if title == text:
        return title
    return translate("branches", "{title} · {text}").format(title=title, text=text)


def branch_sentence(row: BranchRow) -> str:
    """The same with its log-probability, for a screen reader and a tool tip."""
    return translate("branches", "{label}, log-probability {number} nats").format(
        label=branch_label(row), number=log_number(row.log_probability)
    )


def token_number(log_probability: float, *, as_log: bool) -> str:
    """Probability of a token, or with ``as_log`` its logarithm."""
    return with_log_p(log_probability) if as_log else with_p(math.exp(log_probability))


def _from_there(row: BranchRow) -> str:
    whole = row.parent is None or row.given or row.changed is not None
    return isolated(row.text) if whole else f"… {isolated(row.text)}"


# ------------------------------------------------------------------------------------------ tables


def timeline_tables(shown: TimelineSnapshot) -> Tables:
    step = translate("timeline", "candidates of step {number}")
    tokens = translate("timeline", "decoded tokens")
    if shown.line.as_places:
        step = translate("timeline", "candidates of token {number}")
        tokens = translate("timeline", "tokens of the sentence")
    probability = translate("timeline", "probability")
    columns = probability, translate("timeline", "log probability")
    taken = zip(shown.line.tokens, shown.line.log_probabilities, strict=True)
    best = ((candidate.token, candidate.log_probability) for candidate in shown.candidates)
    return tuple(
        ValueTable(
            name=name,
            rows=tuple(visible(token) for token, _ in numbers),
            columns=columns,
            values=np.array([(math.exp(log), log) for _, log in numbers]).reshape(-1, 2),
        )
        for name, numbers in (
            (tokens, tuple(taken)),
            (step.format(number=shown.step + 1), tuple(best)),
        )
    )


# -------------------------------------------------------------------------------------- candidates


def branching_refusal(shown: TimelineSnapshot) -> str:
    """Why no candidate can be chosen; empty if one can."""
    if shown.recorded:
        return translate(
            "SideColumns",
            "recorded: the weights of that moment are no longer available for decoding",
        )
    if shown.loading:
        return translate("SideColumns", "the model is still being loaded")
    if shown.absent:
        return translate("SideColumns", "the model is not available for decoding")
    if shown.written == "places":
        return translate(
            "SideColumns",
            "an encoder-only model reads the sentence in one pass: no next token",
        )
    return ""


def paint_candidate(
    painter: QPainter,
    rect: QRectF,
    token: str,
    probabilities: Sequence[float | None],
    *,
    chosen: tuple[bool, bool],
    marked: bool,
    theme: Theme,
) -> None:
    """Paint a row: the token, a bar from 0 to 1, and its probability, of two branches two.

    ``probabilities`` and ``chosen`` are those here and in a compared branch; None = unknown. The
    chosen token has a strong colour, the row under the cursor a ground.
    """
    if marked:
        painter.fillRect(rect, QColor(mixed(theme.panel, theme.accent, share=0.1)))
    height, gap = rect.height(), 2 * theme.unit
    names, numbers = 0.42 * rect.width(), _numbers_width(len(probabilities), theme)
    name = QRectF(rect.left(), rect.top(), names, height)
    weight: Weight = "bold" if any(chosen) else "normal"
    metrics = QFontMetricsF(theme.font(theme.small, weight))
    text = metrics.elidedText(visible(token), Qt.TextElideMode.ElideMiddle, names)
    ink = theme.soft_text if token in SPECIAL_TOKENS else theme.text
    paint_line(painter, name, text, theme, colour=ink, weight=weight, side="right", whole=True)
    room = max(rect.width() - names - gap - numbers, 0.0)
    left, thick = rect.left() + names + gap, 0.6 * height / len(probabilities)
    longest = 0.0
    for line, (value, taken) in enumerate(zip(probabilities, chosen, strict=False)):
        strong = (theme.accent, theme.negative)[line]
        weak = faded(theme) if line == 0 else mixed(theme.panel, theme.negative, share=0.45)
        bar = QRectF(left, rect.top() + 0.2 * height + line * thick, room * (value or 0.0), thick)
        if value is not None:
            paint_round_bar(painter, bar, strong if taken else weak)
        longest = max(longest, bar.width())
    texts = [or_dash(value, with_p) for value in probabilities]
    number = QRectF(left + longest + gap / 2, rect.top(), numbers, height)
    paint_line(painter, number, " | ".join(texts), theme, weight=weight, whole=True)


def _numbers_width(count: int, theme: Theme) -> float:
    """Width in px after the longest bar: bold probabilities with margins, :func:`paint_thumb`."""
    widest = " | ".join([with_p(1.0), *[with_p(0.0001)] * (count - 1)])
    text = text_width(theme, widest, size=theme.small, weight="bold")
    return max(14.0 * count * theme.unit, text + 3 * theme.unit)


def paint_thumb(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.line))
    painter.drawRoundedRect(rect, rect.width() / 2, rect.width() / 2)


# ------------------------------------------------------------------------------------- chip layout


WIDEST = 48
"""A chip is at most so many units wide; a longer token is elided, and whole in its tool tip."""

HEIGHT, HEIGHTS, LOW_HEIGHTS = 9, (11, 10), (7, 6)
"""Of one line of tokens with a number under each, of two, and of two without numbers, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """One token.

    Attributes:
        number: the text under it, or empty.
        size: of the token's text in px.
    """

    token: str
    number: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipLayout:
    """Columns side by side; ``lines[n][step]`` is a chip, ``ends`` are right edges with gaps."""

    lines: tuple[tuple[Chip, ...], ...]
    columns: tuple[Column, ...]
    ends: tuple[float, ...]
    tops: tuple[float, ...]
    heights: tuple[float, ...]
    gap: float

    @property
    def width(self) -> float:
        return self.ends[-1] if self.ends else 0.0

    @property
    def height(self) -> float:
        return self.tops[-1] + self.heights[-1]

    def place(self, column: int, line: int = 0) -> QRectF:
        left = self.ends[column - 1] if column else 0.0
        width = self.ends[column] - left - self.gap
        return QRectF(left + 1, self.tops[line] + 1, width, self.heights[line] - 2)

    def column_at(self, x: float) -> int | None:
        """The column whose chips, or the gap after them, are at ``x``."""
        column = bisect_right(self.ends, x)
        return column if x >= 0 and column < len(self.columns) else None

    def column_of(self, step: int) -> int:
        """The column of a step of the first line."""
        return next(index for index, column in enumerate(self.columns) if column.current == step)

    def line_at(self, y: float) -> int:
        return len(self.tops) - 1 if y >= self.tops[-1] else 0


def chip_layout(
    lines: Sequence[TokenLine], columns: Sequence[Column] | None, *, theme: Theme, compact: bool
) -> ChipLayout:
    """One line, or two with common columns; two ``compact`` lines have no numbers."""
    two, unit = len(lines) > 1, theme.small / 3  # the text grows more than the spacing
    as_log = any(line.as_log for line in lines)  # if any line has logarithms, all have
    chips = tuple(
        tuple(
            Chip(
                token=token,
                number="" if two and compact else token_number(log, as_log=as_log),
                size=theme.small if token in SPECIAL_TOKENS else size,
            )
            for token, log in zip(line.tokens, line.log_probabilities, strict=True)
        )
        for line, size in zip(lines, (theme.large, theme.body), strict=False)
    )
    columns = tuple(columns or (Column(n, None, same=True) for n in range(len(lines[0].tokens))))
    steps = ([step_in(column, line) for line in range(len(chips))] for column in columns)
    widths = (
        max(_width(line[n], theme) for line, n in zip(chips, one, strict=True) if n is not None)
        for one in steps
    )
    heights = (LOW_HEIGHTS if compact else HEIGHTS) if two else (HEIGHT,)
    gap = 2.0 * theme.unit
    return ChipLayout(
        lines=chips,
        columns=columns,
        ends=tuple(accumulate(width + gap for width in widths)),
        tops=(0.0, unit * heights[0] + theme.unit)[: len(lines)],
        heights=tuple(unit * height for height in heights),
        gap=gap,
    )


def step_in(column: Column, line: int) -> int | None:
    return column.compared if line else column.current


def _width(chip: Chip, theme: Theme) -> float:
    """Width of a chip in px, enough for the bold token."""
    token = text_width(theme, visible(chip.token), size=chip.size, weight="bold")
    number = text_width(theme, chip.number, size=theme.small)
    return min(max(token + 5 * theme.unit, number + 3 * theme.unit), WIDEST * theme.unit)


# ------------------------------------------------------------------------------------ chip painter


WIDEST_CAPTION = 60
"""Units that the words after a line have at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipState:
    """How a chip stands out.

    Attributes:
        current: its step is in view.
        focused: and the keyboard is here.
        later: its step comes after the one in view.
        tint: of its ground: the accent, the colour of a difference, or None.
        leaves: here the branch has left its parent.
    """

    current: bool = False
    focused: bool = False
    later: bool = False
    tint: str | None = None
    leaves: bool = False


def paint_chip(painter: QPainter, rect: QRectF, chip: Chip, state: ChipState, theme: Theme) -> None:
    ground = mixed(theme.panel, state.tint, share=0.12) if state.tint else theme.panel
    edge = QPen(QColor(theme.line), theme.scale)
    if state.current:
        colour = theme.text if state.focused else theme.accent
        edge = QPen(QColor(colour), (2 if state.focused else 1.5) * theme.scale)
    painter.setPen(edge)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    if state.leaves:
        size, corner = 2.5 * theme.unit, rect.topLeft()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        ends = corner + QPointF(size, 0), corner + QPointF(0, size)
        painter.drawPolygon(QPolygonF([corner, *ends]))
    token, number = rect, QRectF()
    if chip.number:
        below, inset = 0.42 * rect.height(), rect.height() / 22
        token = rect.adjusted(0, inset, 0, -below)
        number = rect.adjusted(0, rect.height() - below, 0, -inset)
    ink = theme.soft_text if chip.token in SPECIAL_TOKENS else theme.text
    weight: Weight = "bold" if state.current else "normal"
    metrics = QFontMetricsF(theme.font(chip.size, weight))
    width = rect.width() - 3 * theme.unit
    text = metrics.elidedText(visible(chip.token), Qt.TextElideMode.ElideMiddle, width)
    paint_line(
        painter,
        token,
        text,
        theme,
        size=chip.size,
        colour=theme.soft_text if state.later else ink,
        weight=weight,
        side="centre",
        whole=True,
    )
    colour = theme.soft_text if state.later else ""
    paint_line(painter, number, chip.number, theme, colour=colour, side="centre", whole=True)


def captions_width(captions: Sequence[str], theme: Theme) -> float:
    """Width in px of the widest caption with its margins; 0 without any."""
    widths = (text_width(theme, caption, size=theme.small) for caption in captions)
    widest = max(widths, default=None)
    return 0.0 if widest is None else min(widest, WIDEST_CAPTION * theme.unit) + 2 * theme.unit


def paint_captions(
    painter: QPainter, captions: Sequence[str], layout: ChipLayout, theme: Theme
) -> None:
    width = float(WIDEST_CAPTION * theme.unit)
    for top, height, caption in zip(layout.tops, layout.heights, captions, strict=False):
        paint_line(painter, QRectF(layout.width + theme.unit, top, width, height), caption, theme)
