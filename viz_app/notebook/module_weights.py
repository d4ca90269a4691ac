"""The weights of a module's own forward pass, of every ``nn.MultiheadAttention`` in it.

Nothing of the module is changed afterwards: neither hooks, mode, gradients, buffers nor the state
of any random numbers. Only while it records is the fused path left, which has no weights.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from model.arrays import FloatArray
from model.traces.trace import Kind
from viz_app.notebook.given_weights import WeightsError

if TYPE_CHECKING:
    from torch import Tensor, nn

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
            "A probe is one sentence or pair; this one is a batch of {count}.", count=len(array)
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
