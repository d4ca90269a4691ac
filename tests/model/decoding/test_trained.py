"""A model with its tokenizers: modes, devices, summary."""

from itertools import product

import numpy as np
import pytest
import torch

from model.config import Positions
from model.decoding.samples import summary_of
from model.decoding.trained import TrainedModel, bool_array, float_array, of_one, own_array
from model.network.layers import sinusoidal_table
from model.network.transformer import count_parameters
from model.text.tokenizer import prepare_prompt, prepare_source
from tests.model.builders import config, untrained_model

NUMBERS = torch.arange(6.0).view(2, 3)


def test_an_array_has_the_numbers_in_float32():
    dtypes = (torch.bfloat16, torch.float16, torch.float32, torch.float64)
    for made, dtype in product((float_array, own_array), dtypes):
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


def test_what_nobody_else_uses_is_not_copied_and_bools_are_read_only():
    tensor = NUMBERS.clone()
    assert np.shares_memory(own_array(tensor), tensor.numpy())
    array = bool_array(NUMBERS > 2)
    assert (array.dtype, array.flags.writeable) == (np.bool_, False)
    assert array.tolist() == [[False] * 3, [True] * 3]


def test_weights_of_a_batch_of_one_have_no_batch():
    weights = torch.rand(2, 1, 3, 4, 5)
    for none in (None, (0, 3, 4, 5)):
        assert torch.equal(of_one(weights, none=none), weights.view(2, 3, 4, 5))
    assert of_one(None, none=(0, 3, 4, 5)).shape == (0, 3, 4, 5)
    with pytest.raises(ValueError, match="not recorded"):
        of_one(None)


def modes(model: TrainedModel) -> set[bool]:
    return {module.training for module in model.network.modules()}


def test_evaluating_puts_the_mode_back_after_a_failure_too():
    model = untrained_model(config(dropout=0.3))
    for training in (False, True):
        model.network.train(training)
        with pytest.raises(RuntimeError, match="on purpose"), model.evaluating() as network:
            assert network is model.network
            assert modes(model) == {False}
            assert not torch.is_grad_enabled()
            raise RuntimeError("on purpose")
        assert modes(model) == {training}
        assert torch.is_grad_enabled()


def test_a_model_under_another_name_is_the_same_otherwise():
    model = untrained_model()
    renamed = model.named("mine")
    assert (renamed.name, model.name) == ("mine", "copy")
    assert renamed.network is model.network
    assert model.on(torch.device("cpu")) is model
    assert model.device == torch.device("cpu")
    assert model != untrained_model()  # two are never equal by accident


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_a_summary_says_what_a_window_shows(positions: Positions):
    model = untrained_model(config(positions=positions))
    summary = summary_of(model)
    assert (summary.name, summary.task, summary.device) == ("copy", "copy", "cpu")
    assert summary.config == model.config
    assert summary.n_parameters == count_parameters(model.network)
    sizes = summary.src_vocabulary, summary.tgt_vocabulary
    assert sizes == (len(model.src_tokenizer), len(model.tgt_tokenizer))
    assert not summary.positions.flags.writeable
    if positions == "sinusoidal":
        np.testing.assert_array_equal(summary.positions, sinusoidal_table(32, 32).numpy())
    else:
        table = model.network.src_embedding.positions.table.detach().numpy()
        np.testing.assert_array_equal(summary.positions, table)
        assert not np.shares_memory(summary.positions, table)


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
