import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from tests.viz_app.dressed import dressed
from tests.viz_app.probes import emissions
from viz_app.app.frame.tabs import Tabs
from viz_app.app.panels import PANELS, tabs_of
from viz_app.design.theme import dark_theme, light_theme
from viz_app.widgets.late_page import LatePage
from viz_app.widgets.themed import Themed

UNDERSTAND = [panel.name for panel in tabs_of("understand")]
TRAIN = [panel.name for panel in tabs_of("train")]


@pytest.fixture
def tabs(qapp, qtbot):
    with dressed(qapp, light_theme()):
        tabs = Tabs({panel.page_name: QWidget() for panel in PANELS})
        tabs.places.setParent(tabs)
        qtbot.addWidget(tabs)
        tabs.set_theme(light_theme())
        tabs.resize(900, 500)
        tabs.show()
        yield tabs


def bar(tabs):
    return tabs.bars[tabs.current_place()]


def test_a_page_comes_to_the_front_in_one_turn_and_is_painted_in_another(tabs, qtbot):
    painted = []
    QApplication.processEvents()
    tabs.show_tab("masks")
    tabs.page().paintEvent = painted.append
    QApplication.sendPostedEvents()
    assert tabs.page().isVisible()
    assert not painted
    qtbot.waitUntil(lambda: bool(painted))


def test_a_page_is_shown_by_its_name_in_its_place(tabs):
    heard = emissions(tabs)
    tabs.show_tab("masks")
    assert (tabs.current_place(), tabs.current_name()) == ("understand", "masks")
    assert tabs.places.current() == "understand"
    assert bar(tabs).currentIndex() == UNDERSTAND.index("masks")
    assert heard == [("tab_shown", "masks")]


def test_a_place_comes_back_with_the_tab_that_it_was_left_with(qtbot, tabs):
    shown = []
    tabs.tab_shown.connect(shown.append)
    tabs.show_tab("scaling")
    for place in ("train", "understand", "look", "understand"):
        qtbot.mouseClick(tabs.places.button(place), Qt.MouseButton.LeftButton)
    assert shown == ["scaling", "training", "scaling", "attention", "scaling"]


def test_only_the_tabs_of_the_place_in_front_are_there(tabs):
    assert not any(other.isVisible() for other in tabs.bars.values()), "one tab needs no tabs"
    tabs.show_place("understand")
    assert [other.isVisible() for other in tabs.bars.values()] == [False, True, False]
    tabs.show_place("train")
    assert [other.isVisible() for other in tabs.bars.values()] == [False, False, True]
    assert [bar(tabs).tabText(number) for number in range(4)] == [
        "Train",
        "Runs",
        "Time-lapse",
        "Experiments",
    ]


def test_one_page_can_have_several_tabs(tabs):
    pages = set()
    for name in TRAIN:
        tabs.show_tab(name)
        assert tabs.current_name() == name
        pages.add(tabs.page())
    assert len(pages) == 1
    assert pages.pop().isVisible()


def test_walking_stops_at_both_ends(tabs):
    tabs.show_place("understand")
    seen = [tabs.current_name()]
    for _ in range(len(UNDERSTAND) + 2):
        tabs.show_next()
        seen.append(tabs.current_name())
    assert seen == [*UNDERSTAND, *3 * UNDERSTAND[-1:]]
    for _ in range(len(UNDERSTAND) + 2):
        tabs.show_previous()
    assert tabs.current_name() == UNDERSTAND[0]


def test_a_click_on_a_tab_shows_its_page(qtbot, tabs):
    tabs.show_place("train")
    middle = bar(tabs).tabRect(TRAIN.index("experiments")).center()
    qtbot.mouseClick(bar(tabs), Qt.MouseButton.LeftButton, pos=middle)
    assert tabs.current_name() == "experiments"


def test_titles_stay_where_they_are_when_another_is_chosen(tabs):
    tabs.show_place("understand")
    places = []
    for name in UNDERSTAND:
        tabs.show_tab(name)
        QApplication.processEvents()
        places.append([bar(tabs).tabRect(number) for number in range(len(UNDERSTAND))])
    assert all(rects == places[0] for rects in places)


def test_the_keyboard_stays_with_the_tabs_when_the_place_changes(qtbot, tabs):
    tabs.activateWindow()
    qtbot.waitUntil(tabs.isActiveWindow)
    tabs.show_place("understand")
    bar(tabs).setFocus()
    tabs.show_place("train")
    assert tabs.focusWidget() is tabs.bars["train"]
    tabs.show_place("look")
    assert tabs.focusWidget() is tabs.places.button("look")


def test_tips_name_the_keys(tabs):
    assert tabs.places.button("train").toolTip().endswith("(Ctrl+3)")
    assert tabs.bars["understand"].tabToolTip(1).endswith("(Alt+2)")
    assert tabs.bars["train"].tabToolTip(3).endswith("(Alt+4, Ctrl+Shift+E)")


class Page(QWidget):
    """Something with tools around its pictures."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.tools = QPushButton(self)

    def set_snapshot(self, snapshot):
        """Nothing depends on it."""

    def show_picture_only(self, *, only):
        self.tools.setHidden(only)


def test_the_pictures_alone_are_those_of_every_page(qtbot):
    pages = {panel.page_name: Page() for panel in PANELS}
    tabs = Tabs(pages)
    tabs.places.setParent(tabs)
    qtbot.addWidget(tabs)
    tabs.show()
    tabs.show_tab("masks")
    tabs.show_picture_only(only=True)
    assert not bar(tabs).isVisible()
    assert not pages["masks"].tools.isVisible()
    tabs.show_tab("runs")
    assert not bar(tabs).isVisible()
    assert not pages["training"].tools.isVisible()
    tabs.show_picture_only(only=False)
    assert bar(tabs).isVisible()
    assert not any(page.tools.isHidden() for page in pages.values())


def test_a_page_that_is_made_while_the_pictures_are_alone_has_only_them(qtbot):
    page = LatePage(lambda theme, parent: Page(parent), light_theme())
    tabs = Tabs({panel.page_name: Page() for panel in PANELS} | {"masks": page})
    tabs.places.setParent(tabs)
    qtbot.addWidget(tabs)
    tabs.show()
    tabs.show_picture_only(only=True)
    tabs.show_tab("masks")
    qtbot.waitUntil(lambda: page.panel is not None)
    assert page.panel.isVisible()
    assert not page.panel.tools.isVisible()
    tabs.show_picture_only(only=False)
    assert page.panel.tools.isVisible()


def test_where_there_is_little_room_the_tabs_are_lower(tabs):
    tabs.show_place("understand")
    height, top = bar(tabs).sizeHint().height(), tabs.page().y()
    tabs.set_compact(compact=True)
    QApplication.processEvents()
    assert bar(tabs).sizeHint().height() < height
    assert bar(tabs).sizeHint().height() >= bar(tabs).fontMetrics().height() + 4
    tabs.set_compact(compact=False)
    QApplication.processEvents()
    assert (bar(tabs).sizeHint().height(), tabs.page().y()) == (height, top)


class DressedPage(Themed, QWidget):
    """Knows which themes it was dressed in."""

    def __init__(self):
        super().__init__()
        self.dressed = []

    def _dress(self):
        self.dressed.append(self.theme)


def test_a_page_takes_on_another_theme_when_it_comes_to_the_front(qtbot):
    pages = {panel.page_name: DressedPage() for panel in PANELS}
    tabs, light, dark = Tabs(pages), light_theme(), dark_theme()
    qtbot.addWidget(tabs)
    tabs.set_theme(dark)
    assert pages["attention"].dressed == [dark]
    assert pages["masks"].dressed == []
    tabs.show_tab("masks")
    assert pages["masks"].dressed == [dark]
    tabs.set_theme(light)
    tabs.set_theme(dark)
    tabs.show_tab("attention")
    assert pages["attention"].dressed == [dark], "it has it on still"
    assert pages["masks"].dressed == [dark, light, dark]
