"""Where everything of a focused head's picture goes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from viz_app.state.attention_view import FocusSnapshot
from viz_app.state.selection import Cell
from viz_app.ui.axis_labels import (
    TIGHT,
    Label,
    column_height,
    column_labels,
    row_labels,
    row_step,
    text_width,
)
from viz_app.ui.colour_bar import bar_width
from viz_app.ui.grid import CellGrid, cell_size
from viz_app.ui.sentences import focus_sentence
from viz_app.ui.theme import Theme, Weight
from viz_app.ui.token_text import visible

LARGEST_CELL = 48
"""Side of a cell in px at 100 %."""

WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatmapLayout:
    """Places in the painter's px.

    Attributes:
        fed: labels of what is fed in, softer; empty when rows have one name only.
        rows: the other row labels; columns: those above the cells.
    """

    title: QRectF
    subtitle: QRectF
    grid: CellGrid
    fed: tuple[Label, ...]
    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    bar: QRectF
    legend: QPointF
    sentence: QRectF

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point."""
        return self.grid.cell_at(point)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RowTexts:
    """Names of the rows, in one column or two."""

    fed: tuple[str, ...]
    rows: tuple[str, ...]


def layout_focus(rect: QRectF, snapshot: FocusSnapshot, theme: Theme) -> HeatmapLayout:
    """Places for a picture in ``rect``; the grid is as large as fits."""
    unit = theme.unit
    head = theme.body * 1.4
    title = QRectF(rect.left(), rect.top(), rect.width(), head)
    subtitle = QRectF(rect.left(), title.bottom(), rect.width(), theme.small * 1.5)
    sentence = _sentence_rect(rect, focus_sentence(snapshot), theme)
    top = subtitle.bottom() + 2 * unit
    foot = sentence.top() - (theme.small + 5 * unit if has_legend(snapshot) else 3 * unit)
    space = QRectF(rect.left(), top, rect.width(), max(foot - top, 1.0))
    names = _row_texts(snapshot)
    grid = _grid(space, snapshot, names, theme)
    marked = [snapshot.marked_row] if snapshot.marked_row is not None else []
    strong = _strong_width(space, names, theme)
    right = grid.left - 1.5 * unit
    return HeatmapLayout(
        title=title,
        subtitle=subtitle,
        grid=grid,
        rows=row_labels(names.rows, grid, theme, right=right, width=strong, strong=marked),
        fed=row_labels(
            names.fed,
            grid,
            theme,
            right=right - strong - 2 * unit,
            width=_fed_width(space, names, theme),
            soft=True,
            strong=marked,
        ),
        columns=column_labels(
            [visible(token) for token in snapshot.columns],
            grid,
            theme,
            height=grid.top - space.top() - unit,
            gap=unit,
            strong=[snapshot.cell.column] if snapshot.cell else [],
        ),
        bar=QRectF(grid.rect.right() + 4 * unit, grid.top, bar_width(theme), grid.rect.height()),
        legend=QPointF(grid.left, grid.rect.bottom() + 2.5 * unit),
        sentence=sentence,
    )


def has_legend(snapshot: FocusSnapshot) -> bool:
    """Whether some cells have no weight and need to be explained."""
    return snapshot.decoded_rows < len(snapshot.rows) or not bool(snapshot.mask.all())


def _row_texts(snapshot: FocusSnapshot) -> _RowTexts:
    fed = tuple(visible(label.fed) for label in snapshot.rows)
    predicted = tuple(visible(label.predicted or "") for label in snapshot.rows)
    if snapshot.kind == "encoder" or snapshot.row_labels == "fed":
        return _RowTexts(fed=(), rows=fed)
    if snapshot.row_labels == "predicted":
        return _RowTexts(fed=(), rows=predicted)
    return _RowTexts(fed=tuple(f"{token} →" for token in fed), rows=predicted)


def _grid(space: QRectF, snapshot: FocusSnapshot, names: _RowTexts, theme: Theme) -> CellGrid:
    """The cells, below room for column labels and right of room for row labels."""
    rows, columns = len(snapshot.rows), len(snapshot.columns)
    texts = [visible(token) for token in snapshot.columns]
    left = _strong_width(space, names, theme) + 1.5 * theme.unit
    if names.fed:
        left += _fed_width(space, names, theme) + 2 * theme.unit
    width = space.width() - left - bar_width(theme) - 4 * theme.unit
    longest = min(space.height() * 0.3, theme.body * 7)
    above = theme.small * TIGHT
    for _ in range(2):  # labels need room according to the cells, and the other way round
        size = cell_size(
            width=width,
            height=space.height() - above - theme.unit,
            rows=rows,
            columns=columns,
            largest=LARGEST_CELL * theme.scale,
        )
        above = column_height(texts, size[0], theme, longest=longest)
    return CellGrid(
        left=math.ceil(space.left() + left),
        top=math.ceil(space.top() + above + theme.unit),
        cell_width=size[0],
        cell_height=size[1],
        rows=rows,
        columns=columns,
    )


def _strong_width(space: QRectF, names: _RowTexts, theme: Theme) -> float:
    size, _ = row_step(space.height() * 0.75 / max(len(names.rows), 1), theme)
    return min(_longest(names.rows, size, theme, "bold"), space.width() * 0.24)


def _fed_width(space: QRectF, names: _RowTexts, theme: Theme) -> float:
    return min(_longest(names.fed, theme.small, theme), space.width() * 0.18)


def _longest(
    texts: tuple[str, ...], size: int, theme: Theme, weight: Weight = "normal"
) -> float:
    widths = (text_width(theme, size, text, weight) for text in texts)
    return math.ceil(max(widths, default=0.0)) + 1.0


def _sentence_rect(rect: QRectF, text: str, theme: Theme) -> QRectF:
    """At the bottom, as high as the text needs, at most two lines."""
    metrics = QFontMetricsF(theme.font(theme.body))
    needed = metrics.boundingRect(rect, int(WRAPPED), text).height() if text else 0.0
    height = min(math.ceil(needed), 2 * metrics.lineSpacing())
    return QRectF(rect.left(), rect.bottom() - height, rect.width(), height)
