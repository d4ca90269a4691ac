"""Copies of weights and their mean."""

import pytest
import torch
from torch import nn

from model.training.averaging import WeightAverage, copied_weights, put_weights


def layer(value: float) -> nn.Linear:
    """All weights the same."""
    made = nn.Linear(2, 3)
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.fill_(value)
    return made


def test_the_mean_is_over_the_last_copies_only():
    average = WeightAverage(3)
    for value in (100.0, 1.0, 2.0, 6.0):
        average.add(layer(value))
    assert {float(v) for weights in average.mean().values() for v in weights.flatten()} == {3.0}


def test_a_copy_does_not_follow_the_network():
    network = layer(1.0)
    copy = copied_weights(network)
    with torch.no_grad():
        network.weight.fill_(5.0)
    assert copy["weight"].unique().tolist() == [1.0]


def test_weights_go_back_into_a_network():
    network = layer(1.0)
    put_weights(network, copied_weights(layer(7.0)))
    assert network.weight.unique().tolist() == [7.0]
    assert network.weight.requires_grad


def test_a_shared_table_is_copied_once():
    network = nn.Sequential(nn.Embedding(4, 2), nn.Linear(2, 4, bias=False))
    network[1].weight = network[0].weight
    assert [*copied_weights(network)] == ["0.weight"]


def test_nothing_has_no_mean():
    with pytest.raises(ValueError, match="no copy"):
        WeightAverage(2).mean()
