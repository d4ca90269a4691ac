"""Training numbers check themselves; each task has a preset that suits it."""

import dataclasses
import json
from typing import Any

import pytest

from model.messages import ConfigError
from model.runs.estimates import SpeedEstimate, parameter_count
from model.runs.presets import (
    MOST_EPOCHS,
    PRESETS,
    TIME_PRESETS,
    TrainingConfig,
    budget_seconds,
    fitted,
    preset_for,
    time_preset,
)
from model.text.tasks import GENERATED, TASKS
from model.training.updating import learning_rate

WRONG: dict[str, tuple[Any, ...]] = {
    "epochs": (0, MOST_EPOCHS + 1, 1.5),
    "batch_tokens": (-1, 1_000_001),
    "vocabulary": (0, True, 1_000_001),
    "warmup": (-1,),
    "seed": (-1, "0"),
    "learning_rate": (0, 1, float("nan"), "fast"),
    "label_smoothing": (1.0, -0.1),
    "weight_decay": (-0.1, None),
    "clip": (0, float("nan"), "1"),
    "averaged": (0, 21),
    "patience": (-1,),
    "scored_every": (0.5,),
    "validation": (-1,),
    "min_count": (0,),
    "r_drop": (-1, float("nan"), 1000),
    "lowercase": (1,),
    "precision": ("float8",),
    "schedule": ("linear",),
    "level": ("char",),
}


def test_a_number_out_of_range_is_refused_by_name():
    assert set(WRONG) == {field.name for field in dataclasses.fields(TrainingConfig)}
    for name, wrong in WRONG.items():
        for value in wrong:
            with pytest.raises(ConfigError, match=rf"^{name} \("):
                TrainingConfig(**{name: value})
    assert TrainingConfig(warmup=0, seed=0).warmup == 0


def test_json_gives_back_equal_numbers_and_an_unknown_one_is_named():
    training = TrainingConfig(epochs=3, learning_rate=2e-4, schedule="inverse-sqrt", level="bpe")
    assert TrainingConfig.from_json(json.loads(json.dumps(training.to_json()))) == training
    with pytest.raises(ConfigError, match="'epoch'"):
        TrainingConfig.from_json({"epoch": 3})


def test_a_task_has_a_preset_that_suits_it():
    suiting = {
        **{"copy": "tiny", "reverse": "tiny", "report": "report"},
        **{"zh-en": "small", "zh-en-large": "medium", "mine.tsv": "small"},
    }
    assert {task: preset_for(task).name for task in suiting} == suiting


def test_every_preset_is_found_by_its_name_and_another_is_an_error_that_lists_them():
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert preset_for("any task", name) is preset
    with pytest.raises(ConfigError) as failure:
        preset_for("copy", "huge")
    assert all(name in str(failure.value) for name in ("huge", *PRESETS))


def test_the_report_preset_is_the_papers_base_model():
    model = PRESETS["report"].model
    assert (model.n_layers, model.n_heads, model.d_model, model.d_ff) == (6, 8, 512, 2048)
    assert (model.norm, model.positions) == ("post", "sinusoidal")
    for name in ("report", "report-small"):
        assert PRESETS[name].training.epochs <= 100
        assert PRESETS[name].model.norm == "post"


ESTIMATE = SpeedEstimate(
    updates_per_epoch=40,
    seconds_per_update=0.1,
    seconds_per_epoch=1.0,
    tokens_per_second=1000.0,
    pairs=1000,
    src_vocabulary=500,
    tgt_vocabulary=700,
)
EVERY = [(task, name) for task in (*TASKS, "mine.tsv", "a.txt,b.txt") for name in TIME_PRESETS]


def test_every_task_is_scored_after_every_epoch():
    assert [budget_seconds(name) for name in TIME_PRESETS] == [60, 600, 8 * 3600]
    for task, name in EVERY:
        preset = time_preset(task, name)
        assert preset.name == name
        assert preset.training.scored_every == 1
        assert preset.training.epochs >= 4
        if task not in {*GENERATED, "report"} and "," not in task:
            assert preset.training.validation >= 60


def test_more_time_is_for_larger_models():
    for task in (*TASKS, "mine.tsv"):
        sizes = [
            parameter_count(time_preset(task, name).model, src_vocabulary=800, tgt_vocabulary=800)
            for name in TIME_PRESETS
        ]
        assert sizes == sorted(sizes)
        assert sizes[0] < sizes[-1]


def test_epochs_are_those_that_fit_one_at_least_and_the_preset_s_at_most():
    preset = time_preset("zh-en", "one-minute")
    assert preset.training.epochs == 30
    for seconds, epochs in ((0.0, 1), (4.9, 1), (5.0, 1), (10.1, 2), (60.0, 12), (1e9, 30)):
        assert fitted(preset, ESTIMATE, seconds).epochs == epochs
        if epochs not in {1, 30}:
            assert ESTIMATE.seconds(epochs) <= seconds < ESTIMATE.seconds(epochs + 1)


def test_a_short_run_reaches_its_highest_rate_early():
    preset = time_preset("zh-en", "ten-minutes")
    training = fitted(preset, ESTIMATE, 10.1)
    assert (training.epochs, training.warmup) == (2, 10)
    assert learning_rate(training, 10, 80) == pytest.approx(preset.training.learning_rate)
    assert fitted(preset, ESTIMATE, 1e9) == preset.training


def test_only_late_epochs_are_averaged():
    preset = time_preset("zh-en", "ten-minutes")
    assert [fitted(preset, ESTIMATE, 5.0 * epochs + 0.1).averaged for epochs in (1, 8, 20, 60)] == [
        1,
        2,
        5,
        5,
    ]


def test_a_run_of_one_update_is_a_run():
    estimate = dataclasses.replace(ESTIMATE, updates_per_epoch=1, seconds_per_update=100.0)
    training = fitted(time_preset("mine.tsv", "one-minute"), estimate, 60)
    assert (training.epochs, training.warmup) == (1, 1)
