from __future__ import annotations

import pytest

from tests.viz_app.painted import THEMES, overlaps
from viz_app.panels.one_head.painting.matrix_painter import number_labels, number_step
from viz_app.pictures.grid import CellGrid

pytestmark = pytest.mark.usefixtures("qapp")

LIGHT = THEMES["light"]


def grid_of(columns, cell):
    return CellGrid(left=50, top=40, cell_width=cell, cell_height=20, rows=3, columns=columns)


def names(count):
    return [str(n) for n in range(count)]


@pytest.mark.parametrize("cell", [0.5, 1.3, 4, 12, 40])
@pytest.mark.parametrize("strong", [[], [0], [37], [37, 38]])
def test_numbers_do_not_touch(cell, strong):
    labels = number_labels(names(256), grid_of(256, cell), LIGHT, strong=strong[:1])
    assert overlaps([label.rect for label in labels]) == []
    assert set(strong[:1]) <= {label.index for label in labels}


def test_all_are_there_where_they_have_room():
    labels = number_labels(names(8), grid_of(8, 40), LIGHT)
    assert [label.text for label in labels] == names(8)


@pytest.mark.parametrize("cell", [0.7, 1.9, 5, 11])
def test_steps_are_powers_of_two(cell):
    step = number_step(names(256), grid_of(256, cell), LIGHT)
    assert step & (step - 1) == 0
    assert step * cell > 20 or step == 256
    labels = number_labels(names(256), grid_of(256, cell), LIGHT)
    assert all(label.index % step == 0 for label in labels)


def test_the_one_that_is_looked_at_is_bold_and_stands_over_its_column():
    grid = grid_of(256, 1.3)
    (label,) = (x for x in number_labels(names(256), grid, LIGHT, strong=[37]) if x.index == 37)
    assert (label.text, label.weight) == ("37", "bold")
    assert label.rect.center().x() == pytest.approx(grid.middle(0, 37).x())
    assert label.rect.bottom() <= grid.top
