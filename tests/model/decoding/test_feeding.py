"""A decoder fed row by row in numpy, against the network's whole pass in torch."""

import copy
import dataclasses
import warnings
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as some

from model.config import ModelConfig
from model.decoding.feeding import NetworkFeeding, RowFeeding, feeding, has_rows
from model.decoding.greedy import translate
from model.decoding.reading import read_source
from model.decoding.rows import shared_array
from model.decoding.trained import TrainedModel
from model.network.masks import causal_mask, whole_mask
from model.network.transformer import Decoded, Transformer
from model.special_tokens import BOS_ID
from model.text.source import prepare_source
from tests.model.architectures import ROWS, architectures, random_network
from tests.model.builders import config, sentences, untrained_model

TEXT = "a b c d e"
STEPS = 9


class Variant(Transformer):
    """Somebody's own, which may do anything."""


def whole_pass(network: Transformer, src: torch.Tensor, tgt: torch.Tensor) -> Decoded:
    with torch.no_grad():
        memory = network.project_memory(network.encode(src, whole_mask(src)).memory)
        return network.decode(
            tgt, memory, tgt_mask=causal_mask(tgt.size(1)), src_mask=None, record=True
        )


def row_feeding(network: Transformer, src: torch.Tensor, steps: int = STEPS) -> RowFeeding:
    with torch.no_grad():
        memory = network.project_memory(network.encode(src, whole_mask(src)).memory)
    return RowFeeding(network, memory, max_steps=steps)


def assert_close(found, single: torch.Tensor, double: torch.Tensor) -> None:
    """To 1e-5 of the largest number, and as much again as float32 itself loses."""
    double = double.numpy()
    finite = np.isfinite(double)
    size = max(1.0, np.abs(double[finite]).max(initial=0))
    lost = np.abs(single.numpy()[finite] - double[finite]).max(initial=0)
    np.testing.assert_allclose(found, double, rtol=0, atol=1e-5 * size + 4 * lost)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    architecture=architectures(),
    seed=some.integers(0, 5),
    forbidden=some.sets(some.integers(0, ROWS - 1), max_size=3),
)
def test_every_logit_and_weight_of_any_architecture_is_that_of_the_whole_pass(
    architecture: ModelConfig, seed: int, forbidden: set[int]
):
    assume(architecture.depth("decoder"))
    network = random_network(dataclasses.replace(architecture, forbidden=tuple(forbidden)), seed)
    src = sentences(6, vocabulary=ROWS, seed=seed)
    tgt = sentences(STEPS, vocabulary=ROWS, seed=seed + 1)
    single = whole_pass(network, src, tgt)
    double = whole_pass(copy.deepcopy(network).double(), src, tgt)
    fed = row_feeding(network, src)
    for step, token_id in enumerate(tgt[0].tolist()):
        logits, own, cross = fed.feed(token_id)
        assert_close(logits, single.logits[0, step], double.logits[0, step])
        rows = np.s_[:, 0, :, step, : step + 1]
        assert_close(own, single.self_weights[rows], double.self_weights[rows])
        if architecture.depth("encoder"):
            rows = np.s_[:, 0, :, step]
            assert_close(cross, single.cross_weights[rows], double.cross_weights[rows])
        else:
            assert cross.shape == (*own.shape[:2], 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"d_model": 192, "d_ff": 1500},  # products are done in other ways than small ones
        {"norm_epsilon": 0.0, "norm_type": "layer"},
        {"norm_epsilon": 0.0, "norm_type": "rms"},
    ],
    ids=["wide", "exact norm", "exact RMS norm"],
)
def test_a_wide_network_and_norms_that_add_nothing_give_the_same(changes: dict[str, Any]):
    network = random_network(config(n_layers=1, **changes), 0)
    src, tgt = (sentences(n, vocabulary=ROWS, seed=n) for n in (6, STEPS))
    single = whole_pass(network, src, tgt)
    double = whole_pass(copy.deepcopy(network).double(), src, tgt)
    fed = row_feeding(network, src)
    for step, token_id in enumerate(tgt[0].tolist()):
        assert_close(fed.feed(token_id).logits, single.logits[0, step], double.logits[0, step])


# --------------------------------------------------------------------------------- the choice


def test_a_plain_network_is_fed_by_numpy():
    model = untrained_model()
    assert has_rows(model.network)
    reading = read_source(model, prepare_source(TEXT, model.src_tokenizer, max_len=32))
    assert isinstance(feeding(model, reading, max_steps=3), RowFeeding)


def as_variant(model: TrainedModel) -> None:
    model.network.__class__ = Variant


def in_other_numbers(model: TrainedModel) -> None:
    model.network.bfloat16()


@pytest.mark.parametrize("change", [as_variant, in_other_numbers])
def test_what_is_not_plain_is_fed_to_the_network(change):
    model = untrained_model()
    change(model)
    reading = read_source(model, prepare_source(TEXT, model.src_tokenizer, max_len=32))
    fed = feeding(model, reading, max_steps=3)
    assert isinstance(fed, NetworkFeeding)
    assert fed.feed(BOS_ID).logits.dtype == torch.float32


def test_products_in_other_numbers_are_left_to_the_network():
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert not has_rows(untrained_model().network)


@pytest.mark.parametrize("layers", [{}, {"encoder_layers": 0}], ids=["both", "decoder"])
def test_both_ways_lead_to_one_trace(layers: dict[str, int]):
    model = untrained_model(config(**layers))
    by_numpy = translate(model, TEXT)
    as_variant(model)
    by_torch = translate(model, TEXT)
    assert (by_numpy.translation, by_numpy.stop) == (by_torch.translation, by_torch.stop)
    for kind in by_torch.kinds:
        np.testing.assert_allclose(by_numpy.weights(kind), by_torch.weights(kind), atol=1e-5)
    for one, other in zip(by_numpy.steps, by_torch.steps, strict=True):
        assert (one.fed, one.token) == (other.fed, other.token)
        assert one.log_probability == pytest.approx(other.log_probability, abs=1e-4)
        assert one.entropy == pytest.approx(other.entropy, abs=1e-3)


def test_without_an_encoder_there_are_cross_weights_over_nothing():
    model = untrained_model(config(encoder_layers=0))
    reading = read_source(model, model.prepared(TEXT))
    for fed in (feeding(model, reading, max_steps=3), NetworkFeeding(model, reading)):
        assert fed.feed(BOS_ID).own.shape == (2, 4, 1)
        assert fed.feed(5).cross.shape == (2, 4, 0)


# --------------------------------------------------------------------------------- the weights


def test_weights_are_the_network_s_own_memory():
    weight = random_network(config(), 0).output.weight
    assert np.shares_memory(shared_array(weight), weight.detach().numpy())


def test_what_training_changes_between_two_tokens_is_seen_at_once():
    """Every parameter of the decoder; both ways, so that what was cached counts in both."""
    model = untrained_model(config(positions="learned", output_bias=True, embedding_norm=True))
    reading = read_source(model, prepare_source(TEXT, model.src_tokenizer, max_len=32))
    both = (feeding(model, reading, max_steps=3), NetworkFeeding(model, reading))
    for token_id in (BOS_ID, 5, 6):
        by_numpy, by_torch = (fed.feed(token_id) for fed in both)
        torch.testing.assert_close(by_numpy.logits, by_torch.logits, atol=1e-4, rtol=0)
        np.testing.assert_allclose(by_numpy.own, by_torch.own, atol=1e-5)
        np.testing.assert_allclose(by_numpy.cross, by_torch.cross, atol=1e-5)
        with torch.no_grad():
            for parameter in model.network.parameters():
                parameter.mul_(0.8).add_(0.01)


def test_what_is_no_number_stays_none_and_warns_of_nothing():
    network = random_network(config(), 0)
    with torch.no_grad():
        network.decoder_layers[1].feed_forward.w_1.weight[3, 4] = torch.nan
        network.decoder_layers[0].feed_forward.w_1.weight[:] = 3e38
    fed = row_feeding(network, sentences(4, vocabulary=ROWS))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fed.feed(BOS_ID).logits.isnan().all()


def test_there_is_no_more_room_than_was_asked_for():
    fed = row_feeding(random_network(config(), 0), sentences(4, vocabulary=ROWS), 1)
    fed.feed(BOS_ID)
    with pytest.raises(IndexError):
        fed.feed(5)


def test_there_are_no_more_positions_than_the_model_has():
    network = random_network(config(max_len=4), 0)
    fed = row_feeding(network, sentences(4, vocabulary=ROWS), 9)
    for _ in range(4):
        fed.feed(5)
    with pytest.raises(IndexError):
        fed.feed(5)
