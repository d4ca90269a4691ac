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


WAYS = {
    "place": lambda window: window.tabs.places.button("look").click(),
    "place menu": lambda window: window.menus.action("place_train").trigger(),
    "tab menu": lambda window: window.menus.action("tab_masks").trigger(),
    "next tab": lambda window: window.menus.action("next_tab").trigger(),
    "next button": lambda window: window.next.click(),
}
"""To another tab; besides by its bar and by its keys."""


@pytest.mark.parametrize("way", ["bar", "key", *WAYS])
def test_a_note_is_past_when_the_user_goes_to_another_tab(qtbot, noted, way):
    before, bar = noted.tabs.current_name(), noted.tabs.bars["understand"]
    if way == "bar":
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(2).center())
    elif way == "key":
        press(qtbot, bar, Qt.Key.Key_3, ALT)
    else:
        WAYS[way](noted)
    assert noted.tabs.current_name() != before
    assert not noted.notices.isVisible()


def test_a_note_stays_where_the_user_picks_the_tab_in_front(qtbot, noted):
    noted.menus.action(f"tab_{noted.tabs.current_name()}").trigger()
    click(qtbot, noted.tabs.places.button("understand"))
    assert noted.notices.isVisible()


def test_what_is_wrong_goes_along_to_other_tabs(qtbot, window, tmp_path):
    window.header.intents.translate_requested.emit("猫")
    qtbot.waitUntil(lambda: said(window).startswith("Warning: "))
    WAYS["tab menu"](window)
    assert window.notices.isVisible()
    window.files.open_requested.emit(tmp_path / "nowhere.headlight")
    qtbot.waitUntil(lambda: said(window).startswith("Error: "))
    click(qtbot, window.next)
    assert window.notices.isVisible()
