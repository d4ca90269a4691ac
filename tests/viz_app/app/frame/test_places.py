import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from tests.viz_app.dressed import dressed
from tests.viz_app.heard_room import heard_room
from tests.viz_app.probes import emissions, marked_language
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.app.frame.places import NextButton, ReplayRow, Tabs
from viz_app.app.panels import PANELS, TRAINING, tabs_of
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.replay.room import resolve_replay
from viz_app.widgets.pages import LatePage


@pytest.fixture
def tabs(qtbot):
    tabs = Tabs({panel.page_name: QWidget() for panel in PANELS})
    tabs.places.setParent(tabs)
    qtbot.addWidget(tabs)
    tabs.show()
    return tabs


@pytest.fixture
def button(qtbot, tabs):
    button = NextButton(tabs, PANELS)
    qtbot.addWidget(button)
    return button


def test_it_leads_through_all_that_explains_and_on_to_training(qtbot, tabs, button):
    tabs.show_place("understand")
    walked = [tabs.current_name()]
    while button.isVisible():
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        walked.append(tabs.current_name())
    assert walked == [*(panel.name for panel in tabs_of("understand")), "training"]


def test_it_says_where_it_leads(tabs, button):
    for name in ("attention", "runs", "experiments"):
        tabs.show_tab("bleu")
        assert button.isVisible()
        tabs.show_tab(name)
        assert not button.isVisible(), "nothing is explained there"
    tabs.show_tab("masks")
    assert button.text() == button.accessibleName() == "Next: BLEU →"
    assert button.toolTip()
    with marked_language():
        assert button.text() == "«Next: «BLEU» →»"


UNDERSTAND = [panel.name for panel in tabs_of("understand")]
TRAIN = [panel.name for panel in tabs_of("train")]


@pytest.fixture
def tab_bars(qapp, qtbot):
    with dressed(qapp, light_theme()):
        tabs = Tabs({panel.page_name: QWidget() for panel in PANELS})
        tabs.places.setParent(tabs)
        qtbot.addWidget(tabs)
        tabs.set_theme(light_theme())
        tabs.resize(900, 500)
        tabs.show()
        yield tabs


def bar(tab_bars):
    return tab_bars.bars[tab_bars.current_place()]


def test_a_page_is_shown_by_its_name_in_its_place(tab_bars):
    heard = emissions(tab_bars)
    tab_bars.show_tab("masks")
    assert (tab_bars.current_place(), tab_bars.current_name()) == ("understand", "masks")
    assert tab_bars.places.current() == "understand"
    assert bar(tab_bars).currentIndex() == UNDERSTAND.index("masks")
    assert heard == [("tab_shown", "masks")]


def test_a_place_comes_back_with_the_tab_that_it_was_left_with(qtbot, tab_bars):
    shown = []
    tab_bars.tab_shown.connect(shown.append)
    tab_bars.show_tab("scaling")
    for place in ("train", "understand", "look", "understand"):
        qtbot.mouseClick(tab_bars.places.button(place), Qt.MouseButton.LeftButton)
    assert shown == ["scaling", "training", "scaling", "attention", "scaling"]


def test_only_the_tabs_of_the_place_in_front_are_there(tab_bars):
    assert not any(other.isVisible() for other in tab_bars.bars.values()), "one tab needs no tabs"
    tab_bars.show_place("understand")
    assert [other.isVisible() for other in tab_bars.bars.values()] == [False, True, False]
    titles = []
    for name in UNDERSTAND:
        tab_bars.show_tab(name)
        QApplication.processEvents()
        titles.append([bar(tab_bars).tabRect(number) for number in range(len(UNDERSTAND))])
    assert all(rects == titles[0] for rects in titles), "they stay when another is chosen"
    tab_bars.show_place("train")
    assert [other.isVisible() for other in tab_bars.bars.values()] == [False, False, True]
    assert [bar(tab_bars).tabText(number) for number in range(5)] == [
        "Train",
        "Runs",
        "Time-lapse",
        "Experiments",
        "Teacher forcing",
    ]
    assert tab_bars.places.button("train").toolTip().endswith("(Ctrl+3)")
    assert tab_bars.bars["understand"].tabToolTip(1).endswith("(Alt+2)")
    assert tab_bars.bars["train"].tabToolTip(3).endswith("(Alt+4, Ctrl+Shift+E)")


def test_one_page_can_have_several_tabs(qtbot, tab_bars):
    pages = set()
    for name in TRAIN[:4]:
        tab_bars.show_tab(name)
        assert tab_bars.current_name() == name
        pages.add(tab_bars.page())
    assert len(pages) == 1
    assert pages.pop().isVisible()
    middle = bar(tab_bars).tabRect(TRAIN.index("experiments")).center()
    qtbot.mouseClick(bar(tab_bars), Qt.MouseButton.LeftButton, pos=middle)
    assert tab_bars.current_name() == "experiments"


def test_walking_stops_at_both_ends(tab_bars):
    tab_bars.show_place("understand")
    seen = [tab_bars.current_name()]
    for _ in range(len(UNDERSTAND) + 2):
        tab_bars.show_next()
        seen.append(tab_bars.current_name())
    assert seen == [*UNDERSTAND, *3 * UNDERSTAND[-1:]]
    for _ in range(len(UNDERSTAND) + 2):
        tab_bars.show_previous()
    assert tab_bars.current_name() == UNDERSTAND[0]


def test_the_keyboard_stays_with_the_tabs_when_the_place_changes(qtbot, tab_bars):
    tab_bars.activateWindow()
    qtbot.waitUntil(tab_bars.isActiveWindow)
    tab_bars.show_place("understand")
    bar(tab_bars).setFocus()
    tab_bars.show_place("train")
    assert tab_bars.focusWidget() is tab_bars.bars["train"]
    tab_bars.show_place("look")
    assert tab_bars.focusWidget() is tab_bars.places.button("look")


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


def test_where_there_is_little_room_the_tabs_are_lower(tab_bars):
    tab_bars.show_place("understand")
    height, top = bar(tab_bars).sizeHint().height(), tab_bars.page().y()
    tab_bars.set_compact(compact=True)
    QApplication.processEvents()
    assert bar(tab_bars).sizeHint().height() < height
    assert bar(tab_bars).sizeHint().height() >= bar(tab_bars).fontMetrics().height() + 4
    tab_bars.set_compact(compact=False)
    QApplication.processEvents()
    assert (bar(tab_bars).sizeHint().height(), tab_bars.page().y()) == (height, top)


SNAPSHOT = resolve_replay(with_runs(training_room(), history()))


@pytest.fixture
def heard_training():
    return heard_room(TRAINING)


@pytest.fixture
def room(heard_training):
    """What the bar calls, when it is made."""
    return lambda: heard_training.handle


@pytest.fixture
def place(qtbot, room):
    """In a window, as it lives."""
    window = QWidget()
    qtbot.addWidget(window)
    place = ReplayRow(light_theme(), room)
    QVBoxLayout(window).addWidget(place)
    window.resize(700, 200)
    window.show()
    yield place


def test_it_comes_and_goes_with_a_time_lapse(place, heard_training):
    place.set_snapshot(None)
    assert place.panel is None
    assert not place.isVisible()
    place.set_snapshot(SNAPSHOT)
    assert place.panel.isVisible()
    assert place.panel.strip.value() == SNAPSHOT.index
    bar = place.panel
    place.set_snapshot(None)
    assert not place.isVisible()
    place.set_snapshot(dataclasses.replace(SNAPSHOT, index=2, probe=1))
    assert place.panel is bar
    assert bar.isVisible()
    assert bar.strip.value() == 2
    assert heard_training.heard == []


def test_what_the_bar_asks_for_is_passed_on(qtbot, place, heard_training):
    place.set_snapshot(SNAPSHOT)
    bar = place.panel
    bar.strip.setFocus()
    qtbot.keyClick(bar.strip, Qt.Key.Key_Home)
    bar.probes.activated.emit(1)
    for button in (bar.play, bar.close_button):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard_training.heard == [
        ("moment_picked", 0),
        ("probe_picked", 1),
        ("replay_toggled",),
        ("replay_closed",),
    ]


@pytest.mark.parametrize("before", [True, False])
def test_theme_and_room_reach_the_bar_whenever_they_come(place, room, before):
    if before:
        place.set_snapshot(SNAPSHOT)
    place.set_compact(compact=True)
    place.renew(dark_theme())
    tall = ReplayRow(dark_theme(), room)
    for row in (place, tall):
        row.set_snapshot(SNAPSHOT)
    assert place.panel.theme.is_dark
    assert place.panel.sizeHint().height() < tall.panel.sizeHint().height()
    tall.deleteLater()
