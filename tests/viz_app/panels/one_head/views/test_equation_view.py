import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.lessons.one_head.matrices import SHAPES
from tests.viz_app.anatomies import walking
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES, overlaps
from tests.viz_app.panels.one_head.equations import view_of
from tests.viz_app.probes import emissions, marked_language
from viz_app.panels.one_head.intents import OneHeadIntents
from viz_app.panels.one_head.painting.matrix_picture import matrix_pictures
from viz_app.panels.one_head.snapshot import resolve_one_head
from viz_app.panels.one_head.state import STAGES
from viz_app.panels.one_head.views.equation_view import EquationView
from viz_app.workbench.state.selection import Cell


def pictures_of(norm="pre", **choices):
    return matrix_pictures(resolve_one_head(walking(norm=norm, **choices)))


@pytest.fixture
def view(qtbot):
    return on_screen(qtbot, EquationView(THEMES["light"], OneHeadIntents()), size=(900, 400))


def places(view):
    return [part.geometry() for part in view.views if part.isVisible()]


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_reads_as_an_equation(view, stage):
    view.set_pictures(pictures_of(stage=stage))
    shown = view.shown()
    assert [picture.matrix for picture in shown] == list(
        resolve_one_head(walking(stage=stage)).matrices
    )
    assert shown[0].operator in {"", "Σ"}
    assert shown[-1].operator.endswith("=") or stage == "concatenate"
    assert len(places(view)) == len(shown)
    assert overlaps([place.toRectF() for place in places(view)]) == []


def test_the_scale_says_its_number(view):
    view.set_pictures(pictures_of(stage="scale"))
    assert view.shown()[1].operator == "÷ √3 ="


def test_matrices_stand_side_by_side(view):
    view.set_pictures(pictures_of(stage="values"))
    lefts = [place.left() for place in places(view)]
    assert lefts == sorted(set(lefts))
    assert {place.top() for place in places(view)} == {0}


def test_wide_matrices_stand_below_one_another_where_there_is_room(view):
    view.set_pictures(pictures_of(stage="add"))
    assert view.columns() == 1
    assert {place.width() for place in places(view)} == {900}
    view.resize(900, 200)
    assert view.columns() == 3
    view.resize(500, 200)
    assert view.columns() == 2


def test_a_post_norm_layer_has_one_matrix_more(view):
    view.set_pictures(pictures_of("post", stage="add"))
    assert [picture.operator for picture in view.shown()] == ["", "+", "=", "LayerNorm ="]


def test_rows_of_a_query_stand_in_one_line(view):
    view.set_pictures(pictures_of(stage="scale"))
    grabbed(view)
    grids = [view_of(view, matrix).layout_now().grid for matrix in ("products", "scores")]
    assert grids[0].top == grids[1].top
    assert grids[0].cell_height == grids[1].cell_height


def test_columns_of_stacked_matrices_stand_in_one_line(view):
    view.resize(900, 600)
    view.set_pictures(pictures_of(stage="output", share="heads"))
    grabbed(view)
    grids = [view_of(view, matrix).layout_now().grid for matrix in ("contributions", "output")]
    assert grids[0].left == pytest.approx(grids[1].left, abs=1)
    assert grids[0].cell_width == pytest.approx(grids[1].cell_width, rel=0.01)


def test_a_cell_is_picked_with_its_matrix(view, qtbot):
    view.set_pictures(pictures_of(stage="values"))
    grabbed(view)
    heard = emissions(view.views[0])
    values = view_of(view, "v")
    place = values.layout_now().grid.cell_rect(2, 1).center().toPoint()
    qtbot.mouseClick(values, Qt.MouseButton.LeftButton, pos=place)
    assert ("cell_picked", "v", Cell(2, 1)) in heard


def test_matrices_of_the_stage_before_are_gone(view):
    view.set_pictures(pictures_of("post", stage="add"))
    view.set_pictures(pictures_of(stage="scale"))
    assert view_of(view, "after") is None
    assert len(places(view)) == 2
    view.set_pictures(())
    assert places(view) == []


def test_without_numbers_it_says_that_they_come(view):
    view.set_pictures(())
    (label,) = (child for child in view.findChildren(QLabel) if child.isVisible())
    assert "computed" in label.text()
    with marked_language():
        assert label.text().startswith("«")
    view.set_pictures(pictures_of(stage="scale"))
    assert not label.isVisible()


@pytest.mark.parametrize("stage", ["project", "product", "scale", "mask", "softmax", "values"])
def test_cells_begin_in_one_line_and_rows_of_the_same_tokens_are_equally_high(view, stage):
    view.set_pictures(pictures_of(stage=stage))
    grabbed(view)
    shown = [part for part in view.views if part.isVisible()]
    grids = [part.layout_now().grid for part in shown]
    assert len({grid.top for grid in grids}) == 1
    for axis in ("query", "key"):
        alike = [
            grid.cell_height
            for part, grid in zip(shown, grids, strict=True)
            if SHAPES[part.picture().matrix].rows == axis
        ]
        assert len(set(alike)) <= 1
    for part, grid in zip(shown, grids, strict=True):
        assert grid.rect.bottom() <= part.picture_rect().bottom()
        assert all(
            label.rect.center().y() == pytest.approx(grid.middle(label.index, 0).y(), abs=1)
            for label in part.layout_now().rows
        )


def test_before_and_after_the_division_have_the_same_colours_and_say_their_spread(view):
    view.set_pictures(pictures_of(stage="scale"))
    products, scores = view.shown()
    assert products.level == scores.level
    for picture in (products, scores):
        assert picture.name.endswith(f"spread {np.std(picture.values):.2f}")
    assert np.allclose(products.values / np.sqrt(3), scores.values)
