"""Names and shapes of all parameters are known before the network is made."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from model.config import ModelConfig
from model.messages import ConfigError
from model.network.transformer import Transformer, count_parameters
from model.runs.estimates import SpeedEstimate, parameter_count, parameter_shapes
from tests.model.architectures import architectures
from tests.model.builders import config

SIZES = {"src_vocabulary": 17, "tgt_vocabulary": 13}


def network_of(architecture: ModelConfig) -> Transformer:
    tied = architecture.tie_embeddings and not architecture.depth("decoder")
    rows = 13 if architecture.share_embeddings or tied else 17
    return Transformer(architecture, src_vocab=rows, tgt_vocab=13)


@settings(max_examples=60, deadline=None)
@given(architectures())
def test_they_are_those_of_the_network(architecture: ModelConfig):
    network = network_of(architecture)
    shapes = parameter_shapes(
        architecture, src_vocabulary=network.vocabularies.source, tgt_vocabulary=13
    )
    state = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    if architecture.tie_embeddings:
        del state["output.weight"]
    if architecture.share_embeddings:
        del state["src_embedding.tokens.weight"]
    assert shapes == state


@settings(max_examples=60, deadline=None)
@given(architectures(), some.integers(0, 40))
def test_their_number_is_that_of_the_network(architecture: ModelConfig, rows: int):
    network = network_of(architecture)
    counted = parameter_count(
        architecture, src_vocabulary=network.vocabularies.source, tgt_vocabulary=13
    )
    given = architecture.positions == "given"
    stored_only = (
        len(architecture.stacks) * architecture.max_len * architecture.d_model if given else 0
    )
    assert counted == count_parameters(network) + stored_only


def test_thousands_of_layers_are_counted_at_once():
    one, many = (parameter_count(config(n_layers=layers), **SIZES) for layers in (1, 65_536))
    none = parameter_count(config(n_layers=1, encoder_layers=2, decoder_layers=2), **SIZES) - one
    assert many == one + 65_535 * none


def test_vocabularies_of_two_sizes_share_no_table():
    for count in (parameter_count, parameter_shapes):
        with pytest.raises(ConfigError, match="have 17 and 13 tokens"):
            count(config(share_embeddings=True), **SIZES)


ESTIMATE = SpeedEstimate(
    updates_per_epoch=50,
    seconds_per_update=0.02,
    seconds_per_epoch=0.5,
    tokens_per_second=1000.0,
    pairs=100,
    src_vocabulary=10,
    tgt_vocabulary=20,
)


def test_an_epoch_takes_its_updates_and_what_comes_at_its_end_and_one_always_fits():
    assert ESTIMATE.seconds(1) == pytest.approx(50 * 0.02 + 0.5)
    assert ESTIMATE.seconds(40) == pytest.approx(60.0)
    for seconds, epochs in ((-1.0, 1), (0.0, 1), (2.9, 1), (3.1, 2), (151, 100)):
        assert ESTIMATE.epochs_within(seconds) == epochs
    free = dataclasses.replace(ESTIMATE, seconds_per_update=0.0, seconds_per_epoch=0.0)
    assert (free.epochs_within(60), free.seconds(10)) == (1, 0)
