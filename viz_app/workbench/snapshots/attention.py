"""Snapshots of the mosaic of all heads and of the focused picture."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen
from model.config import STACKS, Stack
from model.messages import Message
from model.special_tokens import BOS_ID, HIDDEN_TOKENS, Ids
from model.traces.aggregation import (
    TokenSpans,
    decoder_rollout,
    encoder_rollout,
    max_over_heads,
    mean_over_heads,
    project_mask,
    project_weights,
)
from model.traces.head_measures import Measure, head_measure
from model.traces.head_names import HeadNames
from model.traces.interventions import Interventions, affected_heads
from model.traces.trace import Kind, Trace
from viz_app.storage.settings import ColourMap
from viz_app.workbench.snapshots.alignment import (
    WordAlignment,
    alignment_row,
    read_as_words,
    word_alignment,
)
from viz_app.workbench.snapshots.token_axes import RowLabel, token_axes
from viz_app.workbench.state import (
    AttentionOptions,
    Cell,
    Combination,
    HeadMark,
    RowLabels,
    RunKey,
    Scale,
    SpecialTokens,
    Sweep,
    SweepQuestion,
    Workbench,
)

# ------------------------------------------------------------------------------------------ stacks
# Models with an encoder or a decoder alone, for panels that need both.


def lone_stack(trace: Trace) -> Stack | None:
    """The only stack of the model behind a trace; None if it has both."""
    return next((stack for stack in STACKS if trace.kinds == (stack,)), None)


def written_ids(trace: Trace) -> Ids:
    """Ids of the target; of an encoder alone, of the expected token at each place."""
    return tuple(place.token_id for place in trace.places) or trace.predicted_ids


def one_stack(bench: Workbench, *, decoder: Message, encoder: Message) -> Message | None:
    """A message for a model with only one stack; None if it has both."""
    alone = lone_stack(bench.trace) if bench.trace is not None else None
    return {"decoder": decoder, "encoder": encoder}[alone] if alone else None


# ------------------------------------------------------------------------------------- chosen head
# The head and the query that are chosen for the whole window, for tabs that are about one head.


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadQuestion:
    """A head, its model, and the input that it is computed for.

    Attributes:
        model_key: key of the model in the worker, under the interventions of the branch.
        text: the source.
        src_ids: its ids, as the model read them; ``</s>`` included.
        tgt_ids: fed to the decoder, ``<s>`` first.
    """

    model_key: RunKey
    text: str
    src_ids: tuple[int, ...]
    tgt_ids: tuple[int, ...]
    kind: Kind
    layer: int
    head: int


def head_question(bench: Workbench) -> HeadQuestion | None:
    """The head to compute; None before the first query."""
    trace, selection = bench.trace, bench.selection
    if bench.run_key is None or trace is None:
        return None
    encoder = selection.kind == "encoder"
    if not encoder and not trace.steps:
        return None
    return HeadQuestion(
        model_key=bench.run_key,
        text=trace.source_text,
        src_ids=trace.source_ids,
        tgt_ids=(BOS_ID,) if encoder else trace.fed_ids,  # the encoder needs no target
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
    )


def query_row(bench: Workbench) -> int:
    """Row of the cursor, else of the step; by default the first of the encoder."""
    selection, trace = bench.selection, bench.trace
    if selection.cell is not None:
        return selection.cell.row
    walked = trace is not None and trace.walked(selection.kind)
    return selection.step if walked else 0


# ---------------------------------------------------------------------------------- combined heads
# Combined heads and head measures, cached per trace.


KEPT = 4
"""Results kept: those of three kinds, and one more."""


def chosen_heads(options: AttentionOptions, *, n_heads: int, head: int) -> tuple[int, ...]:
    """The selected heads, else the one in view; for means by default all."""
    heads = tuple(chosen for chosen in options.heads if chosen < n_heads)
    if options.combination == "rollout" or (not heads and options.combination != "head"):
        return tuple(range(n_heads))
    return heads or (head,)


def with_head_toggled(
    options: AttentionOptions, toggled: int, *, n_heads: int, head: int
) -> tuple[int, ...]:
    """The selected heads with one added or removed."""
    return tuple(sorted({*chosen_heads(options, n_heads=n_heads, head=head)} ^ {toggled}))


def combined_weights(
    trace: Trace, kind: Kind, options: AttentionOptions, *, layer: int, head: int
) -> FloatArray:
    """One head, or the combination of the selected ones. ``[query, key]``, read-only."""
    weights: FloatArray = trace.weights(kind)[layer, head]
    if options.combination == "rollout":
        weights = _rollout(trace, kind)[layer]
    elif options.combination != "head":
        heads = chosen_heads(options, n_heads=trace.n_heads, head=head)
        over = mean_over_heads if options.combination == "mean" else max_over_heads
        weights = over(trace.weights(kind)[layer : layer + 1], heads)[0]
    return weights


@lru_cache(maxsize=KEPT)
def measured(trace: Trace, kind: Kind, measure: Measure) -> FloatArray:
    """A measure of every head over the decoded rows. ``[layers, heads]``, read-only."""
    special = np.array([token in HIDDEN_TOKENS for token in trace.key_tokens(kind)])
    return head_measure(
        trace.weights(kind), trace.mask(kind), measure=measure, kind=kind, special_keys=special
    )


def _rollout(trace: Trace, kind: Kind) -> FloatArray:
    """Attention rollout up to each layer. ``[layers, query, key]``, read-only."""
    if kind == "encoder" or lone_stack(trace) is not None:
        return _encoder_rollout(trace)
    target, source = _decoder_rollout(trace)
    return target if kind == "decoder" else source


@lru_cache(maxsize=KEPT)
def _encoder_rollout(trace: Trace) -> FloatArray:
    return encoder_rollout(trace.weights(lone_stack(trace) or "encoder"))


@lru_cache(maxsize=KEPT)
def _decoder_rollout(trace: Trace) -> tuple[FloatArray, FloatArray]:
    # Shares of target and source tokens depend on each other.
    memory = _encoder_rollout(trace)[-1]
    return decoder_rollout(trace.decoder_weights, trace.cross_weights, memory=memory)


# ----------------------------------------------------------------------------------------- effects
# Effects of heads: what is asked of the worker, and what is known.


def sweep_question(bench: Workbench, *, prunes: bool = False) -> SweepQuestion | None:
    """What the mark *effect* needs; None without a model, or before the sentence is whole.

    One sentence is no sample to prune by: that is of the model then.
    """
    asked, trace, key, sentence = bench.importance, bench.trace, bench.trace_key, None
    if asked.source == "sentence" and not prunes:
        if trace is None or bench.translating or bench.outdated:
            return None
        sentence = trace.source_ids, (BOS_ID, *written_ids(trace))
    if key is None:
        return None
    file = asked.file if asked.source == "file" else None
    return SweepQuestion(model_key=key, how=asked.how, sentence=sentence, file=file, prunes=prunes)


def known_sweep(bench: Workbench, *, prunes: bool = False) -> Sweep | None:
    question = sweep_question(bench, prunes=prunes)
    return next((known for known in bench.importance.sweeps if known.question == question), None)


def awaited_sweep(bench: Workbench, *, prunes: bool = False) -> SweepQuestion | None:
    """What the worker is to do now; nothing once it is known, or other pairs are in view."""
    asked, question = bench.importance, sweep_question(bench, prunes=prunes)
    known = known_sweep(bench, prunes=prunes)
    wanted = asked.measuring and bench.attention.tint == "effect"
    if prunes:
        wanted = asked.pruned == question
    return question if wanted and not (known is not None and known.finished) else None


def effects_of(sweep: Sweep | None, trace: Trace, kind: Kind) -> tuple[FloatArray, FloatArray]:
    """Effects and standard errors, ``[layers, heads]`` each; NaN where unknown."""
    both = np.full((2, *trace.weights(kind).shape[:2]), np.nan, dtype=np.float32)
    for effect in sweep.effects if sweep is not None else ():
        (site,) = effect.sites
        if site.kind == kind:
            both[:, site.layer, site.head] = effect.loss, effect.standard_error
    return frozen(both[0]), frozen(both[1])


# ------------------------------------------------------------------------------------------- names


def known_names(bench: Workbench) -> HeadNames | None:
    """Of the model of the trace."""
    return next((known for known in bench.names if known.model_key == bench.trace_key), None)


def awaited_names(bench: Workbench) -> int | None:
    """Key of the model whose heads are to be tested now; None once they are, or if unmarked."""
    known = known_names(bench)
    done = known is not None and known.finished
    return None if done or bench.attention.tint != "name" else bench.trace_key


def best_scores(names: HeadNames | None, trace: Trace, kind: Kind) -> FloatArray:
    """Score of the best name of each head, ``[layers, heads]``; NaN without a name."""
    scores = np.full(trace.weights(kind).shape[:2], np.nan, dtype=np.float32)
    for layer, head in np.ndindex(*scores.shape):
        found = () if names is None else names.of(kind, layer, head)
        scores[layer, head] = found[0][1] if found else np.nan
    return frozen(scores)


# ---------------------------------------------------------------------------------------- pictures
# Snapshots of the attention panel's pictures: the mosaic of all heads, and the focused one.


SHARES_SEEN = 10.0
"""Upper end of a rollout's colours in uniform shares, rounded up."""

TOPS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
"""Possible upper ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsPicture:
    """Fields that both pictures of a kind have.

    Arrays do not take part in comparisons: they follow from ``trace``, ``kind`` and ``projection``.

    Attributes:
        rows, columns: labels of queries and keys.
        glosses: meanings of the columns' tokens; empty if unknown or not wanted.
        row_labels: how rows are named, in the mosaic as in the focused head.
        decoded_rows: rows that exist at the step on screen; those after it are not drawn.
        marked_row: the row that predicted the step's token; None for the encoder.
        projection: which tokens rows and columns stand for.
        weights: ``[..., row, column]``, 0 … 1.
        special, words: what was hidden or merged.
        mask: ``[row, column]``, True = may attend.
        unlike: the trace that it is compared with, where that has no such heads: nothing was
            subtracted.
        interventions: under which ``trace`` was computed; hidden words are masked.
        compared_interventions: the same of the comparison.
        sample: what means are taken over.
        covered: weights that are NaN are hidden from whoever looks.
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
    glosses: tuple[str, ...] = ()
    projection: TokenSpans | None = None
    scale: Scale = "linear"
    colour_map: ColourMap = "kind"
    special: SpecialTokens = "shown"
    words: bool = False
    unlike: Trace | None = None
    interventions: Interventions = ()
    compared_interventions: Interventions = ()
    sample: Message | None = None
    covered: bool = False
    weights: FloatArray = field(compare=False, repr=False)
    mask: BoolArray = field(compare=False, repr=False)

    @property
    def replaced_heads(self) -> frozenset[tuple[int, int]]:
        """Layer and head of those of this kind whose own activations are replaced."""
        every = (*self.interventions, *self.compared_interventions)
        affected = affected_heads(every, n_heads=self.trace.n_heads)
        return frozenset((layer, head) for kind, layer, head in affected if kind == self.kind)

    @property
    def hidden_columns(self) -> frozenset[int]:
        """Columns with a token that is hidden, in a difference on either side."""
        hidden = {
            key
            for under in (self.interventions, self.compared_interventions)
            for key in hidden_keys(self.trace, self.kind, under)
        }
        spans = () if self.projection is None else self.projection.columns
        return frozenset(
            at for at, (start, end) in enumerate(spans) if hidden & {*range(start, end)}
        )

    @property
    def looks_ahead(self) -> bool:
        """Whether the heads attend to later tokens: a decoder without a causal mask."""
        return self.kind == "decoder" and self.trace.looks_ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicSnapshot(HeadsPicture):
    """All layers × heads of one kind; ``weights`` are ``[layers, heads, row, column]``.

    Attributes:
        measure: what every head is marked with, or None.
        measures: ``[layers, heads]`` of that measure.
        names: of the model, as far as they are tested; None before.
        sweep: whose effects they are, if heads are marked with these and any is known.
        errors: standard errors of effects, ``[layers, heads]``; NaN where there is none.
        is_sorted: heads are in the order of ``measures``, largest first, instead of their own.
        compared: the trace whose weights were subtracted, as in :class:`FocusSnapshot`.
    """

    compared: Trace | None = None
    measure: HeadMark | None = None
    names: HeadNames | None = None
    sweep: Sweep | None = None
    is_sorted: bool = False
    measures: FloatArray | None = field(default=None, compare=False, repr=False)
    errors: FloatArray | None = field(default=None, compare=False, repr=False)

    def is_pale(self, layer: int, head: int) -> bool:
        """Whether the effect of a head is at most two standard errors, or it has no name."""
        if self.measures is not None and self.measure == "name":
            return bool(np.isnan(self.measures[layer, head]))
        if self.measures is None or self.errors is None:
            return False
        return bool(abs(self.measures[layer, head]) <= 2 * self.errors[layer, head])


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusSnapshot(HeadsPicture):
    """One head, or several of a layer combined, with its tokens.

    Attributes:
        decoded_columns: columns that exist at the step on screen; None = all.
        linked_row: the row of the token that was chosen in another kind's picture, or None.
        cell: the cell under the cursor, or None.
        combination, heads: how heads are combined; ``heads`` are the selected ones.
        mass: links are drawn for the heaviest keys that together have this share of a row.
        alignment: links of words that are drawn in place of the weights; rows and columns are then
            words.
        compared: the trace whose weights were subtracted; weights are then −1 … 1, and cells are
            masked where neither trace may attend.
    """

    decoded_columns: int | None = None
    linked_row: int | None = None
    cell: Cell | None
    combination: Combination = "head"
    heads: tuple[int, ...] = ()
    mass: float = 0.9
    alignment: WordAlignment | None = None
    compared: Trace | None = None

    @property
    def compared_looks_ahead(self) -> bool:
        return self.kind == "decoder" and self.compared is not None and self.compared.looks_ahead

    @property
    def rollout_kind(self) -> Kind:
        """Whose rollout it is: a decoder alone mixes as an encoder does."""
        return "encoder" if lone_stack(self.trace) == "decoder" else self.kind

    @property
    def top(self) -> float:
        """Upper end of the colour scale: 1, or for rollout ten times a uniform share of the row.

        It depends on the length of the sentence, kind and layer, never on the weights.
        """
        if self.combination != "rollout" or self.scale == "log":
            return 1.0
        # Each decoder layer leaves half of the remainder to the source.
        rest = 0.5 ** (self.layer + 1)
        whole = {"encoder": 1.0, "decoder": rest, "cross": 1.0 - rest}[self.rollout_kind]
        even = whole / max(len(self.columns), 1)
        return min(top for top in TOPS if top >= min(SHARES_SEEN * even, 1.0))

    @property
    def single_head(self) -> int | None:
        """The only head whose weights are shown; None for several heads."""
        if self.combination == "head":
            return self.head
        heads = self.heads or (self.head,)
        return heads[0] if self.combination != "rollout" and len(heads) == 1 else None

    @property
    def shown_heads(self) -> tuple[int, ...]:
        """Heads in the picture; none of rollout, which is of all layers."""
        if self.single_head is not None and not self.has_several:
            return (self.single_head,)
        return () if self.combination == "rollout" else self.heads

    @property
    def is_replaced(self) -> bool:
        """Whether the activations of every head in the picture are replaced."""
        shown = {(self.layer, head) for head in self.shown_heads}
        return bool(shown) and shown <= self.replaced_heads

    @property
    def has_several(self) -> bool:
        """Whether several heads are shown without a mean or maximum."""
        return self.combination == "head" and self.compared is None and len(self.heads) > 1

    @property
    def query_row(self) -> int | None:
        """Row of the cursor, else linked, else of the step, else the first; None without rows."""
        if not self.rows:
            return None
        if self.cell is not None:
            return self.cell.row
        chosen = self.marked_row if self.linked_row is None else self.linked_row
        return 0 if chosen is None else chosen

    @property
    def past_compared(self) -> bool:
        """Whether the compared branch ended before the step on screen."""
        stepped = self.compared is not None and self.kind != "encoder"
        return stepped and self.marked_row is None and self.cell is None


def focus_of(mosaic: MosaicSnapshot, *, layer: int, head: int) -> FocusSnapshot:
    both: dict[str, Any] = {part.name: getattr(mosaic, part.name) for part in fields(HeadsPicture)}
    both |= {"layer": layer, "head": head, "weights": mosaic.weights[layer, head]}
    return FocusSnapshot(**both, cell=None)


def head_weights(focus: FocusSnapshot) -> FloatArray:
    """Every selected head, or their combination. ``[heads, row, column]``.

    In the order of ``focus.heads``.
    """
    if focus.combination != "head" or focus.projection is None:
        return focus.weights[None]
    layer = focus.trace.weights(focus.kind)[focus.layer]
    every = focus.heads == tuple(range(len(layer)))  # then nothing is copied: that is megabytes
    return project_weights(layer if every else layer[list(focus.heads)], focus.projection)


def layer_mean(focus: FocusSnapshot) -> FloatArray:
    """The mean over all heads of the layer. ``[row, column]``."""
    mean = focus.trace.weights(focus.kind)[focus.layer].mean(axis=0)
    return mean if focus.projection is None else project_weights(mean, focus.projection)


# --------------------------------------------------------------------------------------- attention


def resolve_mosaic(bench: Workbench, kind: Kind | None = None) -> MosaicSnapshot | None:
    """Of a kind, by default the current one; None before the first trace."""
    trace, selection, options = bench.trace, bench.selection, bench.attention
    if trace is None:
        return None
    both = _both(bench, trace, kind or selection.kind)
    kind, projection = both["kind"], both["projection"]
    mark, sweep, measures, errors, names = options.tint, None, None, None, known_names(bench)
    if mark == "effect":
        sweep = known_sweep(bench)
        measures, errors = effects_of(sweep, trace, kind)
    elif mark == "name":
        measures = best_scores(names, trace, kind)
    elif mark is not None:
        measures = measured(trace, kind, mark)
    return MosaicSnapshot(
        **both,
        measure=mark,
        names=names,
        sweep=sweep,
        # heads stay in their places while effects arrive
        is_sorted=options.sorted_by_tint and mark is not None and not awaited_sweep(bench),
        weights=_projected(trace, kind, projection),
        measures=measures,
        errors=errors,
    )


def resolve_focus(bench: Workbench, kind: Kind | None = None) -> FocusSnapshot | None:
    """Of a kind, by default the current one; None before the first trace."""
    row = alignment_row(bench.attention, kind or bench.selection.kind)
    bench = bench if row is None else read_as_words(bench, row)
    trace, selection, options = bench.trace, bench.selection, bench.attention
    if trace is None:
        return None
    both = _both(bench, trace, kind or selection.kind)
    kind, projection = both["kind"], both["projection"]
    shown = combined_weights(trace, kind, options, layer=selection.layer, head=selection.head)
    every = kind != "decoder" or trace.looks_ahead  # it was fed the whole target at once
    decoded = _begun(projection.columns, _decoded(bench, trace, kind))
    heads = chosen_heads(options, n_heads=trace.n_heads, head=selection.head)
    alignment = None
    if row is not None:
        several = options.combination == "head"
        drawn = trace.cross_weights[selection.layer, list(heads)] if several else [shown]
        alignment = word_alignment(bench, row, drawn)
    return FocusSnapshot(
        **both,
        decoded_columns=None if every else decoded,
        linked_row=_linked_row(bench, kind, projection),
        cell=_shown_cell(bench, kind, projection),
        combination=options.combination,
        heads=heads,
        mass=options.mass,
        alignment=alignment,
        weights=project_weights(shown, projection),
    )


def _both(bench: Workbench, trace: Trace, kind: Kind) -> dict[str, Any]:
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
        "interventions": bench.interventions,
        "sample": None if bench.model is None else bench.model.sample,
        "covered": bench.hides_weights,
        "mask": project_mask(seen_mask(trace, kind, bench.interventions), axes.projection),
    }


def hidden_keys(trace: Trace, kind: Kind, interventions: Interventions) -> set[int]:
    """Keys that no layer sees; none where that are all keys: then each is seen as ever."""
    keys, hidden = {*range(len(trace.key_tokens(kind)))}, defaultdict[int | None, set[int]](set)
    for each in interventions:
        if each.how == "hide" and each.site.kind == kind and each.site.head is None:
            hidden[each.site.layer] |= {*each.columns} & keys
    gone = set.intersection(*(hidden[layer] for layer in range(trace.depth(kind))))
    return set() if gone == keys else gone


def seen_mask(trace: Trace, kind: Kind, interventions: Interventions) -> BoolArray:
    """The mask without hidden keys; ``[query, key]``, read-only."""
    mask = trace.mask(kind).copy()
    mask[:, list(hidden_keys(trace, kind, interventions))] = False
    return frozen(mask)


@lru_cache(maxsize=3)
def _projected(trace: Trace, kind: Kind, projection: TokenSpans) -> FloatArray:
    # Cached for each kind: stepping needs the same cells again.
    return project_weights(trace.weights(kind), projection)


def _decoded(bench: Workbench, trace: Trace, kind: Kind) -> int:
    """Query tokens that exist at the step on screen; all before the user walks the steps."""
    if kind == "encoder":
        return len(trace.source_tokens)
    if bench.whole:
        return len(trace.steps)
    return min(bench.selection.step + 1, len(trace.steps))


def _begun(spans: tuple[tuple[int, int], ...], decoded: int) -> int:
    """Number of spans with at least one decoded token."""
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
    # A target token has a row in decoder and cross, a source token in the encoder, too.
    cell, chosen = bench.selection.cell, bench.selection.kind
    if cell is None or kind == chosen:
        return None
    if "encoder" not in {kind, chosen}:
        return projection.row_of(cell.row)
    source_token = cell.column if (kind, chosen) == ("encoder", "cross") else None
    return None if source_token is None else projection.row_of(source_token)
