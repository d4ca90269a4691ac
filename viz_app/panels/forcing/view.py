"""Teacher forcing: the batch as in training, its targets, and its losses."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from model.lessons.embedding import TeacherForcingRecord
from viz_app.design.theme import Theme
from viz_app.panels.forcing import pictures
from viz_app.panels.forcing.pictures import ForcingLayout
from viz_app.panels.forcing.room import ForcedTarget, ForcingSnapshot, ForcingState, target_given
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import text_page
from viz_app.widgets.cells_view import CellsView, LaidOut, Laying
from viz_app.widgets.layout import filled, framed, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.workbench.room import RoomHandle
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------ forcing view
# Teacher forcing as a widget: every position said with mouse or keys.


class ForcingView(LaidOut[ForcingLayout], CellsView):
    """Input, expected and predicted token and loss of each position.

    Signals:
        reached: rectangle of the position selected by keyboard, for scrolling.
    """

    natural = (800, 420)

    reached = Signal(QRectF)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._record: TeacherForcingRecord | None = None
        self._with_padding = False
        self.setAccessibleName(self.tr("Teacher forcing"))

    def set_record(self, record: TeacherForcingRecord | None, *, with_padding: bool) -> None:
        """Show a batch; ``with_padding``: as if padding counted."""
        if record is self._record and with_padding == self._with_padding:
            return
        if record is not self._record:
            self._cursor = None
        self._record, self._with_padding = record, with_padding
        if record is not None:
            self.describe(f"{pictures.mean_sentence(record)} {pictures.padding_sentence(record)}")
        self.updateGeometry()
        self.redraw()

    def still(self, theme: Theme) -> Laying[ForcingLayout] | None:
        record, padding, rect = self._record, self._with_padding, self.picture_rect()
        if record is None:
            return None

        def paint(painter: QPainter) -> ForcingLayout:
            layout = pictures.layout_forcing(rect, record, theme, with_padding=padding)
            pictures.paint_forcing(painter, layout, record, theme, with_padding=padding)
            return layout

        return paint

    def shown_values(self) -> Tables:
        return pictures.loss_tables(self._record) if self._record else ()

    def extent(self) -> tuple[int, int]:
        return (len(self._record.fed), len(self._record.fed[0])) if self._record else (0, 0)

    def cell_at(self, point: QPointF) -> Cell | None:
        return self._layout.cell_at(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        return self._layout.column_rect(cell.row, cell.column) if self._layout else None

    def cell_sentence(self, row: int, column: int) -> str:
        return pictures.position_sentence(self._record, row, column) if self._record else ""

    def go_to(self, cell: Cell) -> None:
        super().go_to(cell)
        place = self.cursor_rect()
        if place is not None:
            self.reached.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Sentences side by side need less height.
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        if self._record is None:
            return self.scaled(300, 200)
        margins = 8 * self.theme.unit
        width, height = pictures.smallest_forcing(
            self._record, self.theme, width=self.width() - margins
        )
        return QSize(math.ceil(width) + margins, math.ceil(height) + margins)


# ------------------------------------------------------------------------------------ forcing part
# Teacher forcing: the batch, whose target is expected, and what the losses come to.


class ForcingPart(QWidget):
    """The picture between the choice of a target and the mean loss."""

    def __init__(self, theme: Theme, room: RoomHandle[ForcingState]) -> None:
        super().__init__()
        self._give_target = room.does(target_given)
        self.picture = ForcingView(theme)
        self.target, self.padding = QLineEdit(), QCheckBox(self.tr("Count padding"))
        self.sums = text_label("soft", wraps=True, selectable=True)
        label, self._area = text_label("small"), scrolled(self.picture)
        gap = 2 * theme.unit
        head = filled(QHBoxLayout(), label, (self.target, 1), self.padding, spacing=gap)
        filled(QVBoxLayout(self), head, (framed(self._area), 1), self.sums, spacing=gap)
        label.setText(self.tr("Expected target"))
        label.setBuddy(self.target)
        self.target.setProperty("compact", True)
        self.target.setProperty("role", "sentence")
        self.target.setAccessibleName(self.tr("Expected target"))
        self.target.setToolTip(
            self.tr("Empty: the built-in reference, or else the model’s own output")
        )
        self.padding.setToolTip(self.tr("Include padding in the losses shown"))
        self.sums.setAccessibleName(self.tr("Summary of the losses"))
        self.target.editingFinished.connect(self._submit)
        self.padding.clicked.connect(room.sets("with_padding"))
        self.picture.reached.connect(self._follow)

    def set_snapshot(self, snapshot: ForcingSnapshot) -> None:
        if not (self.target.hasFocus() and self.target.isModified()):
            self.target.setText(snapshot.given)
        own, record = snapshot.own, snapshot.own.forced.record if snapshot.own.forced else None
        self.padding.setChecked(own.with_padding)
        self.padding.setEnabled(record is not None and record.n_padding > 0)
        self.picture.set_record(record, with_padding=own.with_padding)
        self._show_sums(snapshot.own.forced)

    @Slot()
    def _submit(self) -> None:
        if self.target.isModified():
            self.target.setModified(False)
            self._give_target(self.target.text())

    @Slot(QRectF)
    def _follow(self, place: QRectF) -> None:
        middle = place.center().toPoint()
        reach = (place.size() / 2).toSize()
        self._area.ensureVisible(middle.x(), middle.y(), reach.width(), reach.height())

    def _show_sums(self, forced: ForcedTarget | None) -> None:
        if forced is None:
            self.sums.setText("")
            return
        record = forced.record
        self.target.setPlaceholderText(pictures.origin_sentence(forced.origin, record.targets[0]))
        lines = (
            pictures.mean_sentence(record),
            pictures.padding_sentence(record),
            pictures.smoothing_sentence(record),
        )
        self.sums.setText(" ".join(lines))


# ------------------------------------------------------------------------------------------- panel


FORMULA_HEIGHT = 30
"""In px at 100 %, as high as the button beside it."""


class ForcingPanel(LessonTab):
    """Teacher forcing: input and target of the decoder in training, and the loss."""

    _snapshot: ForcingSnapshot | None

    def __init__(
        self, theme: Theme, room: RoomHandle[ForcingState], parent: QWidget | None = None
    ) -> None:
        self.part = ForcingPart(theme, room)
        super().__init__(
            theme, content=self.part, lesson=partial(text_page, "forcing"), parent=parent
        )
        self.formula = FormulaView(theme, "embedding_loss")
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * theme.scale))
        self.lesson_page.tools.addWidget(self.formula, 1)
        self._placeholder.setText(self.tr("Type a sentence to see how the model is trained on it."))

    def _show(self, snapshot: ForcingSnapshot) -> None:
        self.part.set_snapshot(snapshot)
