"""What people call projections and norms of their own classes, and where a stack's layers begin."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import STACKS, Stack

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
        """A path as it goes on after this one."""
        return path.removeprefix(f"{self.path}.")

    def matrices(self) -> dict[str, tuple[int, int]]:
        """Shapes of linear maps by their paths; a convolution of one position is one, too."""
        return {
            name.removesuffix(".weight"): (shape[0], shape[1])
            for name, shape in self.file.shapes.items()
            if name.startswith(f"{self.path}.") and name.endswith(".weight")
            if len(shape) > 1 and {*shape[2:]} <= {1}
        }

    def norms(self) -> dict[str, OwnNorm]:
        """By their paths."""
        return norms_of(self.file, f"{self.path}.")


def norms_of(file: TensorFile, start: str = "") -> dict[str, OwnNorm]:
    """By their paths, of which all begin alike: vectors, or single numbers, and what is beside."""
    found = {}
    for name, shape in file.shapes.items():
        path, _, last = name.rpartition(".")
        if name.startswith(start) and last in _GAINS and len(shape) < 2:
            beside = (f"{path}.{offset}" for offset in _OFFSETS)
            found[path] = OwnNorm(name, next((n for n in beside if n in file.shapes), None))
    return found


def attentions(file: TensorFile) -> dict[str, dict[str, OwnProjection]]:
    """Queries, keys and values by the path of the attention that they are in."""
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
    """Of which attention a matrix is, and what: nothing where its name does not say."""
    listed = _IN_LISTS.fullmatch(path)
    if listed:
        return listed["of"], (*_PROJECTIONS, "w_o")[int(listed["index"])]
    place, _, last = path.rpartition(".")
    return place, next((name for name, known in _PROJECTIONS.items() if known.fullmatch(last)), "")


def projection(path: str) -> OwnProjection:
    """A whole matrix by its path."""
    return OwnProjection(f"{path}.weight", f"{path}.bias")


def stack_roots(file: TensorFile) -> dict[Stack, tuple[str, list[Module]]]:
    """Where each stack's layers begin, without their numbers, and the layers in their order.

    Layers of an encoder have one attention, those of a decoder two.

    Raises:
        ForeignModelError: there is not one stack of each kind.
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
                "There are {count} stacks whose layers have {attentions} attentions, as those of "
                "one {stack} have: {names}. Attentions stand in {places}.",
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
                "The layers {root} have the numbers {numbers}.",
                root=root,
                numbers=", ".join(map(str, numbers)),
            )
        found[stack] = root, [Module(file, f"{root}{number}", known) for number in numbers]
    return found


def _numbered(path: str) -> tuple[str, int]:
    """The path of its layer: what stands before the number, and the number."""
    parts = path.split(".")[:-1]
    for place, part in enumerate(parts):
        number = _NUMBERED.fullmatch(part)
        if number and len(number[2]) < 4:
            return ".".join((*parts[:place], number[1])), int(number[2])
    raise ForeignModelError("The attention {path} stands in no numbered layer.", path=path)
