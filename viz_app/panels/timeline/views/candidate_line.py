"""The best tokens that the decoder could have chosen, in the line of the steps."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.traces.trace import Candidate
from viz_app.design.theme import Weight
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.snapshot import WrittenAs
from viz_app.panels.timeline.texts.branches import token_number
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import paint_line
from viz_app.texts.numbers import with_bits
from viz_app.texts.sentences import titled
from viz_app.texts.token_text import tool_tip
from viz_app.texts.visible_token import visible
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

WIDTH, NARROW_WIDTH = 62, 36
"""In units, the same at every step: what stands beside it keeps its place."""

WIDEST = 22
"""Units that a token has at most."""


class CandidateLine(Themed, Translated, QWidget):
    """As many candidates as have room, best first, and how many more there are; a click unfolds."""

    def __init__(self, intents: TimelineIntents, parent: QWidget | None = None) -> None:
        """No candidates."""
        super().__init__(parent)
        self.intents = intents
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
        """Show candidates; the tool tip tells all of them, and the entropy in bits.

        ``as_log``: their numbers are logarithms, as those under the tokens beside them.
        """
        self._candidates, self._chosen = candidates, chosen_id
        self._entropy, self._as_log = entropy, as_log
        self._retranslate()
        self.update()

    def set_written(self, written: WrittenAs) -> None:
        """Say what they are candidates for."""
        if written != self._written:
            self._written = written
            self._retranslate()

    def set_narrow(self, *, narrow: bool) -> None:
        """Take less room."""
        self.setFixedWidth((NARROW_WIDTH if narrow else WIDTH) * self.theme.unit)

    def shown(self) -> tuple[str, ...]:
        """The tokens that are in view."""
        return tuple(candidate.token for candidate, _ in self._places())

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(WIDTH * self.theme.unit, 6 * self.theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint token and probability of each, then how many have no room."""
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
        """Ask for all of them."""
        if event.button() == Qt.MouseButton.LeftButton and self._candidates:
            self.intents.fold_picked.emit(False)

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
        """Each candidate that has room, and its room."""
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
