"""Through the real window: an experiment is predicted, run, answered and looked into."""

import dataclasses

import pytest

from model.runs import experiments
from tests.viz_app.application import live_run, settle, training_panel


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """The same experiments with a few pairs, for one epoch."""

    def shortened(experiment):
        arms = tuple(
            dataclasses.replace(arm, training=dataclasses.replace(arm.training, epochs=1))
            for arm in experiment.arms
        )
        return dataclasses.replace(experiment, pairs=20, arms=arms)

    shorter = tuple(shortened(experiment) for experiment in experiments.EXPERIMENTS)
    monkeypatch.setattr(experiments, "EXPERIMENTS", shorter)
    monkeypatch.setattr(experiments, "HELDOUT", 4)


@pytest.fixture
def page(qtbot, application, window):
    """The experiments, in front."""
    panel = training_panel(qtbot, application)
    application.window.show_tab("experiments")
    qtbot.waitUntil(lambda: panel.experiments.panel is not None)
    return panel.experiments.panel


def wait_for_the_end(qtbot, application):
    qtbot.waitUntil(lambda: live_run(application) is None)
    settle(qtbot, application)


def predict_and_run(page, experiment):
    """Open an experiment, take the first option, and train both arms."""
    page.list.buttons[experiment.name].click()
    assert not page.view.run.isEnabled()  # who has not predicted cannot simply run it
    assert page.view.run_blindly.isVisible()
    page.view.choice.radio(experiment.options[0].name).click()
    page.view.run.click()


@pytest.mark.window
def test_each_experiment_is_predicted_trained_in_one_click_and_answered(
    qtbot, application, window, page
):
    for experiment in experiments.EXPERIMENTS:
        predict_and_run(page, experiment)
        wait_for_the_end(qtbot, application)
        runs = application.store.state.training.runs
        shown, compared = runs.card(runs.shown), runs.card(runs.compared)
        assert (shown.experiment, compared.experiment) == (experiment.name, experiment.name)
        arms = experiment.arms
        assert [shown.arm, compared.arm] == [arm.name for arm in arms]
        assert [shown.has_model, compared.has_model] == [arm.variant is None for arm in arms]
        assert page.view.table.isVisible()
        assert page.view.verdict.text() != ""
        assert application.screen.now.model.name == "tiny"
    page.list.buttons["heads"].click()
    settle(qtbot, application)  # its runs are read from their folders
    window.menus.training.action("watch").trigger()
    tree = application.screen.now.branches
    assert [branch.trace.n_heads for branch in tree.branches] == [4, 1]


def test_an_experiment_can_be_stopped(qtbot, application, window, page):
    predict_and_run(page, experiments.experiment_named("norm"))
    qtbot.waitUntil(lambda: live_run(application) is not None)
    window.menus.training.action("stop").trigger()
    wait_for_the_end(qtbot, application)
    assert not application.store.state.training.active
