"""Tensors that are, or are not, those of a model."""

import pytest
import torch

from model.checkpoint.tensors import check_tensors
from model.messages import ConfigError

SHAPES = {"a": (2, 3), "b": (), "none": (0, 4)}


def good() -> dict[str, torch.Tensor]:
    return {name: torch.ones(shape) for name, shape in SHAPES.items()}


def test_all_of_them_as_they_must_be_are_taken():
    check_tensors(good(), SHAPES)
    check_tensors({}, {})


def test_one_that_is_missing_is_named():
    tensors = good()
    del tensors["b"]
    with pytest.raises(ConfigError, match=r"^the tensor b is missing\.$"):
        check_tensors(tensors, SHAPES)


def test_one_too_many_is_named():
    with pytest.raises(ConfigError, match=r"^the tensor c is none of such a model\.$"):
        check_tensors(good() | {"c": torch.ones(1)}, SHAPES)


@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("a", (3, 2), "the tensor a is 3 × 2, not 2 × 3."),
        ("a", (), "the tensor a is one number, not 2 × 3."),
        ("b", (1,), "the tensor b is 1, not one number."),
    ],
)
def test_one_of_another_shape_is_told_with_both(name: str, shape: tuple[int, ...], message: str):
    with pytest.raises(ConfigError) as failure:
        check_tensors(good() | {name: torch.ones(shape)}, SHAPES)
    assert str(failure.value) == message


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.int32])
def test_one_of_other_numbers_is_told_with_their_kind(dtype: torch.dtype):
    kind = str(dtype).removeprefix("torch.")
    with pytest.raises(ConfigError, match=rf"^the tensor a holds {kind} numbers\.$"):
        check_tensors(good() | {"a": torch.ones(2, 3, dtype=dtype)}, SHAPES)


@pytest.mark.parametrize("number", [torch.nan, torch.inf, -torch.inf])
@pytest.mark.parametrize("place", [0, 3, 5])
def test_a_number_that_is_none_or_infinite_is_found_wherever_it_stands(number: float, place: int):
    tensors = good()
    tensors["a"].view(-1)[place] = number
    with pytest.raises(ConfigError, match="the tensor a holds infinite numbers, or what is not a"):
        check_tensors(tensors, SHAPES)
