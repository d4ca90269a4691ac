"""What the user does on the page of experiments becomes state and runs."""

from __future__ import annotations

import pytest

from tests.viz_app.panels.training.experiment_runs import with_live, with_runs
from viz_app.panels.training.experiments.controller import ExperimentsController
from viz_app.panels.training.experiments.snapshot import requests, resolve_experiments


@pytest.fixture
def controller(room):
    return ExperimentsController(room)


def test_an_experiment_is_opened_with_its_runs(room, controller):
    room.apply(lambda now: with_runs(with_runs(now, "heads"), "norm"))
    controller.pick("heads")
    assert resolve_experiments(room.now).chosen.status == "answered"
    assert room.now.own.runs.shown == "heads-four"
    assert room.now.own.runs.compared == "heads-one"
    controller.pick("")
    assert resolve_experiments(room.now).chosen is None


def test_a_prediction_is_kept(room, controller):
    controller.pick("heads")
    controller.predict("heads", "better")
    assert resolve_experiments(room.now).chosen.prediction == "better"


def test_running_asks_for_both_arms(qtbot, controller):
    with qtbot.waitSignal(controller.runs_requested) as asked:
        controller.run("causal")
    assert asked.args == [requests("causal")]


def test_nothing_is_asked_for_while_something_is_trained(room, qtbot, controller):
    room.apply(with_live, "heads")
    with qtbot.assertNotEmitted(controller.runs_requested):
        controller.run("causal")
