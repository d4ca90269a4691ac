"""The translation under edited masks beside the original, as a widget."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.traces.trace import Trace
from viz_app.design.theme import Theme
from viz_app.panels.masks.painting.translation_painter import (
    BETWEEN,
    LINE,
    PairLayout,
    paint_pair,
    pair_layout,
    pair_sentence,
    pair_tables,
)
from viz_app.storage.value_tables import Tables
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.scrolled_picture import Pane, ScrolledPicture

_MOVES: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -(10**9),
    Qt.Key.Key_End: 10**9,
}

MOST_ROWS = 2
"""Rows in view; more are scrolled."""


class TranslationView(LaidOut[PairLayout], ScrolledPicture):
    """Two lines of tokens in common columns, changes marked; laid out before scrolling."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._original: Trace | None = None
        self._altered: Trace | None = None
        self._column: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._retranslate()

    def set_traces(self, original: Trace, altered: Trace | None) -> None:
        """Show translations."""
        if (original, altered) == (self._original, self._altered):
            return
        self._original, self._altered, self._column = original, altered, None
        self.arrange()
        self.describe(". ".join(one.translation for one in (original, altered) if one))
        self.updateGeometry()
        self.redraw()

    def shown_values(self) -> Tables:
        """Both lines, whole."""
        if self._original is None or self._layout is None:
            return ()
        return pair_tables(self._layout.columns, self._original, self._altered)

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        """All rows, left of which is a margin."""
        if self._original is None:
            return ()
        rect = rect.adjusted(2 * self.theme.unit, 0, 0, 0)
        before = self._layout
        self._layout = pair_layout(rect.width(), self._original, self._altered, self.theme)
        if before is None or before.height != self._layout.height:
            self.updateGeometry()  # where it is wide it is less high
        return [Pane(rect, self._layout.height)]

    def still(self, theme: Theme) -> Laying[PairLayout] | None:
        """Both lines."""
        original, altered = self._original, self._altered
        rect, scrolled = self.picture_rect(), self.scroll_of()
        if original is None:
            return None

        def paint(painter: QPainter) -> PairLayout:
            """As far as they are in view."""
            plan = pair_layout(rect.width(), original, altered, theme)
            painter.setClipRect(rect)
            place = rect.translated(0, -scrolled)
            paint_pair(painter, place, plan, original=original, altered=altered, theme=theme)
            return plan

        return paint

    def picture_rect(self) -> QRectF:
        """The view within its margins, and beside the bar where there is one."""
        return super().picture_rect().adjusted(2 * self.theme.unit, 0, 0, 0)

    def sizeHint(self) -> QSize:
        """As many rows as there are, up to two."""
        rows = min(len(self._layout.tops), MOST_ROWS) if self._layout else 1
        unit = self.theme.unit
        height = rows * 2 * LINE * unit + (rows - 1) * BETWEEN * unit
        return QSize(self.scaled(400, 0).width(), height + 4 * unit)

    def minimumSizeHint(self) -> QSize:
        """One row."""
        return QSize(self.scaled(200, 0).width(), (2 * LINE + 4) * self.theme.unit)

    def cursor_rect(self) -> QRectF | None:
        """The column that the arrow keys have reached."""
        return None if self._column is None or self._layout is None else self._both(self._column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End move from column to column and say each."""
        step = _MOVES.get(event.key())
        if step is None or self._layout is None or self._original is None:
            super().keyPressEvent(event)
            return
        last = len(self._layout.columns) - 1
        self._column = 0 if self._column is None else max(0, min(self._column + step, last))
        place = self._layout.place(self._column, 0)
        self.reveal(place.top(), place.bottom() + self._layout.line)
        self.show_ring()
        self.say(self._said(self._column))

    def hover(self, point: QPointF) -> None:
        """Say the tokens under the mouse with their probabilities."""
        for column in range(len(self._layout.columns) if self._layout else 0):
            both = self._both(column)
            if both.contains(point):
                self.show_sentence(self._said(column), point.toPoint(), both)
                return
        self.hide_sentence()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("The translation under both masks"))

    def _both(self, column: int) -> QRectF:
        if self._layout is None:
            return QRectF()
        place = self._layout.place(column, 0)
        return self._seen(place.united(self._layout.place(column, 1)))

    def _seen(self, place: QRectF) -> QRectF:
        """A place of the layout in the view."""
        corner = self.picture_rect().topLeft()
        return place.translated(corner.x(), corner.y() - self.scroll_of())

    def _said(self, column: int) -> str:
        if self._layout is None or self._original is None:
            return ""
        return pair_sentence(self._layout.columns[column], self._original, self._altered)
