"""A model with its tokenizers: modes, devices, summary."""

import numpy as np
import pytest
import torch

from model.config import Positions
from model.decoding.summary import summary_of
from model.decoding.trained import TrainedModel
from model.network.positional import sinusoidal_table
from model.network.transformer import count_parameters
from model.text.source import prepare_prompt, prepare_source
from tests.model.builders import config, untrained_model


def modes(model: TrainedModel) -> set[bool]:
    """The training flags of all modules."""
    return {module.training for module in model.network.modules()}


@pytest.mark.parametrize("training", [False, True])
def test_evaluating_puts_the_mode_back(training: bool):
    model = untrained_model(config(dropout=0.3))
    model.network.train(training)
    with model.evaluating() as network:
        assert network is model.network
        assert modes(model) == {False}
        assert not torch.is_grad_enabled()
    assert modes(model) == {training}
    assert torch.is_grad_enabled()


def test_evaluating_puts_the_mode_back_after_a_failure_too():
    model = untrained_model()
    model.network.train()
    with pytest.raises(RuntimeError, match="on purpose"), model.evaluating():
        raise RuntimeError("on purpose")
    assert modes(model) == {True}
    assert torch.is_grad_enabled()


def test_a_model_under_another_name_is_the_same_otherwise():
    model = untrained_model()
    renamed = model.named("mine")
    assert (renamed.name, model.name) == ("mine", "copy")
    assert renamed.network is model.network


def test_a_model_knows_where_it_is():
    model = untrained_model()
    assert model.on(torch.device("cpu")) is model
    assert model.device == torch.device("cpu")


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_a_summary_says_what_a_window_shows(positions: Positions):
    model = untrained_model(config(positions=positions))
    summary = summary_of(model)
    assert (summary.name, summary.task, summary.device) == ("copy", "copy", "cpu")
    assert summary.config == model.config
    assert summary.n_parameters == count_parameters(model.network)
    assert summary.src_vocabulary == len(model.src_tokenizer)
    assert summary.tgt_vocabulary == len(model.tgt_tokenizer)
    assert summary.positions.shape == (model.config.max_len, model.config.d_model)
    assert not summary.positions.flags.writeable


def test_a_summary_shows_the_positions_that_the_model_adds():
    fixed, learned = (
        untrained_model(config(positions=positions)) for positions in ("sinusoidal", "learned")
    )
    np.testing.assert_array_equal(summary_of(fixed).positions, sinusoidal_table(32, 32).numpy())
    table = learned.network.src_embedding.positions.table
    shown = summary_of(learned).positions
    np.testing.assert_array_equal(shown, table.detach().numpy())
    assert not np.shares_memory(shown, table.detach().numpy())


def test_two_models_are_never_equal_by_accident():
    assert untrained_model() != untrained_model()


def test_a_copy_goes_to_a_device_and_the_model_stays():
    model, elsewhere = untrained_model(), torch.device("meta")
    places = [one.network.parameters() for one in (model.copied_to(elsewhere), model)]
    assert [{weight.device.type for weight in weights} for weights in places] == [{"meta"}, {"cpu"}]
    assert model.on(elsewhere) is model
    assert {weight.device for weight in model.network.parameters()} == {elsewhere}


def test_where_nothing_is_encoded_a_sentence_is_a_prompt():
    model = untrained_model(config(encoder_layers=0))
    prepared = model.prepared("a b")
    assert prepared == prepare_prompt("a b", model.tgt_tokenizer, max_len=model.config.max_len)
    assert prepared != prepare_source("a b", model.src_tokenizer, max_len=model.config.max_len)
