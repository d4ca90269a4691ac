"""Teacher forcing: the batch as in training, its targets, and its losses."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QRectF, QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.forcing import pictures
from viz_app.panels.forcing.pictures import Forcing, forcing_picture
from viz_app.panels.forcing.room import ForcingSnapshot, ForcingState, target_given
from viz_app.texts.labels import text_page
from viz_app.widgets.layout import filled, framed, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.room import RoomHandle
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------ forcing view


class ForcingView(PictureView):
    """Its least height depends on its width: sentences side by side need less.

    Attributes:
        reached: the rectangle of the position that the keys have reached, for scrolling.
    """

    reached = Signal(QRectF)

    def go_to(self, spot: Cell) -> None:
        super().go_to(spot)
        place = self.cursor_rect()
        if place is not None:
            self.reached.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        if not isinstance(self.picture, Forcing):
            return super().minimumSizeHint()
        margins = 8 * self.theme.unit
        width, height = pictures.smallest_forcing(
            self.picture.record, self.theme, width=self.width() - margins
        )
        return QSize(math.ceil(width) + margins, math.ceil(height) + margins)


# ------------------------------------------------------------------------------------ forcing part


class ForcingPart(QWidget):
    """The picture between the choice of a target and the mean loss."""

    def __init__(self, theme: Theme, room: RoomHandle[ForcingState]) -> None:
        super().__init__()
        self._give_target = room.does(target_given)
        self.picture = ForcingView(theme, of=Forcing)
        self.target, self.padding = QLineEdit(), QCheckBox(self.tr("Count padding"))
        self.sums = text_label("soft", wraps=True, selectable=True)
        label = text_label("small", self.tr("Expected target"))
        self._area = scrolled(self.picture)
        gap = 2 * theme.unit
        head = filled(QHBoxLayout(), label, (self.target, 1), self.padding, spacing=gap)
        filled(QVBoxLayout(self), head, (framed(self._area), 1), self.sums, spacing=gap)
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
        own, forced = snapshot.own, snapshot.own.forced
        self.padding.setChecked(own.with_padding)
        self.padding.setEnabled(forced is not None and forced.record.n_padding > 0)
        if forced is None:
            self.picture.set_picture(None)
            self.sums.setText("")
            return
        record = forced.record
        self.picture.set_picture(forcing_picture(record, with_padding=own.with_padding))
        self.target.setPlaceholderText(pictures.origin_sentence(forced.origin, record.targets[0]))
        lines = (
            pictures.mean_sentence(record),
            pictures.padding_sentence(record),
            pictures.smoothing_sentence(record),
        )
        self.sums.setText(" ".join(lines))

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


# ------------------------------------------------------------------------------------------- panel


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
        self.formula.setFixedHeight(round(30 * theme.scale))  # as the button beside it
        self.lesson_page.tools.addWidget(self.formula, 1)
        self._placeholder.setText(self.tr("Type a sentence to see how the model is trained on it."))

    def _show(self, snapshot: ForcingSnapshot) -> None:
        self.part.set_snapshot(snapshot)
