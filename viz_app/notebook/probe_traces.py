"""A module's weights over a probe as the trace that the time-lapse shows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from model.arrays import frozen
from model.special_tokens import UNK_ID
from model.traces.recording import GivenTarget, given_target
from model.traces.trace import KINDS, DecodeStep, Trace
from viz_app.notebook.given_weights import WeightsError
from viz_app.storage.stored_traces import MOST_HEADS

if TYPE_CHECKING:
    from viz_app.notebook.module_weights import ModuleWeights

NOT_KNOWN = "…"
"""What a probe's last token predicts: nobody said."""

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelledProbe:
    """What a module reads, and the labels of its tokens; None where nobody gave any."""

    src: Any
    tgt: Any = None
    src_labels: Labels | None = None
    tgt_labels: Labels | None = None


def labelled_probes(probes: Sequence[Any], tokens: Sequence[Any] | None) -> list[LabelledProbe]:
    """Probes, each a pair or one sequence, with the labels in the same places.

    Raises:
        WeightsError: there is none, it may be a pair by itself, or there are not as many labels.
    """
    if hasattr(probes, "detach") or _may_be_pair(probes):
        raise WeightsError(
            "probes is a list, also of one: probes=[(src, tgt)], or probes=[src] for a network that"
            " reads one sequence."
        )
    if not len(probes) or (tokens is not None and len(tokens) != len(probes)):
        raise WeightsError(
            "headlight.watch needs at least one probe, and as many tokens as probes; it has "
            "{probes} and {tokens}.",
            probes=len(probes),
            tokens="none" if tokens is None else len(tokens),
        )
    given = [(None, None)] * len(probes) if tokens is None else map(_pair, tokens)
    return [
        LabelledProbe(src, tgt, _labels(src_tokens, src), _labels(tgt_tokens, tgt))
        for (src, tgt), (src_tokens, tgt_tokens) in zip(map(_pair, probes), given, strict=True)
    ]


def probe_trace(probe: LabelledProbe, weights: ModuleWeights) -> Trace:
    """The weights of one forward pass with the tokens on their axes.

    Raises:
        WeightsError: labels do not fit, or the kinds have other layers and heads than each other.
    """
    layers, heads = _layers_and_heads(weights)
    kinds = tuple(kind for kind in KINDS if kind in weights)
    n_source, n_target = _lengths(weights)
    source, target, predicted = _named(probe, n_source, n_target)
    sizes = {
        "encoder": (n_source, n_source),
        "decoder": (n_target, n_target),
        "cross": (n_target, n_source),
    }
    whole = {
        kind: weights.get(kind, np.zeros((layers, heads, *sizes[kind]), np.float32))
        for kind in KINDS
    }
    past = np.tri(n_target, dtype=np.bool_)
    looks_ahead = bool(np.nan_to_num(whole["decoder"])[..., ~past].any())
    given = given_target(whole["decoder"], whole["cross"], looks_ahead=looks_ahead)
    text = " ".join(target)
    return Trace(
        source_text=" ".join(source) or text,
        source_tokens=source,
        source_ids=(UNK_ID,) * n_source,
        encoder_weights=frozen(whole["encoder"]),
        steps=tuple(_steps(target, predicted, given)),
        stop="end of sentence",
        translation=text,
        recording=given.recording,
        looks_ahead=looks_ahead,
        kinds=kinds,
    )


def _pair(given: Any) -> tuple[Any, Any]:
    """A tuple of two is a source and a target; all else is one sequence."""
    return given if isinstance(given, tuple) and len(given) == 2 else (given, None)


def _may_be_pair(probes: Sequence[Any]) -> bool:
    """Whether it is a source and a target, and not two pairs."""
    is_two = isinstance(probes, tuple) and len(probes) == 2
    return is_two and not any(isinstance(one, tuple) for one in probes)


def _labels(tokens: Any, ids: Any) -> Labels | None:
    """The labels given, or the ids; of vectors there are none."""
    if tokens is not None:
        return tuple(map(str, tokens))
    if ids is None or isinstance(ids, str):
        return None
    if hasattr(ids, "detach"):
        if ids.is_floating_point():
            return None
        ids = ids.flatten().tolist()
    return tuple(map(str, ids)) if isinstance(ids, list | tuple | np.ndarray) else None


def _layers_and_heads(weights: ModuleWeights) -> tuple[int, int]:
    shapes = {kind: array.shape[:2] for kind, array in weights.items()}
    if len(set(shapes.values())) > 1:
        told = ", ".join(f"{kind} {one[0]} × {one[1]}" for kind, one in shapes.items())
        raise WeightsError(
            "Its kinds of attention have different layers × heads ({shapes}); only models with as "
            "many of each can be shown.",
            shapes=told,
        )
    layers, heads = next(iter(shapes.values()))
    if layers * heads > MOST_HEADS:
        raise WeightsError(
            "{layers} × {heads} heads are too many: {most} is the most.",
            layers=layers,
            heads=heads,
            most=MOST_HEADS,
        )
    return layers, heads


def _lengths(weights: ModuleWeights) -> tuple[int, int]:
    """Of the source and of the target; 0 for one that there is not."""
    shapes = {kind: array.shape[2:] for kind, array in weights.items()}
    n_target, n_source = shapes.get("cross", (0, 0))
    n_source = shapes.get("encoder", (n_source,))[0]
    n_target = shapes.get("decoder", (n_target,))[0]
    if "cross" in shapes and shapes["cross"] != (n_target, n_source):
        raise WeightsError(
            "The cross attention is {shape}, but the encoder reads {source} tokens and the decoder "
            "{target}.",
            shape=list(shapes["cross"]),
            source=n_source,
            target=n_target,
        )
    return n_source, n_target


def _named(probe: LabelledProbe, n_source: int, n_target: int) -> tuple[Labels, Labels, Labels]:
    """The source, what the decoder is fed, and what is predicted from each of it.

    Of a model with one sequence, it may be either side of the probe, or both in a row.
    """
    src, tgt = probe.src_labels, probe.tgt_labels
    if n_source and n_target:
        return (_fitting([src], n_source), *_shifted([tgt], n_target))
    joined = (*src, *tgt) if src is not None and tgt is not None else None
    if n_source:
        return _fitting([src, tgt, joined], n_source), (), ()
    return ((), *_shifted([src, tgt, joined], n_target))


def _shifted(labels: Sequence[Labels | None], count: int) -> tuple[Labels, Labels]:
    """Each token that is fed in with the one after it; labels may name what follows the last."""
    for one in labels:
        if one is not None and len(one) == count + 1:
            return one[:-1], one[1:]
    fed = _fitting(labels, count)
    return fed, (*fed[1:], NOT_KNOWN)


def _fitting(labels: Sequence[Labels | None], count: int) -> Labels:
    """The first of the right length; positions from 1 where nobody gave any.

    Raises:
        WeightsError: all that there are have another length.
    """
    known = [one for one in labels if one is not None]
    if not known:
        return tuple(str(number + 1) for number in range(count))
    for one in known:
        if len(one) == count:
            return one
    raise WeightsError(
        "The model attends over {count} tokens, but the probe {tokens!r} has {found}.",
        count=count,
        tokens=" ".join(known[0]),
        found=len(known[0]),
    )


def _steps(target: Labels, after: Labels, given: GivenTarget) -> Iterator[DecodeStep]:
    """Each token with what comes after it; how probable the module finds it is not known."""
    for row, (decoder_rows, cross_rows) in enumerate(given.rows):
        yield DecodeStep(
            index=row,
            fed=target[row],
            token=after[row],
            token_id=UNK_ID,
            log_probability=math.nan,
            candidates=(),
            entropy=math.nan,
            decoder_rows=decoder_rows,
            cross_rows=cross_rows,
            given=True,
        )
