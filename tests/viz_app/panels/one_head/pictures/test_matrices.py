"""Reading back what a matrix looks like."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from model.lessons.one_head import SHAPES
from model.traces.trace import KINDS
from tests.every import every
from tests.model.anatomies import D_K
from tests.viz_app.anatomies import walking
from tests.viz_app.painted import (
    THEMES,
    area_colours,
    colour_at,
    each_theme,
    lut_colour,
    overlaps,
    painted,
)
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.colours import to_index
from viz_app.panels.one_head.pictures.matrices import (
    DOTTED_CELL,
    Around,
    matrix_picture,
    matrix_pictures,
    number_labels,
    number_step,
    row_room_of,
    title_lines,
)
from viz_app.panels.one_head.pictures.texts import row_shape_text, shape_text
from viz_app.panels.one_head.room import STAGES, resolve_one_head
from viz_app.pictures.cell_image import ZERO, CellGrid
from viz_app.pictures.matrix import ALLOWED
from viz_app.workbench.state import Cell

LIGHT = THEMES["light"]
ALONE = Around()


def picture_of(matrix, state=None, **choices):
    """A matrix as the tab would show it."""
    snapshot = resolve_one_head(state or walking(**choices))
    return matrix_picture(snapshot, snapshot.anatomy, matrix)


def shown(picture, *, theme=LIGHT, around=ALONE, **size):
    """Its image, and where everything is."""
    picture = dataclasses.replace(picture, around=around)
    return painted(
        lambda painter, rect: picture.paint(painter, rect, theme),
        theme=theme,
        **{"width": 640, "height": 480, **size},
    )


def off_text(grid, row, column):
    """A point of a cell that its number does not cover."""
    return grid.cell_rect(row, column).topLeft() + QPointF(4, 4)


@each_theme
@every("kind", KINDS)
@every("matrix", sorted(set(SHAPES) - {"mask"}))
def test_numbers_have_the_colour_of_their_share_of_the_level(matrix, kind, theme):
    picture = picture_of(matrix, kind=kind)
    image, layout = shown(picture, theme=theme, width=1200, height=800)
    lut, levels = diverging_lut(theme), (-picture.level, picture.level)
    if matrix == "weights":
        lut, levels = kind_lut(theme, kind), (0, 1)
    for row, column in np.ndindex(picture.values.shape):
        # the query's frame is over the corner
        if row != picture.marked_row and not picture.hidden[row, column]:
            index = to_index(picture.values[row, column], levels=levels, size=len(lut))
            found = colour_at(image, off_text(layout.grid, row, column))
            assert found == lut_colour(lut, int(index)), (row, column)


def test_row_0_is_at_the_top_and_column_0_at_the_left():
    _, layout = shown(picture_of("products"))
    assert layout.grid.cell_at(layout.grid.rect.topLeft()) == Cell(0, 0)
    tops = [label.rect.top() for label in layout.rows]
    assert tops == sorted(tops)
    assert [label.text for label in layout.columns] == ["我", "有", "猫", "</s>"]


@every("matrix", ["mask", "masked_scores", "weights"])
def test_masked_cells_are_hatched(matrix):
    image, layout = shown(picture_of(matrix, kind="decoder"))
    for row, column in ((0, 3), (2, 5), (4, 5)):
        colours = area_colours(image, layout.grid.cell_rect(row, column).adjusted(3, 3, -3, -3))
        assert {LIGHT.masked.lower(), LIGHT.masked_line.lower()} <= colours
    for before in ("products", "scores"):
        assert not picture_of(before, kind="decoder").hidden.any()


def test_what_may_be_attended_to_has_a_dot_and_a_tint_of_the_kind():
    image, layout = shown(picture_of("mask", kind="decoder"))
    assert colour_at(image, layout.grid.middle(4, 1)) == LIGHT.decoder.lower()
    tint = lut_colour(kind_lut(LIGHT, "decoder"), ALLOWED - ZERO)
    assert colour_at(image, off_text(layout.grid, 4, 1)) == tint != LIGHT.panel.lower()
    image, layout = shown(picture_of("mask", kind="decoder", query=0), width=150, height=130)
    assert min(layout.grid.cell_width, layout.grid.cell_height) < DOTTED_CELL
    assert colour_at(image, layout.grid.middle(4, 1)) == tint


def test_the_query_s_row_and_the_cell_that_is_taken_apart_are_framed():
    state = walking(query=2, stage="softmax", zoomed="weights", cell=Cell(2, 1))
    image, layout = shown(picture_of("weights", state))
    framed, other = layout.grid.rows_rect(2, 3), layout.grid.rows_rect(4, 5)
    edge = QPointF(framed.right() - 5, framed.top() - 1)
    assert colour_at(image, edge) == LIGHT.cross.lower()
    assert colour_at(image, QPointF(other.center().x(), other.bottom() - 1)) != LIGHT.cross.lower()
    cell = layout.grid.cell_rect(2, 1)
    assert colour_at(image, QPointF(cell.left() - 1, cell.center().y())) == LIGHT.text.lower()


def test_what_it_is_made_of_has_a_dashed_frame():
    state = walking(stage="product", zoomed="products", cell=Cell(2, 1))
    keys = next(p for p in matrix_pictures(resolve_one_head(state)) if p.matrix == "k_transposed")
    image, layout = shown(keys)
    column = layout.grid.part(range(D_K), range(1, 2)).rect
    line = QRectF(column.left() - 2, column.top(), 2, column.height())
    colours = area_colours(image, line)
    assert LIGHT.text.lower() in colours
    assert len(colours) > 1  # it is interrupted


def test_this_head_s_part_of_the_concatenation_is_framed():
    picture = picture_of("concatenation")
    image, layout = shown(picture)
    edge = layout.grid.cell_rect(0, D_K)
    line = QRectF(edge.left() - 2, layout.grid.rect.top(), 2, layout.grid.rect.height())
    assert LIGHT.soft_text.lower() in area_colours(image, line)


def test_numbers_stand_in_cells_that_are_large_enough():
    for size, is_written in (({}, True), ({"width": 220, "height": 180}, False)):
        image, layout = shown(picture_of("weights"), **size)
        cell = layout.grid.cell_rect(0, 0).adjusted(3, 3, -3, -3)
        assert (len(area_colours(image, cell)) > 1) == is_written


def test_pictures_below_one_another_can_have_equal_margins():
    heads, output = picture_of("contributions"), picture_of("output")
    room = row_room_of(output, LIGHT, width=608)
    assert room > row_room_of(heads, LIGHT, width=608)
    lefts = [shown(picture, around=Around(1, room))[1].grid.left for picture in (heads, output)]
    assert lefts[0] == pytest.approx(lefts[1], abs=1)


def test_a_narrow_title_takes_two_lines():
    picture = picture_of("weights")
    assert title_lines(picture, LIGHT, width=600) == 1
    assert title_lines(picture, LIGHT, width=150) == 2


@each_theme
@every("norm", ["pre", "post"])
@every("kind", KINDS)
def test_every_stage_can_be_painted_in_any_room(kind, norm, theme):
    for stage in STAGES:
        state = walking(kind, norm=norm, stage=stage)
        for picture in matrix_pictures(resolve_one_head(state)):
            for width, height in ((60, 60), (90, 300), (500, 90)):
                _, layout = shown(picture, theme=theme, width=width, height=height)
                assert layout.grid.rows == len(picture.rows)


def test_titles_say_the_shape_in_letters_and_numbers():
    anatomy = picture_of("q").anatomy
    shapes = {matrix: shape_text(anatomy, matrix) for matrix in SHAPES}
    assert shapes["q"] == "[query, d_k] = [6, 3]"
    assert shapes["w_o"] == "[d_k, d_model] = [3, 6]"
    assert shapes["weights"] == "[query, key] = [6, 4]"
    assert shapes["contributions"] == "[heads, d_model] = [2, 6]"
    assert row_shape_text(anatomy, "q") == "marked row [d_k] = [3]"
    assert row_shape_text(anatomy, "k") == ""
    for matrix in SHAPES:
        picture = picture_of(matrix)
        assert shapes[matrix].endswith(f"= [{len(picture.rows)}, {len(picture.columns)}]")


def test_a_picture_of_another_head_is_another_picture():
    one, same = picture_of("weights"), picture_of("weights")
    assert one != same  # computed twice
    assert dataclasses.replace(one, values=same.values) == one


def grid_of(columns, cell):
    return CellGrid(left=50, top=40, cell_width=cell, cell_height=20, rows=3, columns=columns)


NAMES = [str(n) for n in range(256)]


@every("cell", [0.5, 0.7, 1.3, 1.9, 4, 5, 11, 40])
@every("strong", [[], [0], [37]])
def test_numbers_do_not_touch_and_steps_are_powers_of_two(cell, strong):
    grid = grid_of(256, cell)
    step, labels = number_step(NAMES, grid, LIGHT), number_labels(NAMES, grid, LIGHT, strong=strong)
    assert overlaps([label.rect for label in labels]) == []
    assert step & (step - 1) == 0
    assert step * cell > 20 or step == 256
    bold = [label for label in labels if label.weight == "bold"]
    assert [label.index for label in bold] == strong
    assert all(label.index % step == 0 for label in labels if label not in bold)
    for label in bold:
        assert label.text == NAMES[label.index]
        assert label.rect.center().x() == pytest.approx(grid.middle(0, label.index).x())
        assert label.rect.bottom() <= grid.top


def test_all_are_there_where_they_have_room():
    labels = number_labels(NAMES[:8], grid_of(8, 40), LIGHT)
    assert [label.text for label in labels] == NAMES[:8]
