"""One head as a heatmap of tokens × tokens, painted on a widget, an image, an SVG or a PDF."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.attention.pictures.captions import (
    BETWEEN,
    HeadPicture,
    corrected_size,
    explanation,
    picture_lut,
    picture_notes,
)
from viz_app.panels.attention.pictures.heatmap_layout import (
    HeatmapLayout,
    MarginSpot,
    is_terse,
    layout_focus,
    paint_titles,
    sentence_height,
)
from viz_app.panels.attention.pictures.profiles import (
    Profile,
    column_profile,
    level_text,
    paint_profile,
    profile_name,
    row_profile,
)
from viz_app.pictures import cell_image, matrix
from viz_app.pictures.labels import paint_label, text_width
from viz_app.pictures.legend import fitting, paint_bar, paint_legend, paint_replaced
from viz_app.pictures.matrix import FITTED, Zoom, fit_into, paint_ticks
from viz_app.pictures.typeset import TextSide, paint_line, paint_lines
from viz_app.storage.value_tables import Tables
from viz_app.texts.sentences import (
    HARDLY,
    cell_sentence,
    key_name,
    key_weight,
    keys_sentence,
    legend_entries,
    picture_sentence,
    row_text,
    short_sentence,
    signed,
)
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------ descriptions
# What a heatmap says to who hears it, and what its margins say to who points at them.


translate = QCoreApplication.translate


def picture_description(focus: FocusSnapshot, *, part: str = "") -> str:
    """The cursor's cell with row and column, else the heaviest keys; ``part`` is in view."""
    if focus.cell is not None:
        parts = [cell_sentence(focus, focus.cell)]
        parts.append(row_profile_sentence(focus, focus.cell.row))
        parts.append(column_profile_sentence(focus, focus.cell.column))
    else:
        parts = [picture_summary(focus)]
    return BETWEEN.join(text for text in (*parts, part) if text)


def picture_summary(focus: FocusSnapshot) -> str:
    return BETWEEN.join(text for text in (keys_sentence(focus), *picture_notes(focus)) if text)


def scale_sentence(focus: FocusSnapshot) -> str:
    ends = f"{f'−{focus.top:g}' if focus.compared is not None else 0} … {focus.top:g}"
    return {
        "linear": translate("attention", "colours: {ends}, linear"),
        "sqrt": translate("attention", "colours: {ends}, square root"),
        "log": translate("attention", "colours: {ends}, logarithmic, four powers of ten"),
    }[focus.scale].format(ends=ends)


def row_profile_sentence(focus: FocusSnapshot, row: int) -> str:
    """``entropy of “a” → “cat”: 1.23 of at most 2.00 bits``."""
    name, profile = row_text(focus.rows[row], focus.row_labels), row_profile(focus)
    value = float(profile.values[row])
    if math.isnan(value):
        return translate("attention", "{row} has no weights here").format(row=name)
    if profile.most is None:
        text = translate(
            "attention",
            "{value} of the attention of {row} is on different keys than in the comparison",
        )
        return text.format(row=name, value=f"{value:.4f}")
    text = translate("attention", "entropy of {row}: {value} of at most {most} bits")
    total = float(np.where(focus.mask[row], focus.weights[row], 0.0).sum())
    if abs(total - 1.0) >= 1e-3:
        text = translate(
            "attention",
            "entropy of {row}, divided by its sum: {value} of at most {most} bits",
        )
    return text.format(row=name, value=f"{value:.2f}", most=f"{profile.most[row]:.2f}")


def column_profile_sentence(focus: FocusSnapshot, column: int) -> str:
    """``mean weight of “猫” over 5 rows: 0.3123``."""
    key, value = key_name(focus, column), float(column_profile(focus).values[column])
    rows = int(focus.mask[: focus.decoded_rows, column].sum())
    if math.isnan(value):
        return translate("attention", "no row attends to {key} yet").format(key=key)
    if focus.compared is not None:
        text = translate(
            "attention",
            "mean difference of {key} over the rows that may attend to it ({count}): {value}",
        )
        return text.format(key=key, count=rows, value=signed(value, digits=4))
    text = translate(
        "attention", "mean weight of {key} over the rows that may attend to it ({count}): {value}"
    )
    return text.format(key=key, count=rows, value=f"{value:.4f}")


# --------------------------------------------------------------------------------- heatmap margins
# What stands around a heatmap's cells: bars of rows and columns, the scale, marks of a zoom.


SMALLEST = 0.75
"""Smallest size of the bars' caption, relative to small text; below it the range is omitted."""

SHORTEST_MARK = 8.0
"""Length of a scroll mark in px at 100 %, however little is in view."""


def paint_margins(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    row = None if snapshot.past_compared else snapshot.query_row
    key = None if snapshot.cell is None else snapshot.cell.column
    for place, profile_of, strong in (
        (layout.row_bars, row_profile, row),
        (layout.column_bars, column_profile, key),
    ):
        if not place.isEmpty():
            profile, colour = profile_of(snapshot), theme.kind_colour(snapshot.kind)
            paint_profile(painter, place, layout.grid, profile, theme, colour=colour, strong=strong)
            if snapshot.is_replaced:
                paint_replaced(painter, place, theme)
            _name_bars(painter, layout, profile, theme)
    paint_bar(painter, layout.bar, picture_lut(snapshot, theme), theme, ticks=layout.ticks)
    if not layout.zoom.is_fitted:
        for mark in scroll_marks(layout, theme):
            painter.fillRect(mark, QColor(faded(theme)))


def scroll_marks(layout: HeatmapLayout, theme: Theme) -> list[QRectF]:
    """Scroll indicators of the matrix: a line right of the cells, and one under them."""
    seen, whole = layout.viewport, layout.grid.rect
    width, away = max(2.0, 0.5 * theme.unit), 0.75 * theme.unit

    def along(before: float, side: float, every: float) -> tuple[float, float]:
        length = min(side, max(SHORTEST_MARK * theme.scale, side * side / every))
        return before / max(every - side, 1.0) * (side - length), length

    marks = []
    if seen.height() < whole.height() - 1:
        start, length = along(seen.top() - whole.top(), seen.height(), whole.height())
        marks.append(QRectF(seen.right() + away, seen.top() + start, width, length))
    if seen.width() < whole.width() - 1:
        start, length = along(seen.left() - whole.left(), seen.width(), whole.width())
        marks.append(QRectF(seen.left() + start, seen.bottom() + away, length, width))
    return marks


def _name_bars(painter: QPainter, layout: HeatmapLayout, profile: Profile, theme: Theme) -> None:
    """A hairline at the end of the bars' axis, and their name with its range.

    The name is under the bars of rows, and left of those of columns.
    """
    is_row = profile.axis == "row"
    side: TextSide = "left" if is_row else "right"
    if is_row:
        place = layout.row_bars
        end = QRectF(place.right(), place.top(), 1, place.height())
        high = layout.column_bars.height() or theme.small * 2.0
        words = QRectF(place.left(), layout.column_bars.top(), 0.0, high / 2)
    else:
        place, left = layout.column_bars, layout.titles.title.left()
        end = QRectF(place.left(), place.bottom(), place.width(), 1)
        room = place.left() - 1.5 * theme.unit - left
        words = QRectF(left, place.top(), room, place.height() / 2)
    painter.fillRect(end, QColor(theme.line))
    name, level = profile_name(profile), level_text(profile)
    if words.height() < theme.small:  # one line has room
        words.setHeight(2 * words.height())
        text = f"{name} {level}"
        room = layout.titles.notes.right() - words.left() if is_row else words.width()
        least = max(round(SMALLEST * theme.small), theme.least)
        sizes = range(theme.small, least - 1, -1)
        fits = (size for size in sizes if text_width(theme, text, size=size) <= room)
        size = next(fits, 0)
        paint_line(painter, words, text if size else name, theme, side=side, size=size, whole=True)
        return
    paint_line(painter, words, name, theme, side=side, whole=True)
    paint_line(painter, words.translated(0, words.height()), level, theme, side=side, whole=True)


# --------------------------------------------------------------------------------- heatmap painter


CELL, SMALLEST_CELL, CELLS = 48.0, 22.0, 520.0
"""Side of a cell of a figure, in px at 100 %: at most, at least, and of all cells between these."""

SOFT = 0.65
"""Share of the kind's colour in the frame of a row that was chosen elsewhere."""


@dataclass(frozen=True, kw_only=True)
class HeatmapPicture(HeadPicture):
    """One head as a matrix of tokens × tokens.

    Rows are queries, row 0 at the top; columns are keys. The colour bar ends at 0 and
    ``focus.top``, for a difference at ±``focus.top``.

    Attributes:
        told: lines that are reserved for the sentence, as in :func:`layout_focus`.
        told_room: least height of the sentence, in px.
    """

    zoom: Zoom = FITTED
    told: int = 0
    told_room: float = 0.0

    def say(self, spot: Cell | MarginSpot) -> str:
        """A cell's exact value with tokens and head; of a margin what stands there."""
        focus = self.focus
        if isinstance(spot, Cell):
            return cell_sentence(focus, spot)
        match spot.part:
            case "row":
                return row_profile_sentence(focus, spot.number)
            case "column":
                return column_profile_sentence(focus, spot.number)
            case "scale":
                return scale_sentence(focus) if focus.weights.size else ""
            case "sentence":
                return picture_sentence(focus)
        return BETWEEN.join(text for text in (explanation(focus), spot.seen) if text)

    def sentence(self) -> str:
        return picture_sentence(self.focus)

    def tables(self) -> Tables:
        from viz_app.texts.picture_caption import focus_values  # only copies need it

        return focus_values(self.focus)

    def caption(self) -> tuple[str, ...]:
        from viz_app.texts.picture_caption import heads_shown

        return heads_shown(self.focus)

    def size(self, theme: Theme) -> QSize:
        """In which every label fits."""
        focus = self.focus
        rows, columns = max(len(focus.rows), 1), max(len(focus.columns), 1)
        cell = theme.scale * max(SMALLEST_CELL, min(CELL, CELLS / max(rows, columns)))
        wanted = QSizeF(cell * columns, cell * rows)
        return corrected_size(
            QSizeF(*self.natural) * theme.scale,
            lambda rect: wanted - layout_focus(rect, focus, theme).viewport.size(),
        )

    def layout(self, rect: QRectF, theme: Theme) -> HeatmapLayout:
        return layout_focus(
            rect, self.focus, theme, zoom=self.zoom, told=self.told, least=self.told_room
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> HeatmapLayout:
        focus, layout = self.focus, self.layout(rect, theme)
        painter.save()
        paint_titles(painter, layout.titles, focus, theme, part=layout.seen_text)
        if layout.sentence.height():
            lines = 1 if is_terse(rect, theme) else self.told
            _paint_sentence(painter, layout, focus, theme, lines=lines)
        if focus.rows and focus.columns:
            heatmap = _Heatmap(painter, layout, focus, theme)
            heatmap.paint_matrix()
            heatmap.paint_labels()
            paint_margins(painter, layout, focus, theme)
            if layout.legend is not None:
                entries = fitting(legend_entries(focus), rect.right() - layout.legend.x(), theme)
                paint_legend(painter, layout.legend, entries, theme)
        painter.restore()
        return layout


def heatmap_picture(focus: FocusSnapshot, *, part: str = "") -> HeatmapPicture:
    """``part``: what is said of the part in view."""
    return HeatmapPicture(note=picture_description(focus, part=part), focus=focus)


def _paint_sentence(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme, *, lines: int
) -> None:
    """The sentence under the head, or its short form where it does not fit; elided if needed.

    ``lines``: number of lines; 0 = as many as needed.
    """
    place, sentence = layout.sentence, picture_sentence(snapshot)

    def overflows() -> bool:
        if lines == 1:
            return text_width(theme, sentence, size=theme.body) > place.width()
        return sentence_height(sentence, place, theme) > place.height()

    if lines and overflows():
        sentence = short_sentence(snapshot)
    paint_lines(painter, place, sentence, theme, lines=float(lines if overflows() else 0))


@dataclass(frozen=True, slots=True)
class _Heatmap:
    painter: QPainter
    layout: HeatmapLayout
    snapshot: FocusSnapshot
    theme: Theme

    def paint_matrix(self) -> None:
        painter, layout, theme = self.painter, self.layout, self.theme
        part, cells = layout.grid.part(layout.rows_seen, layout.columns_seen), self._cells()
        decoded = self._decoded_rows()
        painter.save()
        if not layout.zoom.is_fitted:
            painter.setClipRect(layout.viewport)
        matrix.paint_ground(painter, part, cells, theme, rows=decoded)
        if self.snapshot.is_replaced:
            paint_replaced(painter, part.rows_rect(0, decoded) & layout.viewport, theme)
        if not layout.zoom.is_fitted:
            longest = "+0.00" if self.snapshot.compared is not None else "0.00"
            if fit_into(part, [longest], theme, apart=2):
                matrix.paint_texts(painter, part, cells, self._numbers(cells), theme)
            edge = 2 * theme.scale
            painter.setClipRect(layout.viewport.adjusted(-edge, -edge, edge, edge))
            matrix.paint_outline(painter, layout.viewport, theme.line)
        if decoded < part.rows:
            matrix.paint_undecoded(painter, part.rows_rect(decoded, part.rows), theme)
        self._paint_frames()
        painter.restore()

    def paint_labels(self) -> None:
        layout, theme = self.layout, self.theme
        paint_ticks(self.painter, layout, theme)
        decoded, hidden = self.snapshot.decoded_columns, self.snapshot.hidden_columns
        for label in layout.columns:
            not_yet = decoded is not None and label.index >= decoded
            ink, struck = theme.soft_text if not_yet else theme.text, label.index in hidden
            paint_label(self.painter, label, ink, theme, struck=struck)
        for label in layout.glosses:
            paint_label(self.painter, label, theme.soft_text, theme)
        for labels, colour in ((layout.fed, theme.soft_text), (layout.rows, theme.text)):
            for label in labels:
                ink = theme.soft_text if label.index >= self.snapshot.decoded_rows else colour
                paint_label(self.painter, label, ink, theme)

    def _decoded_rows(self) -> int:
        rows = self.layout.rows_seen
        return min(max(self.snapshot.decoded_rows - rows.start, 0), len(rows))

    def _cells(self) -> matrix.ColouredCells:
        snapshot, theme = self.snapshot, self.theme
        rows, columns = self.layout.rows_seen, self.layout.columns_seen
        part = np.s_[rows.start : rows.stop, columns.start : columns.stop]
        differs = snapshot.compared is not None
        codes = (cell_image.difference_codes if differs else cell_image.cell_codes)(
            snapshot.weights[part] / np.float32(snapshot.top),
            snapshot.mask[part],
            decoded_rows=self._decoded_rows(),
            scale=snapshot.scale,
            covered=snapshot.covered,
        )
        if differs:
            return matrix.ColouredCells(codes=codes, table=cell_image.difference_table(theme))
        lut = lut_for(theme, snapshot.kind, snapshot.colour_map)
        return matrix.ColouredCells(codes=codes, table=cell_image.colour_table(lut, theme))

    def _numbers(self, cells: matrix.ColouredCells) -> Iterator[matrix.CellText]:
        # Weights near 0 are omitted: 0.00 in every cell would hide the others.
        top, left = self.layout.rows_seen.start, self.layout.columns_seen.start
        rows, columns = cells.codes.shape
        weights = self.snapshot.weights[top : top + rows, left : left + columns]
        worth = (cells.codes > cell_image.MASKED) & (np.abs(weights) >= HARDLY)
        for row, column in np.argwhere(worth).tolist():
            yield row, column, key_weight(self.snapshot, top + row, left + column), ""

    def _paint_frames(self) -> None:
        painter, snapshot, theme = self.painter, self.snapshot, self.theme
        grid, colour = self.layout.grid, theme.kind_colour(snapshot.kind)
        width = matrix.frame_width(grid, theme)
        if snapshot.linked_row is not None and snapshot.linked_row != snapshot.marked_row:
            row = grid.rows_rect(snapshot.linked_row, snapshot.linked_row + 1)
            soft = mixed(theme.panel, colour, share=SOFT)
            matrix.paint_frame(painter, row, soft, theme, style=Qt.PenStyle.DashLine, width=width)
        if snapshot.marked_row is not None:
            row = grid.rows_rect(snapshot.marked_row, snapshot.marked_row + 1)
            matrix.paint_frame(painter, row, colour, theme, width=width)
        if snapshot.cell is not None:
            cell = grid.cell_rect(snapshot.cell.row, snapshot.cell.column)
            matrix.paint_frame(painter, cell, theme.text, theme, width=width)
