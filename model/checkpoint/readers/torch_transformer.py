"""State dicts that hold ``torch.nn.Transformer``, or its two stacks, among a loop's own tensors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

from model.checkpoint.readers.loop_model import ask_heads, depth_of, loop_model, matrix
from model.checkpoint.readers.loop_tables import Outside
from model.checkpoint.readers.places import TensorOrigin, copied, modules, part, zeros
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import STACKS, Activation, Norm, Stack

FAMILY = "torch.nn.Transformer"

_SELF, _CROSS = "self_attn", "multihead_attn"
_FIRST = re.compile(rf"(.*)layers\.0\.({_SELF}|{_CROSS})\.in_proj_weight")
_EPSILONS = ("1e-05", "1e-06", "1e-08", "1e-12")


class _Layers(NamedTuple):
    """Where one stack's names begin, and how deep it is."""

    root: str
    depth: int


def is_torch_transformer(file: TensorFile) -> bool:
    """Whether there are packed projections of a decoder."""
    return any(found[2] == _CROSS for found in map(_FIRST.fullmatch, file.shapes) if found)


def read_torch_transformer(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """Layers by their names; what stands around them by shapes and answers.

    Raises:
        ForeignModelError: something is missing, or an answer cannot be used.
    """
    layers = {stack: _found(file, path, stack) for stack in STACKS}
    first = f"{layers['decoder'].root}layers.0."
    _, d_model = matrix(file, f"{first}{_SELF}.in_proj_weight")
    d_ff, _ = matrix(file, f"{first}linear1.weight")
    asked = _asked(file, layers, d_model, answers)
    roots = tuple(f"{of.root}{part}" for of in layers.values() for part in ("layers.", "norm."))
    outside = Outside(file, d_model, [n for n in file.shapes if not n.startswith(roots)])
    return loop_model(
        outside,
        answers,
        family=FAMILY,
        places={
            name: place
            for stack in STACKS
            for name, place in _stack(file, stack, layers[stack], d_model)
        },
        n_layers=layers["encoder"].depth,
        decoder_layers=layers["decoder"].depth,
        d_model=d_model,
        d_ff=d_ff,
        **asked,
    )


def _found(file: TensorFile, path: Path, stack: Stack) -> _Layers:
    """The layers of one stack: a decoder's have cross-attention.

    Raises:
        ForeignModelError: there is none, or more than one.
    """
    first = [found for found in map(_FIRST.fullmatch, file.shapes) if found]
    decoders = {found[1] for found in first if found[2] == _CROSS}
    encoders = {found[1] for found in first} - decoders
    roots = sorted(decoders if stack == "decoder" else encoders)
    if len(roots) != 1:
        raise ForeignModelError(
            "{path} holds {count} stacks of {stack} layers, not one: {names}.",
            path=path,
            count=len(roots),
            stack=stack,
            names=", ".join(f"{root}layers" for root in roots) or "–",
        )
    depth = depth_of(file, f"{roots[0]}layers.", f".{_SELF}.in_proj_weight")
    return _Layers(roots[0], depth)


def _asked(
    file: TensorFile, layers: Mapping[Stack, _Layers], d_model: int, answers: Answers
) -> dict[str, Any]:
    """Heads, norms and activation leave no trace in shapes, but for the last norms and biases."""
    final = [f"{of.root}norm.weight" in file.shapes for of in layers.values()]
    if final[0] != final[1]:
        raise ForeignModelError(
            "There is a norm after one stack only: {place}norm.",
            place=layers["encoder" if final[0] else "decoder"].root,
        )
    return {
        "n_heads": ask_heads(answers, d_model),
        "norm": answers.choice("norm", get_args(Norm)),
        "activation": answers.choice("activation", get_args(Activation)),
        "norm_epsilon": float(answers.choice("epsilon", _EPSILONS, told=_EPSILONS[0])),
        "scaled_embedding": answers.choice("scaled", ("yes", "no")) == "yes",
        "final_norm": final[0],
        "biases": f"{layers['decoder'].root}layers.0.{_CROSS}.in_proj_bias" in file.shapes,
    }


def _stack(
    file: TensorFile, stack: Stack, layers: _Layers, d_model: int
) -> Iterator[tuple[str, TensorOrigin]]:
    norms = {}
    for layer in range(layers.depth):
        ours, theirs = f"{stack}_layers.{layer}.", f"{layers.root}layers.{layer}."
        sublayers = {"attention": _SELF}
        if stack == "decoder":
            sublayers["cross"] = _CROSS
        for name, other in sublayers.items():
            yield from _attention(file, f"{ours}{name}.", f"{theirs}{other}.")
        for index, name in enumerate((*sublayers, "feed_forward"), start=1):
            norms[f"{ours}{name}_residual.norm"] = f"{theirs}norm{index}"
        feed_forward = {"w_1": "linear1", "w_2": "linear2"}
        biases = f"{theirs}linear1.bias" in file.shapes
        yield from modules(feed_forward, f"{ours}feed_forward.", theirs, biases=biases)
    norms[f"{stack}_norm"] = f"{layers.root}norm"
    for name, other in norms.items():
        if f"{other}.weight" in file.shapes:
            yield f"{name}.weight", copied(f"{other}.weight")
            beside = f"{other}.bias"
            yield f"{name}.bias", copied(beside) if beside in file.shapes else zeros(d_model)


def _attention(file: TensorFile, ours: str, theirs: str) -> Iterator[tuple[str, TensorOrigin]]:
    """Queries, keys and values are packed."""
    biases = f"{theirs}in_proj_bias" in file.shapes
    for index, name in enumerate(("w_q", "w_k", "w_v")):
        yield f"{ours}{name}.weight", part(f"{theirs}in_proj_weight", index, 3)
        if biases:
            yield f"{ours}{name}.bias", part(f"{theirs}in_proj_bias", index, 3)
    yield from modules({"w_o": "out_proj"}, ours, theirs, biases=biases)
