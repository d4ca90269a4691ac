import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from tests.viz_app.listening import plain as plain_text
from tests.viz_app.listening import said_by, wheel
from tests.viz_app.painted import THEMES, overlaps, words
from tests.viz_app.panels.embedding.records import FED, SOURCE, logits_of, side_of
from tests.viz_app.probes import emissions, hover
from viz_app.panels.embedding.pictures.texts import number_sentence, numbers_title
from viz_app.panels.embedding.view.pictures import NumbersView, OutputView, StripsView, TokenRowView

# ------------------------------------------------------------------------------- test numbers view


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
    assert said[-1] == plain_text(number_sentence(SIDE, 1, 63))
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
    assert said[-1] == plain_text(number_sentence(SIDE, 1, 3))
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


# -------------------------------------------------------------------------------- test output view


@pytest.fixture
def output_view(qtbot):
    view = OutputView(THEMES["light"])
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.set_step(logits_of(), 0, tied=True)
    view.show()
    view.grab()
    return view


def test_the_rows_are_the_softmax_of_the_logits(output_view):
    row = logits_of().logits[0].astype(np.float64)
    chances = np.exp(row) / np.exp(row).sum()
    for token in output_view.rows().tokens:
        assert token.probability == pytest.approx(chances[token.token_id], abs=1e-6)
        assert token.logit == pytest.approx(row[token.token_id])


def test_the_keys_begin_at_the_token_that_follows(qtbot, output_view):
    output_view.set_step(logits_of(), 2, tied=True)
    output_view.grab()
    said = said_by(output_view)
    qtbot.keyClick(output_view, Qt.Key.Key_Down)
    assert said[-1].startswith("“a” · rank 12 · logit −6.0000")
    qtbot.keyClick(output_view, Qt.Key.Key_Home)
    assert "rank 1 ·" in said[-1]
    qtbot.keyClick(output_view, Qt.Key.Key_End)
    assert said[-1].startswith("the other ") or "rank" in said[-1]
    assert output_view.cursor_rect() is not None


def test_left_and_right_go_through_the_histogram(qtbot, output_view):
    said = said_by(output_view)
    qtbot.keyClick(output_view, Qt.Key.Key_Left)
    assert said[-1].startswith("tokens with a logit from")
    assert said[-1].endswith("to 6.00: 1")
    first = output_view.cursor_rect()
    qtbot.keyClick(output_view, Qt.Key.Key_Left)
    assert output_view.cursor_rect().left() < first.left()


def test_what_is_under_the_mouse_is_said_of_output_view(qtbot, output_view):
    said = said_by(output_view)
    layout = output_view.layout_now().table
    hover(qtbot, output_view, layout.row_rect(0).center().toPoint())
    assert said[-1].startswith("“I” · rank 1")
    assert said[-1].endswith("next token")
    hover(qtbot, output_view, QPoint(3, 3))
    assert said[-1] == ""
    qtbot.keyClick(output_view, Qt.Key.Key_Left)
    bar = output_view.cursor_rect().center().toPoint()
    said.clear()
    hover(qtbot, output_view, bar)
    assert said[-1].startswith("tokens with a logit from")


def test_all_others_are_said_together(qtbot, output_view):
    rows, said = output_view.rows(), said_by(output_view)
    assert rows.others > 0
    last = output_view.layout_now().table.row_rect(len(rows.tokens)).center().toPoint()
    hover(qtbot, output_view, last)
    assert said[-1] == output_view.row_sentence(len(rows.tokens))
    assert said[-1].startswith(f"the other {rows.others} tokens together")


def test_where_it_is_narrow_there_is_no_histogram(qtbot, output_view):
    output_view.resize(500, 300)
    output_view.grab()
    qtbot.keyClick(output_view, Qt.Key.Key_Left)
    assert output_view.cursor_rect() is None


def test_another_step_has_other_rows(output_view):
    output_view.set_step(logits_of(), 1, tied=False)
    output_view.grab()
    assert output_view.rows().tokens[0].token == "have"
    assert "output projection" in output_view.accessibleDescription()


def test_without_logits_it_is_empty(qtbot, output_view):
    output_view.set_step(None, 0, tied=False)
    output_view.grab()
    assert output_view.rows() is None
    assert output_view.row_sentence(0) == ""
    qtbot.keyClick(output_view, Qt.Key.Key_Down)
    hover(qtbot, output_view, QPoint(100, 100))


# -------------------------------------------------------------------------------- test strips view


STRIPS_VIEW_SIDE = side_of(SOURCE)


@pytest.fixture
def strips_view(qtbot):
    view = StripsView(THEMES["light"])
    qtbot.addWidget(view)
    view.resize(800, 240)
    view.set_side(STRIPS_VIEW_SIDE, 1)
    view.show()
    view.grab()
    return view


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


def test_a_token_is_chosen_with_the_arrow_keys_and_said(qtbot, strips_view):
    heard, said = emissions(strips_view), said_by(strips_view)
    qtbot.keyClick(strips_view, Qt.Key.Key_Down)
    assert heard == [("token_picked", 2)]
    assert said[-1] == plain(number_sentence(STRIPS_VIEW_SIDE, 2, 0))


def test_its_numbers_are_gone_through_with_left_and_right(qtbot, strips_view):
    heard, said = emissions(strips_view), said_by(strips_view)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_End):
        qtbot.keyClick(strips_view, key)
    assert heard == [("dimension_reached", dimension) for dimension in (1, 2, 15)]
    assert said[-1] == plain(number_sentence(STRIPS_VIEW_SIDE, 1, 15))
    assert strips_view.cursor_rect().center().x() == pytest.approx(
        strips_view.layout_now().strips[-1].cell_rect(1, 15).center().x()
    )


def test_a_click_chooses_token_and_number(qtbot, strips_view):
    heard = emissions(strips_view)
    place = strips_view.layout_now().strips[1].cell_rect(3, 7).center().toPoint()
    qtbot.mouseClick(strips_view, Qt.MouseButton.LeftButton, pos=place)
    assert set(heard) == {("token_picked", 3), ("dimension_reached", 7)}


def test_a_click_on_a_token_chooses_it(qtbot, strips_view):
    heard = emissions(strips_view)
    place = strips_view.layout_now().token_rect(0).center().toPoint()
    qtbot.mouseClick(strips_view, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [("token_picked", 0)]


@pytest.mark.parametrize("strip", [0, 1, 2])
def test_what_is_under_the_mouse_is_said_of_strips_view(qtbot, strips_view, strip):
    said = said_by(strips_view)
    hover(
        qtbot,
        strips_view,
        strips_view.layout_now().strips[strip].cell_rect(2, 5).center().toPoint(),
    )
    assert said[-1] == plain(number_sentence(STRIPS_VIEW_SIDE, 2, 5))
    hover(qtbot, strips_view, strips_view.layout_now().token_rect(2).center().toPoint())
    assert said[-1] == plain(numbers_title(STRIPS_VIEW_SIDE, 2))
    hover(qtbot, strips_view, QPoint(400, 235))
    assert said[-1] == ""


def test_many_tokens_scroll_and_the_chosen_one_is_in_view(qtbot, strips_view):
    many = side_of(("a",) * 60)
    strips_view.set_side(many, 0)
    strips_view.grab()
    assert strips_view.bar().isVisible()
    assert wheel(strips_view, QPoint(300, 120), -120)
    assert strips_view.scroll_of() > 0
    strips_view.set_side(many, 59)
    strips_view.grab()
    layout = strips_view.layout_now()
    assert layout.viewport.adjusted(0, -1, 0, 1).contains(layout.row_rect(59).center())


def test_another_side_keeps_the_dimension_where_it_exists(qtbot, strips_view):
    qtbot.keyClick(strips_view, Qt.Key.Key_End)
    strips_view.set_side(side_of(FED, d_model=4), 0)
    strips_view.grab()
    qtbot.keyClick(strips_view, Qt.Key.Key_Left)
    assert strips_view.cursor_rect().center().x() == pytest.approx(
        strips_view.layout_now().strips[-1].cell_rect(0, 2).center().x()
    )


def test_without_a_side_it_is_empty(qtbot, strips_view):
    strips_view.set_side(None, 0)
    strips_view.grab()
    assert strips_view.layout_now() is None
    qtbot.keyClick(strips_view, Qt.Key.Key_Down)
    hover(qtbot, strips_view, QPoint(200, 100))


# ----------------------------------------------------------------------------- test token row view


@pytest.fixture
def token_row_view(qtbot):
    view = TokenRowView(THEMES["light"])
    qtbot.addWidget(view)
    view.resize(600, 36)
    view.set_title("Tokens")
    view.set_tokens(("<s>", "I", "have", "a"), 1)
    view.show()
    view.grab()
    return view


def test_a_token_is_chosen_with_keys(qtbot, token_row_view):
    heard = emissions(token_row_view)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(token_row_view, key)
    assert heard == [("token_picked", token) for token in (2, 0, 0, 3)]


def test_a_token_is_chosen_with_the_mouse(qtbot, token_row_view):
    heard = emissions(token_row_view)
    for token in (3, 1):
        place = token_row_view.layout_now().boxes[token].center().toPoint()
        qtbot.mouseClick(token_row_view, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [("token_picked", 3)]


def test_the_token_under_the_mouse_is_said(qtbot, token_row_view):
    said = said_by(token_row_view)
    hover(qtbot, token_row_view, token_row_view.layout_now().boxes[2].center().toPoint())
    assert said[-1] == "position 2: “have”"
    hover(qtbot, token_row_view, QPoint(2, 2))
    assert said[-1] == ""


@pytest.mark.parametrize("chosen", [0, 20, 39])
def test_of_too_many_the_chosen_one_is_in_view(token_row_view, chosen):
    token_row_view.set_tokens(words(40), chosen)
    token_row_view.grab()
    layout = token_row_view.layout_now()
    assert not overlaps(list(layout.boxes))
    assert layout.viewport.contains(layout.boxes[chosen].center())
    assert token_row_view.cursor_rect().contains(layout.boxes[chosen])


def test_a_box_out_of_view_is_not_under_the_mouse(token_row_view):
    token_row_view.set_tokens(words(40), 39)
    token_row_view.grab()
    layout = token_row_view.layout_now()
    assert layout.token_at(layout.boxes[0].center()) is None
    assert layout.token_at(layout.title.center()) is None


def test_without_tokens_it_is_empty(qtbot, token_row_view):
    token_row_view.set_tokens((), 0)
    token_row_view.grab()
    assert token_row_view.cursor_rect() is None
    heard = emissions(token_row_view)
    qtbot.keyClick(token_row_view, Qt.Key.Key_Right)
    assert heard == []
