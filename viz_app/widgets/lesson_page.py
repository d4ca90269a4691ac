"""A picture with the text that explains it, which can be hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.messages import Message
from viz_app.design.theme import Theme
from viz_app.texts.message_text import message_text
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import placeholder
from viz_app.widgets.lesson_text import Lesson, LessonText
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

NARROW = 1000
"""A page narrower than this, in px at 100 %, shows no text until it is asked for."""


class LessonPage(Themed, Translated, QWidget):
    """A row of ``tools`` with the button for the text above, the content below, the text beside."""

    def __init__(
        self,
        theme: Theme,
        *,
        content: QWidget,
        lesson: Callable[[], Lesson],
        parent: QWidget | None = None,
    ) -> None:
        """``lesson`` gives the text in the current language."""
        super().__init__(parent)
        self.theme = theme
        self._wanted: bool | None = None
        self._crowded = False
        self.text = LessonText(theme, lesson)
        self.explain = QPushButton()
        self._head, self.tools = QWidget(), QHBoxLayout()
        self._picture_only = False
        self._rows, self._columns = QVBoxLayout(self), QHBoxLayout()
        self._arrange(content)
        self.set_theme(theme)
        self._retranslate()

    def _dress(self) -> None:
        self._rows.setSpacing(3 * self.theme.unit)
        self._columns.setSpacing(3 * self.theme.unit)
        self.tools.setSpacing(2 * self.theme.unit)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the picture its room."""
        super().resizeEvent(event)
        self._fit()

    def set_crowded(self, *, crowded: bool) -> None:
        """The content needs the text's room; who wants the text can still ask for it."""
        if crowded != self._crowded:
            self._crowded = crowded
            self._fit()

    def show_picture_only(self, *, only: bool) -> None:
        """The content alone, or with the tools above and the text beside."""
        self._picture_only = only
        self._head.setHidden(only)
        self._fit()

    def _retranslate(self) -> None:
        self.explain.setText(self.tr("Explanation"))
        self.explain.setToolTip(self.tr("Show or hide the text that explains this"))
        self.explain.setAccessibleName(self.tr("Explanation"))

    def _arrange(self, content: QWidget) -> None:
        self.explain.setCheckable(True)
        self.explain.setProperty("segment", True)
        self.explain.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.explain.clicked.connect(self._on_explain)
        content.setProperty("pictures", True)
        tools = filled(QHBoxLayout(self._head), (self.tools, 1))
        tools.addWidget(self.explain, 0, Qt.AlignmentFlag.AlignRight)
        self._columns.addWidget(content, 1)
        self._columns.addWidget(self.text)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addWidget(self._head)
        self._rows.addLayout(self._columns, 1)

    @Slot(bool)
    def _on_explain(self, wanted: bool) -> None:
        self._wanted, self._crowded = wanted, False
        self._fit()

    def _fit(self) -> None:
        """Until the user has said what they want, the text is there where it has room."""
        roomy = self.width() >= NARROW * self.theme.scale
        shown = (roomy if self._wanted is None else self._wanted) and not self._crowded
        self.explain.setChecked(shown)
        self.text.setVisible(shown and not self._picture_only)


class LessonTab(Themed, Translated, QStackedWidget):
    """A :class:`LessonPage`; in its place, while there is nothing to show, what to do first.

    A :class:`Message` in place of a snapshot says why there is never anything of this model.
    Subclasses implement :meth:`_show`, and give :attr:`_placeholder` its text.
    """

    def __init__(
        self,
        theme: Theme,
        *,
        content: QWidget,
        lesson: Callable[[], Lesson],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._snapshot: Any = None
        self._missing: Message | None = None
        self._placeholder = placeholder()
        self.reason = placeholder(wraps=True)
        self.lesson_page = LessonPage(theme, content=content, lesson=lesson)
        for page in (self._placeholder, self.lesson_page, self.reason):
            self.addWidget(page)

    def set_snapshot(self, snapshot: Any) -> None:
        """Show the state of the tab. None = there is nothing to show yet."""
        missing = snapshot if isinstance(snapshot, Message) else None
        shown = None if missing else snapshot
        if (shown, missing) == (self._snapshot, self._missing):
            return
        self._snapshot, self._missing = shown, missing
        self._show_reason()
        empty = self.reason if missing else self._placeholder
        self.setCurrentWidget(empty if shown is None else self.lesson_page)
        if shown is not None:
            self._show(shown)

    def changeEvent(self, event: QEvent) -> None:
        """Say why there is nothing in the language that was chosen."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show_reason()
        super().changeEvent(event)

    def _show_reason(self) -> None:
        self.reason.setText(message_text(self._missing) if self._missing else "")

    def _show(self, snapshot: Any) -> None:
        """Fill the page."""
        raise NotImplementedError
