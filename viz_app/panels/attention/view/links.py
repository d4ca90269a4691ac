"""Links as a widget: hover or choose a token to see only its lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPixmap, QResizeEvent

from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures import link_set
from viz_app.panels.attention.pictures.link_set import end_sentence, links_hint
from viz_app.panels.attention.pictures.links import DrawnLines, drawn_lines, paint_links
from viz_app.panels.attention.pictures.links_layout import LinksLayout, layout_links
from viz_app.panels.attention.room import chosen_alone
from viz_app.panels.attention.view.heatmap import cell_at_key, cell_at_row, token_along
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.cell_image import pixel_ratio
from viz_app.pictures.picture import Pane, moved
from viz_app.storage.value_tables import Tables
from viz_app.texts.picture_caption import every_head_values, heads_shown
from viz_app.widgets.layout import tell
from viz_app.widgets.picture_view import ScrolledPicture, Still
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

# ----------------------------------------------------------------------------------- token picture
# A picture of a head's tokens with one of them chosen: kept in view, and said.


class TokenPicture(ScrolledPicture):
    """Base of the links and the text.

    Subclasses implement :meth:`picture_of`, :meth:`sentence`, :meth:`description` and
    :meth:`reveal_chosen`, and the hooks of :class:`ScrolledPicture`.
    """

    natural, smallest = (540, 430), (300, 140)

    def __init__(self, theme: Theme, intents: AttentionIntents, *, panes: int = 1) -> None:
        super().__init__(theme, panes=panes)
        self.intents = intents
        self._snapshot: FocusSnapshot | None = None

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        shown = None if snapshot is None else self.picture_of(snapshot)
        if shown == self._snapshot:
            return
        before, cell, row = self.resting_sentence(), self._cell(), self._row()
        self.take(shown)
        self.describe(self.description())
        self.arrange()
        self.redraw()
        if self._cell() != cell or self._row() != row:
            self.reveal_chosen()
        if self._cell() != cell or shown is None:
            self.rest()
        elif self.resting_sentence() != before and not self.hovering:
            tell(self, self.resting_sentence())

    def picture_of(self, snapshot: FocusSnapshot) -> FocusSnapshot:
        """The snapshot as this view shows it, with its choice of heads."""
        raise NotImplementedError

    def take(self, shown: FocusSnapshot | None) -> None:
        """Store another snapshot, and reset what was derived from the one before."""
        self._snapshot = shown

    def sentence(self) -> str:
        """Text of the chosen token, else of the row in view; empty without rows."""
        raise NotImplementedError

    def description(self) -> str:
        """Text of the picture for a screen reader."""
        raise NotImplementedError

    def caption_parts(self) -> tuple[str, ...]:
        return heads_shown(self._snapshot, each=True) if self._snapshot else ()

    def shown_values(self) -> Tables:
        return every_head_values(self._snapshot) if self._snapshot else ()

    def reveal_chosen(self) -> None:
        """Scroll to the chosen token, else to the row in view."""
        raise NotImplementedError

    def resting_sentence(self) -> str:
        return self.sentence() if self._cell() else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.reveal_chosen()

    def _pick(self, cell: Cell | None) -> None:
        if self._snapshot is not None:
            self.intents.cell_picked.emit(self._snapshot.kind, cell)

    def _cell(self) -> Cell | None:
        return self._snapshot.cell if self._snapshot else None

    def _row(self) -> int | None:
        return self._snapshot.query_row if self._snapshot else None


# -------------------------------------------------------------------------------------- links view


LARGE = 1_000_000
"""Cells of a picture from which on its links are computed in an event of their own."""

_SIDES: dict[int, link_set.LinkSide] = {Qt.Key.Key_Left: "query", Qt.Key.Key_Right: "key"}


class LinksView(TokenPicture):
    """Shows tokens left and right with lines between them."""

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__(theme, intents)
        self._layout: LinksLayout | None = None
        self._links: link_set.LinkSet | None = None
        self._lines: DrawnLines | None = None
        self._before: QPixmap | None = None
        self._postponed = False
        self._side: link_set.LinkSide = "query"
        self._hovered: link_set.LinkEnd | None = None
        self._retranslate()

    def picture_of(self, snapshot: FocusSnapshot) -> FocusSnapshot:
        return chosen_alone(snapshot)

    def take(self, shown: FocusSnapshot | None) -> None:
        super().take(shown)
        self._before, self._links = self._picture, None
        self._hovered = self._still(self._hovered)

    def redraw(self) -> None:
        self._lines, self._layout = None, None
        super().redraw()

    def sentence(self) -> str:
        shown = self._snapshot
        if shown is None or shown.query_row is None or not shown.columns:
            return ""
        return end_sentence(shown, self._chosen() or link_set.LinkEnd("query", shown.query_row))

    def layout_now(self) -> LinksLayout | None:
        return self._layout

    def shown_end(self) -> link_set.LinkEnd | None:
        """Token whose lines are emphasised: under the mouse, else chosen."""
        return self._hovered or self._chosen()

    def links(self) -> link_set.LinkSet | None:
        if self._links is None and self._snapshot is not None:
            self._links = link_set.links_of(self._snapshot)
        return self._links

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        if self._snapshot is None:
            return ()
        layout = layout_links(rect, self._snapshot, self.theme)
        return (Pane(layout.viewport, layout.content),)

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        # With very many links the previous image is painted now, the new one in a later event.
        if self._postpones():
            if self._before is not None:
                painter.drawPixmap(0, 0, self._before)
            self._postponed = True
            QTimer.singleShot(1, self, self._find_links)
            return
        shown, links = self._snapshot, self.links()
        if shown is None or links is None:
            return
        self._before, self._postponed = None, False
        layout = layout_links(rect, shown, self.theme, scroll=self.scroll_of())
        strokes, ratio = link_set.strokes_of(shown, self.theme), pixel_ratio(painter)
        if self._lines is None or self._lines.image.devicePixelRatio() != ratio:
            self._lines = drawn_lines(layout, links, strokes, self.theme, ratio=ratio)
        spot = self.shown_end()
        paint_links(
            painter,
            layout,
            shown,
            links,
            self.theme,
            lines=self._lines,
            spot=spot or self._step_end(),
            at_rest=spot is None,
        )
        self._layout = layout

    def _postpones(self) -> bool:
        """Whether to find the links later; at most once, so that they are painted in the end."""
        shown = self._snapshot
        if shown is None or self._links is not None or self._in_print or self._postponed:
            return False
        return len(shown.heads) * len(shown.rows) * len(shown.columns) > LARGE

    def _find_links(self) -> None:
        self.links()
        super().redraw()

    def still(self, theme: Theme) -> Still | None:
        shown, links, rect = self._snapshot, self.links(), self.picture_rect()
        if shown is None or links is None:
            return None
        scroll, chosen = self.scroll_of(), self.shown_end()
        spot = chosen or self._step_end()

        def paint(painter: QPainter) -> None:
            layout = layout_links(rect, shown, theme, scroll=scroll)
            strokes, ratio = link_set.strokes_of(shown, theme), pixel_ratio(painter)
            lines = drawn_lines(layout, links, strokes, theme, ratio=ratio)
            paint_links(
                painter,
                layout,
                shown,
                links,
                theme,
                lines=lines,
                spot=spot,
                at_rest=chosen is None,
            )

        return paint

    def cursor_rect(self) -> QRectF | None:
        chosen = self._chosen()
        if chosen is None or self._cell() is None or self._layout is None:
            return None
        rect = self._layout.token_rect(chosen)
        return rect if self._layout.viewport.intersects(rect) else None

    def hover(self, point: QPointF) -> None:
        end = self._end_at(point)
        if end is None or self._snapshot is None:
            self.hide_sentence()
            return
        if end != self._hovered:
            self._hovered = end
            super().redraw()
        sentence = end_sentence(self._snapshot, end)
        if sentence != self._sentence:
            self._sentence = sentence
            tell(self, sentence)

    def rest(self) -> None:
        if self._hovered is not None:
            self._hovered = None
            super().redraw()
        super().rest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lines = None
        super().resizeEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._layout is None or event.button() != Qt.MouseButton.LeftButton:
            return
        end = self._end_at(event.position())
        if end is not None:
            self._choose(end)
        elif self._cell() is not None:
            self._pick(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._cell() is not None:
            self._pick(None)
            return
        end = self._moved(event.key())
        if end is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._choose(end)

    def description(self) -> str:
        sentence = self.sentence()
        return f"{sentence} {links_hint()}" if sentence and not self._cell() else sentence

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Links"))
        self.describe(self.description())

    def _choose(self, end: link_set.LinkEnd) -> None:
        """Move the cell cursor to a token; the other side of the same cell does not move it."""
        shown = self._snapshot
        if shown is None:
            return
        side, self._side = self._side, end.side
        if end.side == "query":
            cell = cell_at_row(shown, end.index)
        else:
            cell = cell_at_key(shown, end.index)
        if cell == shown.cell and side != end.side:
            self.reveal_chosen()
            super().redraw()
            self.say(self.sentence())
        elif cell is not None:
            self._pick(cell)

    def _moved(self, key: int) -> link_set.LinkEnd | None:
        shown = self._snapshot
        if shown is None or shown.query_row is None or not shown.columns:
            return None
        side = _SIDES.get(key, self._side)
        start = shown.cell or cell_at_row(shown, shown.query_row)
        if start is None:
            return None
        at = start.row if side == "query" else start.column
        if key in _SIDES or shown.cell is None:
            known = moved(start, key, rows=len(shown.rows), columns=len(shown.columns))
            return link_set.LinkEnd(side, at) if known is not None else None
        count = len(shown.rows) if side == "query" else len(shown.columns)
        to = token_along(at, key, count=count)
        return None if to is None else link_set.LinkEnd(side, to)

    def _chosen(self) -> link_set.LinkEnd | None:
        """Token under the cell cursor, on the side used last, or chosen elsewhere."""
        shown = self._snapshot
        if shown is None or not shown.columns:
            return None
        if shown.cell is None:
            return None if shown.linked_row is None else link_set.LinkEnd("query", shown.linked_row)
        if self._side == "query":
            return link_set.LinkEnd("query", shown.cell.row)
        return link_set.LinkEnd("key", shown.cell.column)

    def _step_end(self) -> link_set.LinkEnd | None:
        shown = self._snapshot
        if shown is None or shown.marked_row is None or not shown.columns:
            return None
        return link_set.LinkEnd("query", shown.marked_row)

    def _still(self, end: link_set.LinkEnd | None) -> link_set.LinkEnd | None:
        """The token under the mouse, or None if the picture has none at its index."""
        shown = self._snapshot
        if end is None or shown is None:
            return None
        count = len(shown.rows) if end.side == "query" else len(shown.columns)
        return end if end.index < count else None

    def reveal_chosen(self) -> None:
        row, shown = self._row(), self._snapshot
        if row is None or shown is None:
            return
        end = self._chosen() or link_set.LinkEnd("query", row)
        layout = layout_links(self.picture_rect(), shown, self.theme)
        self.reveal(end.index * layout.line, (end.index + 1) * layout.line)

    def _end_at(self, point: QPointF) -> link_set.LinkEnd | None:
        return self._layout.end_at(point) if self._layout is not None else None
