"""The dials of a rotation as a widget that says what is under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.painting.rotation_pictures import Dial, paint_dials, those_with_room
from viz_app.pictures.plot_titles import paint_plot_titles
from viz_app.widgets.parts_view import PartsView

Sentence = Callable[[int], str]


class DialsView(PartsView):
    """Shows dials in a row below a title; where not all have room, some that lie evenly apart."""

    natural, smallest = (480, 220), (240, 200)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title, self._note = "", ""
        self._dials: tuple[Dial, ...] = ()
        self._indices: list[int] = []
        self._say: Sentence = str

    def set_dials(self, dials: tuple[Dial, ...], *, title: str, note: str, say: Sentence) -> None:
        """Show dials, and how to say one of them; does not modify state."""
        self._dials, self._say = dials, say
        self._title, self._note = title, note
        self.setAccessibleName(title)
        self.describe(note)
        self.redraw()

    def paint_parts(self, painter: QPainter, rect: QRectF) -> Sequence[QRectF]:
        """Paint title and dials."""
        top = paint_plot_titles(painter, rect, self._title, self._note, self.theme)
        below = QRectF(rect)
        below.setTop(min(top + 2 * self.theme.unit, rect.bottom()))
        self._indices = those_with_room(len(self._dials), rect.width(), self.theme)
        shown = tuple(self._dials[index] for index in self._indices)
        return paint_dials(painter, below, shown, self.theme)

    def part_sentence(self, index: int) -> str:
        """The exact numbers of a dial."""
        return self._say(self._indices[index])
