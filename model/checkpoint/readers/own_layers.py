"""Layers of somebody's own classes: what a tensor is, by its name's parts and its shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from model.checkpoint.readers.own_names import Module, OwnNorm, OwnProjection, norms_of, projection
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import STACKS, Stack

_CROSS = re.compile(r"cross|enc|src|source|memory|context|inter|multihead", re.IGNORECASE)
_SELF = re.compile(r"self|slf|masked|tgt|trg|target", re.IGNORECASE)
_ATTENTION = re.compile(r"self|slf|att", re.IGNORECASE)
_FEED_FORWARD = re.compile(r"ff|feed|fc|mlp|pointwise|pos_?wise|final", re.IGNORECASE)
_NORM = re.compile(r"norm|ln", re.IGNORECASE)
_LAST = re.compile(r"(.*[._])?(norm|.*(final|last).*|ln_f)")
_SUBLAYERS: Mapping[Stack, Sequence[str]] = {
    "encoder": ("attention", "feed_forward"),
    "decoder": ("attention", "cross", "feed_forward"),
}


class Layer(NamedTuple):
    """By our names: ``attention.w_q`` … and ``attention``, ``cross``, ``feed_forward`` of norms."""

    projections: Mapping[str, OwnProjection]
    norms: Mapping[str, OwnNorm]


def read_layers(stack: Stack, layers: Sequence[Module], answers: Answers) -> list[Layer]:
    """What the tensors of every layer are; all layers are as the first.

    Raises:
        ForeignModelError: the names and shapes do not tell it.
    """
    first = layers[0]
    order = _attentions_of(stack, first, answers)
    norms = _norms_of(stack, first, order, answers)
    return [
        Layer(
            dict(_projections(layer, order)),
            {role: _norm_at(layer, path) for role, path in norms.items()},
        )
        for layer in layers
    ]


def _attentions_of(stack: Stack, layer: Module, answers: Answers) -> dict[str, str]:
    """The path of each attention within a layer, by our name."""
    paths = [layer.within(p) for p in layer.known if p.startswith(f"{layer.path}.")]
    if stack == "encoder":
        return {"attention": paths[0]}
    likely = [path for path in paths if _CROSS.search(path) and not _SELF.search(path)]
    told = likely[0] if len(likely) == 1 else None
    cross = answers.choice("cross-attention", (paths[1], paths[0]), told=told)
    (own,) = (path for path in paths if path != cross)
    return {"attention": own, "cross": cross}


def _projections(layer: Module, order: Mapping[str, str]) -> Iterator[tuple[str, OwnProjection]]:
    matrices = layer.matrices()
    for name, path in order.items():
        place = f"{layer.path}.{path}"
        if place not in layer.known:
            raise ForeignModelError("There is no attention {place}.", place=place)
        inside = {p for p in matrices if p.startswith(f"{place}.")}
        parts = dict(layer.known[place])
        rest = sorted(inside - {part.weight.removesuffix(".weight") for part in parts.values()})
        if "w_o" not in parts:
            _check_count(place, rest, 1)
            parts["w_o"] = projection(rest[0])
        for role, part in parts.items():
            yield f"{name}.{role}", part
        matrices = {p: shape for p, shape in matrices.items() if p not in inside}
    _check_count(layer.path, [*matrices], 2)
    first, second = sorted(matrices, key=_order)
    if matrices[first][0] < matrices[first][1]:  # it makes d_ff of d_model
        first, second = second, first
    yield "feed_forward.w_1", projection(first)
    yield "feed_forward.w_2", projection(second)


def _check_count(place: str, found: Sequence[str], expected: int) -> None:
    if len(found) != expected:
        raise ForeignModelError(
            "Beside queries, keys and values {place} has {count} matrices, not {expected}: "
            "{names}.",
            place=place,
            count=len(found),
            expected=expected,
            names=", ".join(found[:5]) or "–",
        )


def _order(path: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", path)))


def _norms_of(
    stack: Stack, layer: Module, order: Mapping[str, str], answers: Answers
) -> dict[str, str]:
    """The path of each sublayer's norm within a layer: by words, by place, or by its number."""
    paths = [layer.within(path) for path in layer.norms()]
    roles = _SUBLAYERS[stack]
    if len(paths) != len(roles):
        raise ForeignModelError(
            "The layer {place} has {count} norms, not {expected}: {names}.",
            place=layer.path,
            count=len(paths),
            expected=len(roles),
            names=", ".join(paths[:5]) or "–",
        )
    found = {role: path for path in paths if (role := _sublayer(path, order))}
    if len(found) == len(roles) - 1:
        (role,), (path,) = {*roles} - {*found}, {*paths} - {*found.values()}
        found[role] = path
    if len(found) == len(roles):
        return found
    paths.sort(key=_order)
    numbers = [_order(path) for path in paths]
    told = ",".join(paths) if all(numbers) and len({*numbers}) == len(numbers) else None
    ways = tuple(",".join(way) for way in permutations(paths))
    answer = answers.choice(f"{stack}-norms", ways, told=told)
    return dict(zip(roles, answer.split(","), strict=True))


def _sublayer(path: str, order: Mapping[str, str]) -> str:
    """That a norm is named after, or stands in."""
    for name, attention in order.items():
        if path.startswith(f"{attention}."):
            return name
    if "cross" in order and _CROSS.search(path) and not _SELF.search(path):
        return "cross"
    if _FEED_FORWARD.search(path):
        return "feed_forward"
    return "attention" if _ATTENTION.search(path) else ""


def _norm_at(layer: Module, path: str) -> OwnNorm:
    found = layer.norms().get(f"{layer.path}.{path}")
    if found is None:
        raise ForeignModelError("There is no norm {path}.", path=f"{layer.path}.{path}")
    return found


def stack_norms(
    file: TensorFile, roots: Mapping[Stack, str], answers: Answers
) -> tuple[dict[str, OwnNorm], dict[str, OwnNorm]]:
    """By our names: those after the stacks, and those before them.

    Raises:
        ForeignModelError: a stack has several, or only one has any.
    """
    inside = tuple(roots.values())
    found: dict[Stack, dict[str, OwnNorm]] = {stack: {} for stack in STACKS}
    for path, norm in norms_of(file).items():
        if path.startswith(inside) or not _NORM.search(path):
            continue
        for stack, root in roots.items():
            other = roots["decoder" if stack == "encoder" else "encoder"]
            before, theirs = (of.rstrip(".").rpartition(".")[0] for of in (root, other))
            own = path.startswith(f"{before}.") if before != theirs else stack[:3] in path
            if own:
                found[stack][path] = norm
    paths = [path for of in found.values() for path in of]
    if not paths:
        return {}, {}
    if [len(of) for of in found.values()] != [1, 1]:
        raise ForeignModelError(
            "Beside the layers each stack has one norm or none, but here are {names}.",
            names=", ".join(paths[:5]),
        )
    told = "last" if all(map(_LAST.fullmatch, paths)) else None
    last = answers.choice("stack-norms", ("last", "first"), told=told) == "last"
    ours = {"encoder": "src_embedding.norm", "decoder": "tgt_embedding.norm"}
    placed = {
        f"{stack}_norm" if last else ours[stack]: norm
        for stack, of in found.items()
        for norm in of.values()
    }
    return (placed, {}) if last else ({}, placed)
