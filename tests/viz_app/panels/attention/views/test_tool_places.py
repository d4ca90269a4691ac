"""Which row each tool stands in, by widths in px."""

import pytest

from viz_app.panels.attention.views.tool_places import (
    RowPart,
    RowRoom,
    low_rows,
    usual_rows,
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
    "heads": 350,
    "mass": 200,
}
GRID = ("pills", "side_by_side", "views", "row_labels", "options")


def room(width, tools=tuple(WIDTHS), gap=10):
    return RowRoom(widths={tool: WIDTHS[tool] for tool in tools}, width=width, gap=gap)


def tools_of(rows):
    """The tools of each row, from left to right."""
    return [[tool for part in row for tool in (*part.left, *part.right)] for row in rows]


@pytest.mark.parametrize(
    ("options", "more"),
    [
        (AttentionOptions(), set()),
        (AttentionOptions(view="focus"), {"combination"}),
        (AttentionOptions(view="focus", combination="mean"), {"combination", "heads"}),
        (AttentionOptions(view="text"), {"combination", "heads"}),
        (AttentionOptions(view="links"), {"combination", "heads", "mass"}),
        (AttentionOptions(view="links", combination="rollout"), {"combination", "mass"}),
    ],
)
def test_a_view_has_the_tools_that_it_is_about(options, more):
    assert wanted_tools(options) == set(GRID) | more


def test_usually_kinds_and_views_share_a_row_that_has_room():
    needed = sum(WIDTHS[tool] for tool in GRID) + 4 * 10
    assert tools_of(usual_rows(room(needed, GRID))) == [list(GRID)]
    assert tools_of(usual_rows(room(needed - 1, GRID))) == [list(GRID[:2]), list(GRID[2:])]


def test_usually_the_heads_have_a_row_of_their_own():
    *_, (heads,) = usual_rows(room(5000))
    assert heads == RowPart(("combination", "heads"), ("mass",), close=True)


def test_where_it_is_low_all_stand_in_one_row_if_they_can():
    needed = sum(WIDTHS.values()) + 7 * 10
    assert tools_of(low_rows(room(needed))) == [
        ["pills", "side_by_side", "views", "combination", "heads", "mass", "row_labels", "options"]
    ]


def test_row_labels_are_left_out_rather_than_that_they_cost_a_row():
    all_of_them = sum(WIDTHS[tool] for tool in GRID) + 4 * 10
    assert tools_of(low_rows(room(all_of_them, GRID))) == [list(GRID)]
    (row,) = tools_of(low_rows(room(all_of_them - 1, GRID)))
    assert row == ["pills", "side_by_side", "views", "options"]


def test_the_options_stand_at_the_right_edge_of_the_first_row_that_has_room():
    rows = low_rows(room(830))
    assert tools_of(rows) == [
        ["pills", "side_by_side", "views", "options"],
        ["combination", "heads", "mass"],
    ]
    assert rows[0][0].right == ("options",)


def test_row_labels_fill_a_gap_below():
    assert tools_of(low_rows(room(830, (*GRID, "combination")))) == [
        ["pills", "side_by_side", "views", "options"],
        ["combination", "row_labels"],
    ]


@pytest.mark.parametrize("width", range(100, 1900, 50))
def test_every_row_has_room_and_nothing_but_row_labels_is_missing(width):
    wide = room(width)
    rows = tools_of(low_rows(wide))
    placed = [tool for row in rows for tool in row]
    assert set(WIDTHS) - set(placed) <= {"row_labels"}
    assert len(placed) == len(set(placed))
    assert all(wide.holds(*row) or len(row) == 1 for row in rows)


def test_wider_rows_are_never_more():
    counts = [len(low_rows(room(width))) for width in range(100, 1900, 10)]
    assert counts == sorted(counts, reverse=True)
