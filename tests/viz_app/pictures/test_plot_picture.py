"""Curves, read back from what is drawn."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from model.arrays import frozen
from tests.viz_app.painted import THEMES, colour_at, painted
from viz_app.pictures.plot import Plot
from viz_app.workbench.state import Cell

THEME = THEMES["light"]
RED, BLUE = (colour.lower() for colour in THEME.curves[:2])


def picture_of(curves, **fields):
    values = np.array(curves, dtype=np.float32)
    return Plot(
        across_name="position",
        x=frozen(np.arange(values.shape[1], dtype=np.float32)),
        curves=frozen(values),
        **{"up": (-1.0, 1.0), "ticks": ((-1.0, "−1"), (0.0, "0"), (1.0, "1")), **fields},
    )


def drawn(picture, **size):
    return painted(lambda p, rect: picture.paint(p, rect, THEME), **size)


def test_points_are_where_the_axes_say(qapp):
    image, layout = drawn(picture_of([[0.5, 0.5, 0.5], [-1, 0, 1]]))
    axes = layout.axes
    assert layout.points[1][1] == axes.point(1, 0)
    assert colour_at(image, axes.point(1, 0.5)) == RED
    assert colour_at(image, axes.point(2, 1)) == BLUE
    assert colour_at(image, axes.point(0.25, 0.75)) == THEME.panel.lower()


def test_a_logarithmic_picture_turns_equal_ratios_into_a_line(qapp):
    picture = picture_of(
        [[1, 10, 100, 1000]], up=(1.0, 1000.0), ticks=((1.0, "1"),), logarithmic=True
    )
    _, layout = drawn(picture)
    steps = np.diff([place.y() for place in layout.points[0]])
    assert steps == pytest.approx([steps[0]] * 3)


def test_lines_to_compare_with_are_drawn_across(qapp):
    picture = picture_of([[-1, -1]], marks=((0.5, "here"),))
    image, layout = drawn(picture)
    area = layout.axes.area
    row = [
        colour_at(image, QPointF(x, layout.axes.y(0.5)))
        for x in range(int(area.left()), int(area.right()))
    ]
    assert row.count(THEME.soft_text.lower()) > len(row) / 3


def test_the_nearest_point_is_found_across_first(qapp):
    _, layout = drawn(picture_of([[0, 0, 0], [1, 1, 1]]))
    axes = layout.axes
    assert layout.at(axes.point(1.1, 0.9)) == Cell(1, 1)
    assert layout.at(axes.point(1.9, 0.1)) == Cell(0, 2)
    assert layout.at(QPointF(0, 0)) is None


@pytest.mark.parametrize("count", [1, 2, 200])
def test_any_number_of_samples_is_drawn(qapp, count):
    _, layout = drawn(picture_of([[0.0] * count]), width=240, height=100)
    assert len(layout.points[0]) == count
