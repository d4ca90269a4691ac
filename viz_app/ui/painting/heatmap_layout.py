"""Where everything of a focused head's picture goes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from viz_app.state.attention_view import FocusSnapshot
from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.axis_labels import TIGHT, Label, row_labels, text_width
from viz_app.ui.painting.colour_bar import bar_width
from viz_app.ui.painting.grid import CellGrid
from viz_app.ui.painting.legend import legend_width
from viz_app.ui.painting.matrix_layout import MatrixLayout, layout_matrix
from viz_app.ui.texts.sentences import (
    focus_sentence,
    head_title,
    legend_entries,
    picture_sentence,
)
from viz_app.ui.texts.token_text import visible

LARGEST_CELL = 48
"""Side of a cell in px at 100 %."""

ARROW = " →"
"""Between the token fed in and the one predicted from it."""

EXPLAINED = 120
"""A picture lower than this, in px at 100 %, is title, labels and cells only."""

TALL = 200
"""A picture lower than this, in px at 100 %, has no sentence."""

ROOMY = 260
"""A picture lower than this, in px at 100 %, has its legend beside the title or not at all."""

WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatmapLayout:
    """Places in the painter's px.

    Attributes:
        subtitle, sentence: of no height when the picture is low.
        fed: labels of what is fed in, softer; empty when rows have one name only.
        rows: the other row labels; columns: those above the cells.
        legend: left top of the legend, or None when nothing needs one.
    """

    title: QRectF
    subtitle: QRectF
    grid: CellGrid
    fed: tuple[Label, ...]
    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    bar: QRectF
    legend: QPointF | None
    sentence: QRectF

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point."""
        return self.grid.cell_at(point)


def layout_focus(rect: QRectF, snapshot: FocusSnapshot, theme: Theme) -> HeatmapLayout:
    """Places for a picture in ``rect``; the grid is as large as fits.

    The sentence and the legend give way where they would take the room of row labels.
    """
    tall = rect.height() >= TALL * theme.scale
    layout = _layout(rect, snapshot, theme, wordy=tall)
    hidden = len(snapshot.rows) - len(layout.rows)
    hopeless = len(snapshot.rows) * theme.small * TIGHT > rect.height()
    if not tall or not hidden or hopeless:
        return layout
    bare = _layout(rect, snapshot, theme, wordy=False)
    return layout if len(bare.rows) < len(snapshot.rows) else bare


def _layout(rect: QRectF, snapshot: FocusSnapshot, theme: Theme, *, wordy: bool) -> HeatmapLayout:
    """Places with a sentence and, where it has to be, a legend under the cells, or without."""
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.4)
    explained = theme.small * 1.5 if rect.height() >= EXPLAINED * theme.scale else 0.0
    subtitle = QRectF(rect.left(), title.bottom(), rect.width(), explained)
    sentence = _sentence_rect(rect, snapshot if wordy else None, theme)
    foot = sentence.top() - (3 * theme.unit if wordy else 0)
    beside = _legend_beside(title, snapshot, theme)
    below = wordy and beside is None and rect.height() >= ROOMY * theme.scale
    if below and legend_entries(snapshot):
        foot -= theme.small + 2 * theme.unit
    matrix, fed = _matrix(
        _between(subtitle, foot, gap=(2.0 if wordy else 0.5) * theme.unit), snapshot, theme
    )
    grid = matrix.grid
    return HeatmapLayout(
        title=title,
        subtitle=subtitle,
        grid=grid,
        rows=matrix.rows,
        fed=fed,
        columns=matrix.columns,
        bar=_bar_place(grid, theme),
        legend=_legend_below(rect, grid, snapshot, theme) if below else beside,
        sentence=sentence,
    )


def _between(subtitle: QRectF, foot: float, *, gap: float) -> QRectF:
    """From under the subtitle, with a gap, down to ``foot``."""
    top = subtitle.bottom() + gap
    return QRectF(subtitle.left(), top, subtitle.width(), max(foot - top, 1.0))


def _bar_place(grid: CellGrid, theme: Theme) -> QRectF:
    """Right of the cells, as high as they are."""
    left = grid.rect.right() + 4 * theme.unit
    return QRectF(left, grid.top, bar_width(theme), grid.rect.height())


def _matrix(
    space: QRectF, snapshot: FocusSnapshot, theme: Theme
) -> tuple[MatrixLayout, tuple[Label, ...]]:
    """The cells with their labels, and the softer labels of what is fed in."""
    fed, rows = _row_texts(snapshot)
    marked = () if snapshot.marked_row is None else (snapshot.marked_row,)
    fed_room = _fed_room(fed, space, theme)
    matrix = layout_matrix(
        space,
        rows,
        [visible(token) for token in snapshot.columns],
        theme,
        largest=LARGEST_CELL,
        left=fed_room + 2 * theme.unit if fed else 0.0,
        right=bar_width(theme) + 4 * theme.unit,
        strong_rows=marked,
        strong_columns=() if snapshot.cell is None else (snapshot.cell.column,),
    )
    labels = row_labels(
        fed,
        matrix.grid,
        theme,
        right=matrix.grid.left - matrix.row_room - 3.5 * theme.unit,
        width=fed_room,
        soft=True,
        suffix=ARROW,
        strong=marked,
    )
    return matrix, labels


def _row_texts(snapshot: FocusSnapshot) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the rows, in two columns: what is fed in, where both are wanted, and the other."""
    fed = tuple(visible(label.fed) for label in snapshot.rows)
    predicted = tuple(visible(label.predicted or "") for label in snapshot.rows)
    if snapshot.kind == "encoder" or snapshot.row_labels == "fed":
        return (), fed
    return (fed if snapshot.row_labels == "both" else ()), predicted


def _fed_room(fed: tuple[str, ...], space: QRectF, theme: Theme) -> float:
    widths = (text_width(theme, text + ARROW, size=theme.small) for text in fed)
    return min(math.ceil(max(widths, default=0.0)) + 1.0, space.width() * 0.2)


def _legend_beside(title: QRectF, snapshot: FocusSnapshot, theme: Theme) -> QPointF | None:
    """At the right end of the title's line, where there is room for it."""
    entries = legend_entries(snapshot)
    if not entries:
        return None
    left = title.right() - legend_width(entries, theme)
    words = text_width(
        theme,
        head_title(snapshot.kind, layer=snapshot.layer, head=snapshot.head),
        size=theme.body,
        weight="bold",
    )
    if left < title.left() + words + 6 * theme.unit:
        return None
    return QPointF(left, title.center().y() - theme.small * 0.6)


def _legend_below(
    rect: QRectF, grid: CellGrid, snapshot: FocusSnapshot, theme: Theme
) -> QPointF | None:
    """Under the cells, but never so far right that words are cut off."""
    entries = legend_entries(snapshot)
    if not entries:
        return None
    left = max(rect.left(), min(grid.left, rect.right() - legend_width(entries, theme)))
    return QPointF(left, grid.rect.bottom() + 2.5 * theme.unit)


def _sentence_rect(rect: QRectF, snapshot: FocusSnapshot | None, theme: Theme) -> QRectF:
    """At the bottom; the same with a cursor and without, as far as the text allows it."""
    texts = (focus_sentence(snapshot), picture_sentence(snapshot)) if snapshot else ()
    metrics = QFontMetricsF(theme.font(theme.body))
    needed = (metrics.boundingRect(rect, int(WRAPPED), text).height() for text in texts if text)
    height = min(math.ceil(max(needed, default=0.0)), rect.height() / 3)
    return QRectF(rect.left(), rect.bottom() - height, rect.width(), height)
