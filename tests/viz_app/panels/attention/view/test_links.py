import dataclasses

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QToolTip

from tests.viz_app.listening import picked, plain, said_by, wheel
from tests.viz_app.painted import EN, THEMES, ZH, focus, words, zeros
from tests.viz_app.probes import emissions, hover, marked_language, spoken_name
from viz_app.panels.attention.pictures.link_set import LinkEnd
from viz_app.panels.attention.view import links as view_links
from viz_app.panels.attention.view.links import LinksView
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.picture import PAGE
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)
QUERY = "Head 1 of layer 2, cross: “book” → “in” attends 0.54 to “昨”"
KEY = "Head 1 of layer 2, cross: “昨” receives 0.54 from “book” → “in”"


def peaked(**fields):
    return focus(zeros(ROWS, COLUMNS, r4c1=0.54213), **{"marked_row": 4, **fields})


@pytest.fixture
def view(qtbot):
    view = LinksView(THEMES["light"], AttentionIntents())
    qtbot.addWidget(view)
    view.resize(640, 520)
    view.show()
    view.set_snapshot(peaked())
    view.grab()
    return view


def place_of(view, side, index):
    return view.layout_now().token_rect(LinkEnd(side, index)).center().toPoint()


@pytest.mark.parametrize(("side", "index", "said"), [("query", 4, QUERY), ("key", 1, KEY)])
def test_hovering_a_token_shows_its_lines_and_says_its_links(view, qtbot, side, index, said):
    heard = said_by(view)
    calm = view.grab().toImage()
    hover(qtbot, view, place_of(view, side, index))
    assert view.shown_end() == LinkEnd(side, index)
    assert heard == [said]
    assert view.grab().toImage() != calm


def test_very_many_links_are_found_in_a_turn_of_their_own(view, qtbot, monkeypatch):
    other = peaked(cell=Cell(4, 1))
    view.set_snapshot(other)
    right = view.grab().toImage()
    view.set_snapshot(peaked())
    before = view.grab().toImage()
    monkeypatch.setattr(view_links, "LARGE", 1)
    view.set_snapshot(other)
    assert view.grab().toImage() == before
    qtbot.waitUntil(lambda: view.grab().toImage() == right)


def test_they_are_painted_though_others_come_all_the_time(view, monkeypatch):
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    right = view.grab().toImage()
    monkeypatch.setattr(view_links, "LARGE", 1)
    view.set_snapshot(peaked())
    view.grab()
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    assert view.grab().toImage() == right


def test_the_picture_says_the_weights_and_no_tool_tip_hides_it(view, qtbot):
    hover(qtbot, view, place_of(view, "query", 4))
    assert not QToolTip.text()


def test_at_rest_the_row_of_the_step_stands_out_and_the_others_fade(view):
    """The step's line is as when it is hovered, another one between calm and hidden."""
    shown = focus(zeros(ROWS, COLUMNS, r4c1=1.0, r9c9=1.0), marked_row=4)
    seen = {}
    for name, picture in (
        ("step", shown),
        ("none", dataclasses.replace(shown, marked_row=None)),
        ("other", dataclasses.replace(shown, marked_row=9)),
    ):
        view.set_snapshot(picture)
        image, area = view.grab().toImage(), view.layout_now().lines_rect
        points = (
            QPointF(area.left() + 0.02 * area.width(), view.layout_now().middle(row))
            for row in (4, 9)
        )
        seen[name] = [image.pixelColor(point.toPoint()).lightness() for point in points]
    assert seen["step"][0] == pytest.approx(seen["none"][0], abs=10)
    assert seen["none"][0] + 40 < seen["other"][0]
    assert seen["other"][1] == pytest.approx(seen["none"][1], abs=10)
    panel = QColor(view.theme.panel).lightness()
    assert seen["none"][1] + 40 < seen["step"][1] < panel


def test_leaving_shows_all_lines_again(view, qtbot):
    calm = view.grab().toImage()
    hover(qtbot, view, place_of(view, "query", 4))
    view.grab()
    heard = said_by(view)
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert view.shown_end() is None
    assert heard == [""]
    assert view.grab().toImage() == calm


def test_between_the_tokens_nothing_is_hovered(view, qtbot):
    hover(qtbot, view, place_of(view, "query", 4))
    hover(qtbot, view, view.layout_now().lines_rect.center().toPoint())
    assert view.shown_end() is None


def test_hover_is_said_once_a_token(view, qtbot):
    heard = said_by(view)
    point = place_of(view, "query", 4)
    for x in (0, 3, -4):
        hover(qtbot, view, point + QPoint(x, 0))
    assert heard == [QUERY]


def test_hovering_paints_no_lines_anew(view, qtbot, monkeypatch):
    kept = view._lines
    hover(qtbot, view, place_of(view, "query", 4))
    view.grab()
    assert view._lines is kept


@pytest.mark.parametrize(
    ("side", "index", "cell"),
    [("query", 4, Cell(4, 1)), ("query", 2, Cell(2, 0)), ("key", 7, Cell(4, 7))],
)
def test_a_click_picks_a_token_s_cell(view, qtbot, side, index, cell):
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, side, index))
    assert picked(heard) == [cell]


@pytest.mark.parametrize(("side", "cell"), [("query", Cell(2, 3)), ("key", Cell(5, 2))])
def test_a_click_keeps_the_cursor_s_other_token(view, qtbot, side, cell):
    view.set_snapshot(peaked(cell=Cell(5, 3)))
    view.grab()
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, side, 2))
    assert picked(heard) == [cell]


def test_a_click_beside_the_tokens_lets_go(view, qtbot):
    heard = emissions(view)
    beside = view.layout_now().lines_rect.center().toPoint()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=beside)
    assert not picked(heard)
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    view.grab()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=beside)
    assert picked(heard) == [None]


def test_a_chosen_token_keeps_its_lines(view, qtbot):
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    assert view.shown_end() == LinkEnd("query", 4)
    view.grab()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, "key", 1))
    assert view.shown_end() == LinkEnd("key", 1)


def test_a_token_chosen_elsewhere_has_its_lines(view):
    view.set_snapshot(peaked(linked_row=6))
    assert view.shown_end() == LinkEnd("query", 6)


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        (Qt.Key.Key_Up, Cell(3, 3)),
        (Qt.Key.Key_Down, Cell(5, 3)),
        (Qt.Key.Key_Home, Cell(0, 3)),
        (Qt.Key.Key_End, Cell(ROWS - 1, 3)),
        (Qt.Key.Key_PageUp, Cell(0, 3)),
        (Qt.Key.Key_PageDown, Cell(min(4 + PAGE, ROWS - 1), 3)),
        (Qt.Key.Key_Escape, None),
    ],
)
def test_keys_move_along_the_queries(view, qtbot, key, cell):
    view.set_snapshot(peaked(cell=Cell(4, 3)))
    heard = emissions(view)
    qtbot.keyClick(view, key)
    assert picked(heard) == [cell]


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        (Qt.Key.Key_Up, Cell(4, 2)),
        (Qt.Key.Key_Down, Cell(4, 4)),
        (Qt.Key.Key_Home, Cell(4, 0)),
        (Qt.Key.Key_End, Cell(4, COLUMNS - 1)),
    ],
)
def test_right_goes_to_the_keys_and_keys_move_there(view, qtbot, key, cell):
    view.set_snapshot(peaked(cell=Cell(4, 3)))
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.shown_end() == LinkEnd("key", 3)
    assert not picked(heard), "the same cell, seen from the other side"
    qtbot.keyClick(view, key)
    assert picked(heard) == [cell]
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.shown_end() == LinkEnd("query", 4)


def test_changing_the_side_is_said(view, qtbot):
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    heard = said_by(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert heard == [KEY]
    assert plain(view.accessibleDescription()) == KEY


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right])
def test_the_first_key_starts_at_the_row_in_view(view, qtbot, key):
    heard = emissions(view)
    qtbot.keyClick(view, key)
    assert picked(heard) == [Cell(4, 1)]


@pytest.mark.parametrize("shown", [None, focus(target=()), focus(source=())])
def test_without_tokens_nothing_happens(view, qtbot, shown):
    view.set_snapshot(shown)
    view.grab()
    heard = emissions(view)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Escape):
        qtbot.keyClick(view, key)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 120))
    hover(qtbot, view, QPoint(60, 121))
    assert not picked(heard)
    assert view.sentence() == ""


def test_screen_readers_hear_the_links_and_how_to_choose(view):
    assert spoken_name(view) == "Links"
    described = plain(view.accessibleDescription())
    assert described.startswith(QUERY)
    assert "Up and Down" in described
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    assert plain(view.accessibleDescription()) == QUERY


def test_moving_the_cursor_says_the_links(view):
    heard = said_by(view)
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    view.set_snapshot(peaked(cell=Cell(3, 1)))
    view.set_snapshot(peaked())
    assert heard == [QUERY, "Head 1 of layer 2, cross: “a” → “book” attends to nothing", ""]


def test_a_resting_mouse_hears_the_new_links(view, qtbot):
    hover(qtbot, view, place_of(view, "query", 4))
    heard = said_by(view)
    view.set_snapshot(focus(zeros(ROWS, COLUMNS, r4c1=0.25), marked_row=5))
    assert view.shown_end() == LinkEnd("query", 4)
    view.grab()
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [QUERY.replace("0.54", "0.25")]


def test_a_token_that_is_gone_is_not_hovered(view, qtbot):
    hover(qtbot, view, place_of(view, "query", 9))
    view.set_snapshot(focus(target=EN[:3]))
    assert view.shown_end() is None


def test_the_mouse_waits_for_the_picture(view, qtbot):
    point = place_of(view, "query", 9)
    view.set_snapshot(focus(target=EN[:3], source=ZH[:3]))
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=point)
    assert not picked(heard)


def test_an_equal_snapshot_costs_nothing(view, monkeypatch):
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    view.set_snapshot(dataclasses.replace(view._snapshot))
    assert not redrawn
    view.set_snapshot(dataclasses.replace(view._snapshot, mass=0.5))
    assert redrawn


def test_the_one_chosen_head_is_shown(view):
    view.set_snapshot(focus(head=0, heads=(2,)))
    assert "Head 3 of layer 2" in view.sentence()
    weights = view._snapshot.trace.weights("cross")[1, 2]
    links = view.links().every()
    assert (links.weights == weights[links.rows, links.columns]).all()


def long_focus(**fields):
    tokens = words(512)
    return focus(target=tokens, source=tokens, **fields)


def test_long_sentences_scroll_by_wheel(view):
    assert not view.bar().isVisible()
    view.set_snapshot(long_focus())
    view.grab()
    assert view.bar().isVisible()
    first = view.layout_now().seen("query").start
    assert wheel(view, view.layout_now().lines_rect.center().toPoint(), -1200)
    view.grab()
    assert view.layout_now().seen("query").start > first


def test_a_wheel_over_a_short_sentence_is_left_to_others(view):
    assert not wheel(view, view.layout_now().lines_rect.center().toPoint(), -120)


def test_the_chosen_token_is_scrolled_to(view, qtbot):
    view.set_snapshot(long_focus())
    view.set_snapshot(long_focus(cell=Cell(300, 2)))
    view.grab()
    assert 300 in view.layout_now().seen("query")
    qtbot.keyClick(view, Qt.Key.Key_Right)
    view.grab()
    assert 2 in view.layout_now().seen("key")


def test_the_step_s_row_is_scrolled_to(view):
    for row in (0, 300, 511, 20):
        view.set_snapshot(long_focus(marked_row=row))
        view.grab()
        layout = view.layout_now()
        rect = layout.token_rect(LinkEnd("query", row))
        assert layout.viewport.adjusted(0, -1, 0, 1).contains(rect)


def test_what_is_chosen_stays_in_view_in_a_smaller_picture(view):
    view.set_snapshot(long_focus(marked_row=20))
    view.resize(640, 300)
    view.grab()
    assert 20 in view.layout_now().seen("query")


def test_the_bar_is_beside_the_picture(view):
    view.set_snapshot(long_focus())
    view.grab()
    layout = view.layout_now()
    assert view.bar().geometry().left() >= layout.viewport.right()
    assert view.rect().contains(view.bar().geometry())


@pytest.mark.parametrize("name", THEMES)
def test_theme_is_taken(view, name):
    theme = THEMES[name]
    view.set_theme(theme)
    view.set_snapshot(focus(zeros(ROWS, COLUMNS, r4c1=1.0)))
    image = view.grab().toImage()
    area, ratio = view.layout_now().lines_rect, image.devicePixelRatio()
    at = QPointF(area.left() + 5, view.layout_now().middle(4)) * ratio
    seen, wanted = image.pixelColor(at.toPoint()), QColor(theme.cross)
    assert abs(seen.red() - wanted.red()) < 50
    assert abs(seen.green() - wanted.green()) < 50


def test_another_size_has_lines_of_another_size(view):
    before = view._lines.image.size()
    view.resize(640, 700)
    view.grab()
    assert view._lines.image.size() != before


def test_language_change_repaints(view, monkeypatch):
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    with marked_language():
        assert redrawn
        assert view.accessibleName() == "«Links»"
        assert view.accessibleDescription().startswith("«")
