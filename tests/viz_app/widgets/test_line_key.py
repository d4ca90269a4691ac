"""Names beside their lines, in whatever room there is."""

from itertools import pairwise

import pytest
from PySide6.QtGui import QFontMetricsF

from tests.viz_app.painted import THEMES
from viz_app.widgets.line_key import LineKey

THEME = THEMES["light"]


class Named(LineKey):
    shown = ("0", "1", "32", "64")

    def names(self):
        return self.shown

    def paint_mark(self, painter, line, index):
        painter.drawLine(line)


@pytest.fixture
def key(qtbot):
    key = Named(THEME)
    qtbot.addWidget(key)
    return key


@pytest.mark.parametrize("width", [600, 180, 150])
def test_every_line_is_named_where_there_is_room(key, width):
    key.resize(width, 20)
    places, (least, most) = key.places(), key.lengths
    assert sorted(places) == [0, 1, 2, 3]
    for line, name in places.values():
        assert 0 <= line.x1() < line.x2() <= name.left() <= name.right() <= width + 1
        assert least * THEME.unit <= line.length() <= most * THEME.unit
    spans = sorted((line.x1(), name.right()) for line, name in places.values())
    assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_without_room_the_last_lines_are_named(key):
    key.resize(60, 20)
    assert sorted(key.places()) == [3]
    key.resize(10, 20)
    assert key.places() == {}
    assert not key.grab().isNull()


def test_long_names_give_way_at_their_common_beginning(key):
    key.shown = "positions-without-1", "positions-with-1"
    key.resize(240, 20)
    own, other = key.shown_names()
    assert own.endswith("-without-1")
    assert other.endswith("-with-1")
    assert own.startswith("…")
    metrics = QFontMetricsF(THEME.font(THEME.small))
    assert sum(metrics.horizontalAdvance(name) for name in (own, other)) < 240
    assert sorted(key.places()) == [0, 1]


def test_names_that_begin_differently_keep_both_ends(key):
    key.shown = "a" * 30 + "1", "b" * 30 + "2"
    key.resize(200, 20)
    own, other = key.shown_names()
    assert (own[0], own[-1], other[0], other[-1]) == ("a", "1", "b", "2")


def test_a_short_name_leaves_its_room_to_a_long_one(key):
    key.shown = "x", "y" * 25
    key.resize(280, 20)
    own, other = key.shown_names()
    assert own == "x"
    assert len(other) > 20
