"""Random models are not broken: what a check says of those that have learned nothing."""

import dataclasses

import pytest
import torch
from hypothesis import HealthCheck, given, settings

from model.lessons.checks import CheckName, Finding
from model.lessons.with_torch.checks import check_steps
from tests.model.architectures import architectures
from tests.model.builders import TINY, untrained_model


def checks(model) -> dict[CheckName, Finding]:
    return {check.name: check for check in check_steps(model) if check is not None}


def _with_tables(model):
    """Positions that are given are zeros until somebody gives them, which is a fault."""
    noise = torch.Generator().manual_seed(0)
    for name, values in model.network.state_dict().items():
        if name.endswith("positions.table"):
            values.copy_(torch.randn(values.shape, generator=noise))
    return model


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@given(architectures())
def test_no_architecture_with_random_weights_fails_a_check(architecture):
    found = checks(_with_tables(untrained_model(architecture)))
    assert [check for check in found.values() if check.failed] == []


@pytest.fixture
def tied():
    """Large embeddings, small layers: it says again what it is fed."""
    made = dataclasses.replace(TINY, tie_embeddings=True, positions="learned", norm="pre")
    model = untrained_model(made)
    with torch.no_grad():
        for name, values in model.network.named_parameters():
            values.mul_(0.01 if "_layers." in name else 1)
            if "norm" in name and name.endswith("weight"):
                values.fill_(1)
    return model


def test_copies_of_a_model_that_was_never_trained_are_worth_a_word_of_a_trained_one_a_fault(tied):
    found = checks(tied)["shift"]
    assert (found.verdict, found.note) == ("warning", "untrained")
    assert found.number > found.limit
    for part in tied.network.modules():
        if isinstance(part, torch.nn.LayerNorm):
            part.weight.data[0] = 1.5  # as training leaves it
    assert checks(tied)["shift"].failed


def test_what_hardly_moves_is_worth_a_word_and_what_does_not_move_is_a_fault():
    model, numbers = untrained_model(TINY), []
    for factor, expected in ((1e-3, ("warning", "hardly moved")), (0, ("failed", None))):
        for layer in model.network.decoder_layers:
            layer.cross.w_v.weight.data *= factor
        found = checks(model)["source"]
        assert (found.verdict, found.note) == expected
        numbers.append(found.number)
    assert found.limit > numbers[0] > 0
    assert numbers[1] < 1e-3


def test_random_heads_that_are_nearly_even_are_no_dead_ones():
    model = untrained_model(TINY)
    for factor, verdict in ((6e-4, "warning"), (0, "failed")):
        for layer in model.network.encoder_layers:
            layer.attention.w_q.weight.data *= factor
            layer.attention.w_q.bias.data *= factor
        assert checks(model)["dead_heads"].verdict == verdict
