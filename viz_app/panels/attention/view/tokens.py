"""Links and text as widgets: choose a token to see its links, or what it attends to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPixmap

from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.link_set import LinkEnd, LinkSide
from viz_app.panels.attention.pictures.links import LinksPicture, links_picture
from viz_app.panels.attention.pictures.links_layout import layout_links
from viz_app.panels.attention.pictures.text import TextPicture, text_picture
from viz_app.panels.attention.pictures.text_layout import (
    TextLayout,
    TextUnit,
    from_right,
    sentences_of,
)
from viz_app.panels.attention.room import AttentionHandle
from viz_app.panels.attention.view.heatmap import HeadView
from viz_app.pictures.picture import Spot, moved
from viz_app.texts.sentences import best_keys
from viz_app.widgets.layout import tell
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell


def cell_at_row(focus: FocusSnapshot, row: int) -> Cell | None:
    """The row's cell in the cursor's column if allowed, else at the heaviest key, if any."""
    if not focus.columns:
        return None
    if focus.cell is not None and focus.mask[row, focus.cell.column]:
        return Cell(row, focus.cell.column)
    return Cell(row, best_keys(focus, row, count=1)[0])


def cell_at_key(focus: FocusSnapshot, column: int) -> Cell | None:
    """The column's cell in the row in view; None without rows."""
    row = focus.query_row
    return None if row is None else Cell(row, column)


# -------------------------------------------------------------------------------------- links view


LARGE = 1_000_000
"""Cells of a picture from which on its links are computed in an event of their own."""

_SIDES: dict[int, LinkSide] = {Qt.Key.Key_Left: "query", Qt.Key.Key_Right: "key"}


class LinksView(HeadView):
    """Shows tokens left and right with lines between them."""

    def __init__(self, theme: Theme, room: AttentionHandle) -> None:
        super().__init__(theme, room, LinksPicture)
        self.setAccessibleName(self.tr("Links"))
        self._side: LinkSide = "query"
        self._before: QPixmap | None = None
        self._postponed = False

    def picture_of(self, snapshot: FocusSnapshot) -> LinksPicture:
        self._before = self._picture
        return links_picture(snapshot, side=self._side)

    def shown_picture(self) -> LinksPicture | None:
        picture, over = self.picture, self._over
        if not isinstance(picture, LinksPicture):
            return None
        there = isinstance(over, LinkEnd) and picture.has(over)
        return replace(picture, pointed=over if there else None)

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        # With very many links the previous image is painted now, the new one in a later event; at
        # most once, so that they are painted in the end.
        if self._postpones():
            if self._before is not None:
                painter.drawPixmap(0, 0, self._before)
            self._postponed = True
            QTimer.singleShot(1, self, self._find_links)
            return
        self._before, self._postponed = None, False
        super().paint_picture(painter, rect)

    def hover(self, point: QPointF) -> None:
        # The picture itself says the weights: no tool tip hides it.
        end, picture = self.spots().at(point), self.picture
        if end is None or picture is None:
            self.hide_sentence()
            return
        self._point_to(end)
        sentence = picture.say(end)
        if sentence != self._sentence:
            self._sentence = sentence
            tell(self, sentence)

    def cursor_rect(self) -> QRectF | None:
        picture = self.picture
        if not isinstance(picture, LinksPicture) or picture.focus.cell is None:
            return None
        end = picture.chosen_end
        return None if end is None else self.spots().rect(end)

    def key_at(self, focus: FocusSnapshot, point: QPointF) -> int | None:
        end = self.spots().at(point)
        if not isinstance(end, LinkEnd) or (end.side == "query" and focus.kind != "encoder"):
            return None
        return end.index

    def choose(self, focus: FocusSnapshot, spot: Spot) -> None:
        """Move the cell cursor to a token; the other side of the same cell does not move it."""
        if spot is None:
            if focus.cell is not None:
                self.pick(None)
            return
        side, self._side = self._side, spot.side
        at = cell_at_row if spot.side == "query" else cell_at_key
        cell = at(focus, spot.index)
        if cell == focus.cell and side != spot.side and isinstance(self.picture, LinksPicture):
            self.set_picture(replace(self.picture, side=spot.side))
            self.reveal_chosen()
            self.say(self.sentence())
        elif cell is not None:
            self.pick(cell)

    def moved(self, focus: FocusSnapshot, event: QKeyEvent) -> LinkEnd | None:
        """Up and Down move along a side, Left and Right change it; the first key only chooses."""
        if focus.query_row is None or not focus.columns:
            return None
        key, rows, columns = event.key(), len(focus.rows), len(focus.columns)
        side = _SIDES.get(key, self._side)
        start = focus.cell or cell_at_row(focus, focus.query_row)
        if start is None or moved(start, key, rows=rows, columns=columns) is None:
            return None
        at, count = (start.row, rows) if side == "query" else (start.column, columns)
        if key in _SIDES or focus.cell is None:
            return LinkEnd(side, at)
        if key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            return LinkEnd(side, 0 if key == Qt.Key.Key_Home else count - 1)
        to = moved(Cell(at, 0), key, rows=count, columns=1)
        return None if to is None else LinkEnd(side, to.row)

    def reveal_chosen(self) -> None:
        picture = self.picture
        if isinstance(picture, LinksPicture) and picture.focus.query_row is not None:
            end = picture.chosen_end or LinkEnd("query", picture.focus.query_row)
            line = layout_links(self.picture_rect(), picture.focus, self.theme).line
            self.reveal(end.index * line, (end.index + 1) * line)

    def _point_to(self, spot: Spot | None) -> None:
        if spot != self._over:
            super()._point_to(spot)
            self.redraw()

    def _postpones(self) -> bool:
        picture = self.picture
        if not isinstance(picture, LinksPicture) or picture.cache.found:
            return False
        if self._in_print or self._postponed:
            return False
        focus = picture.focus
        return len(focus.heads) * len(focus.rows) * len(focus.columns) > LARGE

    def _find_links(self) -> None:
        if isinstance(self.picture, LinksPicture):
            _ = self.picture.cache.links
        self.redraw()


# --------------------------------------------------------------------------------------- text view


_WITH_CONTROL: dict[int, int] = {
    Qt.Key.Key_Left: Qt.Key.Key_Up,
    Qt.Key.Key_Right: Qt.Key.Key_Down,
    Qt.Key.Key_Home: Qt.Key.Key_PageUp,
    Qt.Key.Key_End: Qt.Key.Key_PageDown,
}
"""With Control, Left, Right, Home and End move along the queries."""

_OTHER_WAY: dict[int, int] = {
    Qt.Key.Key_Left: Qt.Key.Key_Right,
    Qt.Key.Key_Right: Qt.Key.Key_Left,
}
"""Left and Right exchanged, for right-to-left text."""


class TextView(HeadView):
    """Shows a sentence on the colours of its weights."""

    def __init__(self, theme: Theme, room: AttentionHandle) -> None:
        super().__init__(theme, room, TextPicture)
        self.setAccessibleName(self.tr("Text"))
        self._beside: Sequence[TextView] = ()
        self._largest = 0

    def picture_of(self, snapshot: FocusSnapshot) -> TextPicture:
        return text_picture(snapshot)

    def shown_picture(self) -> TextPicture | None:
        self._largest = self._common_size()
        picture = self.picture
        return replace(picture, largest=self._largest) if isinstance(picture, TextPicture) else None

    def stand_beside(self, others: Sequence[TextView]) -> None:
        """Share one token size with ``others``, the smallest of all."""
        self._beside = tuple(others)

    def own_size(self) -> int:
        """Size in px of the tokens of this view alone; 0 without a sentence."""
        if not isinstance(self.picture, TextPicture):
            return 0
        return self.picture.layout(self.picture_rect(), self.theme).sentences[0].size

    def fit(self) -> None:
        if self._common_size() != self._largest:
            self.redraw()

    def cursor_rect(self) -> QRectF | None:
        spots, focus = self.spots(), self.focus
        if focus is None or focus.cell is None or not isinstance(spots, TextLayout):
            return None
        found = spots.find(column=focus.cell.column)
        return None if found is None else spots.rect(found[1].unit)

    def choose(self, focus: FocusSnapshot, spot: Spot) -> None:
        cell = spot
        if isinstance(spot, TextUnit):
            cell = None
            if spot.row is not None:
                cell = cell_at_row(focus, spot.row)
            elif spot.column is not None:
                cell = cell_at_key(focus, spot.column)
        if cell is not None:
            self.pick(cell)

    def moved(self, focus: FocusSnapshot, event: QKeyEvent) -> Cell | None:
        """Cell that a key leads to; the first move goes to the heaviest key of the row in view."""
        if focus.query_row is None:
            return None
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        sentences, key = sentences_of(focus), event.key()
        # Left and Right as the sentence of the queries, or of the keys, is read
        if from_right(sentences[0 if control else -1].units):
            key = _OTHER_WAY.get(key, key)
        key = _WITH_CONTROL.get(key, 0) if control else key
        start = cell_at_row(focus, focus.query_row)
        rows, columns = len(focus.rows), len(focus.columns)
        cell = moved(focus.cell, key, rows=rows, columns=columns, start=start)
        if cell is None or focus.cell is None or cell.row == focus.cell.row:
            return cell
        return cell_at_row(focus, cell.row)

    def reveal_chosen(self) -> None:
        picture, focus = self.shown_picture(), self.focus
        if picture is None or focus is None or focus.query_row is None:
            return
        layout, cell = picture.layout(self.picture_rect(), self.theme), focus.cell
        if cell is None and focus.kind == "cross":
            cell = cell_at_row(focus, focus.query_row)
        places = [layout.find(row=focus.query_row)]
        if cell is not None:
            places.append(layout.find(column=cell.column))
        for number, placed in filter(None, places):
            text = layout.sentences[number]
            top = placed.rect.top() - text.viewport.top()
            self.reveal(top, top + text.line, pane=number)

    def _common_size(self) -> int:
        """Smallest of the own sizes in px; 0 where nothing stands beside."""
        return min((size for view in self._beside if (size := view.own_size())), default=0)
