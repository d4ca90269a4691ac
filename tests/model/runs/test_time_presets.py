"""Presets by time: every task has all three, and their epochs fit into the time there is."""

import dataclasses

import pytest

from model.runs.parameter_shapes import parameter_count
from model.runs.speed_estimate import SpeedEstimate
from model.runs.time_presets import TIME_PRESETS, budget_seconds, fitted, time_preset
from model.text.tasks import TASKS
from model.training.schedule import learning_rate

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


def test_the_budgets_are_a_minute_ten_minutes_and_eight_hours():
    assert [budget_seconds(name) for name in TIME_PRESETS] == [60, 600, 8 * 3600]


@pytest.mark.parametrize(("task", "name"), EVERY)
def test_every_task_is_scored_after_every_epoch(task, name):
    preset = time_preset(task, name)
    assert preset.name == name
    assert preset.training.scored_every == 1
    assert preset.training.epochs >= 4


@pytest.mark.parametrize(
    "task", [task for task in (*TASKS, "mine.tsv") if task not in {"copy", "reverse", "report"}]
)
def test_text_has_pairs_held_out_to_score_on(task):
    assert all(time_preset(task, name).training.validation >= 60 for name in TIME_PRESETS)


@pytest.mark.parametrize("task", [*TASKS, "mine.tsv"])
def test_more_time_is_for_larger_models(task):
    sizes = [
        parameter_count(time_preset(task, name).model, src_vocabulary=500, tgt_vocabulary=800)
        for name in TIME_PRESETS
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


@pytest.mark.parametrize(
    ("seconds", "epochs"), [(0.0, 1), (4.9, 1), (5.0, 1), (10.1, 2), (60.0, 12), (1e9, 30)]
)
def test_epochs_are_those_that_fit_one_at_least_and_the_preset_s_at_most(seconds, epochs):
    preset = time_preset("zh-en", "one-minute")
    assert preset.training.epochs == 30
    training = fitted(preset, ESTIMATE, seconds)
    assert training.epochs == epochs
    assert epochs in {1, 30} or ESTIMATE.seconds(epochs) <= seconds < ESTIMATE.seconds(epochs + 1)


def test_a_short_run_reaches_its_highest_rate_early():
    preset = time_preset("zh-en", "ten-minutes")
    training = fitted(preset, ESTIMATE, 10.1)
    assert (training.epochs, training.warmup) == (2, 10)
    assert learning_rate(training, 10, 80) == pytest.approx(preset.training.learning_rate)


def test_a_long_run_keeps_its_preset_s_numbers():
    preset = time_preset("zh-en", "ten-minutes")
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
