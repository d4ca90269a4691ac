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
class TensorPlace:
    """One parameter, made of some foreign tensors.

    Attributes:
        names: the tensors that it is made of; none where it is made up.
        make: what makes it of them.
        how: in a word or two what is done beside copying, for who wants to check.
        computed: its numbers are new ones, which 16 bits may not hold.
    """

    names: tuple[str, ...]
    make: Make
    how: str = ""
    computed: bool = False


TensorPlaces = dict[str, TensorPlace]
"""By the names of our parameters."""


def copied(name: str) -> TensorPlace:
    """A tensor as it is."""
    return TensorPlace((name,), lambda tensor: tensor)


def transposed(name: str) -> TensorPlace:
    """A matrix that stands as ``[in, out]``."""
    return TensorPlace((name,), lambda tensor: tensor.t(), "transposed")


def part(name: str, index: int, count: int, *, transpose: bool = False) -> TensorPlace:
    """One of ``count`` equal parts of packed rows; or of columns, which become rows.

    ``[count · out, in]``, or with ``transpose`` ``[in, count · out]``, → ``[out, in]``; a bias
    ``[count · out]`` → ``[out]``.
    """

    def make(tensor: Tensor) -> Tensor:
        """Of the rows, or of the columns as rows."""
        rows = tensor.t() if transpose and tensor.dim() == 2 else tensor
        return rows.chunk(count)[index]

    return TensorPlace((name,), make, f"part {index + 1} of {count}")


def rows(name: str, order: Sequence[int]) -> TensorPlace:
    """A table's rows in another order; a row of −1 is made of zeros.

    Rows that the table has not, of zeros and copies of others, are counted in what is said of it.

    ``[foreign rows, …]`` → ``[rows, …]``.
    """

    def make(table: Tensor) -> Tensor:
        """Picked one by one; of a shape alone the shape, see :func:`_times`."""
        if table.is_meta and table.dim():
            return table.new_empty(len(order), *table.shape[1:])
        index = torch.tensor(order)
        picked = table[index.clamp(min=0)]
        picked[index < 0] = 0
        return picked

    added = len(order) - len({row for row in order if row >= 0})
    how = f"reordered, {added} added" if added else "rows reordered"
    return TensorPlace((name,), make, how)


def first_rows(name: str, start: int, stop: int) -> TensorPlace:
    """Rows of a table of positions that begins with some that no token gets.

    ``[rows, d_model]`` → ``[stop − start, d_model]``.
    """
    how = f"from row {start}" if start else ""
    return TensorPlace((name,), lambda table: table[start:stop], how)


def flat_table(table: Tensor) -> Tensor:
    """``[rows, width]`` of a table of positions that has a dimension of 1 besides."""
    return table.reshape(-1, table.size(-1))


def position_rows(name: str, count: int) -> TensorPlace:
    """The first rows of a table of positions, however it stands."""
    return TensorPlace((name,), lambda table: flat_table(table)[:count], f"first {count} rows")


def scaled(place: TensorPlace, factor: float) -> TensorPlace:
    """Another place's numbers, times a factor."""
    make = place.make
    return TensorPlace(
        place.names, lambda *given: _times(make(*given), factor), f"× {factor:.4g}", computed=True
    )


def _times(tensor: Tensor, factor: float) -> Tensor:
    """Of a shape alone the same shape: torch would import its compiler to find that out."""
    return tensor if tensor.is_meta else tensor * factor


def zeros(*shape: int) -> TensorPlace:
    """What the foreign model does not have, and 0 stands for."""
    return TensorPlace((), lambda: torch.zeros(shape), "zeros")


def kept_kind(file: TensorFile, place: TensorPlace) -> torch.dtype:
    """The precision that a parameter is kept in: its own where that is of 16 bits, else 32."""
    kinds = {file.kinds.get(name) for name in place.names}
    for kind in () if place.computed else (torch.float16, torch.bfloat16):
        if kinds == {kind}:
            return kind
    return torch.float32


def _loaded(file: TensorFile, name: str, place: TensorPlace) -> Tensor:
    tensor = file.load(name)
    if not tensor.is_floating_point():
        raise ForeignModelError(
            "{name} holds {kind} numbers: weights that were made smaller in a way that is not "
            "known here.",
            name=name,
            kind=str(tensor.dtype).removeprefix("torch."),
        )
    # hardly anything can be done with numbers of 8 bits
    return tensor.float() if place.computed or tensor.element_size() == 1 else tensor


def made(file: TensorFile, name: str, place: TensorPlace, shape: Sizes) -> Tensor:
    """One parameter, contiguous, in the precision of :func:`kept_kind`.

    Raises:
        ForeignModelError: it has another shape than the configuration says, or a number is none.
    """
    tensors = [_loaded(file, source, place) for source in place.names]
    tensor = _fitting(name, place, shape, tensors).to(kept_kind(file, place))
    try:
        check_finite(", ".join(place.names), tensor)
    except ConfigError as error:
        raise ForeignModelError("{error}", error=error) from error
    return tensor.contiguous()


def _fitting(name: str, place: TensorPlace, shape: Sizes, tensors: Sequence[Tensor]) -> Tensor:
    sources = ", ".join(place.names)
    try:
        tensor = place.make(*tensors)
    except (RuntimeError, IndexError) as error:  # it has fewer dimensions, or fewer rows
        raise ForeignModelError(
            "{sources} ({found}) cannot make {name} ({expected}): {error}.",
            sources=sources,
            found=", ".join(_written(source.shape) for source in tensors),
            name=name,
            expected=_written(shape),
            error=error,
        ) from error
    check_shape(name, place, tuple(tensor.shape), shape)
    return tensor


def shape_made(file: TensorFile, place: TensorPlace) -> Sizes | None:
    """The shape that a place's tensor would have, from shapes alone; None where that is not known.

    What cannot be made at all is said when it is.
    """
    try:
        sources = [torch.empty(file.shapes[name], device="meta") for name in place.names]
        return tuple(place.make(*sources).shape)
    except (RuntimeError, IndexError):
        return None


def check_shape(name: str, place: TensorPlace, found: Sizes | None, expected: Sizes) -> None:
    """Raise ForeignModelError where a place makes a tensor of another shape than ours."""
    if found is not None and found != expected:
        raise ForeignModelError(
            "{sources} makes {name} of shape {found}, but the configuration says {expected}.",
            sources=", ".join(place.names),
            name=name,
            found=_written(found),
            expected=_written(expected),
        )


def _written(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape)) or "one number"


def linear(ours: str, theirs: str) -> Iterator[tuple[str, TensorPlace]]:
    """A projection under two names."""
    yield f"{ours}.weight", copied(f"{theirs}.weight")
    yield f"{ours}.bias", copied(f"{theirs}.bias")


def modules(pairs: Mapping[str, str], ours: str, theirs: str) -> Iterator[tuple[str, TensorPlace]]:
    """Several projections or norms, each by its name in ours and in theirs."""
    for own, other in pairs.items():
        yield from linear(f"{ours}{own}", f"{theirs}{other}")
