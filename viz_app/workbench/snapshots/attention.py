"""Workbench to the attention panel's pictures: every kind's mosaic and focused picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from model.arrays import FloatArray
from model.traces.projection import TokenSpans, project_mask, project_weights
from model.traces.trace import Kind, Trace
from viz_app.workbench.snapshots.combined_heads import chosen_heads, combined_weights, measured
from viz_app.workbench.snapshots.pictures import FocusSnapshot, MosaicSnapshot
from viz_app.workbench.snapshots.token_axes import token_axes
from viz_app.workbench.state.selection import Cell
from viz_app.workbench.state.workbench import Workbench


def resolve_mosaic(bench: Workbench, kind: Kind | None = None) -> MosaicSnapshot | None:
    """The mosaic of a kind, by default the one in view, or None before the first trace."""
    trace, selection, options = bench.trace, bench.selection, bench.attention
    if trace is None:
        return None
    both = _both(bench, trace, kind or selection.kind)
    kind, projection = both["kind"], both["projection"]
    return MosaicSnapshot(
        **both,
        measure=options.tint,
        is_sorted=options.sorted_by_tint and options.tint is not None,
        weights=_projected(trace, kind, projection),
        measures=measured(trace, kind, options.tint) if options.tint else None,
    )


def resolve_focus(bench: Workbench, kind: Kind | None = None) -> FocusSnapshot | None:
    """The focused picture of a kind, by default the one in view, or None before the first trace."""
    trace, selection, options = bench.trace, bench.selection, bench.attention
    if trace is None:
        return None
    both = _both(bench, trace, kind or selection.kind)
    kind, projection = both["kind"], both["projection"]
    shown = combined_weights(trace, kind, options, layer=selection.layer, head=selection.head)
    every = kind != "decoder" or trace.looks_ahead  # it was fed the whole target at once
    decoded = _begun(projection.columns, _decoded(bench, trace, kind))
    return FocusSnapshot(
        **both,
        decoded_columns=None if every else decoded,
        linked_row=_linked_row(bench, kind, projection),
        cell=_shown_cell(bench, kind, projection),
        combination=options.combination,
        heads=chosen_heads(options, n_heads=trace.n_heads, head=selection.head),
        mass=options.mass,
        weights=project_weights(shown, projection),
    )


def _both(bench: Workbench, trace: Trace, kind: Kind) -> dict[str, Any]:
    """The fields that the mosaic and the focused picture of a kind share, but for the weights."""
    selection, options = bench.selection, bench.attention
    decoded = _decoded(bench, trace, kind)
    axes = token_axes(trace, kind, options, labels=selection.row_labels, decoded=decoded)
    return {
        "trace": trace,
        "kind": kind,
        "layer": selection.layer,
        "head": selection.head,
        "rows": axes.rows,
        "columns": axes.columns,
        "glosses": axes.glosses,
        "row_labels": selection.row_labels,
        "decoded_rows": _begun(axes.projection.rows, decoded),
        "marked_row": _marked_row(bench, kind, axes.projection),
        "projection": axes.projection,
        "scale": options.scale,
        "colour_map": options.colour_map,
        "special": options.special,
        "words": options.words,
        "mask": project_mask(trace.mask(kind), axes.projection),
    }


@lru_cache(maxsize=3)
def _projected(trace: Trace, kind: Kind, projection: TokenSpans) -> FloatArray:
    """All heads' cells; kept for each kind, because stepping asks for the same ones again."""
    return project_weights(trace.weights(kind), projection)


def _decoded(bench: Workbench, trace: Trace, kind: Kind) -> int:
    """Query tokens that exist at the step on screen; all, until the user walks the steps."""
    if kind == "encoder":
        return len(trace.source_tokens)
    if bench.whole:
        return len(trace.steps)
    return min(bench.selection.step + 1, len(trace.steps))


def _begun(spans: tuple[tuple[int, int], ...], decoded: int) -> int:
    """Rows, or columns, of which at least one token is decoded."""
    return sum(start < decoded for start, _ in spans)


def _marked_row(bench: Workbench, kind: Kind, projection: TokenSpans) -> int | None:
    trace = bench.trace
    if trace is None or not trace.walked(kind) or not trace.n_places:
        return None
    return projection.row_of(bench.selection.step)


def _shown_cell(bench: Workbench, kind: Kind, projection: TokenSpans) -> Cell | None:
    cell = bench.selection.cell
    if cell is None or kind != bench.selection.kind:
        return None
    row, column = projection.row_of(cell.row), projection.column_of(cell.column)
    return None if row is None or column is None else Cell(row, column)


def _linked_row(bench: Workbench, kind: Kind, projection: TokenSpans) -> int | None:
    """A target token has a row in decoder and cross, a source token in the encoder too."""
    cell, chosen = bench.selection.cell, bench.selection.kind
    if cell is None or kind == chosen:
        return None
    if "encoder" not in {kind, chosen}:
        return projection.row_of(cell.row)
    source_token = cell.column if (kind, chosen) == ("encoder", "cross") else None
    return None if source_token is None else projection.row_of(source_token)
