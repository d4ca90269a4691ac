"""One check: its verdict, its number, what it means, what it comes from, and its picture."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from model.lessons.checks.record import Finding
from viz_app.app.checking.check_list import status_text
from viz_app.app.checking.pictures import cell_sentences, check_picture, what_numbers_are
from viz_app.app.checking.snapshot import CheckLine
from viz_app.app.checking.verdict_mark import verdict_icon
from viz_app.design.theme import Theme
from viz_app.texts.check_texts import (
    check_cause,
    check_meaning,
    check_note,
    check_number,
    check_title,
    head_place,
    rests_on_text,
)
from viz_app.texts.isolates import safe
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import placeholder, text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.value_view import ValueView

MOST_NAMED = 6
"""So many heads or tensors are named; of more, the rest is counted."""

translate = QCoreApplication.translate


class CheckView(ValueView):
    """The picture of a check: of the model alone, not of the sentence on the workbench."""

    of_translation = False


class FindingView(Themed, Translated, QFrame):
    """On a panel of its own; words above, the picture below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No check."""
        super().__init__(parent)
        self._line: CheckLine | None = None
        self._model = ""
        self.title, self.verdict = text_label("title"), text_label(selectable=True, wraps=True)
        self.mark = text_label()
        self.meaning, self.cause, self.note = (
            text_label(role, wraps=True, selectable=True) for role in ("", "soft", "")
        )
        self.picture, self.nothing = CheckView(theme), placeholder(wraps=True)
        self.numbers = text_label("small", wraps=True, selectable=True)
        self._head = filled(QHBoxLayout(), self.mark, (self.verdict, 1))
        self._rows = filled(QVBoxLayout(self), self.title, self._head)
        for words in (self.meaning, self.cause, self.note):
            self._rows.addWidget(words)
        for part in (self.picture, self.nothing):
            self._rows.addWidget(part, 1)
        self._rows.addWidget(self.numbers)
        self.setProperty("panel", True)
        self.set_theme(theme)

    def set_line(self, line: CheckLine, *, model: str) -> None:
        """Show a check of a model, as far as it was made; does not modify state."""
        if (line, model) != (self._line, self._model):
            self._line, self._model = line, model
            self._show()

    def _dress(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 3 * unit)
        self._rows.setSpacing(2 * unit)
        self._head.setSpacing(2 * unit)
        self._show()

    def _retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        if self._line is None:
            return
        line, found = self._line, self._line.finding
        side = 5 * self.theme.unit
        self.mark.setPixmap(verdict_icon(line.status, self.theme).pixmap(side, side))
        self.mark.setAccessibleName(status_text(line.status))
        self.title.setText(check_title(line.name))
        number = check_number(found) if found is not None else ""
        self.verdict.setText(" · ".join(filter(None, (status_text(line.status), number))))
        self.meaning.setText(check_meaning(line.name))
        cause, well = check_cause(line.name), found is not None and found.verdict == "passed"
        if_not = translate("checks", "If it were not so: {cause}")
        self.cause.setText(if_not.format(cause=cause[:1].lower() + cause[1:]) if well else cause)
        self.cause.setHidden(found is not None and found.verdict == "not applicable")
        note = " ".join(_notes(found)) if found is not None else ""
        self.note.setText(note)
        self.note.setHidden(not note)
        self._show_picture(found)

    def _show_picture(self, found: Finding | None) -> None:
        measured = found.measured if found is not None else None
        picture = check_picture(measured) if measured is not None else None
        self.picture.said_too = (safe(self._model),)
        self.picture.set_picture(picture, cell_sentences(picture) if picture else None)
        self.picture.setVisible(picture is not None)
        self.nothing.setVisible(picture is None)
        self.nothing.setText(
            translate("checks", "Nothing was measured, so there is no picture.")
            if found is not None
            else translate("checks", "The picture comes with the check.")
        )
        self.numbers.setText(what_numbers_are(measured) if measured is not None else "")
        self.numbers.setVisible(measured is not None)


def _notes(found: Finding) -> Iterator[str]:
    """What is to be said beside the number, or why there is none."""
    if found.rests_on is not None:
        yield rests_on_text(found.rests_on)
    if found.note is not None:
        yield check_note(found.note)
    names = [*map(head_place, found.heads), *map(safe, found.names)]
    if names:
        shown = ", ".join(names[:MOST_NAMED])
        text = translate("checks", "These: {names}.")
        if len(names) > MOST_NAMED:
            text = translate("checks", "These: {names} and {more} more.")
        yield text.format(names=shown, more=len(names) - MOST_NAMED)
