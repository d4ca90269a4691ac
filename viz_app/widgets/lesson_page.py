"""A picture beside the text that explains it, with formulas; the text can be hidden."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.messages import Message
from viz_app.design.theme import Theme
from viz_app.pictures.typeset import Formula, has_formula, typeset
from viz_app.storage.guide import TextPage
from viz_app.texts.labels import message_text
from viz_app.widgets.layout import ScrolledArea, filled, placeholder, text_label

# ------------------------------------------------------------------------------------ source label


class SourceLabel(QLabel):
    """Where an idea comes from; addresses open in the browser, by mouse and by keyboard."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._source = theme, ""
        self.setProperty("role", "small")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setOpenExternalLinks(True)
        self.setAccessibleName(self.tr("References"))

    def set_source(self, source: str) -> None:
        self._source = source
        self.setAccessibleDescription(source)
        style = f"color: {self.theme.accent}"
        link = rf'<a href="https://\1" style="{style}">\1</a>'
        shown = re.sub(r"https://(\S+)", link, html.escape(source))
        self.setText(shown.replace("\n", "<br>"))

    def source(self) -> str:
        return self._source


# ------------------------------------------------------------------------------------ typeset text


def show_typeset(label: QLabel, text: str, theme: Theme, *, size: int = 0, ink: str = "") -> None:
    """Show a text with typeset formulas, spoken for screen readers; ``size`` in px."""
    is_rich = has_formula(text)
    label.setTextFormat(Qt.TextFormat.RichText if is_rich else Qt.TextFormat.PlainText)
    label.setText(typeset(text, theme, size=size, ink=ink) if is_rich else text)
    label.setAccessibleName(text)


def show_small_typeset(label: QLabel, text: str, theme: Theme) -> None:
    show_typeset(label, text, theme, size=theme.small, ink=theme.soft_text)


# ------------------------------------------------------------------------------------- lesson text


WIDTH = 264
"""Of the text, in px at 100 %."""


class LessonText(ScrolledArea):
    """The text beside a picture: what one sees, and where the idea comes from."""

    def __init__(
        self, theme: Theme, lesson: Callable[[], TextPage], parent: QWidget | None = None
    ) -> None:
        """``lesson`` returns the text in the current language."""
        super().__init__(parent)
        self.theme = theme
        content, margin = QWidget(), 4 * theme.unit
        self._title, self._body = (
            text_label(role, wraps=True, selectable=True) for role in ("title", "")
        )
        self._source = SourceLabel(theme)
        parts, margins = (self._title, self._body, self._source), (margin,) * 4
        filled(QVBoxLayout(content), *parts, spacing=2 * theme.unit, margins=margins).addStretch(1)
        self.setProperty("panel", True)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedWidth(round(WIDTH * theme.scale))
        self.setWidget(content)
        for ground in (self.viewport(), content):
            ground.setAutoFillBackground(False)
        self.set_lesson(lesson)

    def lesson(self) -> TextPage:
        return self._lesson()

    def set_lesson(self, lesson: Callable[[], TextPage]) -> None:
        self._lesson, page = lesson, lesson()
        for label, text in ((self._title, page.title), (self._body, "\n\n".join(page.body))):
            show_typeset(label, text, self.theme)
        self._source.set_source(page.source)
        self.setAccessibleName(page.title)
        self.setAccessibleDescription(" ".join((*page.body, page.source)))


# ------------------------------------------------------------------------------------ formula view


class FormulaView(QWidget):
    """A formula of ``resources/formulas``, in the theme's colours, as wide as there is room."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """``name`` is the first word of a line in ``formulas.tsv``."""
        super().__init__(parent)
        self.theme, self._name = theme, ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_formula(name)

    def set_formula(self, name: str) -> None:
        if name != self._name:
            self._name, self._formula = name, Formula(name, self.theme)
            self.setAccessibleName(self._formula.text)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return self._formula.size.toSize() + QSize(1, 1)

    def minimumSizeHint(self) -> QSize:
        natural = self._formula.size
        return QSize(round(natural.width() / 2), round(natural.height()) + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._formula.paint(painter, QRectF(self.rect()))


# ------------------------------------------------------------------------------------- lesson page


NARROW = 1050
"""A page narrower than this, in px at 100 %, shows no text until it is asked for."""


class LessonPage(QWidget):
    """A row of ``tools`` with the button for the text above, the content below, the text beside."""

    def __init__(
        self,
        theme: Theme,
        *,
        content: QWidget,
        lesson: Callable[[], TextPage],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self._wanted: bool | None = None
        self._crowded = self._picture_only = False
        self.text = LessonText(theme, lesson)
        self.explain = QPushButton()
        self._head, self.tools = QWidget(), QHBoxLayout()
        self.remark = text_label("small", wraps=True, selectable=True)
        self.tools.setSpacing(2 * theme.unit)
        self.explain.setText(self.tr("Explanation"))
        self.explain.setToolTip(self.tr("Show or hide the text that explains this"))
        self.explain.setAccessibleName(self.tr("Explanation"))
        self.explain.setCheckable(True)
        self.explain.setProperty("segment", True)
        self.explain.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.explain.clicked.connect(self._on_explain)
        content.setProperty("pictures", True)
        head, gap = filled(QHBoxLayout(self._head), (self.tools, 1)), 3 * theme.unit
        head.addWidget(self.explain, 0, Qt.AlignmentFlag.AlignRight)
        columns = filled(QHBoxLayout(), (content, 1), self.text, spacing=gap)
        filled(QVBoxLayout(self), self._head, self.remark, (columns, 1), spacing=gap)
        self.show_remark("")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def set_crowded(self, *, crowded: bool) -> None:
        """Hide the text because the content needs its room; the user can still open it."""
        if crowded != self._crowded:
            self._crowded = crowded
            self._fit()

    def show_remark(self, text: str) -> None:
        """Say under the tools what the values depend on; nothing if it is empty."""
        self.remark.setText(text)
        self.remark.setVisible(bool(text))

    def view_state(self) -> tuple[bool | None, bool]:
        return self._wanted, self._crowded

    def set_view_state(self, state: tuple[bool | None, bool], *, same: bool) -> None:
        self._wanted = state[0]
        if same:
            self._crowded = state[1]
        self._fit()

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self._head.setHidden(only)
        self._fit()

    @Slot(bool)
    def _on_explain(self, wanted: bool) -> None:
        self._wanted, self._crowded = wanted, False
        self._fit()

    def _fit(self) -> None:
        # Until the user has chosen, the text is shown where it fits.
        roomy = self.width() >= NARROW * self.theme.scale
        shown = (roomy if self._wanted is None else self._wanted) and not self._crowded
        self.explain.setChecked(shown)
        self.text.setVisible(shown and not self._picture_only)


class LessonTab(QStackedWidget):
    """A :class:`LessonPage`; in its place, while there is nothing to show, what to do first.

    A :class:`Message` in place of a snapshot says why there is never anything of this model.
    Subclasses implement :meth:`_show`, and give :attr:`_placeholder` its text.
    """

    def __init__(
        self,
        theme: Theme,
        *,
        content: QWidget,
        lesson: Callable[[], TextPage],
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
        missing = snapshot if isinstance(snapshot, Message) else None
        shown = None if missing else snapshot
        if (shown, missing) == (self._snapshot, self._missing):
            return
        self._snapshot, self._missing = shown, missing
        self.reason.setText(message_text(missing) if missing else "")
        empty = self.reason if missing else self._placeholder
        self.setCurrentWidget(empty if shown is None else self.lesson_page)
        if shown is not None:
            self._show(shown)

    def _show(self, snapshot: Any) -> None:
        raise NotImplementedError
