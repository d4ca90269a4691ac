"""Another kind, head, query or cell is looked at, or the same in another way."""

from __future__ import annotations

import dataclasses
from typing import Any

from model.traces.trace import Kind
from viz_app.workbench.changes.playback import step_chosen, step_kept
from viz_app.workbench.snapshots.combined_heads import with_head_toggled
from viz_app.workbench.snapshots.token_axes import row_labels
from viz_app.workbench.state.selection import Cell, RowLabels, Selection, with_head, within
from viz_app.workbench.state.workbench import Workbench


def kind_picked(bench: Workbench, kind: Kind) -> Workbench:
    """Look at another kind, same layer and head."""
    return _at_head(bench, kind, bench.selection.layer, bench.selection.head)


def head_picked(bench: Workbench, kind: Kind, layer: int, head: int) -> Workbench:
    """Look at one head, as near to the wanted one as there is, from now on."""
    bench = _at_head(bench, kind, layer, head)
    if "head" in bench.picked:
        return bench
    return dataclasses.replace(bench, picked=bench.picked | {"head"})


def cell_picked(bench: Workbench, kind: Kind, cell: Cell | None) -> Workbench:
    """Put the cursor on a query and a key of a kind, or nowhere."""
    if cell is not None:
        bench = step_kept(bench)
    return _with_selection(bench, dataclasses.replace(bench.selection, kind=kind, cell=cell))


def row_labels_picked(bench: Workbench, labels: RowLabels) -> Workbench:
    """Name decoder and cross rows another way."""
    return _with_selection(bench, dataclasses.replace(bench.selection, row_labels=labels))


def query_chosen(bench: Workbench, row: int) -> Workbench:
    """Look at another query of the chosen kind; in decoder and cross that is another step, too.

    Beside a decoder, the encoder's rows are no steps: there a cursor is put on the query itself,
    where there is none yet.
    """
    kind, cell = bench.selection.kind, bench.selection.cell
    if bench.trace is None or not 0 <= row < len(row_labels(bench.trace, kind)):
        return bench
    if bench.trace.walked(kind):
        bench = step_chosen(bench, row)
    elif cell is None:
        cell = Cell(row, row)
    return bench if cell is None else cell_picked(bench, kind, Cell(row, cell.column))


def option_picked(bench: Workbench, name: str, value: Any) -> Workbench:
    """Another value of a field of :class:`AttentionOptions`."""
    options = dataclasses.replace(bench.attention, **{name: value})
    return bench if options == bench.attention else dataclasses.replace(bench, attention=options)


def head_toggled(bench: Workbench, head: int) -> Workbench:
    """Take a head of the layer in, or out."""
    if bench.trace is None:
        return bench
    heads = with_head_toggled(
        bench.attention, head, n_heads=bench.trace.n_heads, head=bench.selection.head
    )
    return option_picked(bench, "heads", heads)


def all_heads_chosen(bench: Workbench, chosen: bool) -> Workbench:
    """Take all heads of the layer in, or none."""
    every = tuple(range(bench.trace.n_heads)) if bench.trace is not None and chosen else ()
    return option_picked(bench, "heads", every)


def _at_head(bench: Workbench, kind: Kind, layer: int, head: int) -> Workbench:
    selection = with_head(bench.selection, kind, layer, head)
    if bench.trace is not None:
        selection = within(selection, bench.trace)
    return _with_selection(bench, selection)


def _with_selection(bench: Workbench, selection: Selection) -> Workbench:
    if selection == bench.selection:
        return bench
    return dataclasses.replace(bench, selection=selection)
