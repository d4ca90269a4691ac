import pytest
from PySide6.QtCore import QPoint, Qt

from tests.viz_app.listening import said_by
from tests.viz_app.painted import THEMES, overlaps, words
from tests.viz_app.probes import emissions, hover
from viz_app.panels.embedding.views.token_row_view import TokenRowView


@pytest.fixture
def view(qtbot):
    view = TokenRowView(THEMES["light"])
    qtbot.addWidget(view)
    view.resize(600, 36)
    view.set_title("Tokens")
    view.set_tokens(("<s>", "I", "have", "a"), 1)
    view.show()
    view.grab()
    return view


def test_a_token_is_chosen_with_keys(qtbot, view):
    heard = emissions(view)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(view, key)
    assert heard == [("token_picked", token) for token in (2, 0, 0, 3)]


def test_a_token_is_chosen_with_the_mouse(qtbot, view):
    heard = emissions(view)
    for token in (3, 1):
        place = view.layout_now().boxes[token].center().toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [("token_picked", 3)]


def test_the_token_under_the_mouse_is_said(qtbot, view):
    said = said_by(view)
    hover(qtbot, view, view.layout_now().boxes[2].center().toPoint())
    assert said[-1] == "position 2: “have”"
    hover(qtbot, view, QPoint(2, 2))
    assert said[-1] == ""


@pytest.mark.parametrize("chosen", [0, 20, 39])
def test_of_too_many_the_chosen_one_is_in_view(view, chosen):
    view.set_tokens(words(40), chosen)
    view.grab()
    layout = view.layout_now()
    assert not overlaps(list(layout.boxes))
    assert layout.viewport.contains(layout.boxes[chosen].center())
    assert view.cursor_rect().contains(layout.boxes[chosen])


def test_a_box_out_of_view_is_not_under_the_mouse(view):
    view.set_tokens(words(40), 39)
    view.grab()
    layout = view.layout_now()
    assert layout.token_at(layout.boxes[0].center()) is None
    assert layout.token_at(layout.title.center()) is None


def test_without_tokens_it_is_empty(qtbot, view):
    view.set_tokens((), 0)
    view.grab()
    assert view.cursor_rect() is None
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert heard == []
