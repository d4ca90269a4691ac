"""Through the real window: an experiment is predicted, run, answered and looked into."""

import dataclasses

import pytest

from model.runs import experiments
from tests.viz_app.application import live_run, settle, training_panel

NAMES = [experiment.name for experiment in experiments.EXPERIMENTS]


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """The same experiments with a few pairs, for two epochs."""

    def shortened(experiment):
        arms = tuple(
            dataclasses.replace(arm, training=dataclasses.replace(arm.training, epochs=2))
            for arm in experiment.arms
        )
        return dataclasses.replace(experiment, pairs=20, arms=arms)

    shorter = tuple(shortened(experiment) for experiment in experiments.EXPERIMENTS)
    monkeypatch.setattr(experiments, "EXPERIMENTS", shorter)
    monkeypatch.setattr(experiments, "HELDOUT", 10)


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


def predict(qtbot, page, name):
    """Open an experiment and take the first option."""
    page.list.buttons[name].click()
    option = experiments.experiment_named(name).options[0].name
    page.view.choice.radio(option).click()
    return option


@pytest.mark.window
def test_who_has_not_predicted_cannot_simply_run(page):
    page.list.buttons["positions"].click()
    assert not page.view.run.isEnabled()
    assert page.view.run_blindly.isVisible()


@pytest.mark.parametrize("name", NAMES)
def test_one_click_trains_both_arms_and_answers(qtbot, application, window, page, name):
    predict(qtbot, page, name)
    page.view.run.click()
    wait_for_the_end(qtbot, application)
    runs = application.store.state.training.runs
    shown, compared = runs.card(runs.shown), runs.card(runs.compared)
    assert (shown.experiment, compared.experiment) == (name, name)
    arms = experiments.experiment_named(name).arms
    assert [shown.arm, compared.arm] == [arm.name for arm in arms]
    assert [shown.has_model, compared.has_model] == [arm.variant is None for arm in arms]
    assert page.view.table.isVisible()
    assert page.view.verdict.text() != ""
    assert application.screen.now.model.name == "tiny"


@pytest.mark.window
def test_the_attention_of_both_arms_is_shown_side_by_side(qtbot, application, window, page):
    predict(qtbot, page, "heads")
    page.view.run.click()
    wait_for_the_end(qtbot, application)
    window.menus.training.action("watch").trigger()
    tree = application.screen.now.branches
    heads = [branch.trace.n_heads for branch in tree.branches]
    assert heads == [4, 1]


def test_an_experiment_can_be_stopped(qtbot, application, window, page):
    predict(qtbot, page, "norm")
    page.view.run.click()
    qtbot.waitUntil(lambda: live_run(application) is not None)
    window.menus.training.action("stop").trigger()
    wait_for_the_end(qtbot, application)
    assert not application.store.state.training.active
