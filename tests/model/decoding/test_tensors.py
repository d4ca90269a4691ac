"""Weights of a batch of one, and of none."""

import pytest
import torch

from model.decoding.tensors import of_one


def test_the_batch_of_one_is_taken_off():
    weights = torch.arange(2 * 3 * 4 * 5).view(2, 1, 3, 4, 5)
    assert torch.equal(of_one(weights), weights.view(2, 3, 4, 5))


def test_weights_that_a_network_does_not_have_are_empty():
    assert of_one(None, none=(0, 4, 0, 0)).shape == (0, 4, 0, 0)


def test_weights_that_were_not_recorded_are_an_error():
    with pytest.raises(ValueError, match="weights were not recorded"):
        of_one(None)
