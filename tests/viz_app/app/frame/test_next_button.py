import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.viz_app.probes import marked_language
from viz_app.app.frame.next_button import NextButton
from viz_app.app.frame.tabs import Tabs
from viz_app.app.panels import PANELS, tabs_of


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


def test_it_is_not_there_where_nothing_is_explained(tabs, button):
    for name in ("attention", "runs", "experiments"):
        tabs.show_tab("bleu")
        assert button.isVisible()
        tabs.show_tab(name)
        assert not button.isVisible()


def test_it_says_where_it_leads(tabs, button):
    tabs.show_tab("masks")
    assert button.text() == button.accessibleName() == "Next: Architecture →"
    assert button.toolTip()
    with marked_language():
        assert button.text() == "«Next: «Architecture» →»"
