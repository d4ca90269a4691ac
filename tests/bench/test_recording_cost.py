"""What it costs to watch a run, and how well a probe of a second knows what a run will take.

Times are the process's own (one thread), so that others' work on the same cores does not count;
watched and plain epochs take turns, and only ratios are judged.
"""

import dataclasses
import time

import pytest
import torch

from model.config import ModelConfig
from model.runs.presets import PRESETS, Preset, TrainingConfig, time_preset
from model.steps import run_through
from model.text.corpora import Corpus
from model.text.splitting import with_validation
from model.text.tasks import load_task
from model.training.moments import choose_probes, watched_steps
from model.training.new_model import new_model
from model.training.run import TrainingRun
from model.training.speed_probe import speed_probe_steps
from tests.bench.measuring import Figures

pytestmark = [pytest.mark.bench, pytest.mark.usefixtures("one_torch_thread")]

CPU = torch.device("cpu")
EPOCHS = 3


def run_of(corpus: Corpus, model: ModelConfig, training: TrainingConfig) -> TrainingRun:
    return TrainingRun(corpus, new_model(corpus, model, training, task=corpus.name), training)


def seconds_of(run: TrainingRun, *, watched: bool) -> float:
    """Of the whole run."""
    probes = choose_probes(run.corpus, run.model) if watched else ()
    started = time.process_time()
    for _ in watched_steps(run, probes):
        pass
    return time.process_time() - started


def test_watching_a_run_costs_at_most_fifteen_percent(measured):
    corpus = load_task("reverse")
    preset = PRESETS["tiny"]
    training = dataclasses.replace(preset.training, epochs=EPOCHS)
    seconds_of(run_of(corpus, preset.model, dataclasses.replace(training, epochs=1)), watched=True)

    def run() -> Figures:
        spent = {True: 0.0, False: 0.0}
        for watched in (True, False, False, True):
            spent[watched] += seconds_of(run_of(corpus, preset.model, training), watched=watched)
        watched, plain = spent[True], spent[False]
        return Figures(watched / plain, f"{watched / 2:.2f} s watched", f"{plain / 2:.2f} s plain")

    measured(f"{EPOCHS} epochs of reverse, recorded", run, budget=1.15)


def estimated(corpus: Corpus, preset: Preset) -> float:
    """Seconds of the preset's epochs, by a probe."""
    steps = speed_probe_steps(
        corpus, preset.model, preset.training, device=CPU, now=time.process_time
    )
    return run_through(steps).seconds(preset.training.epochs)


@pytest.mark.parametrize(("task", "epochs"), [("reverse", 3), ("zh-en", 6)])
def test_a_probe_knows_what_a_run_will_take(task, epochs, measured):
    preset = time_preset(task, "one-minute")
    training = dataclasses.replace(preset.training, epochs=epochs)
    preset = dataclasses.replace(preset, training=training)
    corpus = with_validation(load_task(task), most=training.validation, seed=0)

    def run() -> Figures:
        expected = estimated(corpus, preset)
        real = seconds_of(run_of(corpus, preset.model, training), watched=True)
        wrong = max(expected / real, real / expected)
        return Figures(wrong, f"expected {expected:.1f} s", f"took {real:.1f} s")

    measured(f"a run of {task}, foretold", run, budget=1.4)
