from __future__ import annotations

import pytest

from tests.viz_app.painted import overlaps, words
from viz_app.design.theme import light_theme
from viz_app.pictures.axis_labels import labels_of_rows
from viz_app.pictures.grid import CellGrid

THEME = light_theme()


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
