"""State to the attention tab's pictures: every kind's mosaic and focused picture."""

from __future__ import annotations

from functools import lru_cache

from model.arrays import FloatArray
from model.traces.projection import TokenSpans, project_mask, project_weights
from model.traces.trace import Kind, Trace
from viz_app.app.app_state import AppState
from viz_app.workbench.snapshots.combined_heads import chosen_heads, combined_weights, measured
from viz_app.workbench.snapshots.pictures import FocusSnapshot, MosaicSnapshot
from viz_app.workbench.snapshots.token_axes import token_axes
from viz_app.workbench.state.selection import Cell


def resolve_mosaic(state: AppState, kind: Kind | None = None) -> MosaicSnapshot | None:
    """The mosaic of a kind, by default the one in view, or None before the first trace."""
    trace, selection, options = state.trace, state.selection, state.attention
    if trace is None:
        return None
    kind = kind or selection.kind
    decoded = _decoded(state, trace, kind)
    axes = token_axes(trace, kind, options, labels=selection.row_labels, decoded=decoded)
    projection = axes.projection
    return MosaicSnapshot(
        trace=trace,
        kind=kind,
        layer=selection.layer,
        head=selection.head,
        rows=axes.rows,
        columns=axes.columns,
        row_labels=selection.row_labels,
        decoded_rows=_begun(projection.rows, decoded),
        marked_row=_marked_row(state, kind, projection),
        projection=projection,
        scale=options.scale,
        colour_map=options.colour_map,
        measure=options.tint,
        is_sorted=options.sorted_by_tint and options.tint is not None,
        weights=_projected(trace, kind, projection),
        mask=project_mask(trace.mask(kind), projection),
        measures=measured(trace, kind, options.tint) if options.tint else None,
    )


def resolve_focus(state: AppState, kind: Kind | None = None) -> FocusSnapshot | None:
    """The focused picture of a kind, by default the one in view, or None before the first trace."""
    trace, selection, options = state.trace, state.selection, state.attention
    if trace is None:
        return None
    kind = kind or selection.kind
    decoded = _decoded(state, trace, kind)
    axes = token_axes(trace, kind, options, labels=selection.row_labels, decoded=decoded)
    projection = axes.projection
    shown = combined_weights(trace, kind, options, layer=selection.layer, head=selection.head)
    every = kind != "decoder" or trace.looks_ahead  # it was fed the whole target at once
    return FocusSnapshot(
        trace=trace,
        kind=kind,
        layer=selection.layer,
        head=selection.head,
        rows=axes.rows,
        columns=axes.columns,
        row_labels=selection.row_labels,
        decoded_rows=_begun(projection.rows, decoded),
        decoded_columns=None if every else _begun(projection.columns, decoded),
        marked_row=_marked_row(state, kind, projection),
        linked_row=_linked_row(state, kind, projection),
        cell=_shown_cell(state, kind, projection),
        projection=projection,
        combination=options.combination,
        heads=chosen_heads(options, n_heads=trace.n_heads, head=selection.head),
        special=options.special,
        words=options.words,
        scale=options.scale,
        colour_map=options.colour_map,
        mass=options.mass,
        weights=project_weights(shown, projection),
        mask=project_mask(trace.mask(kind), projection),
    )


@lru_cache(maxsize=3)
def _projected(trace: Trace, kind: Kind, projection: TokenSpans) -> FloatArray:
    """All heads' cells; kept for each kind, because stepping asks for the same ones again."""
    return project_weights(trace.weights(kind), projection)


def _decoded(state: AppState, trace: Trace, kind: Kind) -> int:
    """Query tokens that exist at the step on screen."""
    if kind == "encoder":
        return len(trace.source_tokens)
    return min(state.selection.step + 1, len(trace.steps))


def _begun(spans: tuple[tuple[int, int], ...], decoded: int) -> int:
    """Rows, or columns, of which at least one token is decoded."""
    return sum(start < decoded for start, _ in spans)


def _marked_row(state: AppState, kind: Kind, projection: TokenSpans) -> int | None:
    if kind == "encoder" or state.trace is None or not state.trace.steps:
        return None
    return projection.row_of(state.selection.step)


def _shown_cell(state: AppState, kind: Kind, projection: TokenSpans) -> Cell | None:
    cell = state.selection.cell
    if cell is None or kind != state.selection.kind:
        return None
    row, column = projection.row_of(cell.row), projection.column_of(cell.column)
    return None if row is None or column is None else Cell(row, column)


def _linked_row(state: AppState, kind: Kind, projection: TokenSpans) -> int | None:
    """A target token has a row in decoder and cross, a source token in the encoder too."""
    cell, chosen = state.selection.cell, state.selection.kind
    if cell is None or kind == chosen:
        return None
    if "encoder" not in {kind, chosen}:
        return projection.row_of(cell.row)
    source_token = cell.column if (kind, chosen) == ("encoder", "cross") else None
    return None if source_token is None else projection.row_of(source_token)
