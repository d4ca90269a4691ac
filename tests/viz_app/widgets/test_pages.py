"""Pages behind wear what they wore until they come to the front."""

from contextlib import contextmanager
from itertools import groupby

import pytest
from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import delete

from tests.viz_app.dressed import dressed
from tests.viz_app.on_screen import on_screen
from viz_app.design.theme import apply_theme, catch_up, dark_theme, is_left_out, light_theme
from viz_app.engine.runtime import PAUSE_MS
from viz_app.widgets.layout import filled
from viz_app.widgets.pages import LatePage, Pages, WindowTurns, all_behind, in_front, in_turn
from viz_app.widgets.themed import Themed

# ------------------------------------------------------------------------------- test window turns
# What a window has to make and to paint is done a piece a turn.


class Painted(QWidget):
    """Tells its name when it is painted."""

    def __init__(self, name, told):
        super().__init__()
        self.name, self.told = name, told
        self.setMinimumSize(20, 20)

    def paintEvent(self, event):
        super().paintEvent(event)
        self.told.append(self.name)


class UpdateRequests(QObject):
    """Tells when a window has been asked to paint what has changed."""

    def __init__(self, told):
        super().__init__()
        self.told = told

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.UpdateRequest:
            self.told.append("turn")
        return False


@pytest.fixture
def told():
    return []


@pytest.fixture
def views(qtbot, told):
    """Three in one window, which has been painted."""
    window = QWidget()
    qtbot.addWidget(window)
    views = [Painted(name, told) for name in "abc"]
    row = QHBoxLayout(window)
    for view in views:
        row.addWidget(view)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: {*told} == {*"abc"})
    QApplication.processEvents()
    told.clear()
    window.requests = UpdateRequests(told)
    window.installEventFilter(window.requests)
    yield views


def test_each_has_a_turn_of_its_own_in_the_order_in_which_they_asked(qtbot, views, told):
    for view in (views[2], views[0], views[1], views[0]):
        in_turn(view, QWidget.update)
    assert told == []
    qtbot.waitUntil(lambda: "b" in told)
    assert told == ["turn", "c", "turn", "a", "turn", "b"]


def test_one_that_is_gone_by_then_is_passed_over(qtbot, views, told):
    in_turn(views[0], QWidget.update)
    in_turn(views[1], QWidget.update)
    delete(views[0])
    qtbot.waitUntil(lambda: "b" in told)
    assert "a" not in told


def test_a_window_has_one_timer_that_rests_when_nothing_waits(qtbot, views, told):
    for _ in range(3):
        in_turn(views[0], QWidget.update)
    qtbot.waitUntil(lambda: "a" in told)
    (turns,) = views[0].window().findChildren(WindowTurns)
    assert (turns.isActive(), views[0].window().findChildren(QTimer)) == (False, [turns])


def test_what_follows_a_long_painting_is_not_in_its_turn(qtbot, views):
    told = []

    def make(view):
        spend_long()
        view.update()

    def paint(event):
        spend_long()
        told.append("painted")

    views[0].paintEvent = paint
    in_turn(views[0], make)
    in_turn(views[0], lambda _: told.append("next"))
    turns = []
    while "next" not in told:
        before = len(told)
        QApplication.processEvents()
        turns.append(told[before:])
    assert [turn for turn in turns if turn] == [["painted"], ["next"]]


def test_a_piece_is_done_within_what_the_window_works_in(qtbot, views):
    told = []

    @contextmanager
    def meanwhile():
        told.append("begun")
        yield
        told.append("ended")

    in_turn(views[0], lambda _: told.append("done"))
    (turns,) = views[0].window().findChildren(WindowTurns)
    turns.meanwhile = meanwhile()
    qtbot.waitUntil(lambda: "ended" in told)
    assert told == ["begun", "done", "ended"]


def spend_long():
    clock = QElapsedTimer()
    clock.start()
    while clock.elapsed() < 10 * PAUSE_MS:
        pass


# -------------------------------------------------------------------------------------- test pages


class Page(Themed, QWidget):
    """Has a label, and other pages if they are given."""

    def __init__(self, *inside: QWidget) -> None:
        super().__init__()
        self.label = QLabel("page")
        self.label.setProperty("role", "small")
        filled(QVBoxLayout(self), self.label, *inside)


@pytest.fixture
def pages(qapp, qtbot):
    """Two pages; the second has two in it. All of them were seen."""
    with dressed(qapp, light_theme()):
        outer, inner = Pages(), Pages()
        qtbot.addWidget(outer)
        inner.fill([Page(), Page()])
        outer.fill([Page(), Page(inner)])
        outer.set_theme(light_theme())
        outer.show()
        for stack, number in ((outer, 1), (inner, 1), (inner, 0), (outer, 0)):
            stack.bring(stack.widget(number))
        yield outer, inner


def wear(theme, *pages):
    """Which pages and labels are seen in it."""
    return [page.theme == theme and page.label.font().pixelSize() == theme.small for page in pages]


def test_another_theme_is_for_the_page_in_front_and_the_next_to_come(qapp, pages):
    outer, inner = pages
    theme = dark_theme("presentation")
    apply_theme(qapp, theme, later=list(all_behind([outer])))
    outer.set_theme(theme)
    all_four = [stack.widget(number) for stack in pages for number in range(2)]
    assert wear(theme, *all_four) == [True, False, False, False]
    outer.bring(outer.widget(1))
    assert wear(theme, *all_four) == [True, True, True, False]
    inner.bring(inner.widget(1))
    assert wear(theme, *all_four) == [True, True, True, True]
    assert not any(map(is_left_out, in_front(outer)))


def test_a_page_that_has_caught_up_in_part_does_so_as_a_whole_when_it_comes(qapp, pages):
    outer, inner = pages
    theme = dark_theme("presentation")
    apply_theme(qapp, theme, later=list(all_behind([outer])))
    outer.set_theme(theme)
    catch_up([outer.widget(1)])
    outer.bring(outer.widget(1))
    assert wear(theme, outer.widget(1), inner.widget(0)) == [True, True]


def test_a_page_that_is_measured_is_dressed_at_once(qtbot):
    stack, first, second = Pages(), Page(), Page()
    qtbot.addWidget(stack)
    stack.fill([first, second], measured=second)
    assert stack.behind() == []
    stack.bring(second)
    assert stack.behind() == [first]
    stack.set_theme(dark_theme())
    stack.bring(first)
    assert second.theme == first.theme == dark_theme()


def test_what_is_in_front_is_all_but_the_pages_behind(pages):
    outer, inner = pages
    shown = in_front(outer)
    assert outer.widget(0).label in shown
    assert outer.widget(1) not in shown
    assert inner not in shown
    assert inner.widget(1).label not in in_front(outer.widget(1))
    assert inner.widget(0).label in in_front(outer.widget(1))


# ---------------------------------------------------------------------------------- test late page
# A page makes its panel after it was looked at first, in turns of its own.


class Panel(QWidget):
    """Remembers what it was told."""

    def __init__(self, theme, parent):
        super().__init__(parent)
        self.theme, self.snapshots = theme, []

    def set_snapshot(self, snapshot):
        self.snapshots.append(snapshot)

    def set_theme(self, theme):
        self.theme = theme


class Typed(Panel):
    """Has a line for the keyboard."""

    def __init__(self, theme, parent):
        super().__init__(theme, parent)
        self.line = QLineEdit(self)
        self.setFocusProxy(self.line)


@pytest.fixture
def page(qtbot):
    page = LatePage(Panel, light_theme())
    qtbot.addWidget(page)
    return page


def shown(qtbot, page):
    page.show()
    qtbot.waitUntil(lambda: page.panel is not None)


def test_nothing_is_made_before_it_is_shown(page):
    page.set_snapshot(1)
    page.set_theme(dark_theme())
    assert page.panel is None


def test_the_panel_gets_the_newest_snapshot_and_theme(qtbot, page):
    page.set_snapshot(1)
    page.set_snapshot(2)
    page.set_theme(dark_theme())
    shown(qtbot, page)
    assert page.panel.snapshots == [2]
    assert page.panel.theme.is_dark
    assert page.currentWidget() is page.panel


def test_it_is_made_in_one_turn_told_in_another_and_shown_in_a_third(qtbot, page):
    page.show()
    page.set_snapshot(0)
    page.set_theme(dark_theme())
    found = []
    while page.panel is None:
        found.append([list(panel.snapshots) for panel in page.findChildren(Panel)])
        QApplication.processEvents()
    assert [seen for seen, _ in groupby(found)] == [[], [[]], [[0]]]
    assert page.panel.theme.is_dark


def test_what_comes_while_it_is_made_is_shown_to_it(qtbot, page):
    page.show()
    told = []
    while page.panel is None:
        told.append(len(told))
        page.set_snapshot(told[-1])
        QApplication.processEvents()
    first = page.panel.snapshots[0]
    assert page.panel.snapshots == told[first:]


def test_who_cannot_wait_makes_it_at_once_and_once(qtbot, page):
    made = []
    page.made.connect(made.append)
    page.set_snapshot(1)
    page.show()
    panel = page.make()
    assert panel.snapshots == [1]
    assert page.currentWidget() is panel
    assert page.make() is panel
    (turns,) = page.findChildren(WindowTurns)
    qtbot.waitUntil(lambda: not turns.isActive())
    assert made == [panel]


def test_a_page_that_is_left_before_its_turn_waits_to_be_seen_again(qtbot, page):
    page.show()
    page.hide()
    (turns,) = page.findChildren(WindowTurns)
    qtbot.waitUntil(lambda: not turns.isActive())
    assert page.findChild(Panel) is None
    shown(qtbot, page)


def test_the_panel_is_made_in_the_page(qtbot, page):
    made = []
    page.made.connect(lambda panel: made.append(panel.parentWidget()))
    shown(qtbot, page)
    assert made == [page]


def test_from_then_on_it_is_told_at_once(qtbot, page):
    shown(qtbot, page)
    page.set_snapshot(3)
    page.set_theme(dark_theme())
    assert page.panel.snapshots == [3]
    assert page.panel.theme.is_dark


def test_it_is_made_once(qtbot, page):
    made = []
    page.made.connect(made.append)
    for _ in range(2):
        shown(qtbot, page)
        page.hide()
    assert made == [page.panel]


def test_its_intents_can_be_connected_before_it_is_told_anything(qtbot, page):
    told = []
    page.made.connect(lambda panel: told.append(list(panel.snapshots)))
    shown(qtbot, page)
    assert told == [[]]


def test_what_a_listener_gives_the_page_is_shown_once(qtbot, page):
    page.set_snapshot(1)
    page.made.connect(lambda panel: page.set_snapshot(2))
    shown(qtbot, page)
    assert page.panel.snapshots == [2]


def test_a_page_that_waits_is_made_after_it_is_furnished(qtbot):
    page = on_screen(qtbot, LatePage(Panel, light_theme(), waits=True))
    QApplication.processEvents()
    assert page.panel is None
    assert page.currentWidget().text() == "This page is still loading."
    page.furnish()
    qtbot.waitUntil(lambda: page.panel is not None)
    assert page.currentWidget() is page.panel


def test_a_hidden_page_that_is_furnished_still_waits_to_be_seen(qtbot):
    page = LatePage(Panel, light_theme(), waits=True)
    qtbot.addWidget(page)
    page.furnish()
    assert page.findChildren(WindowTurns) == []
    shown(qtbot, page)


def test_the_keyboard_that_the_page_has_got_is_the_panel_s(qtbot):
    page = LatePage(Typed, light_theme())
    on_screen(qtbot, page)
    page.setFocus()
    qtbot.keyClicks(page, "lost")
    qtbot.waitUntil(lambda: page.panel is not None)
    qtbot.waitUntil(page.panel.line.hasFocus)
    qtbot.keyClicks(QApplication.focusWidget(), "typed")
    assert page.panel.line.text() == "typed"
