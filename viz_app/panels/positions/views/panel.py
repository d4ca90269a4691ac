"""The positions tab: five ways to look at how a model tells positions apart."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from model.config import Positions
from model.lessons.positions.sinusoid import Waves
from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.state import PAGES, SIZED_PAGES, Page
from viz_app.panels.positions.texts.lessons import page_lesson
from viz_app.panels.positions.texts.pages import page_texts
from viz_app.panels.positions.views.page import PositionsPage
from viz_app.panels.positions.views.size_choice import SizeChoice
from viz_app.widgets.filled import filled
from viz_app.widgets.lesson_page import LessonTab
from viz_app.widgets.segments import Segments
from viz_app.widgets.status_line import tell


class PositionsPanel(LessonTab):
    """A choice of pages, sizes that some share, and the page, made when it is first looked at."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(
            theme, content=content, lesson=partial(page_lesson, "table"), parent=parent
        )
        self.intents = PositionsIntents(self)
        self._pages: dict[Page, PositionsPage] = {}
        self._shown: Page | None = None
        self._explained: tuple[Page, Positions, Waves] | None = None
        self.choice = Segments(theme, names=PAGES, texts=page_texts)
        self.size_choice = SizeChoice(theme, self.intents)
        self._stack, self._tools = QStackedWidget(), QWidget()
        self._rows, self._choices = QVBoxLayout(content), QHBoxLayout(self._tools)
        self._arrange()
        self.choice.picked.connect(self.intents.page_picked)
        self._retranslate()
        self.set_theme(theme)

    def page(self, name: Page) -> PositionsPage:
        """A page; it is made when it is first asked for."""
        if name not in self._pages:
            self._pages[name] = self._made(name)
        return self._pages[name]

    def _dress(self) -> None:
        self._choices.setSpacing(4 * self.theme.unit)
        self._rows.setSpacing(3 * self.theme.unit)

    def _show(self, snapshot: PositionsSnapshot) -> None:
        name = snapshot.choices.page
        page = self.page(name)
        if name != self._shown:
            self._turn_to(name, page)
        self._explain(snapshot)
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
        tell(self, "")

    def _explain(self, snapshot: PositionsSnapshot) -> None:
        """The page's text, for positions of that kind."""
        about = snapshot.choices.page, snapshot.kind, snapshot.waves
        if about != self._explained:
            self._explained = about
            self.lesson_page.text.set_lesson(partial(page_lesson, *about))

    def _made(self, name: Page) -> PositionsPage:
        page = _make_page(name, self.theme, self.intents)
        page.tools.hide()
        self._choices.insertWidget(self._choices.count() - 1, page.tools)
        self._stack.addWidget(page)
        return page

    def _arrange(self) -> None:
        self.lesson_page.tools.addWidget(self.choice)
        self.lesson_page.tools.addStretch(1)
        filled(self._choices, self.size_choice).addStretch(1)
        filled(self._rows, self._tools, (self._stack, 1))

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Open a model to see its positional encodings."))


def _make_page(name: Page, theme: Theme, intents: PositionsIntents) -> PositionsPage:
    """Each is imported with what it alone needs."""
    if name == "table":
        from viz_app.panels.positions.views.table_page import TablePage

        return TablePage(theme, intents)
    if name == "wavelengths":
        from viz_app.panels.positions.views.wavelengths_page import WavelengthsPage

        return WavelengthsPage(theme, intents)
    if name == "rotation":
        from viz_app.panels.positions.views.rotation_page import RotationPage

        return RotationPage(theme, intents)
    if name == "learned":
        from viz_app.panels.positions.views.learned_page import LearnedPage

        return LearnedPage(theme, intents)
    from viz_app.panels.positions.views.without_page import WithoutPage

    return WithoutPage(theme, intents)
