import pytest
from PySide6.QtCore import QPoint, Qt

from tests.viz_app.listening import said_by, wheel
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.embedding.records import FED, SOURCE, side_of
from tests.viz_app.probes import emissions, hover
from viz_app.panels.embedding.texts.sentences import number_sentence, numbers_title
from viz_app.panels.embedding.views.strips_view import StripsView

SIDE = side_of(SOURCE)


@pytest.fixture
def view(qtbot):
    view = StripsView(THEMES["light"])
    qtbot.addWidget(view)
    view.resize(800, 240)
    view.set_side(SIDE, 1)
    view.show()
    view.grab()
    return view


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


def test_a_token_is_chosen_with_the_arrow_keys_and_said(qtbot, view):
    heard, said = emissions(view), said_by(view)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert heard == [("token_picked", 2)]
    assert said[-1] == plain(number_sentence(SIDE, 2, 0))


def test_its_numbers_are_gone_through_with_left_and_right(qtbot, view):
    heard, said = emissions(view), said_by(view)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_End):
        qtbot.keyClick(view, key)
    assert heard == [("dimension_reached", dimension) for dimension in (1, 2, 15)]
    assert said[-1] == plain(number_sentence(SIDE, 1, 15))
    assert view.cursor_rect().center().x() == pytest.approx(
        view.layout_now().strips[-1].cell_rect(1, 15).center().x()
    )


def test_a_click_chooses_token_and_number(qtbot, view):
    heard = emissions(view)
    place = view.layout_now().strips[1].cell_rect(3, 7).center().toPoint()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert set(heard) == {("token_picked", 3), ("dimension_reached", 7)}


def test_a_click_on_a_token_chooses_it(qtbot, view):
    heard = emissions(view)
    place = view.layout_now().token_rect(0).center().toPoint()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [("token_picked", 0)]


@pytest.mark.parametrize("strip", [0, 1, 2])
def test_what_is_under_the_mouse_is_said(qtbot, view, strip):
    said = said_by(view)
    hover(qtbot, view, view.layout_now().strips[strip].cell_rect(2, 5).center().toPoint())
    assert said[-1] == plain(number_sentence(SIDE, 2, 5))
    hover(qtbot, view, view.layout_now().token_rect(2).center().toPoint())
    assert said[-1] == plain(numbers_title(SIDE, 2))
    hover(qtbot, view, QPoint(400, 235))
    assert said[-1] == ""


def test_many_tokens_scroll_and_the_chosen_one_is_in_view(qtbot, view):
    many = side_of(("a",) * 60)
    view.set_side(many, 0)
    view.grab()
    assert view.bar().isVisible()
    assert wheel(view, QPoint(300, 120), -120)
    assert view.scroll_of() > 0
    view.set_side(many, 59)
    view.grab()
    layout = view.layout_now()
    assert layout.viewport.adjusted(0, -1, 0, 1).contains(layout.row_rect(59).center())


def test_another_side_keeps_the_dimension_where_it_exists(qtbot, view):
    qtbot.keyClick(view, Qt.Key.Key_End)
    view.set_side(side_of(FED, d_model=4), 0)
    view.grab()
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.cursor_rect().center().x() == pytest.approx(
        view.layout_now().strips[-1].cell_rect(0, 2).center().x()
    )


def test_without_a_side_it_is_empty(qtbot, view):
    view.set_side(None, 0)
    view.grab()
    assert view.layout_now() is None
    qtbot.keyClick(view, Qt.Key.Key_Down)
    hover(qtbot, view, QPoint(200, 100))
