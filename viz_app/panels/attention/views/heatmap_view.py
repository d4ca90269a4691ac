"""The focused head as a widget: hover tells a cell's weight, arrow keys move the cell cursor."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent

from viz_app.design.theme import Theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.painting.descriptions import (
    margin_sentence,
    picture_description,
    seen_text,
)
from viz_app.panels.attention.painting.heatmap_layout import HeatmapLayout, layout_focus, told_lines
from viz_app.panels.attention.painting.heatmap_painter import paint_focus
from viz_app.panels.attention.views.zoomable_view import ZoomableView
from viz_app.pictures.zoom import Zoom, ZoomedGrid, revealing
from viz_app.storage.value_tables import Tables
from viz_app.texts.sentences import cell_sentence, picture_sentence
from viz_app.widgets.cell_keys import moved
from viz_app.widgets.picture_view import Still
from viz_app.widgets.status_line import tell
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.selection import Cell


class HeatmapView(ZoomableView):
    """Shows one head."""

    natural, smallest = (540, 430), (300, 140)

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__(theme)
        self.intents = intents
        self._snapshot: FocusSnapshot | None = None
        self._layout: HeatmapLayout | None = None
        self._shape: tuple[int, ...] | None = None
        self._told = 0  # lines of the longest sentence so far: while stepping nothing moves back
        self._retranslate()

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        """Show a head. The same snapshot again costs nothing."""
        if snapshot == self._snapshot:
            return
        before, sentence = self._snapshot, self.resting_sentence()
        self._snapshot, self._layout = snapshot, None
        if before is None or snapshot is None or snapshot.columns != before.columns:
            self._told = 0
        self._look_at(before)
        self._describe()
        self.redraw()
        if self._cell() != (before.cell if before else None) or snapshot is None:
            self.rest()
        elif self.resting_sentence() != sentence and not self.hovering:
            tell(self, self.resting_sentence())

    def cell_sentence(self, row: int, column: int) -> str:
        """A cell's exact value, tokens, layer, head and kind. Indices count from 0."""
        return cell_sentence(self._snapshot, Cell(row, column)) if self._snapshot else ""

    def sentence(self) -> str:
        """What is in view: the cursor's cell, else where the head looks."""
        return picture_sentence(self._snapshot) if self._snapshot else ""

    def resting_sentence(self) -> str:
        """The cursor's cell."""
        return self.sentence() if self._cell() else ""

    def shown_values(self) -> Tables:
        """The weights."""
        from viz_app.texts.heads_values import focus_values  # only who takes them along needs it

        return focus_values(self._snapshot) if self._snapshot else ()

    def caption_parts(self) -> tuple[str, ...]:
        """Kind, layer and heads, and how weights became colours."""
        from viz_app.texts.picture_caption import heads_shown

        return heads_shown(self._snapshot) if self._snapshot else ()

    def layout_now(self) -> HeatmapLayout | None:
        """Where everything was painted last, or is about to be."""
        return self._layout

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the head."""
        if self._snapshot is not None:
            self._layout = paint_focus(
                painter, rect, self._snapshot, self.theme, zoom=self._zoom, told=self._told
            )
            self._zoom, self._told = self._layout.zoom, told_lines(self._layout, self.theme)

    def still(self, theme: Theme) -> Still | None:
        """All that it shows is kept."""
        shown, rect = self._snapshot, self.picture_rect()
        if shown is None:
            return None
        zoom, told = self._zoom, self._told
        return lambda painter: paint_focus(painter, rect, shown, theme, zoom=zoom, told=told)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        shown, layout = self._snapshot, self._layout
        cell = self._cell_at(point)
        if shown is None or layout is None:
            self.hide_sentence()
        elif cell is not None:
            area = layout.grid.cell_rect(cell.row, cell.column) & layout.viewport
            self.show_sentence(cell_sentence(shown, cell), point.toPoint(), area)
        else:
            self._hover_margin(point, margin_sentence(shown, layout, point))

    def clicked(self, point: QPointF) -> None:
        """Put the cursor on a cell."""
        cell = self._cell_at(point)
        if cell is not None:
            self._pick(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home, End, Page Up and Page Down move the cursor; Escape takes it away."""
        if event.key() == Qt.Key.Key_Escape and self._snapshot and self._snapshot.cell:
            self._pick(None)
            return
        cell = self._moved(event.key())
        if cell is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._pick(cell)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The part in view is another one."""
        self._layout, self._told = None, 0
        super().resizeEvent(event)

    def seen(self) -> ZoomedGrid | None:
        """Which cells are where; None before the first picture, and without any."""
        layout, shown = self._layout, self._snapshot
        return layout.seen if layout and shown and shown.weights.size else None

    def become(self, zoom: Zoom) -> ZoomedGrid | None:
        """Arrange the picture for a zoom."""
        if self._snapshot is None or not self._snapshot.weights.size:
            return None
        rect, told = self.picture_rect(), self._told
        self._layout = layout_focus(rect, self._snapshot, self.theme, zoom=zoom, told=told)
        return self._layout.seen

    def set_zoom(self, zoom: Zoom) -> None:
        """Look at a part; a screen reader hears which."""
        if self._snapshot is None:  # it is for a picture that is not here yet
            self._shape = None
        super().set_zoom(zoom)
        self._describe()

    def middle(self) -> QPointF | None:
        """The cursor's cell, where it is in view."""
        cell, seen = self._cell(), self.seen()
        if cell is None or seen is None:
            return None
        place = seen.grid.middle(cell.row, cell.column)
        return place if seen.viewport.contains(place) else None

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Focused head"))
        self._describe()

    def _look_at(self, before: FocusSnapshot | None) -> None:
        """A picture of another shape is shown whole; a cursor that moved, or a step, is in view."""
        shown = self._snapshot
        if shown is None:
            return
        if shown.weights.shape != self._shape:
            known, self._shape = self._shape is not None, shown.weights.shape
            self.let_go()
            if self.is_zoomed and known:
                self.fit()
                self._layout = None
        seen = self.become(self._zoom) if self.is_zoomed else None
        if seen is None or before is None:
            return
        if shown.cell is not None and shown.cell != before.cell:
            self.set_zoom(revealing(seen, row=shown.cell.row, column=shown.cell.column))
        elif shown.cell is None and shown.marked_row not in {None, before.marked_row}:
            self.set_zoom(revealing(seen, row=shown.marked_row or 0))

    def _pick(self, cell: Cell | None) -> None:
        if self._snapshot is not None:
            self.intents.cell_picked.emit(self._snapshot.kind, cell)

    def _hover_margin(self, point: QPointF, sentence: str) -> None:
        if not sentence:
            self.hide_sentence()
            return
        at = point.toPoint()
        self.show_sentence(sentence, at, QRectF(at.x() - 1, at.y() - 1, 3, 3))

    def _moved(self, key: int) -> Cell | None:
        """Where a key leads; the first move starts at the row in view."""
        shown = self._snapshot
        if shown is None:
            return None
        start = Cell(shown.marked_row or 0, 0)
        rows, columns = len(shown.rows), len(shown.columns)
        return moved(shown.cell, key, rows=rows, columns=columns, start=start)

    def _cell(self) -> Cell | None:
        return self._snapshot.cell if self._snapshot else None

    def _cell_at(self, point: QPointF) -> Cell | None:
        if self._layout is None or self._snapshot is None or not self._snapshot.rows:
            return None
        return self._layout.cell_at(point)

    def _describe(self) -> None:
        shown, layout = self._snapshot, self._layout
        part = seen_text(layout) if layout is not None and self.is_zoomed else ""
        self.describe(picture_description(shown, part=part) if shown else "")
