"""The candidates of a step as bars."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from model.text.words import glosses_of
from model.traces.trace import Candidate
from viz_app.design.theme import Weight
from viz_app.panels.timeline.pictures import paint_candidate, paint_thumb, token_number
from viz_app.panels.timeline.room import TimelineHandle, WrittenAs
from viz_app.pictures.labels import text_width
from viz_app.pictures.text_line import paint_line
from viz_app.texts.labels import decimal_number, glossed_name, tool_tip, with_bits
from viz_app.texts.sentences import titled
from viz_app.texts.visible_token import visible
from viz_app.widgets.themed import Themed, Translated

# ---------------------------------------------------------------------------------- candidate bars


KEYPAD = Qt.KeyboardModifier.KeypadModifier

ROWS, FEWEST_ROWS = 5, 3
"""Rows that always fit: as many as a step has candidates, or the best of them."""

ROW_HEIGHT, LOW_ROW_HEIGHT, TIGHT_ROW_HEIGHT = 1.6, 1.3, 1.15
"""Height of a row in text sizes: usually, of few rows, and at the least."""


class CandidateBars(Themed, Translated, QWidget):
    """Bars from 0 to 1; the token taken has the accent colour. A click or Return takes another.

    While branches are compared, a second bar is the compared one's at the same step.

    Up and down tell the values. Where there is little room a few rows are in view: those around
    the cursor, or the token taken.
    """

    candidate_picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._candidates: tuple[Candidate, ...] = ()
        self._own: tuple[Candidate, ...] = ()
        self._chosen: int | None = None
        self._others = dict[int, float]()
        self._other_chosen: int | None = None
        self._row = self._first = 0
        self._compact, self._refusal = False, ""
        self.glossed = True
        self._hovered: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._retranslate()

    def set_candidates(self, candidates: tuple[Candidate, ...], chosen_id: int | None) -> None:
        """Show candidates, best first; the cursor keeps its row."""
        if (candidates, chosen_id) == (self._own, self._chosen):
            return
        self._own = candidates
        same = candidates[:1] == self._candidates[:1]
        self._row = max(0, min(self._row if same else 0, len(candidates) - 1))
        self._candidates, self._chosen = candidates, chosen_id
        self._first = self._first if same else 0
        self._describe()
        self._bring(self._row if same else self._chosen_row())

    def set_others(self, others: tuple[Candidate, ...], chosen_id: int | None) -> None:
        """Show the compared branch's probabilities; candidates of its own are appended."""
        probabilities = {candidate.token_id: candidate.probability for candidate in others}
        known = {candidate.token_id for candidate in self._own}
        more = (candidate for candidate in others if candidate.token_id not in known)
        new = probabilities, chosen_id, (*self._own, *more)
        if new == (self._others, self._other_chosen, self._candidates):
            return
        self._others, self._other_chosen, self._candidates = new
        self._row = max(0, min(self._row, len(self._candidates) - 1))
        self._describe()
        self._bring(self._first)

    def set_refusal(self, refusal: str) -> None:
        """Show why no candidate can be chosen; empty = candidates can be chosen."""
        if refusal != self._refusal:
            self._refusal = refusal
            self._describe()

    def set_compact(self, *, compact: bool) -> None:
        self._compact = compact
        self.updateGeometry()
        self._bring(self._row if self.hasFocus() else self._chosen_row())

    def _apply_theme(self) -> None:
        self.updateGeometry()
        self.update()

    def rows(self) -> list[tuple[str, float]]:
        """Tokens and probabilities, best first."""
        return [(candidate.token, candidate.probability) for candidate in self._candidates]

    def sentence(self, row: int) -> str:
        candidate = self._candidates[row]
        log = decimal_number(candidate.log_probability, 4)
        (gloss,) = glosses_of((candidate.token,)) if self.glossed else ("",)
        text = self.tr("{token}: probability {probability}, log-probability {log} nats").format(
            token=glossed_name(candidate.token, gloss),
            probability=f"{candidate.probability:.6f}",
            log=log,
        )
        other = self._others.get(candidate.token_id)
        if row >= len(self._own):
            return self.tr("{text} in the comparison; not among the top candidates here").format(
                text=text
            )
        if other is None:
            return text
        return self.tr("{text}; probability in the comparison: {probability}").format(
            text=text, probability=f"{other:.6f}"
        )

    def use(self, row: int) -> str:
        """Text: what a click on a candidate does."""
        if self._candidates[row].token_id == self._chosen:
            return self.tr("this token was chosen here")
        if self._refusal:
            return self._refusal
        return self.tr("click or press Return to branch with this token")

    def sizeHint(self) -> QSize:
        return self._size_of(LOW_ROW_HEIGHT if self._compact else ROW_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self._size_of(TIGHT_ROW_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._bring(self._row if self.hasFocus() else self._first)

    def rows_in_view(self) -> range:
        """Indices of the candidates in view."""
        return range(self._first, self._first + min(self._room(), len(self._candidates)))

    def row_rect(self, row: int) -> QRect:
        height = self._row_height()
        return QRect(0, (row - self._first) * height, self.width(), height)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for row in self.rows_in_view():
                candidate = self._candidates[row]
                token_id = candidate.token_id
                paint_candidate(
                    painter,
                    QRectF(self.row_rect(row)),
                    candidate.token,
                    self._bars(row),
                    chosen=(token_id == self._chosen, token_id == self._other_chosen),
                    marked=row == self._hovered or (self.hasFocus() and row == self._row),
                    theme=self.theme,
                )
            if self._room() < len(self._candidates):
                rows, count, width = self.rows_in_view(), len(self._candidates), self.theme.unit
                height = len(rows) * self._row_height()
                top, share = rows.start / count, len(rows) / count
                thumb = QRectF(self.width() - width, top * height, width, share * height)
                paint_thumb(painter, thumb, self.theme)

    def _bars(self, row: int) -> tuple[float | None, ...]:
        """Probabilities here and, while branches are compared, in the other one."""
        candidate = self._candidates[row]
        own = candidate.probability if row < len(self._own) else None
        if self._other_chosen is None:
            return (own,)
        return own, self._others.get(candidate.token_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
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
        self._bring(self._row)
        self._tell(self._row, self.mapToGlobal(self.row_rect(self._row + 1).topLeft()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._bring(self._row)

    def wheelEvent(self, event: QWheelEvent) -> None:
        rows, down = self.rows_in_view(), event.angleDelta().y() < 0
        self._bring(rows.stop if down else rows.start - 1)
        event.setAccepted(self._room() < len(self._candidates))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and row is not None:
            self._row = row
            self._describe()
            self.update()
            self._pick(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._row_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        del event
        self._hover(None)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._tell(self._row_at(event.pos()), event.globalPos())
            return True
        return super().event(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Candidates for the next token"))
        self._describe()

    def _pick(self, row: int) -> None:
        if self._can_take(row):
            self.candidate_picked.emit(self._candidates[row].token_id)

    def _can_take(self, row: int) -> bool:
        there = not self._refusal and row < len(self._candidates)
        return there and self._candidates[row].token_id != self._chosen

    def _hover(self, row: int | None) -> None:
        if row != self._hovered:
            self._hovered = row
            hand = row is not None and self._can_take(row)
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
            )
            self.update()

    def _row_at(self, point: QPoint) -> int | None:
        row = self._first + point.y() // self._row_height()
        return row if self.rect().contains(point) and row in self.rows_in_view() else None

    def _tell(self, row: int | None, where: QPoint) -> None:
        QToolTip.showText(where, tool_tip("" if row is None else self._words(row)), self)

    def _words(self, row: int) -> str:
        return self.tr("{values} · {use}").format(values=self.sentence(row), use=self.use(row))

    def _describe(self) -> None:
        self.setAccessibleDescription(self._words(self._row) if self._candidates else "")

    def _chosen_row(self) -> int:
        """Row of the chosen token; 0 if it is not a candidate."""
        ids = [candidate.token_id for candidate in self._candidates]
        return ids.index(self._chosen) if self._chosen in ids else 0

    def _room(self) -> int:
        """Number of rows that fit."""
        fit = self.height() // round(TIGHT_ROW_HEIGHT * self.theme.small)
        return FEWEST_ROWS if self._compact else max(ROWS, min(len(self._candidates), fit))

    def _bring(self, row: int) -> None:
        """Scroll a row into view with the least movement."""
        count, room = len(self._candidates), self._room()
        first = max(min(self._first, row), row - room + 1)
        self._first = max(0, min(first, count - room))
        self.update()

    def _size_of(self, row_height: float) -> QSize:
        rows = FEWEST_ROWS if self._compact else ROWS
        return QSize(60 * self.theme.unit, rows * round(row_height * self.theme.small))

    def _row_height(self) -> int:
        """In px; reduced where a row would have no room."""
        return max(1, min(round(ROW_HEIGHT * self.theme.small), self.height() // self._room()))


# ---------------------------------------------------------------------------------- candidate line
# The best tokens that the decoder could have chosen, in the line of the steps.


WIDTH, NARROW_WIDTH = 62, 36
"""In units, the same at every step, so that neighbouring widgets do not move."""

WIDEST = 22
"""Units that a token has at most."""


class CandidateLine(Themed, Translated, QWidget):
    """As many candidates as have room, best first, and how many more there are; a click unfolds."""

    def __init__(self, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fold = room.fold
        self._candidates: tuple[Candidate, ...] = ()
        self._chosen: int | None = None
        self._written: WrittenAs = "translation"
        self._entropy, self._as_log = 0.0, False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._retranslate()

    def set_candidates(
        self,
        candidates: tuple[Candidate, ...],
        chosen_id: int | None,
        *,
        entropy: float,
        as_log: bool = False,
    ) -> None:
        """Show candidates; the tool tip lists all of them, and the entropy in bits.

        ``as_log``: their numbers are logarithms, as those under the tokens beside them.
        """
        self._candidates, self._chosen = candidates, chosen_id
        self._entropy, self._as_log = entropy, as_log
        self._retranslate()
        self.update()

    def set_written(self, written: WrittenAs) -> None:
        if written != self._written:
            self._written = written
            self._retranslate()

    def set_narrow(self, *, narrow: bool) -> None:
        self.setFixedWidth((NARROW_WIDTH if narrow else WIDTH) * self.theme.unit)

    def shown(self) -> tuple[str, ...]:
        return tuple(candidate.token for candidate, _ in self._places())

    def sizeHint(self) -> QSize:
        return QSize(WIDTH * self.theme.unit, 6 * self.theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, end = self.theme, 0.0
        with QPainter(self) as painter:
            for candidate, place in self._places():
                weight = self._weight(candidate)
                name = QRectF(place)
                name.setRight(place.right() - self._number_width(candidate))
                paint_line(
                    painter, name, visible(candidate.token), theme, colour=theme.text, weight=weight
                )
                number = QRectF(name.right(), place.top(), 0, place.height())
                paint_line(painter, number, self._number(candidate), theme, whole=True)
                end = place.right() + 2 * theme.unit
            hidden = len(self._candidates) - len(self.shown())
            rest = QRectF(end, 0, self.width() - end, self.height())
            paint_line(painter, rest, f"+{hidden}" if hidden else "", theme, whole=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._candidates:
            self._fold(False)

    def _retranslate(self) -> None:
        name = (
            self.tr("Best candidates for this token")
            if self._written == "places"
            else self.tr("Best candidates for the next token")
        )
        listed = [
            f"{visible(candidate.token)} {self._number(candidate)}"
            for candidate in self._candidates
        ]
        said = titled(name, " · ".join([*listed, with_bits(self._entropy)])) if listed else ""
        self.setAccessibleName(name)
        self.setAccessibleDescription(said)
        self.setToolTip(tool_tip(said))

    def _places(self) -> Iterator[tuple[Candidate, QRectF]]:
        """Candidates that fit, with their places."""
        gap, left = 2.0 * self.theme.unit, 0.0
        last = len(self._candidates) - 1
        for index, candidate in enumerate(self._candidates):
            more = text_width(self.theme, "+9", size=self.theme.small) + gap if index < last else 0
            width = self._name_width(candidate) + self._number_width(candidate)
            if left + width + more > self.width():
                return
            yield candidate, QRectF(left, 0, width, self.height())
            left += width + 1.5 * gap

    def _name_width(self, candidate: Candidate) -> float:
        text, size = visible(candidate.token), self.theme.small
        width = text_width(self.theme, text, size=size, weight=self._weight(candidate))
        return min(width + self.theme.unit, WIDEST * self.theme.unit)

    def _number_width(self, candidate: Candidate) -> float:
        return text_width(self.theme, self._number(candidate), size=self.theme.small)

    def _number(self, candidate: Candidate) -> str:
        return token_number(candidate.log_probability, as_log=self._as_log)

    def _weight(self, candidate: Candidate) -> Weight:
        return "bold" if candidate.token_id == self._chosen else "normal"
