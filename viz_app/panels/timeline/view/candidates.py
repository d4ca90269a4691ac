"""The candidates of a step as bars."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
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
from viz_app.design.theme import Theme, Weight
from viz_app.panels.timeline.pictures import (
    branching_refusal,
    paint_candidate,
    paint_thumb,
    token_number,
)
from viz_app.panels.timeline.room import TimelineHandle, TimelineSnapshot
from viz_app.pictures.labels import text_width
from viz_app.pictures.typeset import paint_line
from viz_app.texts.labels import decimal_number, glossed_name, tool_tip, with_bits
from viz_app.texts.sentences import titled
from viz_app.texts.visible_token import visible

# ---------------------------------------------------------------------------------- candidate bars


ROWS, FEWEST_ROWS = 5, 3
"""Rows that always fit: as many as a step has candidates, or the best of them."""

ROW_HEIGHT, LOW_ROW_HEIGHT, TIGHT_ROW_HEIGHT = 1.6, 1.3, 1.15
"""Height of a row in text sizes: usually, of few rows, and at the least."""


class CandidateBars(QWidget):
    """Bars from 0 to 1; the token taken has the accent colour. A click or Return takes another.

    While branches are compared, a second bar is the compared one's at the same step, and its other
    candidates come last. Up and down tell the values. Where there is little room a few rows are in
    view: those around the cursor, or the token taken.
    """

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._branch = theme, room.branch
        self._snapshot = TimelineSnapshot()
        self._candidates: tuple[Candidate, ...] = ()
        self._row = self._first = 0
        self._compact = False
        self._hovered: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Candidates for the next token"))

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        """The cursor keeps its row among the same candidates; else the token taken is in view."""
        before, self._snapshot = self._snapshot, snapshot
        own = {candidate.token_id for candidate in snapshot.candidates}
        more = (candidate for candidate in snapshot.others if candidate.token_id not in own)
        self._candidates = (*snapshot.candidates, *more)
        in_view = self._first
        if snapshot.candidates[:1] != before.candidates[:1]:
            self._row = self._first = 0
            in_view = self._chosen_row()
        elif (snapshot.candidates, snapshot.chosen_id) != (before.candidates, before.chosen_id):
            in_view = self._row
        self._row = max(0, min(self._row, len(self._candidates) - 1))
        self._describe()
        self._bring(in_view)

    def set_compact(self, *, compact: bool) -> None:
        self._compact = compact
        self.updateGeometry()
        self._bring(self._row if self.hasFocus() else self._chosen_row())

    def rows(self) -> list[tuple[str, float]]:
        """Tokens and probabilities, best first."""
        return [(candidate.token, candidate.probability) for candidate in self._candidates]

    def sentence(self, row: int) -> str:
        candidate, snapshot = self._candidates[row], self._snapshot
        (gloss,) = glosses_of((candidate.token,)) if snapshot.glossed else ("",)
        text = self.tr("{token}: probability {probability}, log-probability {log} nats").format(
            token=glossed_name(candidate.token, gloss),
            probability=f"{candidate.probability:.6f}",
            log=decimal_number(candidate.log_probability, 4),
        )
        if row >= len(snapshot.candidates):
            return self.tr("{text} in the comparison; not among the top candidates here").format(
                text=text
            )
        other = self._others.get(candidate.token_id)
        if other is None:
            return text
        return self.tr("{text}; probability in the comparison: {probability}").format(
            text=text, probability=f"{other:.6f}"
        )

    def use(self, row: int) -> str:
        """Text: what a click on a candidate does."""
        if self._candidates[row].token_id == self._snapshot.chosen_id:
            return self.tr("this token was chosen here")
        refusal = branching_refusal(self._snapshot)
        return refusal or self.tr("click or press Return to branch with this token")

    @property
    def _others(self) -> dict[int, float]:
        """Probabilities in the compared branch, by token id."""
        return {candidate.token_id: candidate.probability for candidate in self._snapshot.others}

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
        chosen, other_chosen = self._snapshot.chosen_id, self._snapshot.other_id
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for row in self.rows_in_view():
                token_id = self._candidates[row].token_id
                paint_candidate(
                    painter,
                    QRectF(self.row_rect(row)),
                    self._candidates[row].token,
                    self._bars(row),
                    chosen=(token_id == chosen, token_id == other_chosen),
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
        own = candidate.probability if row < len(self._snapshot.candidates) else None
        if self._snapshot.other_id is None:
            return (own,)
        return own, self._others.get(candidate.token_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        move = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key)
        if (
            key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
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

    def _pick(self, row: int) -> None:
        if self._can_take(row):
            self._branch(self._snapshot.step, self._candidates[row].token_id)

    def _can_take(self, row: int) -> bool:
        there = row < len(self._candidates) and not branching_refusal(self._snapshot)
        return there and self._candidates[row].token_id != self._snapshot.chosen_id

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
        chosen = self._snapshot.chosen_id
        return ids.index(chosen) if chosen in ids else 0

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


WIDTH, NARROW_WIDTH = 62, 36
"""In units, the same at every step, so that neighbouring widgets do not move."""


class CandidateLine(QWidget):
    """The best candidates that have room, and how many more there are; a click unfolds.

    The tool tip lists all of them, and the entropy in bits.
    """

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._fold, self._snapshot = room.fold, TimelineSnapshot()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.set_snapshot(self._snapshot)

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        self._snapshot = snapshot
        name = (
            self.tr("Best candidates for this token")
            if snapshot.written == "places"
            else self.tr("Best candidates for the next token")
        )
        listed = [
            f"{visible(candidate.token)} {self._number(candidate)}"
            for candidate in snapshot.candidates
        ]
        said = titled(name, " · ".join([*listed, with_bits(snapshot.entropy)])) if listed else ""
        self.setAccessibleName(name)
        self.setAccessibleDescription(said)
        self.setToolTip(tool_tip(said))
        self.update()

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
            hidden = len(self._snapshot.candidates) - len(self.shown())
            rest = QRectF(end, 0, self.width() - end, self.height())
            paint_line(painter, rest, f"+{hidden}" if hidden else "", theme, whole=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._snapshot.candidates:
            self._fold(False)

    def _places(self) -> Iterator[tuple[Candidate, QRectF]]:
        """Candidates that fit, with their places."""
        gap, left, candidates = 2.0 * self.theme.unit, 0.0, self._snapshot.candidates
        last = len(candidates) - 1
        for index, candidate in enumerate(candidates):
            more = text_width(self.theme, "+9", size=self.theme.small) + gap if index < last else 0
            width = self._name_width(candidate) + self._number_width(candidate)
            if left + width + more > self.width():
                return
            yield candidate, QRectF(left, 0, width, self.height())
            left += width + 1.5 * gap

    def _name_width(self, candidate: Candidate) -> float:
        text, size = visible(candidate.token), self.theme.small
        width = text_width(self.theme, text, size=size, weight=self._weight(candidate))
        return min(width + self.theme.unit, 22 * self.theme.unit)

    def _number_width(self, candidate: Candidate) -> float:
        return text_width(self.theme, self._number(candidate), size=self.theme.small)

    def _number(self, candidate: Candidate) -> str:
        return token_number(candidate.log_probability, as_log=self._snapshot.as_log)

    def _weight(self, candidate: Candidate) -> Weight:
        return "bold" if candidate.token_id == self._snapshot.chosen_id else "normal"
