"""The tokens that the decoder could have chosen, as bars."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from model.special_tokens import SPECIAL_TOKENS
from model.trace import Candidate
from viz_app.ui.design.theme import Theme, faded, light_theme, mixed
from viz_app.ui.texts.numbers import short_probability
from viz_app.ui.texts.token_text import quoted, tool_tip, visible

KEYPAD = Qt.KeyboardModifier.KeypadModifier

ROWS = 5
"""Rows that there is always room for: as many as a step has candidates."""

ROW_HEIGHT, TIGHT_ROW_HEIGHT = 1.6, 1.15
"""Height of a row in text sizes, usually and where there is little room."""


class CandidateBars(QWidget):
    """Bars from 0 to 1; the token taken has the accent colour. A click or Return takes another.

    Up and down tell the values.
    """

    candidate_picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """No candidates."""
        super().__init__(parent)
        self._candidates: tuple[Candidate, ...] = ()
        self._chosen: int | None = None
        self._row = 0
        self._hovered: int | None = None
        self._theme = light_theme()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.retranslate()

    def set_candidates(self, candidates: tuple[Candidate, ...], chosen_id: int | None) -> None:
        """Show candidates, best first; shows, never modifies state.

        The cursor stays with the candidates: who has taken one can go on to the next.
        """
        if (candidates, chosen_id) == (self._candidates, self._chosen):
            return
        row = self._row if candidates[:1] == self._candidates[:1] else 0
        self._row = max(0, min(row, len(candidates) - 1))
        self._candidates, self._chosen = candidates, chosen_id
        self._describe()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours and sizes."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self.setAccessibleName(self.tr("Candidates for the next token"))
        self._describe()

    def rows(self) -> list[tuple[str, float]]:
        """Tokens and probabilities, best first."""
        return [(candidate.token, candidate.probability) for candidate in self._candidates]

    def sentence(self, row: int) -> str:
        """A candidate's exact probability and log-probability."""
        candidate = self._candidates[row]
        return self.tr("{token}: probability {probability}, log-probability {log}").format(
            token=quoted(candidate.token),
            probability=f"{candidate.probability:.6f}",
            log=f"{candidate.log_probability:.4f}",
        )

    def use(self, row: int) -> str:
        """What a click on a candidate does."""
        if self._candidates[row].token_id == self._chosen:
            return self.tr("this is the token taken here")
        return self.tr("click or press Return to decode on with it, as a branch")

    def sizeHint(self) -> QSize:
        """Room for :data:`ROWS` rows."""
        return QSize(60 * self._theme.unit, ROWS * round(ROW_HEIGHT * self._theme.small))

    def minimumSizeHint(self) -> QSize:
        """The same rows, closer to each other."""
        return QSize(60 * self._theme.unit, ROWS * round(TIGHT_ROW_HEIGHT * self._theme.small))

    def row_rect(self, row: int) -> QRect:
        """Where a row is painted."""
        height = self._row_height()
        return QRect(0, row * height, self.width(), height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint every row."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row in range(len(self._candidates)):
            self._paint_row(painter, row)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down tell the next candidate's values, Return takes it."""
        key = Qt.Key(event.key())
        move = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key)
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers() & ~KEYPAD:
            self._pick(self._row)
            return
        if move is None or not self._candidates:
            super().keyPressEvent(event)
            return
        self._row = max(0, min(self._row + move, len(self._candidates) - 1))
        self._describe()
        self.update()
        self._tell(self._row, self.mapToGlobal(self.row_rect(self._row + 1).topLeft()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the candidate under the mouse."""
        row = self._row_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and row is not None:
            self._row = row
            self._describe()
            self.update()
            self._pick(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the candidate under the mouse."""
        self._hover(self._row_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        del event
        self._hover(None)

    def event(self, event: QEvent) -> bool:
        """Tell the values of the row under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._tell(self._row_at(event.pos()), event.globalPos())
            return True
        return super().event(event)

    def _pick(self, row: int) -> None:
        if row < len(self._candidates) and self._candidates[row].token_id != self._chosen:
            self.candidate_picked.emit(self._candidates[row].token_id)

    def _hover(self, row: int | None) -> None:
        if row != self._hovered:
            self._hovered = row
            hand = row is not None and self._candidates[row].token_id != self._chosen
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
            )
            self.update()

    def _row_at(self, point: QPoint) -> int | None:
        row = point.y() // self._row_height()
        return row if self.rect().contains(point) and row < len(self._candidates) else None

    def _tell(self, row: int | None, where: QPoint) -> None:
        text = "" if row is None else self._words(row)
        QToolTip.showText(where, tool_tip(text), self)

    def _words(self, row: int) -> str:
        return self.tr("{values} · {use}").format(values=self.sentence(row), use=self.use(row))

    def _describe(self) -> None:
        self.setAccessibleDescription(self._words(self._row) if self._candidates else "")

    def _row_height(self) -> int:
        """In px: lower than usual rather than that a row has no room."""
        usual = round(ROW_HEIGHT * self._theme.small)
        return max(1, min(usual, self.height() // max(ROWS, len(self._candidates))))

    def _paint_row(self, painter: QPainter, row: int) -> None:
        theme, candidate = self._theme, self._candidates[row]
        chosen = candidate.token_id == self._chosen
        height, gap = self._row_height(), 2 * theme.unit
        names, numbers = 0.42 * self.width(), 11 * theme.unit
        if row == self._hovered or (self.hasFocus() and row == self._row):
            painter.fillRect(self.row_rect(row), QColor(_cursor(theme)))
        name = QRectF(0, row * height, names, height)
        self._paint_name(painter, name, candidate.token, chosen=chosen)
        room = self.width() - names - gap - numbers
        bar = QRectF(names + gap, (row + 0.2) * height, room * candidate.probability, 0.6 * height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent if chosen else faded(theme)))
        painter.drawRoundedRect(bar, 2, 2)
        number = QRectF(bar.right() + gap / 2, row * height, numbers, height)
        painter.setPen(QColor(theme.soft_text))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
        painter.drawText(number, flags, short_probability(candidate.probability))

    def _paint_name(self, painter: QPainter, rect: QRectF, token: str, *, chosen: bool) -> None:
        theme = self._theme
        font = theme.font(theme.small, "bold" if chosen else "normal")
        painter.setFont(font)
        special = token in SPECIAL_TOKENS
        painter.setPen(QColor(theme.soft_text if special else theme.text))
        text = QFontMetricsF(font).elidedText(
            visible(token), Qt.TextElideMode.ElideMiddle, rect.width()
        )
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, int(flags | Qt.TextFlag.TextDontClip), text)


def _cursor(theme: Theme) -> str:
    return mixed(theme.panel, theme.accent, share=0.1)
