"""Models written after The Annotated Transformer (Rush 2018), which many tutorials still are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from model.checkpoint.readers.loop_model import ask_heads, depth_of, loop_model, matrix
from model.checkpoint.readers.loop_tables import Outside
from model.checkpoint.readers.places import TensorOrigin, copied, modules, scaled
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import TensorFile
from model.config import STACKS, Activation, Norm, Stack

FAMILY = "Annotated Transformer"

_FIRST = re.compile(r"(.*)encoder\.layers\.0\.self_attn\.linears\.0\.weight")
_DECODES = "decoder.layers.0.src_attn.linears.0.weight"
_ATTENTION = {f"w_{letter}": f"linears.{index}" for index, letter in enumerate("qkvo")}
_FEED_FORWARD = {"w_1": "w_1", "w_2": "w_2"}
_OWN_NORM = ".a_2"
"""The gain of its norm, which divides by the deviation of a sample, plus 10⁻⁶."""
_EPSILONS = ("1e-06", "1e-05", "1e-12", "0.0")
"""Added to σ², the first is nearest to its norm wherever σ is not below ½, as in a residual stream:
(σ + ε)² ≈ σ² + 2σε. The second is what torch's own norm adds."""


def is_annotated(file: TensorFile) -> bool:
    """Whether there are its four numbered projections, in both stacks."""
    roots = [found[1] for found in map(_FIRST.fullmatch, file.shapes) if found]
    return any(f"{root}{_DECODES}" in file.shapes for root in roots)


def read_annotated(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """Pre-norm with a norm of its own, ReLU, scaled embeddings, stored sinusoids.

    Raises:
        ForeignModelError: something is missing, or an answer cannot be used.
    """
    root = next(found[1] for found in map(_FIRST.fullmatch, file.shapes) if found)
    first = f"{root}encoder.layers.0."
    _, d_model = matrix(file, f"{first}self_attn.linears.0.weight")
    d_ff, _ = matrix(file, f"{first}feed_forward.w_1.weight")
    own_norm = f"{first}sublayer.0.norm{_OWN_NORM}" in file.shapes
    depths = {stack: _depth(file, root, stack) for stack in STACKS}
    inside = tuple(f"{root}{stack}.{part}." for stack in STACKS for part in ("layers", "norm"))
    return loop_model(
        Outside(file, d_model, [name for name in file.shapes if not name.startswith(inside)]),
        answers,
        family=FAMILY,
        places={
            name: place
            for stack, depth in depths.items()
            for name, place in _stack(stack, root, depth, d_model if own_norm else 0)
        },
        n_layers=depths["encoder"],
        decoder_layers=depths["decoder"],
        d_model=d_model,
        d_ff=d_ff,
        n_heads=ask_heads(answers, d_model),
        norm=answers.choice("norm", get_args(Norm), told="pre"),
        norm_epsilon=float(
            answers.choice("epsilon", _EPSILONS, told=_EPSILONS[0 if own_norm else 1])
        ),
        final_norm=True,
        activation=answers.choice("activation", get_args(Activation), told="relu"),
        scaled_embedding=answers.choice("scaled", ("yes", "no"), told="yes") == "yes",
    )


def _depth(file: TensorFile, root: str, stack: Stack) -> int:
    return depth_of(file, f"{root}{stack}.layers.", ".self_attn.linears.0.weight")


def _stack(stack: Stack, root: str, depth: int, width: int) -> Iterator[tuple[str, TensorOrigin]]:
    """``width``: of the norm of its own; 0: it is torch's."""
    attentions = {"attention": "self_attn"}
    if stack == "decoder":
        attentions["cross"] = "src_attn"
    norms = {f"{stack}_norm": f"{root}{stack}.norm"}
    for layer in range(depth):
        ours, theirs = f"{stack}_layers.{layer}.", f"{root}{stack}.layers.{layer}."
        for name, other in attentions.items():
            yield from modules(_ATTENTION, f"{ours}{name}.", f"{theirs}{other}.")
        feed_forward = {
            "feed_forward.w_1": "feed_forward.w_1",
            "feed_forward.w_2": "feed_forward.w_2",
        }
        yield from modules(feed_forward, ours, theirs)
        for index, name in enumerate((*attentions, "feed_forward")):
            norms[f"{ours}{name}_residual.norm"] = f"{theirs}sublayer.{index}.norm"
    for name, other in norms.items():
        yield from _norm(name, other, width)


def _norm(ours: str, theirs: str, width: int) -> Iterator[tuple[str, TensorOrigin]]:
    """A sample's deviation is larger by √(d / (d − 1)): the gain makes up for it."""
    if not width:
        yield from modules({"": ""}, ours, theirs)
        return
    yield f"{ours}.weight", scaled(copied(f"{theirs}{_OWN_NORM}"), ((width - 1) / width) ** 0.5)
    yield f"{ours}.bias", copied(f"{theirs}.b_2")
