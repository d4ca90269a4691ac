"""Snapshots for the attention tab: the mosaic of all heads and the focused picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from model.head_measures import Measure
from model.projection import Projection, project_mask, project_weights
from model.trace import BoolArray, FloatArray, Kind, Trace
from viz_app.state.app_state import AppState
from viz_app.state.attention_options import (
    ColourMap,
    Combination,
    Scale,
    SpecialTokens,
)
from viz_app.state.combined_heads import chosen_heads, combined_weights, measured
from viz_app.state.selection import Cell, RowLabels
from viz_app.state.token_axes import RowLabel, token_axes


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicSnapshot:
    """All layers × heads of one kind.

    Arrays do not take part in comparisons: they follow from ``trace``, ``kind`` and ``projection``.

    Attributes:
        weights: ``[layers, heads, row, column]``, 0 … 1.
        mask: ``[row, column]``, True = may attend.
        rows, columns: labels of queries and keys.
        row_labels: how rows are named, here as in the focused head.
        decoded_rows: rows that exist at the step on screen; those after it are not drawn.
        marked_row: the row that predicted the step's token; None for the encoder.
        projection: which tokens rows and columns stand for.
        measure: what every head is marked with, or None.
        measures: ``[layers, heads]`` of that measure.
        is_sorted: heads are in the order of ``measures``, largest first, instead of their own.
    """

    trace: Trace
    kind: Kind
    layer: int
    head: int
    rows: tuple[RowLabel, ...]
    columns: tuple[str, ...]
    row_labels: RowLabels
    decoded_rows: int
    marked_row: int | None
    projection: Projection | None = None
    scale: Scale = "linear"
    colour_map: ColourMap = "kind"
    measure: Measure | None = None
    is_sorted: bool = False
    weights: FloatArray = field(compare=False, repr=False)
    mask: BoolArray = field(compare=False, repr=False)
    measures: FloatArray | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusSnapshot:
    """One head, or what a layer's heads do together, with its tokens.

    Attributes:
        weights: ``[row, column]``, 0 … 1.
        mask: ``[row, column]``, True = may attend.
        rows, columns: labels of queries and keys.
        decoded_rows, marked_row, projection: as in :class:`MosaicSnapshot`.
        decoded_columns: columns that exist at the step on screen; None = all.
        linked_row: the row of the token that was chosen in another kind's picture, or None.
        cell: the cell under the cursor, or None.
        combination, heads: what of the layer's heads is shown; ``heads`` are the chosen ones.
        special, words: what was hidden or merged.
        mass: links are drawn for the heaviest keys that together have this share of a row.
        compared: the trace whose weights were subtracted; weights are then −1 … 1.
    """

    trace: Trace
    kind: Kind
    layer: int
    head: int
    rows: tuple[RowLabel, ...]
    columns: tuple[str, ...]
    row_labels: RowLabels
    decoded_rows: int
    decoded_columns: int | None = None
    marked_row: int | None
    linked_row: int | None = None
    cell: Cell | None
    projection: Projection | None = None
    combination: Combination = "head"
    heads: tuple[int, ...] = ()
    special: SpecialTokens = "shown"
    words: bool = False
    scale: Scale = "linear"
    colour_map: ColourMap = "kind"
    mass: float = 0.9
    compared: Trace | None = None
    weights: FloatArray = field(compare=False, repr=False)
    mask: BoolArray = field(compare=False, repr=False)

    @property
    def query_row(self) -> int | None:
        """The row that sentences and the text view speak of; None without rows.

        The cursor's, else the one chosen elsewhere, else the step's, else the first.
        """
        if not self.rows:
            return None
        if self.cell is not None:
            return self.cell.row
        chosen = self.marked_row if self.linked_row is None else self.linked_row
        return 0 if chosen is None else chosen


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
    return FocusSnapshot(
        trace=trace,
        kind=kind,
        layer=selection.layer,
        head=selection.head,
        rows=axes.rows,
        columns=axes.columns,
        row_labels=selection.row_labels,
        decoded_rows=_begun(projection.rows, decoded),
        decoded_columns=_begun(projection.columns, decoded) if kind == "decoder" else None,
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


def focus_of(mosaic: MosaicSnapshot, *, layer: int, head: int) -> FocusSnapshot:
    """One tile of a mosaic as a picture of its own."""
    return FocusSnapshot(
        trace=mosaic.trace,
        kind=mosaic.kind,
        layer=layer,
        head=head,
        rows=mosaic.rows,
        columns=mosaic.columns,
        row_labels=mosaic.row_labels,
        decoded_rows=mosaic.decoded_rows,
        marked_row=mosaic.marked_row,
        cell=None,
        projection=mosaic.projection,
        scale=mosaic.scale,
        colour_map=mosaic.colour_map,
        weights=mosaic.weights[layer, head],
        mask=mosaic.mask,
    )


def head_weights(focus: FocusSnapshot) -> FloatArray:
    """Every chosen head by itself, or the one picture that they make together.

    ``[heads, row, column]``, in the order of ``focus.heads``.
    """
    if focus.combination != "head" or focus.projection is None:
        return focus.weights[None]
    heads = focus.trace.weights(focus.kind)[focus.layer, list(focus.heads)]
    return project_weights(heads, focus.projection)


def layer_mean(focus: FocusSnapshot) -> FloatArray:
    """The mean over all heads of the layer. ``[row, column]``."""
    mean = focus.trace.weights(focus.kind)[focus.layer].mean(axis=0)
    return mean if focus.projection is None else project_weights(mean, focus.projection)


def token_cell(state: AppState, kind: Kind, cell: Cell | None) -> Cell | None:
    """The query and key tokens of a picture's cell; the first ones where they are words."""
    if cell is None or state.trace is None:
        return None
    decoded = _decoded(state, state.trace, kind)
    labels = state.selection.row_labels
    axes = token_axes(state.trace, kind, state.attention, labels=labels, decoded=decoded)
    rows, columns = axes.projection.rows, axes.projection.columns
    if cell.row >= len(rows) or cell.column >= len(columns):
        return None
    return Cell(rows[cell.row][0], columns[cell.column][0])


@lru_cache(maxsize=3)
def _projected(trace: Trace, kind: Kind, projection: Projection) -> FloatArray:
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


def _marked_row(state: AppState, kind: Kind, projection: Projection) -> int | None:
    if kind == "encoder" or state.trace is None or not state.trace.steps:
        return None
    return projection.row_of(state.selection.step)


def _shown_cell(state: AppState, kind: Kind, projection: Projection) -> Cell | None:
    cell = state.selection.cell
    if cell is None or kind != state.selection.kind:
        return None
    row, column = projection.row_of(cell.row), projection.column_of(cell.column)
    return None if row is None or column is None else Cell(row, column)


def _linked_row(state: AppState, kind: Kind, projection: Projection) -> int | None:
    """A target token has a row in decoder and cross, a source token in the encoder too."""
    cell, chosen = state.selection.cell, state.selection.kind
    if cell is None or kind == chosen:
        return None
    if "encoder" not in {kind, chosen}:
        return projection.row_of(cell.row)
    source_token = cell.column if (kind, chosen) == ("encoder", "cross") else None
    return None if source_token is None else projection.row_of(source_token)
