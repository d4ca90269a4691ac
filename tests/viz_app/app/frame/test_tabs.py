import pytest
from PySide6.QtWidgets import QWidget

from tests.viz_app.dressed import dressed
from tests.viz_app.probes import emissions
from viz_app.app.frame.tabs import Tabs
from viz_app.design.theme import light_theme


@pytest.fixture
def tabs(qapp, qtbot):
    with dressed(qapp, light_theme()):
        tabs = Tabs({"attention": QWidget(), "masks": QWidget()})
        qtbot.addWidget(tabs)
        tabs.set_theme(light_theme())
        tabs.show()
        yield tabs


def test_a_page_is_shown_by_its_name(tabs):
    heard = emissions(tabs)
    tabs.show_tab("masks")
    assert tabs.current_name() == "masks"
    assert heard == [("tab_shown", "masks")]


def test_where_there_is_little_room_the_tabs_are_lower(tabs):
    bar, page = tabs.tabBar(), tabs.currentWidget()
    height, above = bar.sizeHint().height(), page.contentsMargins().top()
    tabs.set_compact(compact=True)
    assert bar.sizeHint().height() < height
    assert bar.sizeHint().height() >= bar.fontMetrics().height() + 4
    assert page.contentsMargins().top() < above
    tabs.set_compact(compact=False)
    assert (bar.sizeHint().height(), page.contentsMargins().top()) == (height, above)


def test_they_stay_low_in_another_size(tabs):
    tabs.set_compact(compact=True)
    tabs.set_theme(light_theme("presentation"))
    low = tabs.currentWidget().contentsMargins().top()
    tabs.set_compact(compact=False)
    assert low < tabs.currentWidget().contentsMargins().top()
