"""The positions tab: five ways to look at how a model tells positions apart."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.state import PAGES, SIZED_PAGES, Page
from viz_app.panels.positions.texts.lessons import page_lesson
from viz_app.panels.positions.texts.pages import page_texts
from viz_app.panels.positions.views.page import PositionsPage
from viz_app.panels.positions.views.page_making import make_page
from viz_app.panels.positions.views.size_choice import SizeChoice
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.segments import Segments
from viz_app.widgets.status_line import tell
from viz_app.widgets.translated import Translated

PAGE_INTENTS = ("measure_picked", "rotation_chosen", "side_picked", "exchange_requested")
"""Of the panel; each is that of the one page that has it."""


class PositionsPanel(Translated, QStackedWidget):
    """A choice of pages, the sizes that some of them share, and the page with its own choices.

    A page is made when it is first looked at.

    Signals:
        page_picked: table, wavelengths, rotation, learned or without.
        size_picked: whether a table of any size is wanted in place of the model's.
        d_model_chosen, length_chosen: its columns, and how many positions are shown.
        measure_picked: cosine or dot.
        rotation_chosen: a position, and how far it is turned.
        side_picked: whose positions are altered.
        exchange_requested: positions are to be shuffled another way.
    """

    page_picked = Signal(str)
    size_picked = Signal(bool)
    d_model_chosen = Signal(int)
    length_chosen = Signal(int)
    measure_picked = Signal(str)
    rotation_chosen = Signal(int, int)
    side_picked = Signal(str)
    exchange_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._snapshot: PositionsSnapshot | None = None
        self._pages: dict[Page, PositionsPage] = {}
        self._shown: Page | None = None
        self.choice = Segments(theme, names=PAGES, texts=page_texts)
        self.size_choice = SizeChoice(theme)
        self._placeholder = QLabel()
        self._stack, self._content, self._tools = QStackedWidget(), QWidget(), QWidget()
        self._rows, self._choices = QVBoxLayout(self._content), QHBoxLayout(self._tools)
        self.lesson_page = LessonPage(
            theme, content=self._content, lesson=partial(page_lesson, "table")
        )
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: PositionsSnapshot | None) -> None:
        """Show a model's positions; does not modify state. None = no model yet."""
        if snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        if snapshot is not None:
            self._show(snapshot)
        self.setCurrentWidget(self._placeholder if snapshot is None else self.lesson_page)

    def page(self, name: Page) -> PositionsPage:
        """A page; it is made when it is first asked for."""
        if name not in self._pages:
            self._pages[name] = self._made(name)
        return self._pages[name]

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        self._choices.setSpacing(4 * theme.unit)
        self._rows.setSpacing(3 * theme.unit)
        for part in (self.lesson_page, self.choice, self.size_choice):
            part.set_theme(theme)
        for page in self._pages.values():
            page.set_theme(theme)

    def _show(self, snapshot: PositionsSnapshot) -> None:
        name = snapshot.choices.page
        page = self.page(name)
        if name != self._shown:
            self._turn_to(name, page)
        self.size_choice.setVisible(name in SIZED_PAGES)
        self.size_choice.show_size(snapshot)
        page.set_snapshot(snapshot)

    def _turn_to(self, name: Page, page: PositionsPage) -> None:
        self._shown = name
        self.choice.set_current(name)
        self._stack.setCurrentWidget(page)
        for other in self._pages.values():
            other.tools.setVisible(other is page)
        self._tools.setVisible(name in SIZED_PAGES or page.row.count() > 0)
        self.lesson_page.text.set_lesson(partial(page_lesson, name))
        tell(self, "")

    def _made(self, name: Page) -> PositionsPage:
        page = make_page(name, self._theme)
        page.tools.hide()
        self._choices.insertWidget(self._choices.count() - 1, page.tools)
        self._stack.addWidget(page)
        for intent in PAGE_INTENTS:
            signal = getattr(page, intent, None)
            if signal is not None:
                signal.connect(getattr(self, intent))
        return page

    def _arrange(self) -> None:
        self.lesson_page.tools.addWidget(self.choice)
        self.lesson_page.tools.addStretch(1)
        self._choices.setContentsMargins(0, 0, 0, 0)
        self._choices.addWidget(self.size_choice)
        self._choices.addStretch(1)
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addWidget(self._tools)
        self._rows.addWidget(self._stack, 1)
        self.addWidget(self._placeholder)
        self.addWidget(self.lesson_page)

    def _connect(self) -> None:
        self.choice.picked.connect(self.page_picked)
        self.size_choice.size_picked.connect(self.size_picked)
        self.size_choice.d_model_chosen.connect(self.d_model_chosen)
        self.size_choice.length_chosen.connect(self.length_chosen)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Open a model to see its positional encodings."))
