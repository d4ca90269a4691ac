"""Snapshot of how the head in view differs between two branches."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

from model.arrays import BoolArray, FloatArray, frozen
from model.traces.projection import whole
from model.traces.trace import Kind, Trace
from viz_app.workbench.snapshots.combined_heads import chosen_heads, combined_weights
from viz_app.workbench.snapshots.pictures import FocusSnapshot, HeadsPicture, MosaicSnapshot
from viz_app.workbench.snapshots.token_axes import RowLabel, key_glosses, row_labels
from viz_app.workbench.state.selection import Cell
from viz_app.workbench.state.workbench import Workbench


def resolve_difference(bench: Workbench, kind: Kind) -> FocusSnapshot | None:
    """What the branch on screen attends to more, or less, than the one it is compared with.

    Rows and columns are those that both have, token by token: words of different branches have
    different pieces. None when nothing is compared, or with a smaller model without such a head.
    """
    trace, other = bench.trace, compared_trace(bench)
    if trace is None or other is None or not _has_head(bench, other, kind):
        return None
    selection, options = bench.selection, bench.attention
    weights = _difference(bench, trace, other, kind)
    rows, columns = weights.shape
    decoded = rows if kind == "encoder" else min(selection.step + 1, rows)
    every = kind != "decoder" or trace.looks_ahead or other.looks_ahead
    step = selection.step if kind != "encoder" and selection.step < rows else None
    return FocusSnapshot(
        trace=trace,
        kind=kind,
        layer=selection.layer,
        head=selection.head,
        rows=difference_rows(trace, other, kind, glosses=options.glosses),
        columns=difference_columns(trace, other, kind),
        glosses=difference_glosses(trace, other, kind) if options.glosses else (),
        row_labels=selection.row_labels,
        decoded_rows=decoded,
        decoded_columns=None if every else decoded,
        marked_row=step,
        cell=_shown_cell(bench, kind, rows=rows, columns=columns),
        projection=whole(rows, columns),
        combination=options.combination,
        heads=chosen_heads(options, n_heads=trace.n_heads, head=selection.head),
        scale=options.scale,
        compared=other,
        weights=weights,
        mask=_mask(trace, other, kind, rows=rows, columns=columns),
    )


def mosaic_difference(bench: Workbench, kind: Kind) -> MosaicSnapshot | None:
    """The same of all heads; None when nothing is compared, or with a model of other heads."""
    shown = resolve_difference(bench, kind)
    if shown is None or shown.compared is None:
        return None
    trace, other = shown.trace, shown.compared
    if trace.weights(kind).shape[:2] != other.weights(kind).shape[:2]:
        return None
    both: dict[str, Any] = {part.name: getattr(shown, part.name) for part in fields(HeadsPicture)}
    both["weights"] = _every_difference(trace, other, kind)
    return MosaicSnapshot(**both, compared=other)


def compared_trace(bench: Workbench) -> Trace | None:
    """What the branch on screen is compared with; None with nothing."""
    tree = bench.branches
    return None if tree is None or tree.compared is None else tree.branch(tree.compared).trace


@lru_cache(maxsize=3)
def _every_difference(trace: Trace, other: Trace, kind: Kind) -> FloatArray:
    """Of the rows and keys that both have; kept for each kind. ``[layers, heads, row, column]``."""
    first, second = trace.weights(kind), other.weights(kind)
    rows, columns = (min(sizes) for sizes in zip(first.shape[2:], second.shape[2:], strict=True))
    difference: FloatArray = first[..., :rows, :columns] - second[..., :rows, :columns]
    return frozen(difference)


def difference_rows(
    one: Trace, other: Trace, kind: Kind, *, glosses: bool = False
) -> tuple[RowLabel, ...]:
    """Names of the rows that both traces have: ``a → cat / dog`` where their tokens differ."""
    firsts, seconds = (row_labels(trace, kind, glosses=glosses) for trace in (one, other))
    return tuple(
        RowLabel(
            _either(first.fed, second.fed),
            None if first.predicted is None else _either(first.predicted, second.predicted),
            first.gloss if first == second else "",
        )
        for first, second in zip(firsts, seconds, strict=False)
    )


def difference_columns(one: Trace, other: Trace, kind: Kind) -> tuple[str, ...]:
    """Names of the columns that both have: ``cat / dog`` where their tokens differ."""
    pairs = zip(one.key_tokens(kind), other.key_tokens(kind), strict=False)
    return tuple(_either(first, second) for first, second in pairs)


def difference_glosses(one: Trace, other: Trace, kind: Kind) -> tuple[str, ...]:
    """What the columns mean that are the same token in both."""
    firsts, seconds = (
        zip(key_glosses(trace, kind), trace.key_tokens(kind), strict=False)
        for trace in (one, other)
    )
    return tuple(
        first[0] if first == second else "" for first, second in zip(firsts, seconds, strict=False)
    )


def _has_head(bench: Workbench, trace: Trace, kind: Kind) -> bool:
    """Whether a trace has what is shown of the heads: two recorded runs may differ in size."""
    selection, options = bench.selection, bench.attention
    if kind not in trace.kinds or selection.layer >= trace.depth(kind):
        return False
    return options.combination != "head" or selection.head < trace.n_heads


def _difference(bench: Workbench, trace: Trace, other: Trace, kind: Kind) -> FloatArray:
    """``[row, column]``, −1 … 1; of the rows and keys that both traces have."""
    layer, head = bench.selection.layer, bench.selection.head
    first, second = (
        combined_weights(one, kind, bench.attention, layer=layer, head=head)
        for one in (trace, other)
    )
    rows, columns = (min(sizes) for sizes in zip(first.shape, second.shape, strict=True))
    difference: FloatArray = first[:rows, :columns] - second[:rows, :columns]
    return frozen(difference)


def _mask(trace: Trace, other: Trace, kind: Kind, *, rows: int, columns: int) -> BoolArray:
    """Where either may attend: what only one of them sees is a difference, too."""
    mask: BoolArray = trace.mask(kind)[:rows, :columns] | other.mask(kind)[:rows, :columns]
    return frozen(mask)


def _shown_cell(bench: Workbench, kind: Kind, *, rows: int, columns: int) -> Cell | None:
    cell = bench.selection.cell
    if cell is None or kind != bench.selection.kind:
        return None
    return cell if cell.row < rows and cell.column < columns else None


def _either(first: str, second: str | None) -> str:
    return first if second is None or first == second else f"{first} / {second}"
