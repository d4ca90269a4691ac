"""The snapshot of the attention panel, resolved from its slice and the workbench. No Qt."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from model.arrays import BoolArray, FloatArray, frozen
from model.messages import Message
from model.text.tasks import Score, score_of
from model.traces.aggregation import whole
from model.traces.interventions import Interventions
from model.traces.trace import KINDS, Kind, Trace
from viz_app.workbench.changes.selection import cell_picked
from viz_app.workbench.room import StateHandle, starts_nothing
from viz_app.workbench.snapshots.alignment import AlignmentSnapshot, resolve_alignment
from viz_app.workbench.snapshots.attention import (
    FocusSnapshot,
    HeadsPicture,
    MosaicSnapshot,
    awaited_sweep,
    chosen_heads,
    combined_weights,
    head_weights,
    known_sweep,
    resolve_focus,
    resolve_mosaic,
    seen_mask,
    sweep_question,
)
from viz_app.workbench.snapshots.token_axes import RowLabel, key_glosses, row_labels
from viz_app.workbench.state import (
    AttentionOptions,
    Cell,
    Importance,
    Sweep,
    Workbench,
)

# ------------------------------------------------------------------------------------------ handle


ONE_KIND = "one"
"""Key of the zoom of a head shown alone; heads side by side have their kind as key."""


@dataclass(frozen=True, slots=True)
class AttentionHandle(StateHandle[Workbench]):
    """What the views of the panel are handed.

    Attributes:
        zoom: stores the part in view of a picture, by its key: the part that the view was last
            told to show, and that of now.
        read_gold: reads a Pharaoh file.
        read_pairs: measures effects over the pairs of a file.
        show_effects: opens the page with the table of effects.
    """

    zoom: Callable[[str, Any, Any], None] = starts_nothing
    read_gold: Callable[[Path], None] = starts_nothing
    read_pairs: Callable[[Path], None] = starts_nothing
    show_effects: Callable[[], None] = starts_nothing


def picture_cell_picked(bench: Workbench, kind: Kind, cell: Cell | None) -> Workbench:
    """Move the cursor to the tokens of a cell of a kind's picture; None removes it."""
    return cell_picked(bench, kind, token_cell(bench, kind, cell))


# ------------------------------------------------------------------------------------ chosen heads
# The chosen heads as one picture, for views that can show only one of them at a time.


def chosen_alone(focus: FocusSnapshot) -> FocusSnapshot:
    """The single chosen head, if another head is in view; else the same snapshot."""
    if focus.combination != "head" or focus.compared is not None or len(focus.heads) != 1:
        return focus
    if focus.heads[0] == focus.head:
        return focus
    return dataclasses.replace(focus, head=focus.heads[0], weights=head_weights(focus)[0])


def averaged(focus: FocusSnapshot) -> FocusSnapshot:
    """Several chosen heads replaced by their mean; a single picture is unchanged."""
    if focus.combination != "head" or focus.compared is not None or len(focus.heads) < 2:
        return chosen_alone(focus)
    mean = frozen(head_weights(focus).mean(axis=0))
    return dataclasses.replace(focus, combination="mean", weights=mean)


# -------------------------------------------------------------------------------------- difference
# Snapshot of how the head in view differs between two branches.


def resolve_difference(bench: Workbench, kind: Kind) -> FocusSnapshot | None:
    """Attention of the branch on screen minus that of the comparison.

    Rows and columns are those that both have, token by token: different words have different
    pieces. None without a comparison, or if its model is too small to have the head.
    """
    trace, other = bench.trace, compared_trace(bench)
    if trace is None or other is None or not _has_head(bench, other, kind):
        return None
    selection, options = bench.selection, bench.attention
    first, second = (
        combined_weights(one, kind, options, layer=selection.layer, head=selection.head)
        for one in (trace, other)
    )
    rows, columns = (min(sizes) for sizes in zip(first.shape, second.shape, strict=True))
    decoded = rows if kind == "encoder" or bench.whole else min(selection.step + 1, rows)
    every = kind != "decoder" or trace.looks_ahead or other.looks_ahead
    step = selection.step if kind != "encoder" and selection.step < rows else None
    cell = selection.cell if kind == selection.kind else None
    if cell is not None and not (cell.row < rows and cell.column < columns):
        cell = None
    # Where either may attend: a key that only one of them sees is a difference too.
    others = compared_interventions(bench)
    mask: BoolArray = (
        seen_mask(trace, kind, bench.interventions)[:rows, :columns]
        | seen_mask(other, kind, others)[:rows, :columns]
    )
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
        cell=cell,
        projection=whole(rows, columns),
        combination=options.combination,
        heads=chosen_heads(options, n_heads=trace.n_heads, head=selection.head),
        scale=options.scale,
        compared=other,
        interventions=bench.interventions,
        compared_interventions=others,
        sample=None if bench.model is None else bench.model.sample,
        covered=bench.hides_weights,
        weights=frozen(first[:rows, :columns] - second[:rows, :columns]),
        mask=frozen(mask),
    )


def mosaic_difference(bench: Workbench, kind: Kind) -> MosaicSnapshot | None:
    """The same of all heads; None without a comparison, or if its model has other heads."""
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
    tree = bench.branches
    return None if tree is None or tree.compared is None else tree.branch(tree.compared).trace


def compared_interventions(bench: Workbench) -> Interventions:
    tree = bench.branches
    return () if tree is None or tree.compared is None else tree.branch(tree.compared).interventions


@lru_cache(maxsize=3)
def _every_difference(trace: Trace, other: Trace, kind: Kind) -> FloatArray:
    """Of the rows and keys that both have, cached by kind. ``[layers, heads, row, column]``."""
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
    """Glosses of the columns; empty where the two tokens differ."""
    firsts, seconds = (
        zip(key_glosses(trace, kind), trace.key_tokens(kind), strict=False)
        for trace in (one, other)
    )
    both = zip(firsts, seconds, strict=False)
    return tuple(first[0] if first == second else "" for first, second in both)


def _has_head(bench: Workbench, trace: Trace, kind: Kind) -> bool:
    """Whether a trace has the layer and head in view: two recorded runs may differ in size."""
    selection, options = bench.selection, bench.attention
    if kind not in trace.kinds or selection.layer >= trace.depth(kind):
        return False
    return options.combination != "head" or selection.head < trace.n_heads


def _either(first: str, second: str | None) -> str:
    return first if second is None or first == second else f"{first} / {second}"


# ----------------------------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectSnapshot:
    """Effects of heads, and what can be asked for.

    Attributes:
        score: of its task.
        sample: the pairs that suit the model, in words; None if unknown.
        can_measure: whether the worker can answer.
        measuring, pruning: whether it is at it.
        sweep, pruned: what is known of single heads, and of pruning.
    """

    importance: Importance
    score: Score
    sample: Message | None
    can_measure: bool
    measuring: bool
    pruning: bool
    sweep: Sweep | None
    pruned: Sweep | None


def resolve_effects(bench: Workbench) -> EffectSnapshot:
    model = bench.model
    return EffectSnapshot(
        importance=bench.importance,
        score=score_of(model.task) if model is not None else "bleu",
        sample=model.sample if model is not None else None,
        can_measure=sweep_question(bench) is not None,
        measuring=awaited_sweep(bench) is not None,
        pruning=awaited_sweep(bench, prunes=True) is not None,
        sweep=known_sweep(bench),
        pruned=known_sweep(bench, prunes=True),
    )


# ------------------------------------------------------------------------------------------- panel


_Picture = TypeVar("_Picture", MosaicSnapshot, FocusSnapshot)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionSnapshot:
    """What the attention panel shows.

    Attributes:
        kind: the kind that the selection is in.
        kinds: those that the model has.
        mosaics, focuses: of the kinds on screen, in the order of :data:`~model.trace.KINDS`.
        alignment: scores of all heads as word alignments; None where weights are in view.
        effects: while heads are marked with them.
    """

    options: AttentionOptions
    kind: Kind
    kinds: tuple[Kind, ...] = KINDS
    mosaics: tuple[MosaicSnapshot, ...]
    focuses: tuple[FocusSnapshot, ...]
    alignment: AlignmentSnapshot | None = None
    effects: EffectSnapshot | None = None

    @property
    def focus(self) -> FocusSnapshot:
        return next(focus for focus in self.focuses if focus.kind == self.kind)

    @property
    def mosaic(self) -> MosaicSnapshot:
        return next(mosaic for mosaic in self.mosaics if mosaic.kind == self.kind)


def resolve_attention(bench: Workbench) -> AttentionSnapshot | None:
    """None before the first trace."""
    options, chosen = bench.attention, bench.selection.kind
    there = KINDS if bench.trace is None else bench.trace.kinds
    kinds = there if options.side_by_side else (chosen,)
    mosaics = [
        mosaic_difference(bench, kind) or _plain(resolve_mosaic(bench, kind), bench)
        for kind in kinds
    ]
    focuses = [_resolve_picture(bench, kind) for kind in kinds]
    if bench.trace is None:
        return None
    return AttentionSnapshot(
        options=options,
        kind=chosen,
        kinds=there,
        mosaics=tuple(mosaic for mosaic in mosaics if mosaic is not None),
        focuses=tuple(focus for focus in focuses if focus is not None),
        alignment=resolve_alignment(bench) if compared_trace(bench) is None else None,
        effects=resolve_effects(bench) if options.tint == "effect" else None,
    )


def token_cell(bench: Workbench, kind: Kind, cell: Cell | None) -> Cell | None:
    """Query and key tokens of a kind's cell, the first ones of words; None without a cell."""
    picture = None if cell is None else _resolve_picture(bench, kind)
    if cell is None or picture is None or picture.projection is None:
        return None
    rows, columns = picture.projection.rows, picture.projection.columns
    if cell.row >= len(rows) or cell.column >= len(columns):
        return None
    return Cell(rows[cell.row][0], columns[cell.column][0])


def _resolve_picture(bench: Workbench, kind: Kind) -> FocusSnapshot | None:
    return resolve_difference(bench, kind) or _plain(resolve_focus(bench, kind), bench)


def _plain(picture: _Picture | None, bench: Workbench) -> _Picture | None:
    return picture and replace(picture, unlike=compared_trace(bench))
