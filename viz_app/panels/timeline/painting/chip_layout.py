"""Where the chips of one or two lines of tokens stand: one under the other where they belong."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QRectF

from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme
from viz_app.panels.timeline.texts.branches import token_number
from viz_app.pictures.axis_labels import text_width
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.comparison import Column
from viz_app.workbench.snapshots.token_line import TokenLine

WIDEST = 48
"""A chip is at most so many units wide; a longer token is elided, and whole in its tool tip."""

GAP = 2
"""Units between chips."""

HEIGHT = 9
"""Of one line of tokens with a number under each, in units."""

HEIGHTS = (11, 10)
"""Of two lines."""

LOW_HEIGHTS = (7, 6)
"""Of two lines without the numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """One token.

    Attributes:
        number: what stands under it, or empty.
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
        """Of all columns."""
        return self.ends[-1] if self.ends else 0.0

    @property
    def height(self) -> float:
        """Of all lines."""
        return self.tops[-1] + self.heights[-1]

    def place(self, column: int, line: int = 0) -> QRectF:
        """Where the chip of a line in a column is, or would be."""
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
        """The line at ``y``."""
        return len(self.tops) - 1 if y >= self.tops[-1] else 0


def chip_layout(
    lines: Sequence[TokenLine], columns: Sequence[Column] | None, *, theme: Theme, compact: bool
) -> ChipLayout:
    """Lay out one line, or two in common columns; two are ``compact`` without numbers."""
    number = _number_of(lines) if len(lines) == 1 or not compact else _no_number
    chips = tuple(_chips(line, theme, small=n > 0, number=number) for n, line in enumerate(lines))
    steps = range(len(lines[0].tokens))
    columns = tuple(columns or (Column(step, None, same=True) for step in steps))
    heights = [theme.unit * height for height in _heights(len(lines), compact=compact)]
    widths = (max(_width(chip, theme) for chip in _in_column(chips, column)) for column in columns)
    gap = float(GAP * theme.unit)
    return ChipLayout(
        lines=chips,
        columns=columns,
        ends=tuple(accumulate(width + gap for width in widths)),
        tops=(0.0, float(heights[0] + theme.unit))[: len(lines)],
        heights=tuple(map(float, heights)),
        gap=gap,
    )


def _heights(lines: int, *, compact: bool) -> tuple[int, ...]:
    """Of each line, in units."""
    if lines == 1:
        return (HEIGHT,)
    return LOW_HEIGHTS if compact else HEIGHTS


def step_in(column: Column, line: int) -> int | None:
    """The step of a line that stands in a column."""
    return column.compared if line else column.current


def _width(chip: Chip, theme: Theme) -> float:
    """Wide enough for the bold token, in px."""
    token = text_width(theme, visible(chip.token), size=chip.size, weight="bold")
    number = text_width(theme, chip.number, size=theme.small)
    return min(max(token + 5 * theme.unit, number + 3 * theme.unit), WIDEST * theme.unit)


def _in_column(chips: Sequence[Sequence[Chip]], column: Column) -> list[Chip]:
    steps = [step_in(column, line) for line in range(len(chips))]
    return [chips[line][step] for line, step in enumerate(steps) if step is not None]


def _number_of(lines: Sequence[TokenLine]) -> Callable[[float], str]:
    """What stands under every token: one thing, of which a given one can say how unlikely it is."""
    return partial(token_number, as_log=any(line.as_log for line in lines))


def _no_number(log_probability: float) -> str:
    """What stands under a token where there is no room."""
    del log_probability
    return ""


def _chips(
    line: TokenLine, theme: Theme, *, small: bool, number: Callable[[float], str]
) -> tuple[Chip, ...]:
    size = theme.body if small else theme.large
    return tuple(
        Chip(
            token=token,
            number=number(log_probability),
            size=theme.small if token in SPECIAL_TOKENS else size,
        )
        for token, log_probability in zip(line.tokens, line.log_probabilities, strict=True)
    )
