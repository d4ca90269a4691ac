"""Tensors as arrays: what is copied, what is read-only, and what is not there."""

import numpy as np
import pytest
import torch

from model.decoding.tensors import bool_array, float_array, of_one, own_array

NUMBERS = torch.arange(6.0).view(2, 3)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32, torch.float64])
@pytest.mark.parametrize("made", [float_array, own_array])
def test_an_array_has_the_numbers_in_float32(dtype: torch.dtype, made):
    array = made(NUMBERS.to(dtype))
    assert array.dtype == np.float32
    assert array.tolist() == [[0, 1, 2], [3, 4, 5]]


def test_a_copy_is_read_only_and_stays_when_the_tensor_changes():
    tensor = NUMBERS.clone().requires_grad_()
    array = float_array(tensor)
    assert not array.flags.writeable
    with torch.no_grad():
        tensor.zero_()
    assert array.tolist() == [[0, 1, 2], [3, 4, 5]]


def test_what_nobody_else_uses_is_not_copied():
    tensor = NUMBERS.clone()
    assert np.shares_memory(own_array(tensor), tensor.numpy())


def test_bools_are_read_only():
    array = bool_array(NUMBERS > 2)
    assert (array.dtype, array.flags.writeable) == (np.bool_, False)
    assert array.tolist() == [[False] * 3, [True] * 3]


def test_weights_of_a_batch_of_one_have_no_batch():
    weights = torch.rand(2, 1, 3, 4, 5)
    for none in (None, (0, 3, 4, 5)):
        assert torch.equal(of_one(weights, none=none), weights.view(2, 3, 4, 5))


def test_weights_that_a_network_does_not_have_are_of_a_shape_without_numbers():
    assert of_one(None, none=(0, 3, 4, 5)).shape == (0, 3, 4, 5)
    with pytest.raises(ValueError, match="not recorded"):
        of_one(None)
