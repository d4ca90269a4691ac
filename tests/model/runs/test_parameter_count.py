"""The number of parameters is known before the network is made."""

import itertools

import pytest

from model.network.transformer import Transformer, count_parameters
from model.runs.parameter_count import parameter_count
from model.runs.presets import PRESETS
from tests.model.builders import config

CHOICES = [*itertools.product(("post", "pre"), ("sinusoidal", "learned"), (False, True))]


@pytest.mark.parametrize(("norm", "positions", "tied"), CHOICES)
@pytest.mark.parametrize("sizes", [{}, {"n_layers": 3, "n_heads": 1, "d_model": 10, "d_ff": 7}])
def test_it_is_that_of_the_network(norm, positions, tied, sizes):
    architecture = config(norm=norm, positions=positions, tie_embeddings=tied, **sizes)
    network = Transformer(architecture, src_vocab=17, tgt_vocab=13)
    counted = parameter_count(architecture, src_vocabulary=17, tgt_vocabulary=13)
    assert counted == count_parameters(network)


@pytest.mark.parametrize("name", ["tiny", "small", "medium"])
def test_that_of_a_preset_is_right_as_well(name):
    architecture = PRESETS[name].model
    network = Transformer(architecture, src_vocab=500, tgt_vocab=800)
    counted = parameter_count(architecture, src_vocabulary=500, tgt_vocabulary=800)
    assert counted == count_parameters(network)
