from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.viz_app.ui.pictures import overlaps, words
from viz_app.ui.design.theme import light_theme
from viz_app.ui.painting.axis_labels import (
    column_height,
    column_labels,
    column_style,
    elided,
    round_step,
    row_labels,
    text_width,
    thinned,
)
from viz_app.ui.painting.grid import CellGrid

THEME = light_theme()


def grid_of(rows, columns, width, height):
    return CellGrid(
        left=100, top=100, cell_width=width, cell_height=height, rows=rows, columns=columns
    )


@given(
    count=st.integers(0, 200),
    step=st.integers(1, 12),
    keep=st.lists(st.integers(-3, 210), max_size=3),
)
def test_thinned_labels_are_apart(count, step, keep):
    kept = thinned(count, step=step, keep=keep)
    assert all(after - before >= step for before, after in itertools.pairwise(kept))
    assert all(0 <= index < count for index in kept)
    wanted = [index for index in keep if 0 <= index < count]
    for place, index in enumerate(wanted):
        if all(abs(index - other) >= step for other in wanted[:place]):
            assert index in kept, "nothing but what was named before it pushes it away"


@pytest.mark.parametrize("cell", [2.5, 4, 7, 11, 16, 24, 40])
@pytest.mark.parametrize("count", [3, 12, 60, 128])
def test_column_labels_never_overlap(qapp, count, cell):
    texts = words(count)
    grid = grid_of(1, count, cell, 20)
    height = column_height(texts, cell, THEME, longest=80)
    labels = column_labels(texts, grid, THEME, height=height, gap=4, strong=[count // 2])
    assert not overlaps([label.rect for label in labels])
    assert all(label.rect.bottom() <= grid.top - 3.9 for label in labels)
    assert all(label.rect.top() >= grid.top - 4 - height - 0.1 for label in labels)
    assert count // 2 in [label.index for label in labels]


@pytest.mark.parametrize("cell", [2.5, 4, 7, 11, 16, 24, 40])
@pytest.mark.parametrize("count", [3, 12, 60, 128])
def test_row_labels_never_overlap(qapp, count, cell):
    grid = grid_of(count, 1, 20, cell)
    labels = row_labels(words(count), grid, THEME, right=90, width=60, strong=[count - 1])
    assert not overlaps([label.rect for label in labels])
    assert all(label.rect.right() <= 90.1 and label.rect.left() >= 29 for label in labels)
    assert labels[-1].index == count - 1
    assert labels[-1].weight == "bold"


def test_large_cells_show_every_label_upright(qapp):
    labels = column_labels("我有猫", grid_of(1, 3, 30, 30), THEME, height=20, gap=4)
    assert [label.text for label in labels] == ["我", "有", "猫"]
    assert not any(label.turned for label in labels)


def test_a_long_label_is_turned_alone(qapp):
    texts = (*"我有一只小猫", "</s>")
    labels = column_labels(texts, grid_of(1, 7, 20, 20), THEME, height=60, gap=4)
    assert [label.turned for label in labels] == [False] * 6 + [True]


def test_a_suffix_survives_elision(qapp):
    grid = grid_of(1, 1, 20, 20)
    (label,) = row_labels(
        ["extraordinarily"], grid, THEME, right=90, width=50, soft=True, suffix=" →"
    )
    assert label.text.endswith("… →")
    assert label.rect.width() <= 50


def test_elided_text_fits(qapp):
    text = elided(THEME, "extraordinarily", size=14, width=40)
    assert text.endswith("…")
    assert text_width(THEME, text, size=14) <= 41


def test_style_prefers_more_labels_then_larger_ones(qapp):
    assert column_style("我有猫", 30, THEME).size == THEME.body
    assert column_style("我有猫" * 10, 5, THEME).step >= 3


@pytest.mark.parametrize(("step", "rounded"), [(1, 1), (7, 8), (11, 12), (33, 40), (101, 101)])
def test_steps_are_easy_to_count(step, rounded):
    assert round_step(step) == rounded
