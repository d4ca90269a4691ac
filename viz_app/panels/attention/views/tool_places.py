"""Which row each tool above the pictures stands in: as few rows as there can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from viz_app.workbench.state.attention_options import AttentionOptions

Tool = Literal["pills", "side_by_side", "views", "row_labels", "options", "combination", "heads"]

ORDER: tuple[Tool, ...] = ("pills", "side_by_side", "views", "combination", "heads")

IN_THE_OPTIONS: tuple[Tool, ...] = ("combination", "row_labels")
"""These stand in the menu behind the options too: they cost no row. The last leaves first."""


@dataclass(frozen=True, slots=True)
class Row:
    """Tools of a row: from its left edge on, and up to its right edge."""

    left: tuple[Tool, ...]
    right: tuple[Tool, ...] = ()

    @property
    def tools(self) -> tuple[Tool, ...]:
        """All of them, from left to right."""
        return (*self.left, *self.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowRoom:
    """What there is room for.

    Attributes:
        widths: of the tools that are wanted, in px.
        width: of a row, in px.
        gap: between two tools, in px.
    """

    widths: Mapping[Tool, int]
    width: int
    gap: int

    def holds(self, *tools: Tool) -> bool:
        """Whether one row has room for the tools."""
        return sum(self.widths[tool] + self.gap for tool in tools) <= self.width + self.gap


def wanted_tools(options: AttentionOptions) -> frozenset[Tool]:
    """The tools that a view needs: which heads it is about is said wherever it is not the grid.

    The heatmap of one head needs no choice of heads: the mosaic is where it is chosen.
    """
    tools: set[Tool] = {"pills", "side_by_side", "views", "row_labels", "options"}
    if options.view != "grid":
        tools.add("combination")
        one_head = options.combination == "head" and options.view == "focus"
        if options.view == "links" or not (options.combination == "rollout" or one_head):
            tools.add("heads")
    return frozenset(tools)


def rows_of(room: RowRoom) -> tuple[Row, ...]:
    """One row, if need be without what the options have too; else as few as there can be."""
    left_out: tuple[Tool, ...] = ()
    while True:
        wanted = [tool for tool in ORDER if tool in room.widths and tool not in left_out]
        rows = _ended(room, _filled(room, wanted), "options")
        if "row_labels" in room.widths and "row_labels" not in left_out:
            rows = _ended(room, rows, "row_labels", new_row=False) or rows
        if len(rows) == 1 or len(left_out) == len(IN_THE_OPTIONS):
            return rows
        left_out = IN_THE_OPTIONS[len(IN_THE_OPTIONS) - len(left_out) - 1 :]


def _filled(room: RowRoom, tools: Sequence[Tool]) -> tuple[Row, ...]:
    """One after the other; a tool that has no room begins a new row."""
    rows: list[tuple[Tool, ...]] = [()]
    for tool in tools:
        if not rows[-1] or room.holds(*rows[-1], tool):
            rows[-1] = (*rows[-1], tool)
        else:
            rows.append((tool,))
    return tuple(map(Row, rows))


def _ended(
    room: RowRoom, rows: tuple[Row, ...], tool: Tool, *, new_row: bool = True
) -> tuple[Row, ...]:
    """The rows with a tool at the end of the first that has room, or in a new one."""
    for place, row in enumerate(rows):
        if room.holds(tool, *row.tools):
            ended = replace(row, right=(tool, *row.right))
            return (*rows[:place], ended, *rows[place + 1 :])
    return (*rows, Row((), (tool,))) if new_row else ()
