"""Which row each tool stands in, by widths in px."""

import pytest

from viz_app.panels.attention.views.tool_places import (
    RowRoom,
    rows_of,
    wanted_tools,
)
from viz_app.workbench.state.attention_options import AttentionOptions

WIDTHS = {
    "pills": 360,
    "side_by_side": 110,
    "views": 250,
    "row_labels": 210,
    "options": 80,
    "combination": 200,
    "heads": 130,
}
GRID = ("pills", "side_by_side", "views", "row_labels", "options")


def room(width, tools=tuple(WIDTHS), gap=10):
    return RowRoom(widths={tool: WIDTHS[tool] for tool in tools}, width=width, gap=gap)


def tools_of(rows):
    """The tools of each row, from left to right."""
    return [list(row.tools) for row in rows]


@pytest.mark.parametrize(
    ("options", "more"),
    [
        (AttentionOptions(), set()),
        (AttentionOptions(view="focus"), {"combination"}),
        (AttentionOptions(view="focus", combination="mean"), {"combination", "heads"}),
        (AttentionOptions(view="text"), {"combination", "heads"}),
        (AttentionOptions(view="links"), {"combination", "heads"}),
        (AttentionOptions(view="links", combination="rollout"), {"combination", "heads"}),
    ],
)
def test_a_view_has_the_tools_that_it_is_about(options, more):
    assert wanted_tools(options) == set(GRID) | more


def test_row_labels_are_left_out_rather_than_that_they_cost_a_row():
    all_of_them = sum(WIDTHS[tool] for tool in GRID) + 4 * 10
    assert tools_of(rows_of(room(all_of_them, GRID))) == [list(GRID)]
    (row,) = tools_of(rows_of(room(all_of_them - 1, GRID)))
    assert row == ["pills", "side_by_side", "views", "options"]


def test_wider_rows_are_never_more():
    counts = [len(rows_of(room(width))) for width in range(100, 1900, 10)]
    assert counts == sorted(counts, reverse=True)


def test_all_stand_in_one_row_if_they_can():
    needed = sum(WIDTHS.values()) + 6 * 10
    assert tools_of(rows_of(room(needed))) == [
        ["pills", "side_by_side", "views", "combination", "heads", "row_labels", "options"]
    ]


def test_what_the_options_have_too_is_left_out_rather_than_that_it_costs_a_row():
    one_less = sum(WIDTHS.values()) + 6 * 10 - 1
    (row,) = tools_of(rows_of(room(one_less)))
    assert row == ["pills", "side_by_side", "views", "combination", "heads", "options"]
    (row,) = tools_of(rows_of(room(one_less - 220)))
    assert row == ["pills", "side_by_side", "views", "heads", "options"]


def test_the_options_stand_at_the_right_edge_of_the_first_row_that_has_room():
    rows = rows_of(room(830))
    assert tools_of(rows) == [["pills", "side_by_side", "views", "options"], ["heads"]]
    assert rows[0].right == ("options",)


@pytest.mark.parametrize("width", range(100, 1900, 50))
def test_every_row_has_room_and_nothing_is_missing_but_what_the_options_have(width):
    wide = room(width)
    rows = tools_of(rows_of(wide))
    placed = [tool for row in rows for tool in row]
    assert set(WIDTHS) - set(placed) <= {"row_labels", "combination"}
    assert len(placed) == len(set(placed))
    assert all(wide.holds(*row) or len(row) == 1 for row in rows)
