"""A picture as a value: what it shows, its words, its numbers, and where it was painted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import CellGrid
from viz_app.storage.value_tables import Tables
from viz_app.workbench.state import Cell

# -------------------------------------------------------------------------------------------- keys
# Which keys move a cursor over cells, and where to.


PAGE = 10
"""Rows that Page Up and Page Down move by."""

_FAR = 10**9

ACROSS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -_FAR,
    Qt.Key.Key_End: _FAR,
}
"""Step of each key along a row."""

DOWN: dict[int, int] = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -_FAR,
    Qt.Key.Key_End: _FAR,
}
"""Step of each key along a column."""

_MOVES: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_PageUp: (-PAGE, 0),
    Qt.Key.Key_PageDown: (PAGE, 0),
    Qt.Key.Key_Home: (0, -_FAR),
    Qt.Key.Key_End: (0, _FAR),
}


def moved(
    cell: Cell | None, key: int, *, rows: int, columns: int, start: Cell | None = None
) -> Cell | None:
    """The cell that a key leads to (at first ``start``, else the first); None without a move."""
    move = _MOVES.get(key)
    if move is None or not rows or not columns:
        return None
    if cell is None:
        return start or Cell(0, 0)
    return Cell(
        max(0, min(cell.row + move[0], rows - 1)),
        max(0, min(cell.column + move[1], columns - 1)),
    )


# ------------------------------------------------------------------------------------------- spots
# What was painted where, in the painter's px.


Spot = Any
"""A part of a picture that can be pointed at, as hashable data: a cell, an index, a name."""


class Spots:
    """Where the parts of a picture are. This one has none; subclasses have."""

    def at(self, point: QPointF) -> Spot | None:
        return None

    def rect(self, spot: Spot) -> QRectF | None:
        """The place of a part; None if there is no such part, or if it is not in view."""
        return None

    def moved(self, spot: Spot | None, key: int) -> Spot | None:
        """The part that an arrow key, Home, End or a page key leads to; None for other keys."""
        return None

    def around(self, spot: Spot) -> QRectF | None:
        """The cells in view of the matrix that a part is a cell of; None for other parts."""
        return None

    def pane(self, spot: Spot) -> int:
        """In which part that scrolls it is."""
        return 0

    def __contains__(self, spot: Spot) -> bool:
        return self.rect(spot) is not None


NO_SPOTS = Spots()


@dataclass(frozen=True, slots=True)
class CellSpots(Spots):
    """The cells of a matrix.

    Attributes:
        grid: all cells.
        viewport: what is in view of them; None = all.
        first: where the first key leads to; None = the first cell.
    """

    grid: CellGrid
    viewport: QRectF | None = None
    first: Cell | None = None

    def at(self, point: QPointF) -> Cell | None:
        in_view = self.viewport is None or self.viewport.contains(point)
        return self.grid.cell_at(point) if in_view else None

    def rect(self, spot: Cell) -> QRectF | None:
        return self.grid.cell_rect(spot.row, spot.column) if spot in self else None

    def moved(self, spot: Cell | None, key: int) -> Cell | None:
        rows, columns = self.grid.rows, self.grid.columns
        return moved(spot, key, rows=rows, columns=columns, start=self.first)

    def around(self, spot: Spot) -> QRectF | None:
        return (
            (self.viewport or self.grid.rect) if isinstance(spot, Cell) and spot in self else None
        )

    def __contains__(self, spot: Cell) -> bool:
        return spot.row < self.grid.rows and spot.column < self.grid.columns


PlacedSpot = tuple[Spot, QRectF]


@dataclass(frozen=True, slots=True)
class PlacedSpots(Spots):
    """Parts in rows, top first, which may differ in length; ``matrices``: areas of their cells."""

    rows: tuple[tuple[PlacedSpot, ...], ...]
    matrices: tuple[QRectF, ...] = ()

    @property
    def rects(self) -> tuple[QRectF, ...]:
        return tuple(rect for row in self.rows for _, rect in row)

    def at(self, point: QPointF) -> Spot | None:
        every = (place for row in self.rows for place in row)
        return next((spot for spot, rect in every if rect.contains(point)), None)

    def rect(self, spot: Spot) -> QRectF | None:
        every = (place for row in self.rows for place in row)
        return next((rect for one, rect in every if one == spot), None)

    def around(self, spot: Spot) -> QRectF | None:
        rect = self.rect(spot)
        return next((one for one in self.matrices if rect and one.contains(rect.center())), None)

    def moved(self, spot: Spot | None, key: int) -> Spot | None:
        rows = [row for row in self.rows if row]
        cells = {
            one: Cell(down, along)
            for down, row in enumerate(rows)
            for along, (one, _) in enumerate(row)
        }
        longest = max(map(len, rows), default=0)
        cell = moved(cells.get(spot), key, rows=len(rows), columns=longest)
        if cell is None:
            return None
        row = rows[cell.row]
        return row[min(cell.column, len(row) - 1)][0]


def in_a_row(rects: Iterable[QRectF]) -> PlacedSpots:
    """Parts side by side; the spots are their indices."""
    return PlacedSpots((tuple(enumerate(rects)),))


def in_a_column(rects: Iterable[QRectF]) -> PlacedSpots:
    """Parts below one another; the spots are their indices."""
    return PlacedSpots(tuple(((index, rect),) for index, rect in enumerate(rects)))


def dim_others(painter: QPainter, spots: Spots, spot: Spot | None, theme: Theme) -> None:
    """Dim, to a quarter, the cells of a matrix outside the row and the column of a cell."""
    rect, area = (None, None) if spot is None else (spots.rect(spot), spots.around(spot))
    if rect is None or area is None:
        return
    veil = QColor(theme.panel)
    veil.setAlphaF(0.75)
    for left, right in ((area.left(), rect.left()), (rect.right(), area.right())):
        for top, bottom in ((area.top(), rect.top()), (rect.bottom(), area.bottom())):
            corner = QRectF(QPointF(left, top), QPointF(right, bottom))
            if corner.isValid():
                painter.fillRect(corner, veil)


# ----------------------------------------------------------------------------------------- picture


@dataclass(frozen=True, slots=True)
class Pane:
    """A part that scrolls vertically: its area and the height of its content, in px."""

    viewport: QRectF
    content: float

    @property
    def hidden(self) -> int:
        """Maximum scroll offset in px."""
        return max(0, round(self.content - self.viewport.height()))


@dataclass(frozen=True, kw_only=True, eq=False)
class Picture:
    """What is shown, as a value that is painted on screen, in the worker, and into files.

    Nothing but its fields and the theme decides how it looks. What only the screen knows (cursor,
    mouse, focus, scroll offset) is the view's. Subclasses are frozen dataclasses too; one with
    arrays keeps ``eq=False``.

    Attributes:
        title: its name, for screen readers, captions and tables.
        note: the rest of its description.
        extra_caption: what its caption says besides; names of users and tokens safe.
        of_translation: whether it shows the model or the sentence on the workbench.
        chosen: the part that is chosen, where the keys begin.
        natural, smallest: width and height in px at 100 %: seen well, just readable.
    """

    title: str = ""
    note: str = ""
    extra_caption: tuple[str, ...] = ()
    of_translation: bool = True
    chosen: Spot | None = None

    natural: ClassVar[tuple[int, int]] = (560, 420)
    smallest: ClassVar[tuple[int, int]] = (230, 130)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Spots:
        """Paint into ``rect``, in any thread."""
        raise NotImplementedError

    def say(self, spot: Spot) -> str:
        """The exact values of a part."""
        return ""

    def can_pick(self, spot: Spot) -> bool:
        """Whether a click picks a part, in a view whose parts can be picked."""
        return True

    def tables(self) -> Tables:
        return ()

    def caption(self) -> tuple[str, ...]:
        """Parts of a caption and file name, the most specific first."""
        return (*((self.title,) if self.title else ()), *self.extra_caption)

    def height(self, width: float, theme: Theme) -> float:
        """The least height in px for a width; where there is less, the view scrolls."""
        return 0.0

    def panes(self, rect: QRectF, theme: Theme) -> Sequence[Pane]:
        """The parts that may be higher than their place in ``rect``: usually all of it."""
        high = self.height(rect.width(), theme)
        return (Pane(rect, high),) if high > rect.height() else ()

    def paint_scrolled(
        self, painter: QPainter, rect: QRectF, theme: Theme, offsets: Sequence[float]
    ) -> Spots:
        """Paint into ``rect`` with each of :meth:`panes` scrolled by its offset in px."""
        if not offsets:
            return self.paint(painter, rect, theme)
        high = max(self.height(rect.width(), theme), rect.height())
        painter.save()
        painter.setClipRect(rect.adjusted(-2, -2, 2, 2), Qt.ClipOperation.IntersectClip)
        place = QRectF(rect.left(), rect.top() - offsets[0], rect.width(), high)
        spots = self.paint(painter, place, theme)
        painter.restore()
        return spots

    def size(self, theme: Theme) -> QSize:
        """The size in px at which it is seen well: that of a figure of its own."""
        return scaled(self.natural, theme)

    def least(self, theme: Theme) -> QSize:
        """The size in px at which it can just be read."""
        return scaled(self.smallest, theme)

    def with_tokens(self) -> Picture | None:
        """The picture with all tokens, at its own size; None if it shows them or has none."""
        return None


def scaled(size: tuple[int, int], theme: Theme) -> QSize:
    """A size in px at 100 %, scaled by the theme."""
    width, height = size
    return QSize(round(width * theme.scale), round(height * theme.scale))
