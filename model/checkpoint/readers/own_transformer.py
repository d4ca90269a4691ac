"""Transformers of somebody's own classes, as tutorials write them, the Annotated one among them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

import torch
from torch import Tensor

from model.checkpoint.readers.loop_model import ask_switches, loop_model, matrix
from model.checkpoint.readers.loop_options import loop_options
from model.checkpoint.readers.loop_tables import Outside
from model.checkpoint.readers.own_layers import Layer, read_layers, stack_norms
from model.checkpoint.readers.own_names import (
    OwnNorm,
    OwnProjection,
    attentions,
    stack_roots,
)
from model.checkpoint.readers.places import TensorPlace, scaled, zeros
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import TensorFile
from model.config import STACKS, NormType, Stack

TORCH, ANNOTATED, OWN = (
    "torch.nn.Transformer",
    "Annotated Transformer",
    "Transformer of own classes",
)
FAMILY = f"{TORCH}, {ANNOTATED}, {OWN}"

_OTHERS = re.compile(r"embed_positions|relative_attention_bias|emb_luts")
"""Of libraries whose folders say what their tensors do not."""
_FAMILIES = {
    TORCH: re.compile(r".*layers\.0\.multihead_attn\.in_proj_weight"),
    ANNOTATED: re.compile(r".*self_attn\.linears\.0\.weight"),
}
"""By a tensor that each has."""
_TORCHS, _ANNOTATEDS = ".weight", ".a_2"
"""What norms of torch, and of the Annotated Transformer, call their gain."""
_EPSILONS = ("1e-06", "1e-05", "1e-12", "0")
"""Added to σ², the first is nearest to a norm that adds 10⁻⁶ to σ wherever σ is not below ½, as in
a residual stream: (σ + ε)² ≈ σ² + 2σε."""


class _Widths(NamedTuple):
    """Of the layers.

    Attributes:
        inner: of all heads together.
        small: of projections that each head has the same of; 0: there are no such.
    """

    d_model: int
    d_ff: int
    inner: int
    small: int


class _Made(NamedTuple):
    """How the numbers of all layers come from their tensors.

    Attributes:
        queries: what they are multiplied by.
        sample: norms divide by the deviation of a sample.
        biased: projections, by our names, that have biases in some layer; if none, none has.
        offset: what is called that norms add; empty where they add nothing.
        rms: norms have no mean.
    """

    file: TensorFile
    widths: _Widths
    queries: float
    sample: bool
    biased: frozenset[str]
    offset: str
    rms: bool


def is_own(file: TensorFile) -> bool:
    """Whether there are queries, keys and values by names, and none of a known library."""
    return bool(attentions(file)) and not any(map(_OTHERS.search, file.shapes))


def read_own(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """Layers by names and shapes; what these do not tell is asked.

    Raises:
        ForeignModelError: something is missing or not recognised, or an answer cannot be used.
    """
    roots = stack_roots(file)
    stacks = {stack: read_layers(stack, roots[stack][1], answers) for stack in STACKS}
    last, embedded = stack_norms(file, {stack: roots[stack][0] for stack in STACKS}, answers)
    likely = (name for name, first in _FAMILIES.items() if any(map(first.fullmatch, file.shapes)))
    family = next(likely, OWN)
    made, switches = _asked(file, stacks, answers, family)
    places = {name: place for stack in STACKS for name, place in _stack(stack, stacks[stack], made)}
    norms = {**last, **embedded}
    for name, norm in norms.items():
        places |= dict(_norm(name, norm, made))
    inside = tuple(f"{layer.path}." for _, layers in roots.values() for layer in layers)
    taken = {part for norm in norms.values() for part in norm}
    outside = [n for n in file.shapes if not n.startswith(inside) and n not in taken]
    return loop_model(
        Outside(file, made.widths.d_model, outside),
        answers,
        family=family,
        places=places,
        n_layers=len(stacks["encoder"]),
        decoder_layers=len(stacks["decoder"]),
        final_norm=bool(last),
        embedding_norm=bool(embedded),
        **switches,
    )


def _asked(
    file: TensorFile, stacks: Mapping[Stack, Sequence[Layer]], answers: Answers, family: str
) -> tuple[_Made, dict[str, Any]]:
    """What leaves no trace in shapes, and what the configuration has of it."""
    first = stacks["decoder"][0]
    query, gain = first.projections["attention.w_q"], first.norms["feed_forward"].gain
    widths, offset = _widths(file, first), _offset(stacks)
    told = _told(gain, widths, annotated=family == ANNOTATED) | loop_options(file)
    switches = ask_switches(answers, widths.d_model, told, epsilons=_EPSILONS)
    d_k = (widths.d_model if widths.small else widths.inner) // switches["n_heads"]
    usual = "d_k" if family == ANNOTATED or query.count > 1 else None
    scores = answers.choice("scores", ("d_k", "d_model", "none"), told=usual)
    layer = "layer" if offset or family == TORCH else None
    made = _Made(
        file=file,
        widths=widths,
        queries=(d_k / widths.d_model) ** 0.5 if scores == "d_model" else 1.0,
        sample=_is_of_sample(answers, gain),
        biased=_biased(file, stacks),
        offset=offset,
        rms=answers.choice("norm-type", get_args(NormType), told=layer) == "rms",
    )
    return made, {
        **switches,
        "d_model": widths.d_model,
        "d_ff": widths.d_ff,
        "d_kv": None if widths.small or widths.inner == widths.d_model else d_k,
        "norm_type": "rms" if made.rms else "layer",
        "biases": bool(made.biased),
        "scaled_scores": scores != "none",
    }


def _widths(file: TensorFile, layer: Layer) -> _Widths:
    query = layer.projections["attention.w_q"]
    d_ff, d_model = file.shapes[layer.projections["feed_forward.w_1"].weight][:2]
    rows, columns = matrix(file, query.weight)
    inner = rows // query.count
    is_small = 0 < inner == columns != d_model and d_model % inner == 0
    return _Widths(d_model, d_ff, inner, inner if is_small else 0)


def _biased(file: TensorFile, stacks: Mapping[Stack, Sequence[Layer]]) -> frozenset[str]:
    return frozenset(
        name
        for layers in stacks.values()
        for layer in layers
        for name, projection in layer.projections.items()
        if projection.bias in file.shapes
    )


def _told(gain: str, widths: _Widths, *, annotated: bool) -> dict[str, str]:
    """What names and shapes tell of the switches."""
    told = {"norm": "pre", "activation": "relu", "scaled": "yes"} if annotated else {}
    for ending, epsilon in ((_TORCHS, "1e-05"), (_ANNOTATEDS, "1e-06")):
        if gain.endswith(ending):
            told["epsilon"] = epsilon
    if widths.small:
        told["heads"] = str(widths.d_model // widths.small)
    return told


def _is_of_sample(answers: Answers, gain: str) -> bool:
    """Torch's norms divide by the deviation of the numbers themselves, some others do not."""
    known = {_TORCHS: "all", _ANNOTATEDS: "sample"}
    told = next((kind for ending, kind in known.items() if gain.endswith(ending)), None)
    return answers.choice("deviation", ("sample", "all"), told=told) == "sample"


def _stack(stack: Stack, layers: Sequence[Layer], made: _Made) -> Iterator[tuple[str, TensorPlace]]:
    for number, layer in enumerate(layers):
        ours = f"{stack}_layers.{number}."
        for name, projection in layer.projections.items():
            yield from _linear(f"{ours}{name}", projection, made)
        for name, norm in layer.norms.items():
            yield from _norm(f"{ours}{name}_residual.norm", norm, made)


def _block_diagonal(block: Tensor, count: int) -> Tensor:
    """``[rows, columns]``, ``count`` times down the diagonal of a matrix of zeros.

    ``torch.block_diag`` brings torch's compiler where tensors have shapes alone: a second.
    """
    blocks = block.new_zeros(count, block.size(0), count, block.size(1))
    blocks.diagonal(dim1=0, dim2=2).copy_(block.unsqueeze(-1))
    return blocks.flatten(2).flatten(0, 1)


def _linear(ours: str, projection: OwnProjection, made: _Made) -> Iterator[tuple[str, TensorPlace]]:
    index, count = projection.index, projection.count
    small = made.widths.small and ours.endswith(("w_q", "w_k", "w_v"))
    heads = made.widths.d_model // made.widths.small if small else 1
    factor = made.queries if ours.endswith("w_q") else 1.0

    def rows(tensor: Tensor) -> Tensor:
        """``[out, in]``, or ``[out]`` of a bias; one for all heads is each head's own."""
        one = tensor.chunk(count)[index]
        if small and one.dim() == 1:
            return one.repeat(heads)
        if small:
            return _block_diagonal(one, heads)
        return one.flatten(1) if one.dim() > 2 else one

    how = f"part {index + 1} of {count}" if count > 1 else "the same for each head" * bool(small)
    named = {"weight": projection.weight}
    if ours.partition("layers.")[2].partition(".")[2] in made.biased:
        named["bias"] = projection.bias
    elif made.biased:
        yield (
            f"{ours}.bias",
            TensorPlace(
                (projection.weight,), lambda tensor: torch.zeros(rows(tensor).size(0)), "zeros"
            ),
        )
    for kind, name in named.items():
        place = TensorPlace((name,), rows, how)
        yield f"{ours}.{kind}", scaled(place, factor) if factor != 1 else place


def _norm(ours: str, norm: OwnNorm, made: _Made) -> Iterator[tuple[str, TensorPlace]]:
    """A sample's deviation is larger by √(d / (d − 1)): the gain makes up for it."""
    width = made.widths.d_model
    gain = TensorPlace((norm.gain,), lambda tensor: _wide(tensor, width))
    yield f"{ours}.weight", scaled(gain, ((width - 1) / width) ** 0.5) if made.sample else gain
    name = norm.offset or f"{norm.gain.rpartition('.')[0]}.{made.offset}"
    offset = TensorPlace((name,), lambda tensor: _wide(tensor, width))
    if not made.rms:
        yield f"{ours}.bias", offset if made.offset else zeros(width)


def _offset(stacks: Mapping[Stack, Sequence[Layer]]) -> str:
    """What the norms of all layers call what they add, if they add anything."""
    norms = (
        norm for layers in stacks.values() for layer in layers for norm in layer.norms.values()
    )
    return next((norm.offset.rpartition(".")[2] for norm in norms if norm.offset), "")


def _wide(tensor: Tensor, width: int) -> Tensor:
    """``[d_model]``; some norms have one number for all."""
    return tensor.expand(width) if tensor.shape == (1,) else tensor
