"""The branches of a session as values for JSON and arrays, and back. What two share is kept once.

A branch was decoded from the tokens of its parent, so its encoder weights and its first rows are
its parent's, bit for bit: it has arrays of its own for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from model import values
from model.arrays import FloatArray, frozen
from model.traces.recording import LARGEST_RECORDING
from model.traces.trace import KINDS, Kind, Trace
from viz_app.storage.session.session import SavedBranch, SessionError
from viz_app.storage.stored_traces import MOST_HEADS, TRACE, shares, stored_trace, trace_of

MOST_BRANCHES = 500
"""Each can have left the one before: so deep can a tree be walked."""

LARGEST = 2 * LARGEST_RECORDING
"""Bytes of the weights of all branches, each with what it shares: so they lie in the memory."""

TOLERANCE = 0.01
"""By which a row's sum may be off 1: recorded in 16 bits it hardly is by more."""

_Shape = tuple[int, int, int, int]
ReadArray = Callable[[str, _Shape], FloatArray]
"""The array of a name, which has that shape: known before any of it is in the memory."""


def stored_branches(
    branches: Sequence[SavedBranch],
) -> tuple[list[dict[str, Any]], dict[str, FloatArray]]:
    """Values, and arrays by their names.

    Raises:
        SessionError: there are too many branches, or their weights are too large.
    """
    if len(branches) > MOST_BRANCHES:
        raise SessionError(
            "The session has {count} branches; {most} can be saved. Delete some.",
            count=len(branches),
            most=MOST_BRANCHES,
        )
    known = {branch.id: branch.trace for branch in branches}
    told: list[dict[str, Any]] = []
    arrays: dict[str, FloatArray] = {}
    for branch in branches:
        parent = None if branch.parent is None else known[branch.parent]
        shared = _shared_steps(branch.trace, parent)
        told.append(_values(branch, shared))
        arrays.update(_own_arrays(branch, shared))
    if _unfolded(told) > LARGEST:
        raise SessionError(
            "The branches of the session take more than {limit} MB. Delete some.",
            limit=LARGEST // 2**20,
        )
    return told, arrays


def branches_of(
    told: Sequence[Mapping[str, Any]], read: ReadArray, *, recorded: bool
) -> tuple[SavedBranch, ...]:
    """The branches of what :data:`BRANCHES` has checked.

    Raises:
        ValueError: they are no tree, or what they share is not the same.
    """
    if _unfolded(told) > LARGEST:
        raise ValueError(LARGEST)
    known: dict[int, SavedBranch] = {}
    for each in told:
        parent = _parent(each, known)
        branch = SavedBranch(
            id=each["id"],
            parent=each["parent"],
            step=each["step"],
            name=each["name"],
            given=each["given"],
            trace=_trace(each, parent.trace if parent else None, read),
        )
        _check(branch, parent, recorded=recorded)
        known[branch.id] = branch
    return tuple(known.values())


def _values(branch: SavedBranch, shared: int) -> dict[str, Any]:
    return {
        "id": branch.id,
        "parent": branch.parent,
        "step": branch.step,
        "name": branch.name,
        "given": branch.given,
        "shared_steps": shared,
        "n_layers": branch.trace.depth("encoder"),
        "decoder_layers": branch.trace.depth("decoder"),
        "n_heads": branch.trace.n_heads,
        "trace": stored_trace(branch.trace),
    }


def _shared_steps(trace: Trace, parent: Trace | None) -> int:
    """Steps whose rows are the parent's; none where the encoder's weights are not."""
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


def _own_arrays(branch: SavedBranch, shared: int) -> Iterator[tuple[str, FloatArray]]:
    trace = branch.trace
    if not shared:
        yield _name(branch.id, "encoder"), trace.encoder_weights
    yield _name(branch.id, "decoder"), trace.decoder_weights[:, :, shared:]
    yield _name(branch.id, "cross"), trace.cross_weights[:, :, shared:]


def _name(branch: int, kind: Kind) -> str:
    return f"branch-{branch}/{kind}"


def _parent(told: Mapping[str, Any], known: Mapping[int, SavedBranch]) -> SavedBranch | None:
    """What a branch left: it stands before it, and only the first left none."""
    parent = told["parent"]
    if (parent is None) != (not known) or told["id"] in known:
        raise ValueError(told["id"])
    return None if parent is None else known[parent]


def _unfolded(told: Sequence[Mapping[str, Any]]) -> int:
    """Bytes of all weights, each branch with what it shares with another."""
    return 4 * sum(map(_cells, told))


def _cells(told: Mapping[str, Any]) -> int:
    source, steps = _lengths(told)
    decoder = _decoder_layers(told) * steps * (steps + source)
    return int(told["n_heads"] * (told["n_layers"] * source**2 + decoder))


def _decoder_layers(told: Mapping[str, Any]) -> int:
    """As many as the encoder has, where nothing is said."""
    return int(told.get("decoder_layers", told["n_layers"]))


def _lengths(told: Mapping[str, Any]) -> tuple[int, int]:
    """Source tokens and steps of a branch."""
    return len(told["trace"]["source_tokens"]), len(told["trace"]["steps"])


def _trace(told: Mapping[str, Any], parent: Trace | None, read: ReadArray) -> Trace:
    shared, branch = told["shared_steps"], told["id"]
    heads = _decoder_layers(told), told["n_heads"]
    source, steps = _lengths(told)
    unread = not source and "encoder" in told["trace"].get("kinds", KINDS)
    if unread or (shared and (parent is None or not _can_share(told, parent))):
        raise ValueError(shared)
    cross = _rows(read(_name(branch, "cross"), (*heads, steps - shared, source)))
    decoder = _rows(read(_name(branch, "decoder"), (*heads, steps - shared, steps)))
    if parent is None or not shared:
        encoder = _rows(
            read(_name(branch, "encoder"), (told["n_layers"], told["n_heads"], source, source))
        )
    else:
        encoder = parent.encoder_weights
        cross = np.concatenate([parent.cross_weights[:, :, :shared], cross], axis=2)
        decoder = np.concatenate([_widened(parent.decoder_weights, shared, steps), decoder], axis=2)
    if not told["trace"].get("looks_ahead", False) and np.triu(decoder, k=1).any():
        raise ValueError("a row attends to later tokens")
    return trace_of(told["trace"], encoder, frozen(decoder), frozen(cross))


def _can_share(told: Mapping[str, Any], parent: Trace) -> bool:
    """Whether a branch's first steps can be its parent's."""
    source, steps = _lengths(told)
    sizes = told["n_layers"], _decoder_layers(told), told["n_heads"], source
    depths = parent.depth("encoder"), parent.depth("decoder")
    same = sizes == (*depths, parent.n_heads, len(parent.source_tokens))
    return same and told["shared_steps"] <= min(steps, len(parent.steps))


def _widened(decoder: FloatArray, rows: int, keys: int) -> FloatArray:
    """The first rows of decoder weights, with as many keys, to which they do not attend."""
    wide = np.zeros((*decoder.shape[:2], rows, keys), np.float32)
    wide[..., :rows] = decoder[:, :, :rows, :rows]
    return wide


def _rows(weights: FloatArray) -> FloatArray:
    """Each row sums to 1, to 0 where every key is masked, or is not a number."""
    if not weights.size:
        return weights
    sums = shares(weights).sum(axis=-1)
    if not ((np.abs(sums - 1) <= TOLERANCE) | (sums == 0) | np.isnan(sums)).all():
        raise ValueError("a row does not sum to 1")
    return weights


def _check(branch: SavedBranch, parent: SavedBranch | None, *, recorded: bool) -> None:
    """Raise ValueError unless a branch has a step of its own, and before it its parent's tokens.

    Recorded moments stand beside each other without having tokens in common.
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


_BRANCH = values.fields(
    {
        "id": values.whole(),
        "parent": values.maybe(values.whole()),
        "step": values.whole(),
        "name": values.text(values.MOST_SHOWN),
        "given": values.flag,
        "shared_steps": values.whole(),
        "n_layers": values.whole(0, MOST_HEADS),
        "n_heads": values.whole(1, MOST_HEADS),
        "trace": TRACE,
    },
    {"decoder_layers": values.whole(0, MOST_HEADS)},
)
BRANCHES = values.many(_BRANCH, most=MOST_BRANCHES)
