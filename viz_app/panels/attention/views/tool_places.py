"""Which row each tool above the pictures stands in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from viz_app.workbench.state.attention_options import AttentionOptions

Tool = Literal[
    "pills", "side_by_side", "views", "row_labels", "options", "combination", "heads", "mass"
]

KINDS: tuple[Tool, ...] = ("pills", "side_by_side")
HEADS: tuple[Tool, ...] = ("combination", "heads")


@dataclass(frozen=True, slots=True)
class RowPart:
    """Tools of a row: from its left edge on, and up to its right edge.

    Attributes:
        close: whether they stand close together.
    """

    left: tuple[Tool, ...]
    right: tuple[Tool, ...] = ()
    close: bool = False


Row = tuple[RowPart, ...]
"""Parts that share a row's width."""


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

    def wanted(self, *tools: Tool) -> tuple[Tool, ...]:
        """Those of the tools that are wanted."""
        return tuple(tool for tool in tools if tool in self.widths)

    def holds(self, *tools: Tool) -> bool:
        """Whether one row has room for the tools."""
        return sum(self.widths[tool] + self.gap for tool in tools) <= self.width + self.gap


def wanted_tools(options: AttentionOptions) -> frozenset[Tool]:
    """The tools that a view needs: which heads it is about is said wherever it is not the grid.

    The heatmap of one head needs no buttons for heads: the mosaic is where it is chosen.
    """
    tools: set[Tool] = {"pills", "side_by_side", "views", "row_labels", "options"}
    if options.view != "grid":
        tools.add("combination")
        one_head = options.combination == "head" and options.view == "focus"
        if options.combination != "rollout" and not one_head:
            tools.add("heads")
    if options.view == "links":
        tools.add("mass")
    return frozenset(tools)


def usual_rows(room: RowRoom) -> tuple[Row, ...]:
    """Kinds and views in one row where they have room, else in two; the heads below."""
    kinds, views = RowPart(KINDS), RowPart(("views",), ("row_labels", "options"))
    one_row = room.holds(*kinds.left, *views.left, *views.right)
    rows: tuple[Row, ...] = ((kinds, views),) if one_row else ((kinds,), (views,))
    heads, mass = room.wanted(*HEADS), room.wanted("mass")
    return (*rows, (RowPart(heads, mass, close=True),)) if heads or mass else rows


def low_rows(room: RowRoom) -> tuple[Row, ...]:
    """As few rows as there can be, filled in the order of the tools.

    The options go to the end of the first row that has room. So does the choice of row labels,
    which gets no row of its own: it is in the menu, too.
    """
    rows = _filled(room, room.wanted(*KINDS, "views", *HEADS, "mass"))
    rows = _ended(room, rows, "options") or (*rows, (RowPart((), ("options",)),))
    return _ended(room, rows, "row_labels") or rows


def _filled(room: RowRoom, tools: Sequence[Tool]) -> tuple[Row, ...]:
    """One after the other; a tool that has no room begins a new row."""
    rows: list[tuple[Tool, ...]] = [()]
    for tool in tools:
        if not rows[-1] or room.holds(*rows[-1], tool):
            rows[-1] = (*rows[-1], tool)
        else:
            rows.append((tool,))
    return tuple((RowPart(row),) for row in rows)


def _ended(room: RowRoom, rows: Sequence[Row], tool: Tool) -> tuple[Row, ...]:
    """The rows with a tool at the end of the first that has room; none where none has."""
    for place, (part,) in enumerate(rows):
        if room.holds(*part.left, tool, *part.right):
            ended = replace(part, right=(tool, *part.right))
            return (*rows[:place], (ended,), *rows[place + 1 :])
    return ()
