import pytest
from PySide6.QtCore import QPointF

from tests.viz_app.painted import THEMES, overlaps
from viz_app.design.head_colours import Stroke, head_stroke
from viz_app.panels.attention.painting.stroke_legend import WIDTH, layout_legend, stroke_pen

LIGHT = THEMES["light"]
NAMES = tuple(f"head {number}" for number in range(1, 17))


@pytest.mark.parametrize("width", [120, 400, 2000])
def test_names_wrap_and_never_overlap(qapp, width):
    items = layout_legend(NAMES, QPointF(10, 20), width, LIGHT)
    assert [item.text for item in items] == list(NAMES)
    assert not overlaps([item.rect for item in items])
    assert all(item.rect.right() <= 10 + width for item in items)


def test_one_line_is_enough_where_there_is_room(qapp):
    tops = [
        {item.rect.top() for item in layout_legend(NAMES, QPointF(), width, LIGHT)}
        for width in (2000, 400)
    ]
    assert len(tops[0]) == 1
    assert len(tops[1]) > 1


def test_dashes_have_the_stroke_s_lengths(qapp):
    stroke = Stroke("#123456", (9.0, 5.0))
    assert [part * WIDTH for part in stroke_pen(stroke, LIGHT).dashPattern()] == [9.0, 5.0]
    assert stroke_pen(head_stroke(LIGHT, 0), LIGHT).dashPattern() == []
