"""The run folder of a training in the user's own loop, updated while it runs."""

from __future__ import annotations

import dataclasses
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from model.arrays import FloatArray, frozen
from model.runs.progress import CurvePoint, RunCard, RunStatus
from model.special_tokens import UNK_ID
from model.traces.head_measures import Moment
from model.traces.recording import given_target
from model.traces.trace import KINDS, DecodeStep, Kind, Trace
from viz_app.notebook.given_weights import WeightsError
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.runs import Runs, now
from viz_app.storage.traces import MOST_HEADS

if TYPE_CHECKING:
    from torch import Tensor, nn

# ---------------------------------------------------------------------------------- module weights


_ARGUMENTS = (
    "query",
    "key",
    "value",
    "key_padding_mask",
    "need_weights",
    "attn_mask",
    "average_attn_weights",
    "is_causal",
)
"""Parameters of ``nn.MultiheadAttention.forward``, in order."""

ModuleWeights = dict[Kind, FloatArray]
"""Of the kinds that a module has, ``[layers, heads, query, key]``."""


@dataclass(frozen=True, eq=False, slots=True)
class _Heard:
    """One call of one attention module: name, whether it crosses, ``[heads, query, key]``."""

    name: str
    crosses: bool
    weights: FloatArray

    @property
    def layer(self) -> str:
        return self.name.rpartition(".")[0]


def attentions_in(module: nn.Module) -> list[tuple[str, nn.MultiheadAttention]]:
    """Every attention in a module by its name; raises WeightsError if there is none."""
    from torch import nn

    found = [
        (name, part)
        for name, part in module.named_modules()
        if isinstance(part, nn.MultiheadAttention)
    ]
    if not found:
        raise WeightsError(
            "{name} has no torch.nn.MultiheadAttention; attention of another class has no "
            "weights that headlight.watch could record.",
            name=type(module).__name__,
        )
    return found


def recorded_weights(module: nn.Module, call: Callable[[], object]) -> ModuleWeights:
    """Weights of one forward pass by ``call``, in evaluation mode, of one sentence or pair.

    ``module`` may have its attention batch first or not.

    Raises:
        WeightsError: there are no such weights, or they cannot be shown as layers × heads.
    """
    with _untouched(module), _recording(attentions_in(module)) as heard:
        call()
    if not heard:
        raise WeightsError(
            "The forward pass of {name} called none of its attention modules.",
            name=type(module).__name__,
        )
    return {kind: _stacked(kind, calls) for kind, calls in _by_kind(heard).items() if calls}


@contextmanager
def _untouched(module: nn.Module) -> Iterator[None]:
    """Restore everything that a forward pass could change."""
    import torch

    modes = [(part, part.training) for part in module.modules()]
    buffers = [(buffer, buffer.detach().clone()) for buffer in module.buffers()]
    devices = sorted({p.device.index for p in module.parameters() if p.device.type == "cuda"})
    own_random, numpy_random = random.getstate(), np.random.get_state()
    fused = torch.backends.mha.get_fastpath_enabled()
    try:
        with torch.random.fork_rng(devices), torch.no_grad(), _uncompiled():
            # a mode is a plain attribute: train() may be the module's own, and do more
            for part, _ in modes:
                part.training = False
            torch.backends.mha.set_fastpath_enabled(False)
            yield
    finally:
        torch.backends.mha.set_fastpath_enabled(fused)
        for part, mode in modes:
            part.training = mode
        random.setstate(own_random)
        np.random.set_state(numpy_random)
        with torch.no_grad():
            for buffer, kept in buffers:
                if not torch.equal(buffer, kept):
                    buffer.copy_(kept)


def _uncompiled() -> AbstractContextManager[object]:
    """Without compilation: hooks would recompile every compiled module."""
    import torch

    if "torch._dynamo" not in sys.modules:  # it takes a second to import
        return nullcontext()
    stance: AbstractContextManager[object] = torch.compiler.set_stance("force_eager")
    return stance


@contextmanager
def _recording(
    attentions: Sequence[tuple[str, nn.MultiheadAttention]],
) -> Iterator[list[_Heard]]:
    """Record every call in order; afterwards no hook is left."""
    heard: list[_Heard] = []
    asked: list[tuple[bool, bool]] = []  # whether weights are needed, and averaged

    def ask(_: nn.Module, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, Any]:
        # Arguments by name; those about weights are replaced.
        read = {**dict(zip(_ARGUMENTS, given, strict=False)), **named}
        asked.append((read.get("need_weights", True), read.get("average_attn_weights", True)))
        return (), {**read, "need_weights": True, "average_attn_weights": False}

    def keeper(name: str) -> Callable[..., Any]:
        def keep(_: nn.Module, __: Any, read: dict[str, Any], output: Any) -> Any:
            # The module gets the output that it asked for.
            context, weights = output
            heard.append(_Heard(name, _crosses(read["query"], read["key"]), _one_sentence(weights)))
            needed, averaged = asked.pop()
            shown = weights.mean(dim=-3) if averaged else weights
            return context, shown if needed else None

        return keep

    with ExitStack() as hooks:
        for name, part in attentions:
            before = part.register_forward_pre_hook(ask, with_kwargs=True)
            after = part.register_forward_hook(keeper(name), with_kwargs=True)
            hooks.callback(before.remove)
            hooks.callback(after.remove)
        yield heard


def _crosses(query: Tensor, key: Tensor) -> bool:
    """Whether query and key belong to two sequences."""
    import torch

    return not (query is key or (query.shape == key.shape and torch.equal(query, key)))


def _one_sentence(weights: Tensor) -> FloatArray:
    """``[heads, query, key]`` of a batch of one, or of no batch."""
    array: FloatArray = weights.detach().float().clamp(max=1.0).cpu().numpy()
    if array.ndim == 4 and len(array) != 1:
        raise WeightsError(
            "A probe must be one sentence or pair, not a batch of {count}.", count=len(array)
        )
    return array[0].copy() if array.ndim == 4 else array.copy()


def _by_kind(heard: Sequence[_Heard]) -> dict[Kind, list[_Heard]]:
    # Self-attention beside a cross-attention is the decoder's; without one, it is if it is causal.
    # Where no layer has both, the decoder's is the last one before each cross-attention.
    alone = [call for call in heard if not call.crosses]
    crossing = [call for call in heard if call.crosses]
    if not crossing:
        causal = all(_is_causal(call.weights) for call in alone)
        return {"decoder": alone} if causal else {"encoder": alone}
    layers = {call.layer for call in crossing}
    beside = [call for call in alone if call.layer in layers]
    if not beside:
        beside = [call for call, after in pairwise(heard) if after.crosses and not call.crosses]
    return {
        "encoder": [call for call in alone if call not in beside],
        "decoder": beside,
        "cross": crossing,
    }


def _is_causal(weights: FloatArray) -> bool:
    rows, columns = weights.shape[1:]
    return rows == columns > 1 and not weights[:, ~np.tri(rows, dtype=np.bool_)].any()


def _stacked(kind: Kind, calls: Sequence[_Heard]) -> FloatArray:
    shapes = sorted({call.weights.shape for call in calls})
    if len(shapes) > 1:
        raise WeightsError(
            "The {kind} attention of one forward pass has {shapes} as [heads, query, key]; only "
            "layers of one shape can be shown together.",
            kind=kind,
            shapes=", ".join(str(list(shape)) for shape in shapes),
        )
    return np.stack([call.weights for call in calls])


# ------------------------------------------------------------------------------------ probe traces


NOT_KNOWN = "…"
"""Label of the unknown token that a probe's last token predicts."""

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelledProbe:
    """The input of a module, and the labels of its tokens; None if there are none."""

    src: Any
    tgt: Any = None
    src_labels: Labels | None = None
    tgt_labels: Labels | None = None


def labelled_probes(probes: Sequence[Any], tokens: Sequence[Any] | None) -> list[LabelledProbe]:
    """Probes, each a pair or one sequence, with their labels.

    Raises:
        WeightsError: there is none, the list may itself be a pair, or the number of labels differs.
    """
    may_be_pair = isinstance(probes, tuple) and len(probes) == 2
    if hasattr(probes, "detach") or (
        may_be_pair and not any(isinstance(one, tuple) for one in probes)
    ):
        raise WeightsError(
            "probes must be a list, even of one: probes=[(src, tgt)], or probes=[src] for a "
            "network that reads one sequence."
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
    """The weights of one forward pass with tokens on the axes.

    Raises:
        WeightsError: labels do not fit, or kinds differ in layers or heads.
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
    steps = tuple(
        DecodeStep(
            index=row,
            fed=target[row],
            token=predicted[row],
            token_id=UNK_ID,
            log_probability=math.nan,  # of the module's tokens, it is unknown
            candidates=(),
            entropy=math.nan,
            decoder_rows=decoder_rows,
            cross_rows=cross_rows,
            given=True,
        )
        for row, (decoder_rows, cross_rows) in enumerate(given.rows)
    )
    text = " ".join(target)
    return Trace(
        source_text=" ".join(source) or text,
        source_tokens=source,
        source_ids=(UNK_ID,) * n_source,
        encoder_weights=frozen(whole["encoder"]),
        steps=steps,
        stop="end of sentence",
        translation=text,
        recording=given.recording,
        looks_ahead=looks_ahead,
        kinds=kinds,
    )


def _pair(given: Any) -> tuple[Any, Any]:
    """A tuple of two is a source and a target; anything else is one sequence."""
    return given if isinstance(given, tuple) and len(given) == 2 else (given, None)


def _labels(tokens: Any, ids: Any) -> Labels | None:
    """The given labels, or the ids; None for vectors."""
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
            "Its kinds of attention have different numbers of layers × heads ({shapes}); "
            "only models with equal numbers can be shown.",
            shapes=told,
        )
    layers, heads = next(iter(shapes.values()))
    if layers * heads > MOST_HEADS:
        raise WeightsError(
            "{layers} × {heads} heads are too many: the maximum is {most}.",
            layers=layers,
            heads=heads,
            most=MOST_HEADS,
        )
    return layers, heads


def _lengths(weights: ModuleWeights) -> tuple[int, int]:
    """Of source and target; 0 if missing."""
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
    """Labels of the source, the decoder's input, and the predicted tokens.

    Of a model with one sequence, it may be either side of the probe, or both concatenated.
    """
    src, tgt = probe.src_labels, probe.tgt_labels
    if n_source and n_target:
        return (_fitting([src], n_source), *_shifted([tgt], n_target))
    joined = (*src, *tgt) if src is not None and tgt is not None else None
    if n_source:
        return _fitting([src, tgt, joined], n_source), (), ()
    return ((), *_shifted([src, tgt, joined], n_target))


def _shifted(labels: Sequence[Labels | None], count: int) -> tuple[Labels, Labels]:
    for one in labels:
        if one is not None and len(one) == count + 1:
            return one[:-1], one[1:]
    fed = _fitting(labels, count)
    return fed, (*fed[1:], NOT_KNOWN)


def _fitting(labels: Sequence[Labels | None], count: int) -> Labels:
    """The first labels of the right length; positions from 1 if there are none.

    Raises:
        WeightsError: all labels have another length.
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


# ------------------------------------------------------------------------------------- watched run


SAVE_SECONDS = 30.0
"""Seconds between two writes of the curve and the card; moments are written at once."""


class WatchedRun:
    """Moments, curve and card; locked until it is closed.

    Attributes:
        folder: where they are.
        moments: the updates of those that are kept, in order.
    """

    def __init__(self, card: RunCard, folder: Path | None) -> None:
        """By default among the runs of the window.

        Raises:
            WeightsError: ``folder`` is not empty.
            WriteError: it cannot be made.
        """
        self._files = Runs().begin(card) if folder is None else _begun(card, folder)
        self.folder = self._files.path
        self.moments: list[int] = []
        self._curve: list[CurvePoint] = []
        self._begun = self._saved = time.monotonic()

    def write(self, update: int, traces: tuple[Trace, ...]) -> None:
        """Add a moment; head measures follow from its weights. Raises WriteError."""
        self._files.write_moment(Moment(update=update, epoch=0, traces=traces, numbers={}))
        self.moments.append(update)
        if time.monotonic() - self._saved > SAVE_SECONDS:
            self._save("running", update=update)

    def keep(self, every: int) -> None:
        """Remove moments at updates that are not multiples of ``every``."""
        for update in [known for known in self.moments if known % every]:
            with suppress(OSError):  # one that cannot be removed is a moment more
                self._files.moment_path(update).unlink()
            self.moments.remove(update)

    def note(
        self, update: int, losses: Sequence[float], *, learning_rate: float, gradient_norm: float
    ) -> None:
        """Add the mean of the finite losses to the curve, if there are any."""
        finite = [loss for loss in losses if math.isfinite(loss)]
        if finite:
            self._curve.append(
                CurvePoint(
                    update=update,
                    epoch=1,
                    loss=math.fsum(finite) / len(finite),
                    learning_rate=learning_rate,
                    gradient_norm=gradient_norm,
                )
            )

    def close(self, status: RunStatus, *, update: int, reason: str = "") -> None:
        """End the record, also if the training continues; raises WriteError."""
        try:
            self._save(status, update=update, reason=reason)
        finally:
            self._files.release_lock()

    def _save(self, status: RunStatus, *, update: int, reason: str = "") -> None:
        self._saved = time.monotonic()
        self._files.write_curve(self._curve)
        self._files.write_card(
            dataclasses.replace(
                self._files.card,
                status=status,
                reason=reason,
                seconds=self._saved - self._begun,
                update=update,
                updates=update,
                loss=self._curve[-1].loss if self._curve else None,
            )
        )


def _begun(card: RunCard, folder: Path) -> RunFolder:
    try:
        taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as error:
        raise WeightsError("{path} cannot be read: {reason}.", path=folder, reason=error) from error
    if taken:
        raise WeightsError(
            "{folder} already exists; use another folder for the run.", folder=folder
        )
    run = RunFolder(folder, dataclasses.replace(card, run_id=folder.name, begun=now()))
    run.take_lock()
    run.write_card(run.card)
    return run
