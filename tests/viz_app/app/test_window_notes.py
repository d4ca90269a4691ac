"""Through the real window: a mere note is past when the user goes to another tab."""

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.application import ALT, click, press, said

pytestmark = pytest.mark.window


@pytest.fixture
def noted(qtbot, window, file_dialogs, tmp_path):
    """A window in which a lesson is in front, and a note over it."""
    click(qtbot, window.tabs.places.button("understand"))
    file_dialogs.append(tmp_path / "page.html")
    window.menus.action("report").trigger()
    qtbot.waitUntil(lambda: said(window).startswith("Note: The report was saved as"))
    return window


def by_bar(qtbot, window):
    bar = window.tabs.bars["understand"]
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(2).center())


def by_place(qtbot, window):
    click(qtbot, window.tabs.places.button("look"))


def by_place_menu(qtbot, window):
    window.menus.action("place_train").trigger()


def by_tab_menu(qtbot, window):
    window.menus.action("tab_masks").trigger()


def by_key(qtbot, window):
    press(qtbot, window.tabs.bars["understand"], Qt.Key.Key_3, ALT)


def by_next_tab(qtbot, window):
    window.menus.action("next_tab").trigger()


def by_next_button(qtbot, window):
    click(qtbot, window.next)


@pytest.mark.parametrize(
    "goes",
    [by_bar, by_place, by_place_menu, by_tab_menu, by_key, by_next_tab, by_next_button],
)
def test_a_note_is_past_when_the_user_goes_to_another_tab(qtbot, noted, goes):
    before = noted.tabs.current_name()
    goes(qtbot, noted)
    assert noted.tabs.current_name() != before
    assert not noted.notices.isVisible()


def test_a_note_stays_where_the_user_picks_the_tab_in_front(qtbot, noted):
    noted.menus.action(f"tab_{noted.tabs.current_name()}").trigger()
    click(qtbot, noted.tabs.places.button("understand"))
    assert noted.notices.isVisible()


def test_what_is_wrong_goes_along_to_other_tabs(qtbot, window, tmp_path):
    window.header.intents.translate_requested.emit("猫")
    qtbot.waitUntil(lambda: said(window).startswith("Warning: "))
    by_tab_menu(qtbot, window)
    assert window.notices.isVisible()
    window.files.open_requested.emit(tmp_path / "nowhere.headlight")
    qtbot.waitUntil(lambda: said(window).startswith("Error: "))
    click(qtbot, window.next)
    assert window.notices.isVisible()
