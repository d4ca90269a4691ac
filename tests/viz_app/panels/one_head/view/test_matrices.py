import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.lessons.one_head import SHAPES
from tests.every import every
from tests.viz_app.anatomies import walking
from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES, overlaps
from tests.viz_app.panels.one_head.equations import view_of
from tests.viz_app.probes import emissions, hover, marked_language, spoken_name
from viz_app.panels.one_head.pictures.matrix_picture import matrix_picture, matrix_pictures
from viz_app.panels.one_head.room import STAGES, resolve_one_head
from viz_app.panels.one_head.view.matrices import EquationView, OneHeadIntents
from viz_app.workbench.state import Cell

# -------------------------------------------------------------------------------- test matrix view


KEYS = Qt.Key


def picture_of(matrix, kind="cross", **choices):
    snapshot = resolve_one_head(walking(kind, **choices))
    return matrix_picture(snapshot, snapshot.anatomy, matrix)


@pytest.fixture
def view(qtbot):
    """A view of the equation, with one matrix."""
    equation = on_screen(qtbot, EquationView(THEMES["light"], OneHeadIntents()), size=(480, 360))
    equation.set_pictures([picture_of("weights")])
    grabbed(equation)
    return equation.views[0]


def place_of(view, row, column):
    return view.spots().grid.cell_rect(row, column).center().toPoint()


def test_hover_says_the_exact_number_the_tokens_and_the_head(view, qtbot):
    said = said_by(view)
    hover(qtbot, view, place_of(view, 3, 1))
    weight = view.picture.anatomy.weights[3, 1]
    number, rest = said[0].split(" · ", 1)
    assert number.startswith("attention weights: ")
    assert float(number.removeprefix("attention weights: ").replace("−", "-")) == pytest.approx(
        weight, rel=1e-4
    )
    assert rest == "query “a” → “cat”, key “有” (have) · cross, layer 2, head 2"


@every("matrix", sorted(set(SHAPES) - {"mask"}))
def test_every_number_of_every_matrix_is_said_to_four_digits(matrix, qapp):
    picture = picture_of(matrix)
    for row, column in np.ndindex(picture.values.shape):
        words = plain(picture.say(Cell(row, column))).split(" · ")[0].split()
        said = float(words[-1].replace("−", "-"))
        assert said == pytest.approx(picture.values[row, column], rel=1e-4, abs=1e-12)


def test_dimensions_features_and_heads_are_said_by_number(qapp):
    said = {
        matrix: plain(picture_of(matrix).say(Cell(1, 2))).split(" · ")[1]
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
    assert masked.say(Cell(1, 4)).startswith("masked scores: −∞ (masked)")
    mask = picture_of("mask", "decoder")
    assert mask.say(Cell(1, 4)).startswith("mask: 0 (masked)")
    assert mask.say(Cell(4, 1)).startswith("mask: 1 (may attend)")


def test_a_click_picks_a_cell(view, qtbot):
    heard = emissions(view.parentWidget().intents)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, 4, 2))
    assert heard == [("cell_picked", "weights", Cell(4, 2))]
    qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=place_of(view, 4, 2))
    assert len(heard) == 1


@pytest.mark.parametrize("key", [KEYS.Key_Return, KEYS.Key_Enter, KEYS.Key_Space])
def test_keys_move_say_and_pick(view, qtbot, key):
    said, heard = said_by(view), emissions(view.parentWidget().intents)
    qtbot.keyClick(view, KEYS.Key_Right)
    assert "key “我”" in said[-1]  # the first move goes to the query's row
    assert "“a” → “cat”" in said[-1]
    qtbot.keyClick(view, KEYS.Key_Right)
    qtbot.keyClick(view, KEYS.Key_Down)
    assert "key “有”" in said[-1]
    qtbot.keyClick(view, key)
    assert heard == [("cell_picked", "weights", Cell(4, 1))]


def test_enter_without_a_cursor_picks_nothing(view, qtbot):
    heard = emissions(view.parentWidget().intents)
    qtbot.keyClick(view, KEYS.Key_Return)
    assert heard == []


def test_the_cursor_is_framed_while_the_keyboard_is_here(view, qtbot):
    view.setFocus(Qt.FocusReason.TabFocusReason)
    before = view.grab().toImage()
    qtbot.keyClick(view, KEYS.Key_Home)
    assert view.cursor_rect() == view.spots().grid.cell_rect(3, 0)
    assert view.grab().toImage() != before


def test_the_keyboard_stays_where_it_was_in_a_matrix_of_the_same_shape(view, qtbot):
    qtbot.keyClick(view, KEYS.Key_End)
    qtbot.keyClick(view, KEYS.Key_End)
    heard = emissions(view.parentWidget().intents)
    view.parentWidget().set_pictures([picture_of("scores")])
    qtbot.keyClick(view, KEYS.Key_Return)
    assert heard == [("cell_picked", "scores", Cell(3, 3))]
    view.parentWidget().set_pictures([picture_of("q")])
    qtbot.keyClick(view, KEYS.Key_Return)
    assert len(heard) == 1


def test_a_screen_reader_hears_name_shape_and_head(view):
    assert spoken_name(view) == "A: attention weights"
    assert "[query, key] = [6, 4]" in view.accessibleDescription()
    assert "cross, layer 2, head 2" in view.accessibleDescription()


# ------------------------------------------------------------------------------ test equation view


def pictures_of(norm="pre", **choices):
    return matrix_pictures(resolve_one_head(walking(norm=norm, **choices)))


@pytest.fixture
def equation_view(qtbot):
    return on_screen(qtbot, EquationView(THEMES["light"], OneHeadIntents()), size=(900, 400))


def places(equation_view):
    return [part.geometry() for part in equation_view.views if part.isVisible()]


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_reads_as_an_equation(equation_view, stage):
    equation_view.set_pictures(pictures_of(stage=stage))
    shown = equation_view.shown()
    assert [picture.matrix for picture in shown] == list(
        resolve_one_head(walking(stage=stage)).matrices
    )
    assert shown[0].operator in {"", "Σ"}
    assert shown[-1].operator.endswith("=") or stage == "concatenate"
    assert len(places(equation_view)) == len(shown)
    assert overlaps([place.toRectF() for place in places(equation_view)]) == []


def test_the_scale_says_its_number(equation_view):
    equation_view.set_pictures(pictures_of(stage="scale"))
    assert equation_view.shown()[1].operator == "÷ √3 ="


def test_matrices_stand_side_by_side(equation_view):
    equation_view.set_pictures(pictures_of(stage="values"))
    lefts = [place.left() for place in places(equation_view)]
    assert lefts == sorted(set(lefts))
    assert {place.top() for place in places(equation_view)} == {0}


def test_wide_matrices_stand_below_one_another_where_there_is_room(equation_view):
    equation_view.set_pictures(pictures_of(stage="add"))
    assert equation_view.columns() == 1
    assert {place.width() for place in places(equation_view)} == {900}
    equation_view.resize(900, 200)
    assert equation_view.columns() == 3
    equation_view.resize(500, 200)
    assert equation_view.columns() == 2


def test_a_post_norm_layer_has_one_matrix_more(equation_view):
    equation_view.set_pictures(pictures_of("post", stage="add"))
    assert [picture.operator for picture in equation_view.shown()] == ["", "+", "=", "LayerNorm ="]


def test_rows_of_a_query_stand_in_one_line(equation_view):
    equation_view.set_pictures(pictures_of(stage="scale"))
    grabbed(equation_view)
    grids = [view_of(equation_view, matrix).spots().grid for matrix in ("products", "scores")]
    assert grids[0].top == grids[1].top
    assert grids[0].cell_height == grids[1].cell_height


def test_columns_of_stacked_matrices_stand_in_one_line(equation_view):
    equation_view.resize(900, 600)
    equation_view.set_pictures(pictures_of(stage="output", share="heads"))
    grabbed(equation_view)
    grids = [view_of(equation_view, matrix).spots().grid for matrix in ("contributions", "output")]
    assert grids[0].left == pytest.approx(grids[1].left, abs=1)
    assert grids[0].cell_width == pytest.approx(grids[1].cell_width, rel=0.01)


def test_a_cell_is_picked_with_its_matrix(equation_view, qtbot):
    equation_view.set_pictures(pictures_of(stage="values"))
    grabbed(equation_view)
    heard = emissions(equation_view.intents)
    values = view_of(equation_view, "v")
    place = values.spots().grid.cell_rect(2, 1).center().toPoint()
    qtbot.mouseClick(values, Qt.MouseButton.LeftButton, pos=place)
    assert ("cell_picked", "v", Cell(2, 1)) in heard


def test_matrices_of_the_stage_before_are_gone(equation_view):
    equation_view.set_pictures(pictures_of("post", stage="add"))
    equation_view.set_pictures(pictures_of(stage="scale"))
    assert view_of(equation_view, "after") is None
    assert len(places(equation_view)) == 2
    equation_view.set_pictures(())
    assert places(equation_view) == []


def test_without_numbers_it_says_that_they_come(equation_view):
    equation_view.set_pictures(())
    (label,) = (child for child in equation_view.findChildren(QLabel) if child.isVisible())
    assert label.text() == "Computing the values…"
    with marked_language():
        assert label.text().startswith("«")
    equation_view.set_pictures(pictures_of(stage="scale"))
    assert not label.isVisible()


@pytest.mark.parametrize("stage", ["project", "product", "scale", "mask", "softmax", "values"])
def test_cells_begin_in_one_line_and_rows_of_the_same_tokens_are_equally_high(equation_view, stage):
    equation_view.set_pictures(pictures_of(stage=stage))
    grabbed(equation_view)
    shown = [part for part in equation_view.views if part.isVisible()]
    grids = [part.spots().grid for part in shown]
    assert len({grid.top for grid in grids}) == 1
    for axis in ("query", "key"):
        alike = [
            grid.cell_height
            for part, grid in zip(shown, grids, strict=True)
            if SHAPES[part.picture.matrix].rows == axis
        ]
        assert len(set(alike)) <= 1
    for part, grid in zip(shown, grids, strict=True):
        assert grid.rect.bottom() <= part.picture_rect().bottom()
        assert all(
            label.rect.center().y() == pytest.approx(grid.middle(label.index, 0).y(), abs=1)
            for label in part.spots().rows
        )


def test_before_and_after_the_division_have_the_same_colours_and_say_their_spread(equation_view):
    equation_view.set_pictures(pictures_of(stage="scale"))
    products, scores = equation_view.shown()
    assert products.level == scores.level
    for picture in (products, scores):
        assert picture.name.endswith(f"std {np.std(picture.values):.2f}")
    assert np.allclose(products.values / np.sqrt(3), scores.values)
