from __future__ import annotations

from itertools import pairwise

import pytest

from tests.viz_app.painted import THEMES
from viz_app.panels.positions.views.curve_legend import LINE, SHORT_LINE, CurveLegend

THEME = THEMES["light"]


@pytest.fixture
def legend(qtbot):
    legend = CurveLegend(THEME)
    qtbot.addWidget(legend)
    legend.set_names(("0", "1", "32", "64"), THEME)
    return legend


@pytest.mark.parametrize("width", [600, 180, 150])
def test_every_curve_is_named_where_there_is_room(legend, width):
    legend.resize(width, 20)
    places = legend.places()
    assert sorted(places) == [0, 1, 2, 3]
    for line, name in places.values():
        assert 0 <= line.x1() < line.x2() <= name.left() <= name.right() <= width
        assert SHORT_LINE * THEME.unit <= line.length() <= LINE * THEME.unit


def test_names_never_overlap(legend):
    legend.resize(600, 20)
    spans = sorted((line.x1(), name.right()) for line, name in legend.places().values())
    assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_without_room_the_last_curves_are_named(legend):
    legend.resize(60, 20)
    assert sorted(legend.places()) == [3]
