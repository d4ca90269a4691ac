"""What the window shows while files are dragged over it: whether it takes them, and what for."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from viz_app.app.frame.level_mark import LevelMark
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed

VEIL = 0.8
"""How much of the window the ground of the sheet covers."""

WIDTH = 160
"""Of the sentence, in steps of the spacing."""


class DropOverlay(Themed, QWidget):
    """A sheet over the window with one sentence; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        """Hidden."""
        super().__init__(window)
        self._window, self._takes = window, True
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.sentence, self.mark = text_label("token", wraps=True), LevelMark(self)
        self._card = QFrame(self)
        self._card.setProperty("panel", True)
        self._card.setProperty("floating", True)
        self._line = QHBoxLayout(self._card)
        self._line.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        self._line.addWidget(self.sentence, 1)
        QVBoxLayout(self).addWidget(self._card, 0, Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def show_sentence(self, sentence: str, *, takes: bool) -> None:
        """Say what letting go does, or why it does nothing."""
        self._takes = takes
        unit = self.theme.unit
        self.sentence.setFixedWidth(min(WIDTH * unit, self._window.width() - 32 * unit))
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self.mark.set_level("info" if takes else "error")
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A veil over the window, and along it the edge of where to let go."""
        del event
        theme, painter = self.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(theme.background)
        veil.setAlphaF(VEIL)
        painter.fillRect(self.rect(), veil)
        edge = QColor(theme.accent if self._takes else theme.danger)
        style = Qt.PenStyle.DashLine if self._takes else Qt.PenStyle.SolidLine
        painter.setPen(QPen(edge, theme.unit / 2, style))
        inset = 2.0 * theme.unit
        place = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(place, theme.radius, theme.radius)
        painter.end()

    def _dress(self) -> None:
        unit = self.theme.unit
        self._line.setContentsMargins(6 * unit, 5 * unit, 6 * unit, 5 * unit)
        self._line.setSpacing(4 * unit)
