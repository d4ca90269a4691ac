"""The text view as a widget: choose a token to see what it attends to."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter

from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.link_set import LinkEnd, end_sentence
from viz_app.panels.attention.pictures.text import (
    paint_sentences,
    text_caption,
    text_hint,
    told_sentence,
)
from viz_app.panels.attention.pictures.text_layout import (
    TextLayout,
    TextSentence,
    TextUnit,
    from_right,
    layout_text,
    sentences_of,
)
from viz_app.panels.attention.room import averaged
from viz_app.panels.attention.view.heatmap import cell_at_key, cell_at_row
from viz_app.panels.attention.view.links import TokenPicture
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.picture import Pane, moved
from viz_app.texts.sentences import cell_sentence, titled
from viz_app.widgets.picture_view import Still
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

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


class TextView(TokenPicture):
    """Shows a sentence on the colours of its weights."""

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__(theme, intents, panes=2)
        self._sentences: tuple[TextSentence, ...] = ()
        self._plan: TextLayout | None = None
        self._layout: TextLayout | None = None
        self._own: tuple[QRectF, int] | None = None
        self._largest = 0
        self._beside: tuple[TextView, ...] = ()
        self._retranslate()

    def picture_of(self, snapshot: FocusSnapshot) -> FocusSnapshot:
        return averaged(snapshot)

    def take(self, shown: FocusSnapshot | None) -> None:
        if _reading(shown) != _reading(self._snapshot):
            self._sentences = sentences_of(shown) if shown else ()
            self._plan = self._own = None
        super().take(shown)

    def stand_beside(self, others: Sequence[TextView]) -> None:
        """Share one token size with ``others``, the smallest of all."""
        self._beside = tuple(others)

    def own_size(self) -> int:
        """Size in px of the tokens of this view alone; 0 without a sentence."""
        rect = self.picture_rect()
        if not self._sentences:
            return 0
        if self._own is None or self._own[0] != rect:
            layout = layout_text(rect, self._sentences, self.theme)
            self._own = rect, layout.sentences[0].size
        return self._own[1]

    def fit(self) -> None:
        if self._common_size() != self._largest:
            self.redraw()

    def redraw(self) -> None:
        self._layout = None
        super().redraw()

    def caption(self) -> str:
        return text_caption(self._snapshot) if self._snapshot else ""

    def sentence(self) -> str:
        return told_sentence(self._snapshot) if self._snapshot else ""

    def layout_now(self) -> TextLayout | None:
        return self._layout

    def _apply_theme(self) -> None:
        self._plan = self._own = None
        super()._apply_theme()

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        if self._snapshot is None:
            return ()
        return [Pane(text.viewport, text.content) for text in self._planned(rect).sentences]

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        if self._snapshot is None:
            return
        layout = self._planned(rect).scrolled((self.scroll_of(0), self.scroll_of(1)))
        paint_sentences(painter, layout, self._snapshot, self.theme)
        self._layout = layout

    def still(self, theme: Theme) -> Still | None:
        shown, rect = self._snapshot, self.picture_rect()
        if shown is None:
            return None
        layout = self._planned(rect).scrolled((self.scroll_of(0), self.scroll_of(1)))
        return lambda painter: paint_sentences(painter, layout, shown, theme)

    def cursor_rect(self) -> QRectF | None:
        cell = self._cell()
        found = self._layout.find(column=cell.column) if self._layout and cell else None
        if found is None or self._layout is None:
            return None
        number, placed = found
        text = self._layout.sentences[number]
        rect = text.rect_of(placed)
        return rect if text.viewport.intersects(rect) else None

    def hover(self, point: QPointF) -> None:
        found = self._layout.unit_at(point) if self._layout is not None else None
        sentence = self._sentence_of(found[0]) if found is not None else ""
        if found is None or not sentence:
            self.hide_sentence()
            return
        self.show_sentence(sentence, point.toPoint(), found[1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found, shown = None, self._snapshot
        if self._layout is not None and event.button() == Qt.MouseButton.LeftButton:
            found = self._layout.unit_at(event.position())
        if found is None or shown is None:
            return
        unit, cell = found[0], None
        if unit.row is not None:
            cell = cell_at_row(shown, unit.row)
        elif unit.column is not None:
            cell = cell_at_key(shown, unit.column)
        if cell is not None:
            self._pick(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._cell() is not None:
            self._pick(None)
            return
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        key = self._as_read(event.key(), control=control)
        cell = self._moved(_WITH_CONTROL.get(key, 0) if control else key)
        if cell is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._pick(cell)

    def _as_read(self, key: int, *, control: bool) -> int:
        """Left and Right by reading direction, of the queries' or the keys' sentence."""
        sentences = self._sentences[:1] if control else self._sentences[-1:]
        turned = any(from_right(sentence.units) for sentence in sentences)
        return _OTHER_WAY.get(key, key) if turned else key

    def description(self) -> str:
        shown, sentence = self._snapshot, self.sentence()
        if shown is None:
            return ""
        if not sentence or shown.cell is not None:
            return sentence or self.caption()
        return f"{titled(self.caption(), sentence)} {text_hint(shown)}"

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Text"))
        self.describe(self.description())

    def _sentence_of(self, unit: TextUnit) -> str:
        shown, row = self._snapshot, self._row()
        if shown is None or row is None or not shown.columns:
            return ""
        if unit.column is not None:
            return cell_sentence(shown, Cell(row, unit.column))
        return end_sentence(shown, LinkEnd("query", unit.row)) if unit.row is not None else ""

    def _moved(self, key: int) -> Cell | None:
        """Cell that a key leads to; the first move goes to the heaviest key of the row in view."""
        shown = self._snapshot
        if shown is None or shown.query_row is None:
            return None
        start = cell_at_row(shown, shown.query_row)
        rows, columns = len(shown.rows), len(shown.columns)
        cell = moved(shown.cell, key, rows=rows, columns=columns, start=start)
        if cell is None or shown.cell is None or cell.row == shown.cell.row:
            return cell
        return cell_at_row(shown, cell.row)

    def reveal_chosen(self) -> None:
        shown, row = self._snapshot, self._row()
        if shown is None or row is None:
            return
        self._reveal(row=row)
        cell = shown.cell
        if cell is None and shown.kind == "cross":
            cell = cell_at_row(shown, row)
        if cell is not None:
            self._reveal(column=cell.column)

    def _reveal(self, *, row: int | None = None, column: int | None = None) -> None:
        layout = self._planned(self.picture_rect())
        found = layout.find(row=row, column=column)
        if found is not None:
            number, placed = found
            text = layout.sentences[number]
            top = placed.rect.top() - text.viewport.top()
            self.reveal(top, top + text.line, pane=number)

    def _common_size(self) -> int:
        """Smallest of the own sizes in px; 0 where nothing stands beside."""
        return min((size for view in self._beside if (size := view.own_size())), default=0)

    def _planned(self, rect: QRectF) -> TextLayout:
        """Layout without scrolling: it is the same for every query."""
        beside = self._common_size()
        if self._plan is None or (self._plan.rect, self._largest) != (rect, beside):
            self._largest = beside
            self._plan = layout_text(rect, self._sentences, self.theme, largest=beside)
        return self._plan


def _reading(focus: FocusSnapshot | None) -> tuple[object, ...]:
    """What the sentences depend on."""
    if focus is None:
        return ()
    tokens = focus.rows, focus.columns, focus.glosses
    return focus.kind, *tokens, focus.row_labels, focus.projection
