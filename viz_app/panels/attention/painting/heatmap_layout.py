"""Where everything of a focused head's picture goes."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from viz_app.design.theme import Theme, frame_theme
from viz_app.panels.attention.painting.heatmap_sides import margins_of
from viz_app.panels.attention.painting.heatmap_titles import ROOMY, Titles, is_terse, layout_titles
from viz_app.panels.attention.painting.token_names import between_names, key_names, query_names
from viz_app.pictures.axis_labels import TIGHT, Label, labels_of_rows, text_widths
from viz_app.pictures.legend import legend_width
from viz_app.pictures.levels import Ticks
from viz_app.pictures.matrix_layout import MatrixLayout, layout_matrix
from viz_app.pictures.text_line import unparted
from viz_app.pictures.zoom import FITTED, Zoom
from viz_app.texts.sentences import focus_sentence, legend_entries, picture_sentence
from viz_app.workbench.snapshots.pictures import FocusSnapshot

LARGEST_CELL, LARGE_CELL, LARGE_SIDE = 80, 48, 624
"""Side of a cell in px at 100 %: of few cells, of many, and of a matrix of cells between these."""

TALL = 200
"""A picture lower than this, in px at 100 %, has no sentence."""

WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatmapLayout(MatrixLayout):
    """Places in the painter's px.

    Attributes:
        fed: labels of what is fed in, or of what a source token means, softer; empty when rows
            have one name only.
        row_bars, column_bars: right of the cells and under them; empty in a small picture.
        bar: the colour bar; ticks: what stands beside it.
        legend: left top of the legend, or None when nothing needs one.
        sentence: of no height when the picture is low.
    """

    titles: Titles
    fed: tuple[Label, ...]
    row_bars: QRectF
    column_bars: QRectF
    bar: QRectF
    ticks: Ticks
    legend: QPointF | None
    sentence: QRectF

    @property
    def title(self) -> QRectF:
        """The first line."""
        return self.titles.title

    @property
    def subtitle(self) -> QRectF:
        """What rows and columns are; of no height when the picture is low."""
        return self.titles.subtitle

    @property
    def rows_seen(self) -> range:
        """Rows of which something is in view."""
        return self.grid.rows_in(self.viewport)

    @property
    def columns_seen(self) -> range:
        """Columns of which something is in view."""
        return self.grid.columns_in(self.viewport)


def layout_focus(
    rect: QRectF, snapshot: FocusSnapshot, theme: Theme, *, zoom: Zoom = FITTED, told: int = 0
) -> HeatmapLayout:
    """Places in ``rect``, the grid fitted or zoomed; row labels come before sentence and legend.

    There is room for at least ``told`` lines of a sentence: one step after the other has all else
    in the same place.
    """
    wordy = rect.height() >= TALL * theme.scale
    layout = _layout(rect, snapshot, theme, wordy=wordy, told=told)
    hidden = len(snapshot.rows) - len(layout.rows)
    hopeless = len(snapshot.rows) * theme.small * TIGHT > rect.height()
    if wordy and hidden and not hopeless:
        bare = _layout(rect, snapshot, theme, wordy=False)
        if len(bare.rows) == len(snapshot.rows):
            wordy, layout = False, bare
    if zoom.is_fitted:
        return layout
    return _layout(rect, snapshot, theme, wordy=wordy, zoom=zoom, told=told)


def _layout(
    rect: QRectF,
    snapshot: FocusSnapshot,
    theme: Theme,
    *,
    wordy: bool,
    zoom: Zoom = FITTED,
    told: int = 0,
) -> HeatmapLayout:
    """Places with a sentence and, where it has to be, a legend under the cells, or without."""
    titles = layout_titles(rect, snapshot, theme)
    sentence = _sentence_rect(rect, snapshot if wordy else None, theme, told=told)
    apart = (1 if is_terse(rect, theme) else 3) * frame_theme(theme).unit
    foot = sentence.top() - (apart if wordy else 0)
    below = (
        wordy
        and titles.legend is None
        and rect.height() >= ROOMY * theme.scale
        and bool(legend_entries(snapshot))
    )
    if below:
        foot -= theme.small + 2 * theme.unit
    airy = wordy and not is_terse(rect, theme)
    top = titles.bottom + (2.0 if airy else 0.5) * frame_theme(theme).unit
    margins = margins_of(rect, snapshot, theme)
    space = QRectF(rect.left(), top, rect.width(), max(foot - margins.below - top, 1.0))
    matrix, fed = _matrix(space, snapshot, theme, right=margins.right, zoom=zoom)
    lacking = rect.left() + margins.left - matrix.viewport.left()
    if lacking > 0:
        space.adjust(lacking, 0, 0, 0)
        matrix, fed = _matrix(space, snapshot, theme, right=margins.right, zoom=zoom)
    cells = matrix.viewport
    under = cells.bottom() + margins.below
    return HeatmapLayout(
        **{part.name: getattr(matrix, part.name) for part in fields(MatrixLayout)},
        titles=titles,
        fed=fed,
        row_bars=margins.row_bars(cells),
        column_bars=margins.column_bars(cells),
        bar=margins.colour_bar(cells),
        ticks=margins.ticks,
        legend=_legend_below(rect, QPointF(cells.left(), under), snapshot, theme)
        if below
        else titles.legend,
        sentence=sentence,
    )


def _largest_cell(cells: int) -> float:
    return max(LARGE_CELL, min(LARGEST_CELL, LARGE_SIDE / max(1, cells)))


def _matrix(
    space: QRectF, snapshot: FocusSnapshot, theme: Theme, *, right: float, zoom: Zoom
) -> tuple[MatrixLayout, tuple[Label, ...]]:
    """The cells with their labels, and the softer labels of what is fed in."""
    fed, rows = query_names(snapshot)
    strong = _strong_rows(snapshot)
    suffix = between_names(snapshot)
    fed_room = _fed_room(fed, space, theme, suffix=suffix)
    matrix = layout_matrix(
        space,
        rows,
        key_names(snapshot),
        theme,
        largest=_largest_cell(max(len(rows), len(snapshot.columns))),
        left=fed_room + 2 * theme.unit if fed else 0.0,
        right=right,
        strong_rows=strong,
        strong_columns=() if snapshot.cell is None else (snapshot.cell.column,),
        glosses=snapshot.glosses,
        zoom=zoom,
    )
    labels = labels_of_rows(
        fed,
        matrix.grid,
        theme,
        right=matrix.viewport.left() - matrix.row_room - 3.5 * theme.unit,
        width=fed_room,
        soft=True,
        suffix=suffix,
        strong=strong,
        viewport=None if matrix.zoom.is_fitted else matrix.viewport,
    )
    return matrix, labels


def _strong_rows(snapshot: FocusSnapshot) -> tuple[int, ...]:
    """The cursor's row, the step's and the one that was chosen elsewhere, in this order."""
    at = None if snapshot.cell is None else snapshot.cell.row
    rows = (at, snapshot.marked_row, snapshot.linked_row)
    return tuple(row for row in rows if row is not None)


def _fed_room(fed: tuple[str, ...], space: QRectF, theme: Theme, *, suffix: str) -> float:
    texts = tuple(text + suffix for text in fed)
    widths = text_widths(theme, texts, size=theme.small)
    return min(math.ceil(max(widths, default=0.0)) + 1.0, space.width() * 0.2)


def told_lines(layout: HeatmapLayout, theme: Theme) -> int:
    """Lines that there is room for in the place of the sentence."""
    return round(layout.sentence.height() / QFontMetricsF(theme.font(theme.body)).lineSpacing())


def _legend_below(rect: QRectF, place: QPointF, snapshot: FocusSnapshot, theme: Theme) -> QPointF:
    """Under the cells, but never so far right that words are cut off."""
    width = legend_width(legend_entries(snapshot), theme)
    left = max(rect.left(), min(place.x(), rect.right() - width))
    return QPointF(left, place.y() + 2.5 * theme.unit)


def _sentence_rect(
    rect: QRectF, snapshot: FocusSnapshot | None, theme: Theme, *, told: int
) -> QRectF:
    """At the bottom; the same with a cursor and without, as far as the text allows it."""
    texts = (focus_sentence(snapshot), picture_sentence(snapshot)) if snapshot else ()
    metrics = QFontMetricsF(theme.font(theme.body))
    shown = [unparted(text) for text in texts if text]
    needed = [metrics.boundingRect(rect, int(WRAPPED), text).height() for text in shown]
    lines = told * metrics.lineSpacing() if snapshot else 0.0
    height = min(math.ceil(max(*needed, lines, 0.0)), rect.height() / 3)
    if height and is_terse(rect, theme):
        height = math.ceil(metrics.height())
    return QRectF(rect.left(), rect.bottom() - height, rect.width(), height)
