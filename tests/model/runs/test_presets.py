"""Training numbers check themselves; each task has a preset that suits it."""

import json
from typing import Any

import pytest

from model.messages import ConfigError
from model.runs.presets import MOST_EPOCHS, PRESETS, TrainingConfig, preset_for


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("epochs", 0),
        ("epochs", MOST_EPOCHS + 1),
        ("epochs", 1.5),
        ("batch_tokens", -1),
        ("vocabulary", 0),
        ("vocabulary", True),
        ("warmup", -1),
        ("seed", -1),
        ("seed", "0"),
        ("learning_rate", 0),
        ("learning_rate", 1),
        ("learning_rate", float("nan")),
        ("learning_rate", "fast"),
        ("label_smoothing", 1.0),
        ("label_smoothing", -0.1),
        ("weight_decay", -0.1),
        ("weight_decay", None),
        ("clip", 0),
        ("clip", float("nan")),
        ("clip", "1"),
        ("averaged", 0),
        ("averaged", 21),
        ("patience", -1),
        ("scored_every", 0.5),
        ("validation", -1),
        ("min_count", 0),
        ("vocabulary", 1_000_001),
        ("batch_tokens", 1_000_001),
        ("r_drop", -1),
        ("r_drop", float("nan")),
        ("r_drop", 1000),
        ("lowercase", 1),
        ("precision", "float8"),
        ("schedule", "linear"),
        ("level", "char"),
    ],
)
def test_a_number_out_of_range_is_refused_by_name(name: str, value: Any):
    with pytest.raises(ConfigError, match=name):
        TrainingConfig(**{name: value})


def test_zero_warmup_and_seed_are_fine():
    assert TrainingConfig(warmup=0, seed=0).warmup == 0


def test_json_gives_back_equal_numbers():
    training = TrainingConfig(epochs=3, learning_rate=2e-4, schedule="inverse-sqrt", level="bpe")
    assert TrainingConfig.from_json(json.loads(json.dumps(training.to_json()))) == training


def test_an_unknown_number_is_named():
    with pytest.raises(ConfigError, match="'epoch'"):
        TrainingConfig.from_json({"epoch": 3})


def test_every_preset_is_found_by_its_name():
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert preset_for("any task", name) is preset


@pytest.mark.parametrize(
    ("task", "preset"),
    [
        ("copy", "tiny"),
        ("reverse", "tiny"),
        ("report", "report"),
        ("zh-en", "small"),
        ("zh-en-large", "medium"),
    ],
)
def test_a_task_has_a_preset_that_suits_it(task: str, preset: str):
    assert preset_for(task).name == preset


def test_files_of_the_user_get_the_small_preset():
    assert preset_for("mine.tsv").name == "small"


def test_an_unknown_preset_is_an_error_that_lists_them():
    with pytest.raises(ConfigError) as failure:
        preset_for("copy", "huge")
    assert all(name in str(failure.value) for name in ("huge", *PRESETS))


def test_the_report_preset_is_the_papers_base_model():
    model = PRESETS["report"].model
    assert (model.n_layers, model.n_heads, model.d_model, model.d_ff) == (6, 8, 512, 2048)
    assert (model.norm, model.positions) == ("post", "sinusoidal")


@pytest.mark.parametrize("name", ["report", "report-small"])
def test_a_report_preset_trains_for_at_most_a_hundred_epochs(name: str):
    assert PRESETS[name].training.epochs <= 100
    assert PRESETS[name].model.norm == "post"
