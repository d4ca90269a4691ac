"""What the user is looking at: kind, layer, head, step and cell."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Literal

from model.traces.trace import KINDS, Kind, Trace

RowLabels = Literal["both", "fed", "predicted"]
"""How decoder and cross rows are named: ``a → cat``, the token fed in, or the one predicted."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One weight: ``row`` is the query, ``column`` the key, both from 0."""

    row: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Where the user is. ``layer``, ``head`` and ``step`` count from 0; ``step`` is a row."""

    kind: Kind = "cross"
    layer: int = 0
    head: int = 0
    step: int = 0
    cell: Cell | None = None
    row_labels: RowLabels = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadPlace:
    """The chosen head among those that there are; ``layer`` and ``head`` count from 0."""

    kind: Kind
    layer: int
    head: int
    n_layers: int
    n_heads: int
    kinds: tuple[Kind, ...] = KINDS


def head_place(selection: Selection, trace: Trace | None) -> HeadPlace:
    """The chosen head among those of a trace; without one there are none."""
    return HeadPlace(
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
        n_layers=trace.depth(selection.kind) if trace else 0,
        n_heads=trace.n_heads if trace else 0,
        kinds=trace.kinds if trace else KINDS,
    )


def with_head(selection: Selection, kind: Kind, layer: int, head: int) -> Selection:
    """Look at one head; the cell goes when the kind changes, because its tokens would."""
    cell = selection.cell if kind == selection.kind else None
    return dataclasses.replace(selection, kind=kind, layer=layer, head=head, cell=cell)


def with_step(selection: Selection, step: int, trace: Trace | None) -> Selection:
    """Look at a step, as near to the wanted one as the trace has.

    A cell cursor in decoder or cross goes along to the row of the step; so it does in an encoder
    alone, whose places are walked through.
    """
    last = trace.n_places - 1 if trace else 0
    step = max(0, min(step, last))
    cell = selection.cell
    walked = trace.walked(selection.kind) if trace else selection.kind != "encoder"
    if cell is not None and walked and step != selection.step:
        cell = Cell(step, cell.column)
    return dataclasses.replace(selection, step=step, cell=cell)


def within(selection: Selection, trace: Trace) -> Selection:
    """The nearest selection that exists in a trace."""
    if selection.kind not in trace.kinds:
        selection = dataclasses.replace(selection, kind=trace.kinds[0], cell=None)
    rows, columns = len(trace.query_tokens(selection.kind)), len(trace.key_tokens(selection.kind))
    cell = selection.cell
    if cell and (cell.row >= rows or cell.column >= columns):
        cell = None
    selection = dataclasses.replace(
        selection,
        layer=min(selection.layer, trace.depth(selection.kind) - 1),
        head=min(selection.head, trace.n_heads - 1),
        cell=cell,
    )
    return with_step(selection, selection.step, trace)
