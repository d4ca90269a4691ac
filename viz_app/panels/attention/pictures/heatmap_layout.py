"""Layout of the focused head's heatmap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from viz_app.design.theme import Theme, frame_theme
from viz_app.panels.attention.pictures.captions import (
    BETWEEN,
    between_names,
    focus_title,
    key_names,
    part_text,
    picture_notes,
    picture_ticks,
    query_names,
)
from viz_app.panels.attention.pictures.profiles import mean_name
from viz_app.pictures.cell_image import Ticks
from viz_app.pictures.labels import TIGHT, Label, elided, labels_of_rows, text_width, text_widths
from viz_app.pictures.legend import bar_width, legend_width
from viz_app.pictures.matrix import FITTED, MatrixLayout, Zoom, layout_matrix, skips_labels
from viz_app.pictures.picture import CellSpots, Spot
from viz_app.pictures.typeset import paint_heading, paint_line, unparted
from viz_app.texts.sentences import (
    axes_sentence,
    focus_sentence,
    legend_entries,
    picture_sentence,
    short_axes_sentence,
)
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

if TYPE_CHECKING:
    from viz_app.pictures.typeset import Formula

translate = QCoreApplication.translate

# ----------------------------------------------------------------------------------- heatmap sides
# How much room there is around a heatmap's cells for bars, words and the scale.


LONGEST_LEVEL = "0–0.05"
"""The widest range of the mean weight of a key."""

PROFILED, WIDE = 270, 380
"""A picture lower than this, in px at 100 %, has no bars at its margins; a narrower one none beside
its rows."""

NARROW, LOW = 240, 60
"""A picture narrower or lower than this, in px at 100 %, has a thin scale without numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """Sizes of the parts beside the cells and under them, in px.

    Attributes:
        left: words beside the bars of columns; 0 = none.
        gap: between the cells and what is beside them.
        wide: the bars of rows; high: those of columns. 0 = none.
        apart: between these and the colour bar.
        scale: the colour bar with its ticks.
    """

    left: float
    gap: float
    wide: float
    high: float
    apart: float
    scale: float
    ticks: Ticks

    @property
    def right(self) -> float:
        return (self.gap + self.wide if self.wide else 0.0) + self.apart + self.scale

    @property
    def below(self) -> float:
        return self.gap + self.high if self.high else 0.0

    def around(self, cells: QRectF) -> tuple[QRectF, QRectF, QRectF]:
        """Bars of rows and of columns beside the cells in view, empty without; the colour bar."""
        beside, under = cells.right() + self.gap, cells.bottom() + self.gap
        scale = cells.right() + self.right - self.scale
        return (
            QRectF(beside, cells.top(), self.wide, cells.height() if self.wide else 0.0),
            QRectF(cells.left(), under, cells.width() if self.high else 0.0, self.high),
            QRectF(scale, cells.top(), self.scale, cells.height()),
        )


def margins_of(rect: QRectF, snapshot: FocusSnapshot, theme: Theme) -> Margins:
    """Margins that a picture of this size has room for; the colour bar is always there."""
    tall = rect.height() >= PROFILED * theme.scale
    wide = rect.width() >= WIDE * theme.scale
    thin = rect.height() < LOW * theme.scale or rect.width() < NARROW * theme.scale
    marks = picture_ticks(snapshot)
    unit, bars = float(theme.unit), float(frame_theme(theme).unit)
    # Two lines of text stand beside the bars of columns, one where text is large.
    large = theme.scale > 1
    words = (mean_name(),) if large else (mean_name(), LONGEST_LEVEL)
    room = math.ceil(max(text_widths(theme, words, size=theme.small)))
    high = theme.small * 1.5 if large else 7.0 * theme.unit
    return Margins(
        left=room + 1.5 * unit if tall else 0.0,
        gap=2 * bars,
        wide=8 * bars if tall and wide else 0.0,
        high=high if tall else 0.0,
        apart=2 * bars if thin else 4 * bars,
        scale=2 * unit if thin else bar_width(theme, marks),
        ticks=() if thin else marks,
    )


# ---------------------------------------------------------------------------------- heatmap titles
# The lines above a heatmap: title, legend, what rows and columns are, what the numbers mean.


EXPLAINED = 120
"""A picture lower than this, in px at 100 %, has nothing but a title above its labels."""

ROOMY = 260
"""A picture lower than this, in px at 100 %, has its notes and its axes in one line."""

TERSE = 400
"""A picture with large text that is lower than this, in px at 100 %, has one line of words above
its cells and one under them: each line costs as much as a row of cells."""

MORE = "…"
"""Marks omitted text, which is in the title's tool tip."""

MOST_LINES = 2
"""Lines of notes."""

LINE = 1.4
"""Height of a line under the title, in heights of its text."""

TIGHT_LINE = 1.2
"""The same where the cells need the height."""

LEGIBLE = 0.6
SHORTEST = 200
"""Text beside the title is reduced to an ellipsis where it has less than LEGIBLE of the width that
it needs, and less than SHORTEST px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Titles:
    """Places in the painter's px, and the texts in them.

    Attributes:
        formula: right of the title; its width is 0 without a formula, or without room.
        part: between these and the legend, for what is in view; may be empty.
        aside: text in the same place that has no line of its own.
        subtitle, notes: their height is 0 without room, or without text.
        legend: left top of the legend in the title's line, or None.
    """

    title: QRectF
    title_text: str
    formula: QRectF
    part: QRectF
    aside: str
    subtitle: QRectF
    subtitle_text: str
    notes: QRectF
    notes_lines: tuple[str, ...]
    legend: QPointF | None

    @property
    def bottom(self) -> float:
        return self.notes.bottom()

    def contains(self, point: QPointF) -> bool:
        lines = (self.title, self.part, self.subtitle, self.notes)
        return any(rect.contains(point) for rect in lines)


def is_terse(rect: QRectF, theme: Theme) -> bool:
    """Whether lines of text are omitted in favour of the cells; tool tips show them."""
    return theme.scale > 1 and rect.height() < TERSE * theme.scale


def layout_titles(
    rect: QRectF, focus: FocusSnapshot, theme: Theme, *, any_step: bool = False
) -> Titles:
    """Lines at the top of ``rect``, with room for the current legend, or for that of any step."""
    line, unit = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.4), theme.unit
    whole, end = focus_title(focus), line.right()
    entries, legend = legend_entries(focus, any_step=any_step), None
    if entries:  # at the right end of the line, if there is room
        left = line.right() - legend_width(entries, theme)
        words = text_width(theme, whole, size=theme.body, weight="bold")
        if left >= line.left() + words + 6 * unit:
            legend = QPointF(left, line.center().y() - theme.small * 0.6)
            end = left - 6 * unit
    text = elided(theme, whole, size=theme.body, width=end - line.left(), weight="bold")
    width = math.ceil(text_width(theme, text, size=theme.body, weight="bold")) + 1.0
    title = QRectF(line.left(), line.top(), min(width, line.width()), line.height())
    typeset = QRectF(title.topRight(), title.bottomRight())
    if focus.combination == "rollout":
        size, start = _formula(focus, theme).size, title.right() + 4 * unit
        width = size.width() * title.height() / size.height()
        if start + width <= end:
            typeset = QRectF(start, title.top(), width, title.height())
    part = QRectF(typeset.right() + 3 * unit, line.top(), 0.0, line.height())
    part.setRight(max(end, part.left()))
    under, notes, aside = _words(rect, focus, theme, beside=part.width())
    height = theme.small * (TIGHT_LINE if is_terse(rect, theme) else LINE)
    subtitle = QRectF(rect.left(), line.bottom(), rect.width(), height if under else 0.0)
    return Titles(
        title=title,
        title_text=text,
        formula=typeset,
        part=part,
        aside=aside,
        subtitle=subtitle,
        subtitle_text=under,
        notes=QRectF(rect.left(), subtitle.bottom(), rect.width(), len(notes) * height),
        notes_lines=notes,
        legend=legend,
    )


def paint_titles(
    painter: QPainter, titles: Titles, focus: FocusSnapshot, theme: Theme, *, part: str
) -> None:
    """Paint the lines, except the legend; ``part`` states what is in view when not all is."""
    top = Qt.AlignmentFlag.AlignTop
    paint_heading(painter, titles.title, titles.title_text, theme, at_top=True)
    if titles.formula.width():
        _formula(focus, theme).paint(painter, titles.formula)
    paint_line(painter, titles.subtitle, titles.subtitle_text, theme, high=top, whole=True)
    for number, text in enumerate(titles.notes_lines):
        place = titles.notes.adjusted(0, number * theme.small * LINE, 0, 0)
        paint_line(painter, place, text, theme, high=top, whole=True)
    beside = BETWEEN.join(text for text in (titles.aside, part) if text)
    needed = text_width(theme, titles.aside or part, size=theme.small)
    if titles.part.width() < min(LEGIBLE * needed, SHORTEST * theme.scale):
        beside = MORE if titles.part.width() >= text_width(theme, MORE, size=theme.small) else ""
    # on the title's baseline
    place = titles.part.adjusted(0, theme.body - theme.small, 0, 0)
    paint_line(painter, place, beside, theme, high=top)


def _formula(focus: FocusSnapshot, theme: Theme) -> Formula:
    # Imported here, so that opening a window does not load the SVG renderer.
    from viz_app.pictures.typeset import Formula

    return Formula(f"rollout_{focus.rollout_kind}", theme)


def _words(
    rect: QRectF, focus: FocusSnapshot, theme: Theme, *, beside: float
) -> tuple[str, tuple[str, ...], str]:
    """Axes and notes: text under the title, lines of notes, and text beside the title."""

    def widest(*texts: str) -> str:
        fit = (text for text in texts if text_width(theme, text, size=theme.small) <= width)
        return next(fit, "") or elided(theme, texts[-1], size=theme.small, width=width)

    axes, short = axes_sentence(focus.kind, focus.row_labels), short_axes_sentence()
    notes, width = picture_notes(focus), rect.width()
    said, bare = BETWEEN.join((axes, *notes)), BETWEEN.join(notes)
    low = rect.height() < EXPLAINED * theme.scale
    lines: tuple[str, ...] = ()
    if is_terse(rect, theme):
        forms = said, BETWEEN.join((short, *notes))
        fitting = (text for text in forms if text_width(theme, text, size=theme.small) <= beside)
        aside = next(fitting, "")
        return ("", (), aside or MORE) if aside or low else (widest(*forms), (), "")
    roomy = rect.height() >= ROOMY * theme.scale
    if low:
        under = ""
    elif not notes or (roomy and text_width(theme, said, size=theme.small) > width):
        under, lines = widest(axes, short), tuple(_broken(notes, theme, width=width))
    else:
        under = widest(said, bare + BETWEEN + short, bare)
    return under, lines, "" if under else bare


def _broken(notes: Sequence[str], theme: Theme, *, width: float) -> list[str]:
    """Notes on at most :data:`MOST_LINES` lines, broken between notes; too long ones are elided."""
    lines: list[str] = []
    for note in notes:
        longer = BETWEEN.join([*lines[-1:], note])
        fits = text_width(theme, longer, size=theme.small) <= width
        if lines and (len(lines) == MOST_LINES or fits):
            lines[-1] = longer
        else:
            lines.append(note)
    return [elided(theme, line, size=theme.small, width=width) for line in lines]


# ---------------------------------------------------------------------------------- heatmap layout


LARGEST_CELL, LARGE_CELL, LARGE_SIDE = 80, 48, 624
"""Side of a cell in px at 100 %: of few cells, of many, and of a matrix of cells between these."""

TALL = 200
"""A picture lower than this, in px at 100 %, has no sentence."""

ANY_SCRIPT = "A我"
"""A line of both languages: as high as one of either, whatever font paints it."""

WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


class MarginSpot(NamedTuple):
    """What stands beside the cells.

    Attributes:
        part: title, axes and notes; the sentence; a bar of a row or column; or the colour bar.
        number: of the row or column.
        seen: what the words say of the part in view.
    """

    part: Literal["words", "sentence", "row", "column", "scale"]
    number: int = 0
    seen: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatmapLayout(MatrixLayout):
    """Places in the painter's px; its spots are the cells and what stands beside them.

    Attributes:
        fed: softer labels of the input tokens, or the glosses of source tokens; empty when rows
            have one name only.
        row_bars, column_bars: right of the cells and under them; empty in a small picture.
        bar: the colour bar; ticks: its labels.
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

    def at(self, point: QPointF) -> Spot | None:
        cell, cells = CellSpots.at(self, point), self.viewport
        if cell is not None:
            return cell
        if self.titles.contains(point):
            return MarginSpot("words", seen=self.seen_text)
        if self.sentence.contains(point):
            return MarginSpot("sentence")
        if self.row_bars.contains(point):
            cell = CellSpots.at(self, QPointF(cells.center().x(), point.y()))
            return None if cell is None else MarginSpot("row", cell.row)
        if self.column_bars.contains(point):
            cell = CellSpots.at(self, QPointF(point.x(), cells.center().y()))
            return None if cell is None else MarginSpot("column", cell.column)
        return MarginSpot("scale") if self.bar.contains(point) else None

    def rect(self, spot: Cell | MarginSpot) -> QRectF | None:
        return CellSpots.rect(self, spot) if isinstance(spot, Cell) else None

    @property
    def seen_text(self) -> str:
        """Which part is in view and which labels are omitted; empty when all is shown."""
        rows, columns = self.rows_seen, self.columns_seen
        parts = [part_text(rows, columns, n_rows=self.grid.rows, n_columns=self.grid.columns)]
        if skips_labels(self):
            parts.append(
                translate("attention", "not every token is labelled: zoom in (+) to see all")
            )
        if self.unglossed:
            parts.append(
                translate("attention", "no room for token meanings: zoom in (+) or point at a cell")
            )
        return BETWEEN.join(filter(None, parts))

    @property
    def rows_seen(self) -> range:
        """Rows that are at least partly in view."""
        return self.grid.rows_in(self.viewport)

    @property
    def columns_seen(self) -> range:
        return self.grid.columns_in(self.viewport)


def layout_focus(
    rect: QRectF,
    snapshot: FocusSnapshot,
    theme: Theme,
    *,
    zoom: Zoom = FITTED,
    told: int = 0,
    least: float = 0.0,
) -> HeatmapLayout:
    """Layout in ``rect``, the grid fitted or zoomed; row labels precede sentence and legend.

    With ``told``, room is reserved for exactly that many lines of a sentence and for the legend of
    any step: the layout is the same at all steps. Without, a sentence has the height that it needs,
    at least ``least`` px.
    """
    wordy = rect.height() >= TALL * theme.scale
    layout = _layout(rect, snapshot, theme, wordy=wordy, told=told, least=least)
    hidden = len(snapshot.rows) - len(layout.rows)
    hopeless = len(snapshot.rows) * theme.small * TIGHT > rect.height()
    if wordy and hidden and not hopeless:
        bare = _layout(rect, snapshot, theme, wordy=False)
        if len(bare.rows) == len(snapshot.rows):
            wordy, layout = False, bare
    if zoom.is_fitted:
        return layout
    return _layout(rect, snapshot, theme, wordy=wordy, zoom=zoom, told=told, least=least)


def _layout(
    rect: QRectF,
    snapshot: FocusSnapshot,
    theme: Theme,
    *,
    wordy: bool,
    zoom: Zoom = FITTED,
    told: int = 0,
    least: float = 0.0,
) -> HeatmapLayout:
    """``wordy``: with a sentence and, where it has no other place, a legend under the cells."""
    titles = layout_titles(rect, snapshot, theme, any_step=told > 0)
    entries = legend_entries(snapshot, any_step=told > 0)
    sentence = _sentence_rect(rect, snapshot if wordy else None, theme, told=told, least=least)
    apart = (1 if is_terse(rect, theme) else 3) * frame_theme(theme).unit
    foot = sentence.top() - (apart if wordy else 0)
    below = (
        wordy and titles.legend is None and rect.height() >= ROOMY * theme.scale and bool(entries)
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
    cells, legend = matrix.viewport, titles.legend
    row_bars, column_bars, bar = margins.around(cells)
    if below:  # under the cells, moved left if it would be cut off
        width = legend_width(entries, theme)
        left = max(rect.left(), min(cells.left(), rect.right() - width))
        legend = QPointF(left, cells.bottom() + margins.below + 2.5 * theme.unit)
    return HeatmapLayout(
        **{part.name: getattr(matrix, part.name) for part in fields(MatrixLayout)},
        titles=titles,
        fed=fed,
        row_bars=row_bars,
        column_bars=column_bars,
        bar=bar,
        ticks=margins.ticks,
        legend=legend,
        sentence=sentence,
    )


def _matrix(
    space: QRectF, snapshot: FocusSnapshot, theme: Theme, *, right: float, zoom: Zoom
) -> tuple[MatrixLayout, tuple[Label, ...]]:
    fed, rows = query_names(snapshot)
    strong = _strong_rows(snapshot)
    suffix = between_names(snapshot)
    fed_widths = text_widths(theme, tuple(text + suffix for text in fed), size=theme.small)
    fed_room = min(math.ceil(max(fed_widths, default=0.0)) + 1.0, space.width() * 0.2)
    cells = max(len(rows), len(snapshot.columns))
    matrix = layout_matrix(
        space,
        rows,
        key_names(snapshot),
        theme,
        largest=max(LARGE_CELL, min(LARGEST_CELL, LARGE_SIDE / max(1, cells))),
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
    """Rows of the cursor, of the step and of the selection elsewhere, in this order."""
    at = None if snapshot.cell is None else snapshot.cell.row
    rows = (at, snapshot.marked_row, snapshot.linked_row)
    return tuple(row for row in rows if row is not None)


def _sentence_rect(
    rect: QRectF, snapshot: FocusSnapshot | None, theme: Theme, *, told: int, least: float
) -> QRectF:
    """At the bottom; the same with and without a cursor, as far as the text allows."""
    height = 0.0
    if snapshot and told:
        height = sentence_height("\n".join((ANY_SCRIPT,) * told), rect, theme)
    elif snapshot:
        texts = (focus_sentence(snapshot), picture_sentence(snapshot))
        height = max(least, *(sentence_height(text, rect, theme) for text in texts))
    height = min(math.ceil(height), rect.height() / 3)
    if height and is_terse(rect, theme):
        height = math.ceil(QFontMetricsF(theme.font(theme.body)).height())
    return QRectF(rect.left(), rect.bottom() - height, rect.width(), height)


def sentence_height(text: str, place: QRectF, theme: Theme) -> float:
    """Height in px of a sentence wrapped to the width of ``place``; 0 without text."""
    metrics = QFontMetricsF(theme.font(theme.body))
    return metrics.boundingRect(place, int(WRAPPED), unparted(text)).height() if text else 0.0
