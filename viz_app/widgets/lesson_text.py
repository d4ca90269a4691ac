"""The text beside a picture: what one sees, in plain words, and where the idea comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import ScrolledArea
from viz_app.widgets.source_label import SourceLabel
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.typeset_text import show_typeset

WIDTH = 264
"""Of the text, in px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """At most 120 words: the plain word first, the term in brackets.

    Attributes:
        title: what it is about.
        body: paragraphs of plain text.
        source: where the idea comes from.
    """

    title: str
    body: tuple[str, ...]
    source: str


class LessonText(Themed, Translated, ScrolledArea):
    """A :class:`Lesson` on a panel of its own."""

    def __init__(
        self, theme: Theme, lesson: Callable[[], Lesson], parent: QWidget | None = None
    ) -> None:
        """``lesson`` gives the text in the current language."""
        super().__init__(parent)
        self._lesson = lesson
        self._content = QWidget()
        self._title, self._body = (
            text_label(role, wraps=True, selectable=True) for role in ("title", "")
        )
        self._source = SourceLabel(theme)
        self._rows = QVBoxLayout(self._content)
        self._arrange()
        self.set_theme(theme)

    def lesson(self) -> Lesson:
        """What is explained, in the current language."""
        return self._lesson()

    def words(self) -> int:
        """How many words the body has."""
        return sum(len(paragraph.split()) for paragraph in self._lesson().body)

    def set_lesson(self, lesson: Callable[[], Lesson]) -> None:
        """Explain something else; shows, never modifies state."""
        self._lesson = lesson
        self._retranslate()

    def _dress(self) -> None:
        margin = 4 * self.theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(2 * self.theme.unit)
        self.setFixedWidth(round(WIDTH * self.theme.scale))
        self._retranslate()

    def _retranslate(self) -> None:
        lesson = self._lesson()
        for label, text in ((self._title, lesson.title), (self._body, "\n\n".join(lesson.body))):
            show_typeset(label, text, self.theme)
        self._source.set_source(lesson.source)
        self.setAccessibleName(lesson.title)
        self.setAccessibleDescription(" ".join((*lesson.body, lesson.source)))

    def _arrange(self) -> None:
        for label in (self._title, self._body, self._source):
            self._rows.addWidget(label)
        self._rows.addStretch(1)
        self.setProperty("panel", True)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._content)
        for ground in (self.viewport(), self._content):
            ground.setAutoFillBackground(False)
