"""What the user does on the page of experiments becomes state and runs."""

from __future__ import annotations

import pytest

from tests.viz_app.panels.training.experiment_runs import with_live, with_runs
from viz_app.panels.training.experiments.controller import ExperimentsController
from viz_app.panels.training.experiments.snapshot import requests, resolve_experiments


@pytest.fixture
def controller(store):
    return ExperimentsController(store)


def test_an_experiment_is_opened_with_its_runs(store, controller):
    store.apply(lambda state: with_runs(with_runs(state, "heads"), "norm"))
    controller.pick("heads")
    assert resolve_experiments(store.state).chosen.status == "answered"
    assert store.state.runs.shown == "heads-four"
    assert store.state.runs.compared == "heads-one"
    controller.pick("")
    assert resolve_experiments(store.state).chosen is None


def test_a_prediction_is_kept(store, controller):
    controller.pick("heads")
    controller.predict("heads", "better")
    assert resolve_experiments(store.state).chosen.prediction == "better"


def test_running_asks_for_both_arms(qtbot, controller):
    with qtbot.waitSignal(controller.runs_requested) as asked:
        controller.run("causal")
    assert asked.args == [requests("causal")]


def test_nothing_is_asked_for_while_something_is_trained(store, qtbot, controller):
    store.apply(lambda state: with_live(state, "heads"))
    with qtbot.assertNotEmitted(controller.runs_requested):
        controller.run("causal")
