import pytest
from PySide6.QtCore import QPoint, Qt

from tests.viz_app.listening import plain, said_by
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.embedding.records import SOURCE, side_of
from tests.viz_app.probes import emissions, hover
from viz_app.panels.embedding.texts.sentences import number_sentence
from viz_app.panels.embedding.views.numbers_view import NumbersView

SIDE = side_of(SOURCE, d_model=64)


@pytest.fixture
def view(qtbot):
    view = NumbersView(THEMES["light"])
    qtbot.addWidget(view)
    view.resize(700, 180)
    view.set_token(SIDE, 1)
    view.show()
    view.grab()
    return view


def test_the_keys_bring_every_number_into_view(qtbot, view):
    heard, said = emissions(view), said_by(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_End)
    view.grab()
    assert heard == [("dimension_reached", 1), ("dimension_reached", 63)]
    assert said[-1] == plain(number_sentence(SIDE, 1, 63))
    layout = view.layout_now()
    assert layout.first + layout.grid.columns == 64


def test_up_and_down_do_nothing(qtbot, view):
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert heard == []


def test_a_click_points_out_a_dimension(qtbot, view):
    heard = emissions(view)
    place = view.layout_now().column_rect(4).center().toPoint()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [("dimension_reached", 4)]


def test_what_is_under_the_mouse_is_said(qtbot, view):
    said = said_by(view)
    hover(qtbot, view, view.layout_now().column_rect(3).center().toPoint())
    assert said[-1] == plain(number_sentence(SIDE, 1, 3))
    hover(qtbot, view, QPoint(3, 3))
    assert said[-1] == ""


def test_a_narrower_model_has_fewer_numbers(qtbot, view):
    view.set_dimension(60)
    view.set_token(side_of(SOURCE, d_model=8), 0)
    view.grab()
    assert view.layout_now().column_rect(7).isValid()


def test_without_a_token_it_is_empty(qtbot, view):
    view.set_token(None, 0)
    view.grab()
    assert view.layout_now() is None
    qtbot.keyClick(view, Qt.Key.Key_Right)
