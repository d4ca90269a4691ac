"""Two translations one under the other: under the real masks, and under edited ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.traces.trace import Trace
from viz_app.design.theme import Theme, mixed
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import flowed, paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.numbers import short_probability
from viz_app.texts.token_text import quoted
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.comparison import Column, aligned

translate = QCoreApplication.translate

LINE, GAP, BETWEEN = 7, 1, 3
"""Height of a line of tokens, and gaps between tokens and between rows, in units."""

LARGEST_NAME = 0.25
"""Share of the width that the names of the lines may take."""

TINT = 0.16
"""How much of the warning colour is in the ground of changed tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLayout:
    """Where the tokens are, in the painter's px before scrolling.

    Attributes:
        columns: what stands in each column.
        places: of each column the line of the original; the other is right under it.
        line: height of a line.
        names: the width kept for the names of the lines.
        tops: of every row of columns.
        height: of all rows.
    """

    columns: tuple[Column, ...]
    places: tuple[QRectF, ...]
    line: float
    names: float
    tops: tuple[float, ...]
    height: float

    def place(self, column: int, line: int) -> QRectF:
        """A token's place: line 0 is the original, 1 the altered translation."""
        return self.places[column].translated(0, line * self.line)


def line_names() -> tuple[str, str]:
    """What the two lines are."""
    return translate("masks", "Real masks"), translate("masks", "Your masks")


def pair_layout(width: float, original: Trace, altered: Trace | None, theme: Theme) -> PairLayout:
    """Columns beside each other, going on below where the width ends."""
    lines = original.predicted_tokens, altered.predicted_tokens if altered is not None else ()
    columns = _columns(*lines)
    names = max(text_width(theme, name, size=theme.small) for name in line_names())
    names = min(names + 3 * theme.unit, width * LARGEST_NAME)
    line, gap = float(LINE * theme.unit), GAP * theme.unit
    widths = [max(_width(token, theme) for token in _tokens(column, lines)) for column in columns]
    step = 2 * line + BETWEEN * theme.unit
    places = flowed(widths, QRectF(names, 0, width - names, line), gap=gap, step=step)
    tops = tuple(dict.fromkeys((0.0, *(place.top() for place in places))))
    return PairLayout(
        columns=columns,
        places=places,
        line=line,
        names=names,
        tops=tops,
        height=tops[-1] + 2 * line,
    )


def paint_pair(
    painter: QPainter,
    rect: QRectF,
    layout: PairLayout,
    *,
    original: Trace,
    altered: Trace | None,
    theme: Theme,
) -> None:
    """Paint both lines from the left top of ``rect``; changed tokens are marked."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    _paint_names(painter, layout, theme, altered=altered is not None)
    lines = original.predicted_tokens, altered.predicted_tokens if altered is not None else ()
    for index, column in enumerate(layout.columns):
        changed = altered is not None and not column.same
        for line, step in enumerate((column.current, column.compared)):
            if step is not None:
                place = layout.place(index, line)
                _paint_token(painter, place, lines[line][step], theme, changed=changed)
    painter.restore()


def pair_sentence(column: Column, original: Trace, altered: Trace | None) -> str:
    """The tokens of a column with their probabilities."""
    real, own = line_names()
    parts = []
    for name, trace, step in ((real, original, column.current), (own, altered, column.compared)):
        if trace is None:
            continue
        if step is None:
            parts.append(translate("masks", "{line}: nothing here").format(line=name))
            continue
        one = trace.steps[step]
        words = translate("masks", "{line}: {token}, probability {probability}")
        said = short_probability(one.probability)
        parts.append(words.format(line=name, token=quoted(one.token), probability=said))
    return " · ".join(parts)


def pair_tables(columns: Sequence[Column], original: Trace, altered: Trace | None) -> Tables:
    """Of each line its tokens: where they stand, how probable they were, which have changed."""
    lines = zip(line_names(), (original, altered), ("current", "compared"), strict=True)
    return tuple(
        _line_table(name, trace, [(getattr(column, side), column) for column in columns])
        for name, trace, side in lines
        if trace is not None
    )


def _line_table(name: str, trace: Trace, places: Sequence[tuple[int | None, Column]]) -> ValueTable:
    there = [
        (number, trace.steps[step], column)
        for number, (step, column) in enumerate(places, start=1)
        if step is not None
    ]
    rows = [
        (number, step.probability, step.log_probability, not column.same)
        for number, step, column in there
    ]
    return ValueTable(
        name=name,
        rows=tuple(visible(step.token) for _, step, _ in there),
        columns=(
            translate("masks", "column"),
            translate("masks", "probability"),
            translate("masks", "log probability"),
            translate("masks", "changed"),
        ),
        values=np.array(rows, np.float64).reshape(-1, 4),
    )


def _columns(original: tuple[str, ...], altered: tuple[str, ...]) -> tuple[Column, ...]:
    if not altered:
        return tuple(Column(step, None, same=True) for step in range(len(original)))
    return aligned(original, altered)


def _tokens(column: Column, lines: Sequence[Sequence[str]]) -> list[str]:
    steps = zip(lines, (column.current, column.compared), strict=True)
    return [tokens[step] for tokens, step in steps if step is not None]


def _width(token: str, theme: Theme) -> float:
    return text_width(theme, visible(token), size=theme.body, weight="bold") + 4.0 * theme.unit


def _paint_names(painter: QPainter, layout: PairLayout, theme: Theme, *, altered: bool) -> None:
    for top in layout.tops:
        for line, name in enumerate(line_names()[: 2 if altered else 1]):
            place = QRectF(0, top + line * layout.line, layout.names - theme.unit, layout.line)
            paint_line(painter, place, name, theme)


def _paint_token(
    painter: QPainter, place: QRectF, token: str, theme: Theme, *, changed: bool
) -> None:
    ground = mixed(theme.panel, theme.warning, share=TINT) if changed else theme.panel
    painter.setPen(QPen(QColor(theme.warning if changed else theme.line), theme.scale))
    painter.setBrush(QColor(ground))
    inside = place.adjusted(1, 1, -1, -1)
    painter.drawRoundedRect(inside, theme.small_radius, theme.small_radius)
    paint_line(
        painter,
        inside.adjusted(theme.unit, 0, -theme.unit, 0),
        visible(token),
        theme,
        size=theme.body,
        colour=theme.text,
        weight="bold" if changed else "normal",
        side="centre",
    )
