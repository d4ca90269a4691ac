"""What a run is, as plain values and back."""

import json
from typing import Any

import pytest

from model.config import ModelConfig
from model.messages import ConfigError
from model.runs.card import RunCard
from model.runs.presets import TrainingConfig
from model.traces.probe import Probe

CARD = RunCard(
    run_id="reverse-1",
    name="我的 run",
    task="reverse",
    model=ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=16, norm="post"),
    training=TrainingConfig(epochs=3, learning_rate=2e-4, level="bpe"),
    device="cpu",
    status="stopped",
    begun="2025-01-31T12:05:01+00:00",
    seconds=12.5,
    epoch=2,
    update=80,
    updates=120,
    n_parameters=4321,
    loss=0.5,
    validation_loss=0.75,
    exact=0.25,
    reason="it was stopped",
    experiment="heads",
    arm="one",
    probes=(Probe("a b c", "c b a"), Probe("我", "I")),
    has_model=True,
)


def plain(card: RunCard = CARD) -> dict[str, Any]:
    """As it comes from a file."""
    values: dict[str, Any] = json.loads(json.dumps(card.to_json()))
    return values


def test_json_gives_back_an_equal_card():
    assert RunCard.from_json(plain()) == CARD


def test_what_was_not_measured_stays_so():
    bare = RunCard(run_id="a", name="a", task="copy", model=CARD.model, training=CARD.training)
    card = RunCard.from_json(plain(bare))
    assert card == bare
    assert card.loss is card.validation_loss is card.bleu is card.chrf is card.exact is None
    assert (card.status, card.probes, card.has_model) == ("running", (), False)


@pytest.mark.parametrize(("task", "score"), [("reverse", "exact"), ("zh-en", "bleu")])
def test_its_task_says_what_it_is_scored_by(task, score):
    assert RunCard.from_json(plain() | {"task": task}).score == score


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"colour": "red"}, "'colour'"),
        ({"status": "asleep"}, "'asleep'"),
        ({"model": plain()["model"] | {"n_heads": 3}}, "3"),
        ({"model": plain()["model"] | {"wings": 2}}, "'wings'"),
        ({"training": plain()["training"] | {"epochs": 0}}, "epochs"),
        ({"training": plain()["training"] | {"warmth": 2}}, "'warmth'"),
    ],
)
def test_a_wrong_value_is_one_sentence_that_names_it(changes, said):
    with pytest.raises(ConfigError) as failure:
        RunCard.from_json(plain() | changes)
    assert said in str(failure.value)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"run_id": "a"},
        {name: value for name, value in plain().items() if name != "model"},
        plain() | {"probes": [{"source": "a"}]},
        plain() | {"probes": 7},
    ],
)
def test_what_is_no_card_at_all_is_refused(values):
    with pytest.raises((KeyError, TypeError, ValueError)):
        RunCard.from_json(values)
