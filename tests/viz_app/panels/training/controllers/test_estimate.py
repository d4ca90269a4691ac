"""The form's question goes to the worker, and its answer into the form."""

from __future__ import annotations

import dataclasses

import pytest

from tests.viz_app.panels.training.snapshots import SPEED
from viz_app.app.app_state import tab_opened
from viz_app.panels.training.changes.estimating import estimate_of, request_made
from viz_app.panels.training.changes.request_choices import with_task, with_time
from viz_app.panels.training.controllers import estimate
from viz_app.panels.training.controllers.estimate import EstimateController
from viz_app.panels.training.controllers.form import TrainingFormController
from viz_app.panels.training.state.estimate import EstimateAnswer
from viz_app.panels.training.state.training import TrainingRequest


@pytest.fixture
def asked(monkeypatch):
    """Questions that were asked; the answer is always the same speed."""
    questions = []

    def steps(question):
        questions.append(question)
        yield EstimateAnswer(question=question, estimate=SPEED)

    monkeypatch.setattr(estimate, "estimate_steps", steps)
    return questions


@pytest.fixture
def store(store):
    """With the form as it is at the start."""
    store.apply(lambda state: request_made(state, with_time(TrainingRequest(), "one-minute")))
    return store


@pytest.fixture
def controller(store, desk, asked):
    return EstimateController(store, desk)


def test_nothing_is_measured_before_somebody_looks(qtbot, store, controller, asked):
    assert asked == []
    store.apply(lambda state: tab_opened(state, "training"))
    qtbot.waitUntil(lambda: estimate_of(store.state.training).estimate == SPEED)
    assert [question.task for question in asked] == ["reverse"]


def test_another_request_is_measured_and_fitted(qtbot, store, controller, asked):
    store.apply(lambda state: tab_opened(state, "training"))
    TrainingFormController(store).ask(with_time(TrainingRequest(), "overnight"))
    qtbot.waitUntil(lambda: estimate_of(store.state.training).estimate == SPEED)
    request = store.state.training.request
    assert request.preset == "overnight"
    assert SPEED.seconds(request.training.epochs) <= 8 * 3600
    TrainingFormController(store).ask(with_task(request, "copy"))
    qtbot.waitUntil(lambda: [question.task for question in asked][-1] == "copy")


def test_epochs_are_typed_without_measuring_again(qtbot, store, controller, asked):
    store.apply(lambda state: tab_opened(state, "training"))
    qtbot.waitUntil(lambda: estimate_of(store.state.training).estimate == SPEED)
    before = store.state.training.request
    numbers = dataclasses.replace(before.training, epochs=7)
    TrainingFormController(store).ask(dataclasses.replace(before, preset="", training=numbers))
    assert estimate_of(store.state.training).estimate == SPEED
    assert len(asked) == 1


def test_a_problem_is_part_of_the_form_and_no_notice(qtbot, store, desk):
    EstimateController(store, desk, parent=store)
    store.apply(lambda state: tab_opened(state, "training"))
    TrainingFormController(store).ask(with_task(TrainingRequest(), "/nowhere/pairs.tsv"))
    qtbot.waitUntil(lambda: estimate_of(store.state.training).problem is not None)
    assert "/nowhere/pairs.tsv" in str(estimate_of(store.state.training).problem)
    assert store.state.notice is None
