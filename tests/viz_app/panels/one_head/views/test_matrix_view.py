import numpy as np
import pytest
from PySide6.QtCore import Qt

from model.lessons.one_head.matrices import SHAPES
from tests.viz_app.anatomies import walking
from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import emissions, hover, spoken_name
from viz_app.panels.one_head.intents import OneHeadIntents
from viz_app.panels.one_head.painting.matrix_picture import matrix_picture
from viz_app.panels.one_head.painting.matrix_sentences import cell_sentence
from viz_app.panels.one_head.snapshot import resolve_one_head
from viz_app.panels.one_head.views.matrix_view import MatrixView
from viz_app.workbench.state.selection import Cell

KEYS = Qt.Key


def picture_of(matrix, kind="cross", **choices):
    snapshot = resolve_one_head(walking(kind, **choices))
    return matrix_picture(snapshot, snapshot.anatomy, matrix)


@pytest.fixture
def view(qtbot):
    view = on_screen(qtbot, MatrixView(THEMES["light"], OneHeadIntents()), size=(480, 360))
    view.set_picture(picture_of("weights"))
    view.grab()
    return view


def place_of(view, row, column):
    return view.layout_now().grid.cell_rect(row, column).center().toPoint()


def test_hover_says_the_exact_number_the_tokens_and_the_head(view, qtbot):
    said = said_by(view)
    hover(qtbot, view, place_of(view, 3, 1))
    weight = view.picture().anatomy.weights[3, 1]
    number, rest = said[0].split(" · ", 1)
    assert number.startswith("attention weights: ")
    assert float(number.removeprefix("attention weights: ").replace("−", "-")) == pytest.approx(
        weight, rel=1e-4
    )
    assert rest == "query “a” → “cat”, key “有” (have) · cross, layer 2, head 2"


@pytest.mark.parametrize("matrix", sorted(set(SHAPES) - {"mask"}))
def test_every_number_of_every_matrix_is_said_to_four_digits(matrix, qapp):
    picture = picture_of(matrix)
    for row, column in np.ndindex(picture.values.shape):
        words = plain(cell_sentence(picture, Cell(row, column))).split(" · ")[0].split()
        said = float(words[-1].replace("−", "-"))
        assert said == pytest.approx(picture.values[row, column], rel=1e-4, abs=1e-12)


def test_dimensions_features_and_heads_are_said_by_number(qapp):
    said = {
        matrix: plain(cell_sentence(picture_of(matrix), Cell(1, 2))).split(" · ")[1]
        for matrix in ("q", "w_q", "contributions", "k_transposed")
    }
    assert said == {
        "q": "query “I” → “have”, dimension 2",
        "w_q": "feature 1, dimension 2",
        "contributions": "head 2, feature 2",
        "k_transposed": "dimension 1, key “猫” (cat)",
    }


def test_masked_cells_say_so(qapp):
    masked = picture_of("masked_scores", "decoder")
    assert cell_sentence(masked, Cell(1, 4)).startswith("masked scores: −∞ (masked)")
    mask = picture_of("mask", "decoder")
    assert cell_sentence(mask, Cell(1, 4)).startswith("mask: 0 (masked)")
    assert cell_sentence(mask, Cell(4, 1)).startswith("mask: 1 (may attend)")


def test_a_click_picks_a_cell(view, qtbot):
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, 4, 2))
    assert heard == [("cell_picked", "weights", Cell(4, 2))]
    qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=place_of(view, 4, 2))
    assert len(heard) == 1


@pytest.mark.parametrize("key", [KEYS.Key_Return, KEYS.Key_Enter, KEYS.Key_Space])
def test_keys_move_say_and_pick(view, qtbot, key):
    said, heard = said_by(view), emissions(view)
    qtbot.keyClick(view, KEYS.Key_Right)
    assert "key “我”" in said[-1]  # the first move goes to the query's row
    assert "“a” → “cat”" in said[-1]
    qtbot.keyClick(view, KEYS.Key_Right)
    qtbot.keyClick(view, KEYS.Key_Down)
    assert "key “有”" in said[-1]
    qtbot.keyClick(view, key)
    assert heard == [("cell_picked", "weights", Cell(4, 1))]


def test_enter_without_a_cursor_picks_nothing(view, qtbot):
    heard = emissions(view)
    qtbot.keyClick(view, KEYS.Key_Return)
    assert heard == []


def test_the_cursor_is_framed_while_the_keyboard_is_here(view, qtbot):
    view.setFocus(Qt.FocusReason.TabFocusReason)
    before = view.grab().toImage()
    qtbot.keyClick(view, KEYS.Key_Home)
    assert view.cursor_rect() == view.layout_now().grid.cell_rect(3, 0)
    assert view.grab().toImage() != before


def test_the_keyboard_stays_where_it_was_in_a_matrix_of_the_same_shape(view, qtbot):
    qtbot.keyClick(view, KEYS.Key_End)
    qtbot.keyClick(view, KEYS.Key_End)
    heard = emissions(view)
    view.set_picture(picture_of("scores"))
    qtbot.keyClick(view, KEYS.Key_Return)
    assert heard == [("cell_picked", "scores", Cell(3, 3))]
    view.set_picture(picture_of("q"))
    qtbot.keyClick(view, KEYS.Key_Return)
    assert len(heard) == 1


def test_a_screen_reader_hears_name_shape_and_head(view):
    assert spoken_name(view) == "A: attention weights"
    assert "[query, key] = [6, 4]" in view.accessibleDescription()
    assert "cross, layer 2, head 2" in view.accessibleDescription()


def test_nothing_to_show_is_no_error(qtbot):
    view = MatrixView(THEMES["dark"], OneHeadIntents())
    qtbot.addWidget(view)
    view.show()
    view.grab()
    qtbot.keyClick(view, KEYS.Key_Down)
    hover(qtbot, view, view.rect().center())
    assert view.layout_now() is None
