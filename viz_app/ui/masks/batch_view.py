"""The batch as a widget that says what is under the mouse."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from model.mask_record import MaskRecord
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.mask_painter import batch_places, paint_batch
from viz_app.ui.painting.mask_pictures import padding_sentence
from viz_app.ui.widgets.picture_view import PictureView


class BatchView(PictureView):
    """The source tokens of a batch, padding hatched.

    Signals:
        sentence_clicked: the sentence (from 0) that was clicked.
    """

    sentence_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._record: MaskRecord | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.retranslate()

    def set_record(self, record: MaskRecord | None) -> None:
        """Show a batch; does not modify state."""
        self._record = record
        rows = record.src_tokens if record else ()
        self.describe("; ".join(" ".join(row) for row in rows))
        self.redraw()

    def retranslate(self) -> None:
        """The name in the current language."""
        self.setAccessibleName(self.tr("The batch"))

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the batch."""
        if self._record is not None:
            paint_batch(painter, rect, self._record, self.theme)

    def picture_rect(self) -> QRectF:
        """The whole widget."""
        return QRectF(self.rect())

    def sizeHint(self) -> QSize:
        """Two rows."""
        return QSize(self.scaled(600, 0).width(), 4 * self.theme.body)

    def minimumSizeHint(self) -> QSize:
        """Two rows."""
        return QSize(self.scaled(200, 0).width(), 4 * self.theme.body)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        found = self._place_at(point)
        if found is None or self._record is None:
            self.hide_sentence()
            return
        sentence, place, area = found
        text = padding_sentence(self._record, sentence=sentence, place=place)
        self.show_sentence(text, point.toPoint(), area)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a sentence."""
        found = self._place_at(event.position())
        if found is not None:
            self.sentence_clicked.emit(found[0])

    def _place_at(self, point: QPointF) -> tuple[int, int, QRectF] | None:
        if self._record is None:
            return None
        rows = batch_places(self.picture_rect(), self._record, self.theme)
        for sentence, places in enumerate(rows):
            for place, area in enumerate(places):
                if area.contains(point):
                    return sentence, place, area
        return None
