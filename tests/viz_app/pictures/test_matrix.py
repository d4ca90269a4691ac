import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from tests.every import every
from tests.viz_app.painted import words
from viz_app.design.theme import light_theme
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.matrix import (
    FITTED,
    LARGEST_CELL,
    Zoom,
    around,
    layout_matrix,
    panned,
    revealing,
    skips_labels,
    ticks,
    zoomed_cell,
    zoomed_grid,
)

# --------------------------------------------------------------------------------------- test zoom


ROOM = QRectF(100, 50, 400, 300)


def cells(rows=60, columns=80, side=20.0):
    return CellGrid(left=0, top=0, cell_width=side, cell_height=side, rows=rows, columns=columns)


def test_only_the_factor_1_is_fitted():
    assert FITTED.is_fitted
    assert not Zoom(factor=1.01).is_fitted


@given(
    row=st.floats(-50, 200),
    column=st.floats(-50, 200),
    rows=st.integers(1, 90),
    columns=st.integers(1, 90),
    side=st.floats(0.5, 96),
)
def test_nothing_beyond_the_ends_is_in_view(row, column, rows, columns, side):
    grid = cells(rows, columns, side)
    seen = zoomed_grid(ROOM, grid, Zoom(factor=3, row=row, column=column))
    inside, whole = seen.viewport, seen.grid.rect
    assert inside.left() == 100
    assert inside.top() == 50
    assert inside.width() <= 400
    assert inside.height() <= 300
    assert whole.left() <= inside.left()
    assert whole.top() <= inside.top()
    assert whole.right() >= inside.right() - 1
    assert whole.bottom() >= inside.bottom() - 1


def test_the_wanted_cell_is_at_the_left_top():
    seen = zoomed_grid(ROOM, cells(), Zoom(factor=2, row=10, column=7))
    assert seen.grid.cell_rect(10, 7).topLeft() == ROOM.topLeft()
    assert seen.grid.rows_in(seen.viewport) == range(10, 25)
    assert seen.grid.columns_in(seen.viewport) == range(7, 27)


def test_the_view_begins_less_than_a_px_before_the_wanted_place():
    seen = zoomed_grid(ROOM, cells(), Zoom(factor=2, row=10.43, column=7.26))  # 208.6, 145.2 px
    assert (seen.grid.top, seen.grid.left) == (ROOM.top() - 208, ROOM.left() - 145)


def test_rows_and_columns_that_are_cut_are_in_view():
    seen = zoomed_grid(ROOM, cells(), Zoom(factor=2, row=10.5, column=7.5))
    assert seen.grid.rows_in(seen.viewport) == range(10, 26)
    assert seen.grid.columns_in(seen.viewport) == range(7, 28)


def test_a_part_of_a_grid_is_where_it_was():
    grid = cells()
    part = grid.part(range(3, 9), range(5, 6))
    assert (part.rows, part.columns) == (6, 1)
    assert part.cell_rect(0, 0) == grid.cell_rect(3, 5)
    assert part.cell_rect(5, 0) == grid.cell_rect(8, 5)


def test_cells_are_no_larger_than_is_good():
    cell, zoom = zoomed_cell(Zoom(factor=1000), fitted=(10.0, 8.0), scale=1.0)
    assert zoom.factor == LARGEST_CELL / 8
    assert cell == (120, 96)
    cell, zoom = zoomed_cell(Zoom(factor=1000), fitted=(10.0, 8.0), scale=1.5)
    assert zoom.factor == 1.5 * LARGEST_CELL / 8


@pytest.mark.parametrize("point", [QPointF(100, 50), QPointF(321, 234), QPointF(499, 349)])
def test_what_is_under_the_mouse_stays_there(point):
    seen = zoomed_grid(ROOM, cells(side=20), Zoom(factor=2, row=20, column=30))
    larger = zoomed_grid(ROOM, cells(side=30), Zoom(factor=3))
    zoom = around(larger.zoom, point, seen=seen, becoming=larger)
    after = zoomed_grid(ROOM, cells(side=30), zoom).grid
    assert after.cell_at(point) == seen.grid.cell_at(point)
    before = seen.grid
    share = (point.x() - before.left) / before.cell_width
    assert (point.x() - after.left) / after.cell_width == pytest.approx(share, abs=0.05)


def test_dragging_takes_the_cells_along():
    seen = zoomed_grid(ROOM, cells(), Zoom(factor=2, row=20, column=30))
    after = zoomed_grid(ROOM, cells(), panned(seen, QPointF(40, -60)))
    assert after.grid.left == seen.grid.left + 40
    assert after.grid.top == seen.grid.top - 60


@pytest.mark.parametrize(
    ("row", "column", "expected"),
    [
        (22, 33, (20, 30)),
        (5, 33, (5, 30)),
        (40, 33, (26, 30)),
        (22, 60, (20, 41)),
        (22, 0, (20, 0)),
    ],
)
def test_a_cell_is_brought_into_view_by_the_shortest_way(row, column, expected):
    seen = zoomed_grid(ROOM, cells(), Zoom(factor=2, row=20, column=30))
    zoom = revealing(seen, row=row, column=column)
    assert (zoom.row, zoom.column) == pytest.approx(expected)
    after = zoomed_grid(ROOM, cells(), zoom)
    assert after.viewport.contains(after.grid.cell_rect(row, column))


def test_a_row_is_brought_into_view_without_moving_aside():
    seen = zoomed_grid(ROOM, cells(), Zoom(factor=2, row=20, column=30.4))
    zoom = revealing(seen, row=3)
    assert (zoom.row, zoom.column) == (3, 30.4)


# ----------------------------------------------------------------------------- test skipped labels


THEME = light_theme()


def laid_out(tokens, *, width=600, height=400, **fields):
    space = QRectF(20, 30, width, height)
    return layout_matrix(space, tokens, tokens, THEME, largest=48, **fields)


def test_where_every_token_is_named_there_are_no_ticks(qapp):
    layout = laid_out(words(8))
    assert not skips_labels(layout)
    assert ticks(layout, THEME) == []


def test_every_cell_has_a_tick_and_the_named_ones_a_longer_one(qapp):
    layout = laid_out(tuple("因为昨天下了很大的雨" * 6))
    assert skips_labels(layout)
    rows = [tick for tick in ticks(layout, THEME) if tick.right() <= layout.viewport.left()]
    columns = [tick for tick in ticks(layout, THEME) if tick.bottom() <= layout.viewport.top()]
    assert (len(rows), len(columns)) == (60, 60)
    longest = max(tick.width() for tick in rows)
    long = {row for row, tick in enumerate(rows) if tick.width() == longest}
    assert long == {label.index for label in layout.rows}
    for label in layout.columns:
        middle = layout.grid.middle(0, label.index).x()
        assert columns[label.index].center().x() == pytest.approx(middle)


def test_no_tick_touches_a_label(qapp):
    layout = laid_out(words(60), height=260)
    assert not any(
        tick.intersects(label.rect) for tick in ticks(layout, THEME) for label in layout.rows
    )


def test_cells_too_fine_have_ticks_at_labels_alone(qapp):
    layout = laid_out(words(500))
    assert len(ticks(layout, THEME)) == len(layout.rows) + len(layout.columns)


def test_closer_all_are_named(qapp):
    tokens = tuple("因为昨天下了很大的雨" * 6)
    assert not skips_labels(laid_out(tokens, zoom=Zoom(factor=8)))


# ------------------------------------------------------------------------------ test matrix layout


SENTENCES = (
    (*"我有一只猫。", "</s>"),
    ("<s>", "I", "bought", "an", "interesting", "book", "in", "a", "bookstore", "."),
    words(40),
)


@every("height", [90, 160, 400])
@every("size", ["normal", "presentation"])
@every("texts", SENTENCES)
def test_cells_and_their_labels_stay_inside_of_any_space(qapp, texts, size, height):
    theme = light_theme(size)
    for width in range(240, 1000, 12):
        space = QRectF(20, 30, width, height)
        placed = layout_matrix(space, texts, texts, theme, largest=48)
        assert placed.grid.rect.bottom() <= space.bottom() + 1
        assert placed.grid.rect.right() <= space.right() + 1
        for label in placed.columns:
            assert label.rect.top() >= space.top() - 0.1
            assert label.rect.bottom() <= placed.grid.top
            assert label.rect.right() <= space.right() + 1.5 * theme.unit + 0.1


@pytest.mark.parametrize("texts", SENTENCES, ids=["Chinese", "English", "many"])
def test_the_cursor_moves_no_cell(qapp, texts):
    space, theme = QRectF(20, 30, 400, 260), light_theme()
    resting = layout_matrix(space, texts, texts, theme, largest=48)
    for column in range(len(texts)):
        at = layout_matrix(
            space, texts, texts, theme, largest=48, strong_rows=(1,), strong_columns=(column,)
        )
        assert at.grid == resting.grid
        assert column in [label.index for label in at.columns if label.weight == "bold"]
