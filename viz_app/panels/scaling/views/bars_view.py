"""Bars as a widget that says what is under the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.scaling.painting.side_pictures import BarsPicture
from viz_app.widgets.parts_view import PartsView


class BarsView(PartsView):
    """Shows a :class:`BarsPicture`."""

    natural, smallest = (420, 150), (260, 124)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: BarsPicture | None = None

    def set_picture(self, picture: BarsPicture) -> None:
        """Show bars; does not modify state. The cursor stays at its bar while there is one."""
        self._shown = picture
        self.setAccessibleName(picture.title)
        self.describe(picture.note)
        self.redraw()

    def paint_parts(self, painter: QPainter, rect: QRectF) -> Sequence[QRectF]:
        """Paint the bars; their columns, each as high as the plot."""
        return self._shown.paint(painter, rect, self.theme) if self._shown else ()

    def part_sentence(self, index: int) -> str:
        """The exact numbers of a bar."""
        return self._shown.sentence(index) if self._shown else ""
