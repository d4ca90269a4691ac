import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.viz_app.painted import overlaps, words
from viz_app.design.theme import light_theme
from viz_app.pictures.axis_labels import elided, labels_of_rows, round_step, text_width, thinned
from viz_app.pictures.grid import CellGrid

THEME = light_theme()


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


def test_elided_text_fits(qapp):
    text = elided(THEME, "extraordinarily", size=14, width=40)
    assert text.endswith("…")
    assert text_width(THEME, text, size=14) <= 41


@pytest.mark.parametrize(("step", "rounded"), [(1, 1), (7, 8), (11, 12), (33, 40), (101, 101)])
def test_steps_are_easy_to_count(step, rounded):
    assert round_step(step) == rounded


def grid_of(rows, columns, width, height):
    return CellGrid(
        left=100, top=100, cell_width=width, cell_height=height, rows=rows, columns=columns
    )


@pytest.mark.parametrize("cell", [2.5, 4, 7, 11, 16, 24, 40])
@pytest.mark.parametrize("count", [3, 12, 60, 128])
def test_row_labels_never_overlap(qapp, count, cell):
    grid = grid_of(count, 1, 20, cell)
    labels = labels_of_rows(words(count), grid, THEME, right=90, width=60, strong=[count - 1])
    assert not overlaps([label.rect for label in labels])
    assert all(label.rect.right() <= 90.1 and label.rect.left() >= 29 for label in labels)
    assert labels[-1].index == count - 1
    assert labels[-1].weight == "bold"


def test_a_suffix_survives_elision(qapp):
    grid = grid_of(1, 1, 20, 20)
    (label,) = labels_of_rows(
        ["extraordinarily"], grid, THEME, right=90, width=50, soft=True, suffix=" →"
    )
    assert label.text.endswith("… →")
    assert label.rect.width() <= 50
