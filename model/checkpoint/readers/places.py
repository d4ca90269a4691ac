"""Where the numbers of each of our parameters come from in a foreign model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.checkpoint.tensors import check_finite
from model.messages import ConfigError
from model.runs.parameter_shapes import Sizes

Make = Callable[..., Tensor]


@dataclass(frozen=True, slots=True)
class TensorOrigin:
    """One parameter, made of some foreign tensors.

    Attributes:
        names: the tensors that it is made of; none where it is made up.
        make: what makes it of them.
        how: in a word or two what is done beside copying, for who wants to check.
    """

    names: tuple[str, ...]
    make: Make
    how: str = ""


TensorOrigins = dict[str, TensorOrigin]
"""By the names of our parameters."""


def copied(name: str) -> TensorOrigin:
    """A tensor as it is."""
    return TensorOrigin((name,), lambda tensor: tensor)


def transposed(name: str) -> TensorOrigin:
    """A matrix that stands as ``[in, out]``."""
    return TensorOrigin((name,), lambda tensor: tensor.t(), "transposed")


def part(name: str, index: int, count: int, *, transpose: bool = False) -> TensorOrigin:
    """One of ``count`` equal parts of packed rows; or of columns, which become rows."""

    def make(tensor: Tensor) -> Tensor:
        """Of the rows, or of the columns as rows."""
        rows = tensor.t() if transpose and tensor.dim() == 2 else tensor
        return rows.chunk(count)[index]

    return TensorOrigin((name,), make, f"part {index + 1} of {count}")


def rows(name: str, order: Sequence[int], *, scale: float = 1.0) -> TensorOrigin:
    """A table's rows in another order; a row of −1 is made of zeros."""

    def make(table: Tensor) -> Tensor:
        """Picked one by one."""
        index = torch.tensor(order)
        picked = table[index.clamp(min=0)]
        picked[index < 0] = 0
        return picked * scale if scale != 1 else picked

    return TensorOrigin((name,), make, "rows reordered")


def first_rows(name: str, start: int, stop: int) -> TensorOrigin:
    """Rows of a table of positions that begins with some that no token gets."""
    return TensorOrigin(
        (name,), lambda table: table[start:stop], f"from row {start}" if start else ""
    )


def scaled(place: TensorOrigin, factor: float) -> TensorOrigin:
    """Another place's numbers, times a factor."""
    make = place.make
    return TensorOrigin(place.names, lambda *tensors: make(*tensors) * factor, f"× {factor:.4g}")


def zeros(*shape: int) -> TensorOrigin:
    """What the foreign model does not have, and 0 stands for."""
    return TensorOrigin((), lambda: torch.zeros(shape), "zeros")


def made(file: TensorFile, name: str, place: TensorOrigin, shape: Sizes) -> Tensor:
    """One parameter, contiguous, in the file's precision if that is 16 or 32 bits.

    Raises:
        ForeignModelError: it has another shape than the configuration says, or a number is none.
    """
    try:
        tensor = place.make(*(file.load(source) for source in place.names))
    except (RuntimeError, IndexError) as error:  # it has fewer dimensions, or fewer rows
        raise ForeignModelError(
            "{sources} cannot make {name}: {error}.",
            sources=", ".join(place.names),
            name=name,
            error=error,
        ) from error
    tensor = tensor.to(torch.float16 if file.half else torch.float32)
    if tuple(tensor.shape) != shape:
        raise ForeignModelError(
            "{sources} makes {name} of shape {found}, but the configuration says {expected}.",
            sources=", ".join(place.names),
            name=name,
            found=" × ".join(map(str, tensor.shape)),
            expected=" × ".join(map(str, shape)),
        )
    try:
        check_finite(", ".join(place.names), tensor)
    except ConfigError as error:
        raise ForeignModelError("{error}", error=error) from error
    return tensor.contiguous()


def linear(ours: str, theirs: str, *, biases: bool = True) -> Iterator[tuple[str, TensorOrigin]]:
    """A projection under two names."""
    yield f"{ours}.weight", copied(f"{theirs}.weight")
    if biases:
        yield f"{ours}.bias", copied(f"{theirs}.bias")


def modules(
    pairs: Mapping[str, str], ours: str, theirs: str, *, biases: bool = True
) -> Iterator[tuple[str, TensorOrigin]]:
    """Several projections or norms, each by its name in ours and in theirs."""
    for own, other in pairs.items():
        yield from linear(f"{ours}{own}", f"{theirs}{other}", biases=biases)
