"""The decoded tokens as a row of chips, one a step."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from model.special_tokens import SPECIAL_TOKENS
from viz_app.ui.design.theme import Theme, faded, light_theme, mixed
from viz_app.ui.texts.token_text import quoted, tool_tip, visible

WIDEST = 48
"""A chip is at most so many units wide; a longer token is elided, and whole in its tool tip."""


class StepStrip(QWidget):
    """Shows tokens and which step is in view; a click or the arrow keys pick another."""

    step_picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """No tokens."""
        super().__init__(parent)
        self._tokens: tuple[str, ...] = ()
        self._step = 0
        self._ends: list[float] = []
        self._theme = light_theme()
        self._widths: dict[str, float] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def set_tokens(self, tokens: tuple[str, ...], step: int) -> None:
        """Show tokens, the one of ``step`` framed; shows, never modifies state."""
        if (tokens, step) == (self._tokens, self._step):
            return
        self._step = step
        if tokens != self._tokens:
            self._tokens = tokens
            self._measure()
        self._describe()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours and sizes."""
        self._theme = theme
        self._widths = {}
        self._measure()
        self.update()

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self.setAccessibleName(self.tr("Decoded tokens"))
        self._describe()

    def chip_rect(self, step: int) -> QRectF:
        """Where the chip of a step is."""
        left = self._ends[step - 1] if step else 0.0
        width = self._ends[step] - left - 2 * self._theme.unit
        return QRectF(left + 1, 1, width, self.height() - 2)

    def chip_at(self, x: float) -> int | None:
        """The step whose chip, or the gap after it, is at ``x``."""
        step = bisect_right(self._ends, x)
        return step if x >= 0 and step < len(self._tokens) else None

    def sizeHint(self) -> QSize:
        """All chips side by side."""
        return QSize(round(self._ends[-1]) if self._ends else 0, 10 * self._theme.unit)

    def minimumSizeHint(self) -> QSize:
        """Not smaller: it stands in a scroll area."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chips that can be seen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first, last = bisect_right(self._ends, event.rect().left()), event.rect().right()
        for step in range(first, len(self._tokens)):
            rect = self.chip_rect(step)
            if rect.left() > last:
                break
            self._paint_chip(painter, rect, step)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the chip under the mouse."""
        step = self.chip_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and step is not None:
            self.step_picked.emit(step)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys, Home and End pick; others go on."""
        last = len(self._tokens) - 1
        step = {
            Qt.Key.Key_Left: self._step - 1,
            Qt.Key.Key_Right: self._step + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif 0 <= step <= last and step != self._step:
            self.step_picked.emit(step)

    def event(self, event: QEvent) -> bool:
        """Explain the chip under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            step = self.chip_at(event.pos().x())
            text = "" if step is None else self._sentence(step)
            QToolTip.showText(event.globalPos(), tool_tip(text), self)
            return True
        return super().event(event)

    def _sentence(self, step: int) -> str:
        return self.tr("step {step} of {steps}: {token}").format(
            step=step + 1, steps=len(self._tokens), token=quoted(self._tokens[step])
        )

    def _describe(self) -> None:
        text = self._sentence(self._step) if self._step < len(self._tokens) else ""
        self.setAccessibleDescription(text)

    def _measure(self) -> None:
        self._ends = list(accumulate(self._width(token) for token in self._tokens))
        self.updateGeometry()
        self.resize(self.sizeHint())

    def _width(self, token: str) -> float:
        """Of the chip and the gap after it; wide enough for the bold one."""
        if token not in self._widths:
            unit = self._theme.unit
            text = QFontMetricsF(self._font(token, bold=True)).horizontalAdvance(visible(token))
            self._widths[token] = min(text + 5 * unit, WIDEST * unit) + 2 * unit
        return self._widths[token]

    def _font(self, token: str, *, bold: bool) -> QFont:
        size = self._theme.small if token in SPECIAL_TOKENS else self._theme.large
        return self._theme.font(size, "bold" if bold else "normal")

    def _paint_chip(self, painter: QPainter, rect: QRectF, step: int) -> None:
        theme, token, current = self._theme, self._tokens[step], step == self._step
        tint = mixed(theme.panel, theme.accent, share=0.1)
        painter.setPen(self._edge(current=current))
        painter.setBrush(QColor(tint if current else theme.panel))
        painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
        font = self._font(token, bold=current)
        text = QFontMetricsF(font).elidedText(
            visible(token), Qt.TextElideMode.ElideMiddle, rect.width() - 4 * theme.unit
        )
        painter.setFont(font)
        painter.setPen(QColor(self._ink(token, step)))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)

    def _edge(self, *, current: bool) -> QPen:
        theme = self._theme
        if not current:
            return QPen(QColor(theme.line), theme.scale)
        colour = theme.text if self.hasFocus() else theme.accent
        return QPen(QColor(colour), (2 if self.hasFocus() else 1.5) * theme.scale)

    def _ink(self, token: str, step: int) -> str:
        if step > self._step:
            return faded(self._theme)
        return self._theme.soft_text if token in SPECIAL_TOKENS else self._theme.text
