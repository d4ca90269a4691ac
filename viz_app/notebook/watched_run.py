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
from model.traces.moment import Moment
from model.traces.recording import GivenTarget, given_target
from model.traces.trace import KINDS, DecodeStep, Kind, Trace
from viz_app.notebook.given_weights import WeightsError
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.runs import Runs, now
from viz_app.storage.traces import MOST_HEADS

if TYPE_CHECKING:
    from torch import Tensor, nn

# ---------------------------------------------------------------------------------- module weights
# The weights of a module's own forward pass, of every ``nn.MultiheadAttention`` in it.


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
"""Of ``nn.MultiheadAttention``, in order."""

ModuleWeights = dict[Kind, FloatArray]
"""Of the kinds that a module has, ``[layers, heads, query, key]``."""


@dataclass(frozen=True, eq=False, slots=True)
class _Heard:
    """One call of one attention module: its name, what it compared, ``[heads, query, key]``."""

    name: str
    crosses: bool
    weights: FloatArray

    @property
    def layer(self) -> str:
        """The module around it."""
        return self.name.rpartition(".")[0]


def attentions_in(module: nn.Module) -> list[tuple[str, nn.MultiheadAttention]]:
    """Every attention in a module, with its name there.

    Raises:
        WeightsError: there is none.
    """
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
    """The weights of one forward pass, in evaluation mode, over one sentence or pair.

    Args:
        module: any network with ``nn.MultiheadAttention``, batch first or not.
        call: does the forward pass.

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
    """Everything that a forward pass could change is as it was afterwards."""
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
    """Hooks would have everything that is compiled compiled anew; without a compiler, nothing."""
    import torch

    if "torch._dynamo" not in sys.modules:  # it takes a second to import
        return nullcontext()
    stance: AbstractContextManager[object] = torch.compiler.set_stance("force_eager")
    return stance


@contextmanager
def _recording(
    attentions: Sequence[tuple[str, nn.MultiheadAttention]],
) -> Iterator[list[_Heard]]:
    """Fills with every call, in their order; afterwards no hook is left."""
    heard: list[_Heard] = []

    asked: list[tuple[bool, bool]] = []

    def ask(_: nn.Module, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, Any]:
        """Every argument by its name, and those about weights otherwise than they were."""
        read = {**dict(zip(_ARGUMENTS, given, strict=False)), **named}
        asked.append((read.get("need_weights", True), read.get("average_attn_weights", True)))
        return (), {**read, "need_weights": True, "average_attn_weights": False}

    def keeper(name: str) -> Callable[..., Any]:
        """What listens to the attention of that name."""

        def keep(_: nn.Module, __: Any, read: dict[str, Any], output: Any) -> Any:
            """What goes on in the module is what was asked for there."""
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
    """Whether they are of two sequences."""
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
    """The decoder's own attention is beside one that crosses; alone, it is the one that is causal.

    Where no layer holds both, the decoder's is the last one before each that crosses.
    """
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
# A module's weights over a probe as the trace that the time-lapse shows.


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


# ------------------------------------------------------------------------------------- watched run


SAVE_SECONDS = 30.0
"""How often the curve and the card are written before the end; moments are at once."""


class WatchedRun:
    """Moments, curve and card; locked until it is closed.

    Attributes:
        folder: where they are.
        moments: the updates of those that are kept, in order.
    """

    def __init__(self, card: RunCard, folder: Path | None) -> None:
        """Make the folder: ``folder``, or among the runs of the window.

        Raises:
            WeightsError: ``folder`` holds something already.
            WriteError: it cannot be made.
        """
        self._files = Runs().begin(card) if folder is None else _begun(card, folder)
        self.folder = self._files.path
        self.moments: list[int] = []
        self._curve: list[CurvePoint] = []
        self._begun = self._saved = time.monotonic()

    def write(self, update: int, traces: tuple[Trace, ...]) -> None:
        """One moment more; the heads' numbers follow from its weights.

        Raises:
            WriteError: it cannot be written.
        """
        self._files.write_moment(Moment(update=update, epoch=0, traces=traces, numbers={}))
        self.moments.append(update)
        if time.monotonic() - self._saved > SAVE_SECONDS:
            self._save("running", update=update)

    def keep(self, every: int) -> None:
        """Let go of the moments between: of an update that no ``every`` ends at."""
        for update in [known for known in self.moments if known % every]:
            with suppress(OSError):  # one that cannot be removed is a moment more
                self._files.moment_path(update).unlink()
            self.moments.remove(update)

    def note(
        self, update: int, losses: Sequence[float], *, learning_rate: float, gradient_norm: float
    ) -> None:
        """The mean of some losses; one that is no number has no place in a curve."""
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
        """The training is over, or goes on unwatched.

        Raises:
            WriteError: the last of it cannot be written.
        """
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
