"""``auto`` is bfloat16 where it pays: a processor that has it, a long run, wide layers."""

import dataclasses

import pytest
import torch

from model.runs.presets import PRESETS, TrainingConfig
from model.training import precision
from model.training.new_model import new_model
from model.training.precision import estimated_seconds, is_worth_rounding, with_precision
from tests.model.builders import config, letters

TRAINING = TrainingConfig(epochs=500, batch_tokens=512)
PAIRS = 100


def chosen(training: TrainingConfig = TRAINING, *, share: float = 1.0, d_model: int = 128) -> str:
    from model.decoding.batches import encode_steps
    from model.steps import run_through

    corpus = letters(pairs=PAIRS)
    model = new_model(corpus, config(d_model=d_model, d_ff=256), training, task="copy")
    pairs = run_through(encode_steps(corpus, model)).pairs
    return with_precision(training, model, pairs, share=share).precision


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "has_bfloat16", lambda device: True)


@pytest.mark.usefixtures("native")
def test_a_long_run_is_in_bfloat16_and_a_short_one_in_float32():
    assert chosen() == "float32"
    assert chosen(dataclasses.replace(TRAINING, epochs=10_000)) == "bfloat16"
    assert chosen(share=0.01) == "bfloat16"  # the corpus is a hundred times as large


@pytest.mark.usefixtures("native")
def test_small_products_cost_more_to_round_than_they_save():
    long = dataclasses.replace(TRAINING, epochs=10_000)
    assert chosen(long, share=0.01, d_model=64) == "float32"
    assert chosen(dataclasses.replace(long, batch_tokens=64)) == "float32"


@pytest.mark.parametrize(
    ("d_model", "batch_tokens", "faster"),
    [
        (256, 4096, 0.72),
        (512, 4096, 0.84),
        (512, 16384, 1.39),
        (512, 65536, 3.1),
        (1024, 4096, 1.6),
    ],
)
def test_on_a_card_it_is_taken_where_it_was_measured_to_be_faster(d_model, batch_tokens, faster):
    """``faster``: of six layers, three for the narrowest, on an H200, over float32."""
    card = torch.device("cuda")
    worth = is_worth_rounding(card, d_model=d_model, batch_tokens=batch_tokens)
    assert worth == (faster > 1)


def test_a_processor_without_it_stays_with_float32(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(precision, "has_bfloat16", lambda device: False)
    assert chosen(dataclasses.replace(TRAINING, epochs=10_000)) == "float32"


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("asked", ["float32", "bfloat16"])
def test_what_was_asked_for_is_not_chosen_anew(asked: str):
    assert chosen(dataclasses.replace(TRAINING, precision=asked)) == asked


def test_every_preset_leaves_it_to_the_machine():
    assert {preset.training.precision for preset in PRESETS.values()} == {"auto"}


def test_time_is_estimated_from_tokens_times_weights():
    corpus, training = letters(pairs=1), TrainingConfig(epochs=2)
    model = new_model(corpus, config(n_layers=1), training, task="copy")
    from model.decoding.batches import IdPair

    network = model.network
    encoder, decoder = (
        sum(weight.numel() for name, weight in network.named_parameters() if name.startswith(part))
        for part in ("encoder_layers", "decoder_layers")
    )
    pairs = [IdPair((4, 5, 6), (4, 5))] * 7
    one = 3 * encoder + 2 * (decoder + network.output.weight.numel())
    assert estimated_seconds(training, model, pairs) == pytest.approx(6 * 2 * 7 * one / 5e10)
    twice = dataclasses.replace(training, r_drop=1.0)
    assert estimated_seconds(twice, model, pairs) == pytest.approx(12 * 2 * 7 * one / 5e10)
