"""Snapshots for the attention tab: the mosaic of all heads and the focused head."""

from __future__ import annotations

from dataclasses import dataclass, field

from model.trace import BoolArray, FloatArray, Kind, Trace
from viz_app.state.app_state import AppState
from viz_app.state.selection import Cell, RowLabels


@dataclass(frozen=True, slots=True)
class RowLabel:
    """Name of a query row: the token fed in, and for decoder and cross what it predicted."""

    fed: str
    predicted: str | None = None

    def text(self, labels: RowLabels) -> str:
        """As the switch says: ``a → cat``, ``a`` or ``cat``."""
        if self.predicted is None or labels == "fed":
            return self.fed
        return self.predicted if labels == "predicted" else f"{self.fed} → {self.predicted}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicSnapshot:
    """All layers × heads of one kind.

    Arrays do not take part in comparisons: they follow from ``trace`` and ``kind``.

    Attributes:
        weights: ``[layers, heads, query, key]``, 0 … 1.
        mask: ``[query, key]``, True = may attend.
        row_labels: how rows are named, here as in the focused head.
        decoded_rows: rows that exist at the step on screen; those after it are not drawn.
        marked_row: the row that predicted the step's token; None for the encoder.
    """

    trace: Trace
    kind: Kind
    layer: int
    head: int
    row_labels: RowLabels
    decoded_rows: int
    marked_row: int | None
    weights: FloatArray = field(compare=False, repr=False)
    mask: BoolArray = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusSnapshot:
    """One head, with its tokens.

    Attributes:
        weights: ``[query, key]``, 0 … 1.
        mask: ``[query, key]``, True = may attend.
        rows, columns: labels of queries and keys.
        decoded_rows, marked_row: as in :class:`MosaicSnapshot`.
        cell: the cell under the cursor, or None.
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
    cell: Cell | None
    weights: FloatArray = field(compare=False, repr=False)
    mask: BoolArray = field(compare=False, repr=False)


def resolve_mosaic(state: AppState) -> MosaicSnapshot | None:
    """The mosaic of the kind in view, or None before the first trace."""
    trace, selection = state.trace, state.selection
    if trace is None:
        return None
    return MosaicSnapshot(
        trace=trace,
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
        row_labels=selection.row_labels,
        decoded_rows=_decoded_rows(state, trace),
        marked_row=_marked_row(state, trace),
        weights=trace.weights(selection.kind),
        mask=trace.mask(selection.kind),
    )


def resolve_focus(state: AppState) -> FocusSnapshot | None:
    """The head in view, or None before the first trace."""
    trace, selection = state.trace, state.selection
    if trace is None:
        return None
    kind = selection.kind
    return FocusSnapshot(
        trace=trace,
        kind=kind,
        layer=selection.layer,
        head=selection.head,
        rows=row_labels(trace, kind),
        columns=trace.key_tokens(kind),
        row_labels=selection.row_labels,
        decoded_rows=_decoded_rows(state, trace),
        marked_row=_marked_row(state, trace),
        cell=selection.cell,
        weights=trace.weights(kind)[selection.layer, selection.head],
        mask=trace.mask(kind),
    )


def row_labels(trace: Trace, kind: Kind) -> tuple[RowLabel, ...]:
    """Labels of a kind's query rows."""
    if kind == "encoder":
        return tuple(RowLabel(token) for token in trace.source_tokens)
    return tuple(RowLabel(step.fed, step.token) for step in trace.steps)


def _decoded_rows(state: AppState, trace: Trace) -> int:
    if state.selection.kind == "encoder":
        return len(trace.source_tokens)
    return min(state.selection.step + 1, len(trace.steps))


def _marked_row(state: AppState, trace: Trace) -> int | None:
    if state.selection.kind == "encoder" or not trace.steps:
        return None
    return state.selection.step
