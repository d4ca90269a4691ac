"""Transformers written by users as their own classes: names, layers, and the whole model.

Whatever is missing, ambiguous or unknown raises ForeignModelError.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple, get_args

import torch
from torch import Tensor

from model.checkpoint.readers.recognised import Answers, Recognised, TensorPlace, scaled, zeros
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.checkpoint.readers.training_loop import Outside, ask_switches, loop_model, loop_options
from model.config import STACKS, NormType, Stack

_BEFORE = r"(?:(?:w|fc|lin|linear|to|proj|dense)_?)?"
_AFTER = r"(?:_?(?:w|fc|lin|linear|proj|projection|layer|net|dense))?"
_PROJECTIONS = {
    name: re.compile(f"{_BEFORE}(?:{letter}){_AFTER}", re.IGNORECASE)
    for name, letter in (
        ("w_q", "qs?|query|queries"),
        ("w_k", "ks?|keys?"),
        ("w_v", "vs?|vals?|values?"),
    )
}
"""The three by what people call them: ``w_q``, ``fc_q``, ``wq``, ``q_linear``, ``queries`` …"""

_IN_LISTS = re.compile(r"(?P<of>.+)\.(?P<list>linears|qkv_nets)\.(?P<index>[0-3])")
"""Where they are a list of three, or of four with the output's."""

_PACKED = "in_proj_weight"
"""Of ``torch.nn.MultiheadAttention``: all three, one under the other."""

_NUMBERED = re.compile(r"(\D*)(\d+)")
_GAINS = ("weight", "gamma", "alpha", "a_2")
_OFFSETS = ("bias", "beta", "b_2")


@dataclass(frozen=True, slots=True)
class OwnProjection:
    """A matrix, or one of ``count`` packed ones, and what its bias would be called."""

    weight: str
    bias: str
    index: int = 0
    count: int = 1


class OwnNorm(NamedTuple):
    """Its gain, and what it adds after it."""

    gain: str
    offset: str | None


@dataclass(frozen=True)
class Module:
    """The tensors of a file whose names begin with a path; ``known`` are all its attentions."""

    file: TensorFile
    path: str
    known: Mapping[str, Mapping[str, OwnProjection]]

    def within(self, path: str) -> str:
        return path.removeprefix(f"{self.path}.")

    def matrices(self) -> dict[str, tuple[int, int]]:
        return {
            name.removesuffix(".weight"): (shape[0], shape[1])
            for name, shape in self.file.shapes.items()
            if name.startswith(f"{self.path}.") and name.endswith(".weight")
            if len(shape) > 1 and {*shape[2:]} <= {1}
        }

    def norms(self) -> dict[str, OwnNorm]:
        return norms_of(self.file, f"{self.path}.")


def norms_of(file: TensorFile, start: str = "") -> dict[str, OwnNorm]:
    """Norms by path: vectors or scalars named alike, with what is beside them."""
    found = {}
    for name, shape in file.shapes.items():
        path, _, last = name.rpartition(".")
        if name.startswith(start) and last in _GAINS and len(shape) < 2:
            beside = (f"{path}.{offset}" for offset in _OFFSETS)
            found[path] = OwnNorm(name, next((n for n in beside if n in file.shapes), None))
    return found


def attentions(file: TensorFile) -> dict[str, dict[str, OwnProjection]]:
    """Query, key and value projections by the path of their attention."""
    found: dict[str, dict[str, OwnProjection]] = {}
    for name, shape in file.shapes.items():
        path, _, last = name.rpartition(".")
        if not path or len(shape) < 2:
            continue
        if last == _PACKED:
            bias = f"{path}.in_proj_bias"
            found[path] = {w: OwnProjection(name, bias, i, 3) for i, w in enumerate(_PROJECTIONS)}
        elif last == "weight":
            place, role = _role(path)
            if role:
                found.setdefault(place, {})[role] = projection(path)
    return {path: parts for path, parts in found.items() if parts.keys() >= {*_PROJECTIONS}}


def _role(path: str) -> tuple[str, str]:
    listed = _IN_LISTS.fullmatch(path)
    if listed:
        return listed["of"], (*_PROJECTIONS, "w_o")[int(listed["index"])]
    place, _, last = path.rpartition(".")
    return place, next((name for name, known in _PROJECTIONS.items() if known.fullmatch(last)), "")


def projection(path: str) -> OwnProjection:
    return OwnProjection(f"{path}.weight", f"{path}.bias")


def stack_roots(file: TensorFile) -> dict[Stack, tuple[str, list[Module]]]:
    """The path before the layer number and the layers in order, for each stack.

    Layers of an encoder have one attention, those of a decoder two.
    """
    counts: dict[str, dict[int, int]] = {}
    known = attentions(file)
    for path in known:
        root, number = _numbered(path)
        layers = counts.setdefault(root, {})
        layers[number] = layers.get(number, 0) + 1
    found: dict[Stack, tuple[str, list[Module]]] = {}
    for sublayers, stack in enumerate(STACKS, start=1):
        roots = [root for root, layers in counts.items() if {*layers.values()} == {sublayers}]
        if len(roots) != 1:
            raise ForeignModelError(
                "Found {count} stacks whose layers have {attentions} attentions, as in a "
                "{stack}; exactly one is expected: {names}. Attentions are in {places}.",
                count=len(roots),
                attentions=sublayers,
                stack=stack,
                names=", ".join(roots) or "–",
                places=", ".join(counts) or "–",
            )
        (root,) = roots
        numbers = sorted(counts[root])
        missing = any(name.startswith(f"{root}{numbers[0] - 1}.") for name in file.shapes)
        if missing or numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
            raise ForeignModelError(
                "{root} has attention only in layers {numbers}.",
                root=root,
                numbers=", ".join(map(str, numbers)),
            )
        found[stack] = root, [Module(file, f"{root}{number}", known) for number in numbers]
    return found


def _numbered(path: str) -> tuple[str, int]:
    parts = path.split(".")[:-1]
    for place, part in enumerate(parts):
        number = _NUMBERED.fullmatch(part)
        if number and len(number[2]) < 4:
            return ".".join((*parts[:place], number[1])), int(number[2])
    raise ForeignModelError("The attention {path} is not in a numbered layer.", path=path)


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
    """The role of each tensor in every layer; all layers are like the first."""
    first = layers[0]
    order = _attentions_of(stack, first, answers)
    norms = _norms_of(stack, first, order, answers)
    found = []
    for layer in layers:
        projections, known = dict(_projections(layer, order)), layer.norms()
        paths = {role: f"{layer.path}.{path}" for role, path in norms.items()}
        for path in paths.values():
            if path not in known:
                raise ForeignModelError("There is no norm {path}.", path=path)
        found.append(Layer(projections, {role: known[path] for role, path in paths.items()}))
    return found


def _attentions_of(stack: Stack, layer: Module, answers: Answers) -> dict[str, str]:
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
            "Besides queries, keys and values, {place} has {count} matrices, not "
            "{expected}: {names}.",
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
    for name, attention in order.items():
        if path.startswith(f"{attention}."):
            return name
    if "cross" in order and _CROSS.search(path) and not _SELF.search(path):
        return "cross"
    if _FEED_FORWARD.search(path):
        return "feed_forward"
    return "attention" if _ATTENTION.search(path) else ""


def stack_norms(
    file: TensorFile, roots: Mapping[Stack, str], answers: Answers
) -> tuple[dict[str, OwnNorm], dict[str, OwnNorm]]:
    """Norms after and before the stacks; raises ForeignModelError unless one per stack or none."""
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
            "Outside the layers, each stack needs one norm, or none has one: {names}.",
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
_GAINS_TELL = {".weight": ("1e-05", "all"), ".a_2": ("1e-06", "sample")}
"""By what norms of torch, and of the Annotated Transformer, call their gain: what they add to the
variance, and whether they divide by the deviation of the population or of a sample."""
_EPSILONS = ("1e-06", "1e-05", "1e-12", "0")
"""Added to σ², the first is nearest to a norm that adds 10⁻⁶ to σ wherever σ is not below ½, as in
a residual stream: (σ + ε)² ≈ σ² + 2σε."""


@dataclass(frozen=True, kw_only=True)
class _Made:
    """How the numbers of all layers come from their tensors.

    Attributes:
        small: width of projections that each head has the same of; 0: there are no such.
        queries: what they are multiplied by.
        sample: norms divide by the deviation of a sample.
        biased: projections, by our names, that have biases in some layer; if none, none has.
        offset: what is called that norms add; empty where they add nothing.
        rms: norms have no mean.
    """

    d_model: int
    small: int
    queries: float
    sample: bool
    biased: frozenset[str]
    offset: str
    rms: bool


def is_own(file: TensorFile) -> bool:
    return bool(attentions(file)) and not any(map(_OTHERS.search, file.shapes))


def read_own(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """Recognise layers by names and shapes; what these do not tell is asked."""
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
        Outside(file, made.d_model, outside),
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
    layers = [layer for stack in STACKS for layer in stacks[stack]]
    first = stacks["decoder"][0]
    query, gain = first.projections["attention.w_q"], first.norms["feed_forward"].gain
    d_ff, d_model = file.shapes[first.projections["feed_forward.w_1"].weight][:2]
    shape = file.shapes.get(query.weight, ())
    if len(shape) != 2:
        raise ForeignModelError("There is no matrix {name}.", name=query.weight)
    inner = shape[0] // query.count
    is_small = 0 < inner == shape[1] != d_model and d_model % inner == 0
    offsets = (norm.offset for layer in layers for norm in layer.norms.values() if norm.offset)
    offset = next(offsets, "").rpartition(".")[2]
    told = {"norm": "pre", "activation": "relu", "scaled": "yes"} if family == ANNOTATED else {}
    known = next((of for ending, of in _GAINS_TELL.items() if gain.endswith(ending)), None)
    told |= {"epsilon": known[0]} if known else {}
    told |= {"heads": str(d_model // inner)} if is_small else {}
    switches = ask_switches(answers, d_model, told | loop_options(file), epsilons=_EPSILONS)
    d_k = (d_model if is_small else inner) // switches["n_heads"]
    usual = "d_k" if family == ANNOTATED or query.count > 1 else None
    scores = answers.choice("scores", ("d_k", "d_model", "none"), told=usual)
    layer_norm = "layer" if offset or family == TORCH else None
    deviation = known[1] if known else None
    made = _Made(
        d_model=d_model,
        small=inner if is_small else 0,
        queries=(d_k / d_model) ** 0.5 if scores == "d_model" else 1.0,
        sample=answers.choice("deviation", ("sample", "all"), told=deviation) == "sample",
        biased=frozenset(
            name
            for layer in layers
            for name, projection in layer.projections.items()
            if projection.bias in file.shapes
        ),
        offset=offset,
        rms=answers.choice("norm-type", get_args(NormType), told=layer_norm) == "rms",
    )
    return made, {
        **switches,
        "d_model": d_model,
        "d_ff": d_ff,
        "d_kv": None if is_small or inner == d_model else d_k,
        "norm_type": "rms" if made.rms else "layer",
        "biases": bool(made.biased),
        "scaled_scores": scores != "none",
    }


def _stack(stack: Stack, layers: Sequence[Layer], made: _Made) -> Iterator[tuple[str, TensorPlace]]:
    for number, layer in enumerate(layers):
        ours = f"{stack}_layers.{number}."
        for name, projection in layer.projections.items():
            yield from _linear(f"{ours}{name}", projection, made)
        for name, norm in layer.norms.items():
            yield from _norm(f"{ours}{name}_residual.norm", norm, made)


def _block_diagonal(block: Tensor, count: int) -> Tensor:
    """``[rows, columns]``, ``count`` times on the diagonal of zeros."""
    # torch.block_diag would import torch's compiler for meta tensors: a second.
    blocks = block.new_zeros(count, block.size(0), count, block.size(1))
    blocks.diagonal(dim1=0, dim2=2).copy_(block.unsqueeze(-1))
    return blocks.flatten(2).flatten(0, 1)


def _linear(ours: str, projection: OwnProjection, made: _Made) -> Iterator[tuple[str, TensorPlace]]:
    index, count = projection.index, projection.count
    small = made.small and ours.endswith(("w_q", "w_k", "w_v"))
    heads = made.d_model // made.small if small else 1
    factor = made.queries if ours.endswith("w_q") else 1.0

    def rows(tensor: Tensor) -> Tensor:
        """``[out, in]``, or ``[out]`` of a bias; one shared by all heads is repeated."""
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
    """The sample deviation is larger by √(d / (d − 1)); the gain compensates for it."""
    width = made.d_model
    gain = TensorPlace((norm.gain,), lambda tensor: _wide(tensor, width))
    yield f"{ours}.weight", scaled(gain, ((width - 1) / width) ** 0.5) if made.sample else gain
    name = norm.offset or f"{norm.gain.rpartition('.')[0]}.{made.offset}"
    offset = TensorPlace((name,), lambda tensor: _wide(tensor, width))
    if not made.rms:
        yield f"{ours}.bias", offset if made.offset else zeros(width)


def _wide(tensor: Tensor, width: int) -> Tensor:
    """``[d_model]``; some norms have one scalar for all."""
    return tensor.expand(width) if tensor.shape == (1,) else tensor
