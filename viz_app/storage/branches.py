"""The branches of a session as values for JSON and arrays, and back. Shared rows are kept once.

:mod:`viz_app.storage.session` documents the format. No Qt, no torch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from model.arrays import FloatArray, frozen
from model.messages import UserError
from model.traces.interventions import Interventions, from_json, to_json
from model.traces.recording import LARGEST_RECORDING
from model.traces.trace import KINDS, Trace
from model.values import Count, Few, ShortText, fields_named, read
from viz_app.storage.traces import MOST_HEADS, StoredTrace, shares, stored_trace, trace_of


class SessionError(UserError):
    """A session that cannot be read, trusted or written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedBranch:
    """One way in which the sentence was decoded; see :class:`Branch` of the workbench."""

    id: int
    parent: int | None
    step: int
    name: str
    trace: Trace
    given: bool = False
    interventions: Interventions = ()


MOST_BRANCHES = 500
"""Each may be the child of the one before: the maximal depth of a tree."""

LARGEST = 2 * LARGEST_RECORDING
"""Bytes of the weights of all traces in memory, shared rows counted for each."""

TOLERANCE = 0.01
"""Tolerance of a row's sum: enough for weights recorded in 16 bits."""

_Shape = tuple[int, int, int, int]
ReadArray = Callable[[str, _Shape], FloatArray]
"""Reads the array of a name; its shape is checked before memory is allocated."""


_Layers = Annotated[int, Meta(ge=0, le=MOST_HEADS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredBranch:
    """A branch in ``session.json``; ``decoder_layers``: None = as many as the encoder.

    ``same`` is the name of the branch that has the trace; it is then not repeated.
    """

    id: Count
    parent: Count | None
    step: Count
    name: ShortText
    given: bool
    shared_steps: Count
    n_layers: _Layers
    n_heads: Annotated[int, Meta(ge=1, le=MOST_HEADS)]
    trace: StoredTrace | None = None
    same: ShortText = ""
    decoder_layers: _Layers | None = None
    interventions: Few[dict[str, Any]] = ()

    @property
    def decoder_depth(self) -> int:
        return self.n_layers if self.decoder_layers is None else self.decoder_layers

    @property
    def n_source(self) -> int:
        return len(self.trace.source_tokens) if self.trace else 0

    @property
    def n_steps(self) -> int:
        return len(self.trace.steps) if self.trace else 0

    @property
    def n_bytes(self) -> int:
        """Of all weights, shared rows included."""
        decoder = self.decoder_depth * self.n_steps * (self.n_steps + self.n_source)
        return 4 * self.n_heads * (self.n_layers * self.n_source**2 + decoder)


_OF_BRANCH = ("id", "parent", "step", "name", "given")
"""Fields that are stored as they are."""


@dataclass(slots=True)
class FileTraces:
    """The traces in a file by the names of their branches: equal ones are there once."""

    known: dict[str, Trace] = field(default_factory=dict)
    n_bytes: int = 0

    def find(self, trace: Trace) -> str:
        """The name of an equal one, or empty."""
        return next((name for name, known in self.known.items() if _equal(known, trace)), "")


def stored_branches(
    branches: Sequence[SavedBranch], traces: FileTraces | None = None, prefix: str = ""
) -> tuple[list[StoredBranch], dict[str, FloatArray]]:
    """Values, and arrays by name; raises SessionError for too many or too large branches.

    Names of arrays begin with the ``prefix`` of a scene, which repeats no trace that is in the file
    already.
    """
    traces = traces or FileTraces()
    if len(branches) > MOST_BRANCHES:
        raise SessionError(
            "The session has {count} branches; at most {most} can be saved. Delete some.",
            count=len(branches),
            most=MOST_BRANCHES,
        )
    known = {branch.id: branch.trace for branch in branches}
    told: list[StoredBranch] = []
    arrays: dict[str, FloatArray] = {}
    for branch in branches:
        trace = branch.trace
        name = f"{prefix}branch-{branch.id}"
        same = traces.find(trace) if prefix else ""
        shared = _shared_steps(trace, None if branch.parent is None else known[branch.parent])
        told.append(
            StoredBranch(
                **fields_named(branch, _OF_BRANCH),
                shared_steps=shared,
                n_layers=trace.depth("encoder"),
                decoder_layers=trace.depth("decoder"),
                n_heads=trace.n_heads,
                trace=None if same else stored_trace(trace),
                same=same,
                interventions=tuple(map(to_json, branch.interventions)),
            )
        )
        if same:
            continue
        traces.known[name] = trace
        if not shared:
            arrays[f"{name}/encoder"] = trace.encoder_weights
        arrays[f"{name}/decoder"] = trace.decoder_weights[:, :, shared:]
        arrays[f"{name}/cross"] = trace.cross_weights[:, :, shared:]
    traces.n_bytes += sum(branch.n_bytes for branch in told)
    if traces.n_bytes > LARGEST:
        raise SessionError(
            "The branches of the session take more than {limit} MB. Delete some.",
            limit=LARGEST // 2**20,
        )
    return told, arrays


def branches_of(
    told: Sequence[Mapping[str, Any]],
    read_array: ReadArray,
    traces: FileTraces | None = None,
    prefix: str = "",
    *,
    recorded: bool,
) -> tuple[SavedBranch, ...]:
    """Branches of a file, checked; the ``traces`` read before are added to.

    Raises:
        ValueError: they are invalid or not a tree, or shared steps differ.
    """
    # one by one: each call holds the GIL, and so blocks the window
    stored = [read(StoredBranch, each, "branches") for each in told]
    traces = traces or FileTraces()
    traces.n_bytes += sum(branch.n_bytes for branch in stored)
    if traces.n_bytes > LARGEST:
        raise ValueError(LARGEST)
    known: dict[int, SavedBranch] = {}
    for each in stored:
        # parents precede their branches; only the first has none
        if (each.parent is None) != (not known) or each.id in known:
            raise ValueError(each.id)
        parent = None if each.parent is None else known[each.parent]
        name = f"{prefix}branch-{each.id}"
        if each.trace is None:
            trace = traces.known[each.same]
        else:
            above = parent.trace if parent else None
            trace = traces.known[name] = _trace(name, each, each.trace, above, read_array)
        interventions = from_json(each.interventions)
        fields = fields_named(each, _OF_BRANCH)
        branch = SavedBranch(**fields, trace=trace, interventions=interventions)
        _check(branch, parent, recorded=recorded)
        known[branch.id] = branch
    return tuple(known.values())


def _equal(one: Trace, other: Trace) -> bool:
    if one is other:
        return True
    if (one.source_ids, one.predicted_ids) != (other.source_ids, other.predicted_ids):
        return False
    same = all(np.array_equal(one.weights(kind), other.weights(kind)) for kind in KINDS)
    return same and stored_trace(one) == stored_trace(other)


def _shared_steps(trace: Trace, parent: Trace | None) -> int:
    """Steps with the parent's rows; 0 where the encoder's weights differ."""
    if parent is None or trace.looks_ahead or parent.looks_ahead:
        return 0
    if not np.array_equal(trace.encoder_weights, parent.encoder_weights):
        return 0
    pairs = zip(trace.steps, parent.steps, strict=False)
    other = (
        index
        for index, (own, left) in enumerate(pairs)
        if not np.array_equal(own.decoder_rows, left.decoder_rows)
        or not np.array_equal(own.cross_rows, left.cross_rows)
    )
    return next(other, min(len(trace.steps), len(parent.steps)))


def _trace(
    name: str, told: StoredBranch, own: StoredTrace, parent: Trace | None, read_array: ReadArray
) -> Trace:
    shared = told.shared_steps
    heads = told.decoder_depth, told.n_heads
    source, steps = told.n_source, told.n_steps
    unread = not source and "encoder" in own.kinds
    if unread or (shared and (parent is None or not _can_share(told, parent))):
        raise ValueError(shared)
    cross = _rows(read_array(f"{name}/cross", (*heads, steps - shared, source)))
    decoder = _rows(read_array(f"{name}/decoder", (*heads, steps - shared, steps)))
    if parent is None or not shared:
        shape = told.n_layers, told.n_heads, source, source
        encoder = _rows(read_array(f"{name}/encoder", shape))
    else:
        encoder = parent.encoder_weights
        cross = np.concatenate([parent.cross_weights[:, :, :shared], cross], axis=2)
        decoder = np.concatenate([_widened(parent.decoder_weights, shared, steps), decoder], axis=2)
    if not own.looks_ahead and np.triu(decoder, k=1).any():
        raise ValueError("a row attends to later tokens")
    return trace_of(own, encoder, frozen(decoder), frozen(cross))


def _can_share(told: StoredBranch, parent: Trace) -> bool:
    sizes = told.n_layers, told.decoder_depth, told.n_heads, told.n_source
    depths = parent.depth("encoder"), parent.depth("decoder")
    same = sizes == (*depths, parent.n_heads, len(parent.source_tokens))
    return same and told.shared_steps <= min(told.n_steps, len(parent.steps))


def _widened(decoder: FloatArray, rows: int, keys: int) -> FloatArray:
    """The first rows of decoder weights with ``keys`` columns; added ones have weight 0."""
    wide = np.zeros((*decoder.shape[:2], rows, keys), np.float32)
    wide[..., :rows] = decoder[:, :, :rows, :rows]
    return wide


def _rows(weights: FloatArray) -> FloatArray:
    """Raise ValueError unless each row sums to 1, to 0 if fully masked, or is NaN."""
    if not weights.size:
        return weights
    sums = shares(weights).sum(axis=-1)
    if not ((np.abs(sums - 1) <= TOLERANCE) | (sums == 0) | np.isnan(sums)).all():
        raise ValueError("a row does not sum to 1")
    return weights


def _check(branch: SavedBranch, parent: SavedBranch | None, *, recorded: bool) -> None:
    """Raise ValueError unless a branch has its parent's first tokens, and a step of its own.

    Recorded moments need not have tokens in common.
    """
    trace, step = branch.trace, branch.step
    if parent is None:
        if step:
            raise ValueError(step)
        return
    common = min(step, len(parent.trace.steps))
    same = (
        trace.source_ids == parent.trace.source_ids
        and trace.predicted_ids[:step] == parent.trace.predicted_ids[:step]
    )
    if len(trace.steps) <= step or common < step or not (same or recorded):
        raise ValueError(step)
