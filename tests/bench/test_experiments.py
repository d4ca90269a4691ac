"""The prepared experiments, for real: how long they take, and what they show."""

import time

import pytest
import torch

from model.runs.experiments import (
    EXPERIMENTS,
    Arm,
    Experiment,
    arm_result,
    experiment_corpus,
    experiment_result,
)
from model.runs.progress import CurvePoint
from model.training.new_model import new_model, varied
from model.training.run import TrainingRun
from tests.bench.measuring import Figures

pytestmark = pytest.mark.bench

EXPECTED = {
    "positions": "worse",
    "causal": "cheats",
    "heads": "worse",
    "norm": "nothing",
    "scaling": "worse",
    "layernorm": "same",
}

CPU_SECONDS = 120
"""For both arms, in one thread: two cores are never slower."""


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def trained_curve(experiment: Experiment, arm: Arm) -> list[CurvePoint]:
    """What an arm tells while it is trained from its start to its end."""
    corpus = experiment_corpus(experiment)
    model = new_model(corpus, arm.model, arm.training, task=experiment.task)
    run = TrainingRun(corpus, varied(model, arm.variant), arm.training)
    return [*run.reports()]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_an_experiment_shows_what_it_is_for_in_two_minutes(experiment: Experiment, measured):
    begun = time.process_time()
    curves = [trained_curve(experiment, arm) for arm in experiment.arms]
    seconds = time.process_time() - begun
    usual, changed = (arm_result(curve, experiment.score) for curve in curves)
    assert usual is not None
    assert changed is not None
    result = experiment_result(experiment, (usual, changed))
    assert result.outcome == EXPECTED[experiment.name]
    assert result.right is not None
    told = Figures(seconds, f"{usual}; {changed}", result.outcome)
    measured(f"experiment {experiment.name}", lambda: told, budget=CPU_SECONDS, unit="s")
