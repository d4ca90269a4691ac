"""The form's question goes to the worker, and its answer into the form."""

import dataclasses

import pytest

from tests.viz_app.panels.training.snapshots import SPEED
from viz_app.app.app_state import tab_opened
from viz_app.panels.training import jobs
from viz_app.panels.training.changes import (
    corpus_chosen,
    estimate_of,
    request_made,
    with_task,
    with_time,
)
from viz_app.panels.training.state import EstimateAnswer, TrainingRequest
from viz_app.workbench.controllers import answer_questions


@pytest.fixture
def asked(monkeypatch):
    """Questions that were asked; the answer is always the same speed."""
    questions = []

    def steps(question):
        questions.append(question)
        yield EstimateAnswer(question=question, estimate=SPEED)

    monkeypatch.setattr(jobs, "estimate_steps", steps)
    return questions


@pytest.fixture
def room(room):
    """With the form as it is at the start."""
    room.apply(request_made, with_time(TrainingRequest(), "one-minute"))
    return room


@pytest.fixture
def in_front(store):
    """Opens the tab."""
    return lambda: store.apply(lambda state: tab_opened(state, "training"))


@pytest.fixture
def answering(room, desk, model_cache):
    """The worker answers what the room asks."""
    answer_questions(room, desk, jobs.questions(model_cache), parent=None)


def measured(room):
    return estimate_of(room.now.own).estimate == SPEED


def test_nothing_is_measured_before_somebody_looks(qtbot, room, asked, answering, in_front):
    assert asked == []
    in_front()
    qtbot.waitUntil(lambda: measured(room))
    assert [question.task for question in asked] == ["reverse"]


def test_another_request_is_measured_and_fitted(qtbot, room, asked, answering, in_front):
    in_front()
    room.apply(request_made, with_time(TrainingRequest(), "overnight"))
    qtbot.waitUntil(lambda: measured(room))
    request = room.now.own.request
    assert request.preset == "overnight"
    assert SPEED.seconds(request.training.epochs) <= 8 * 3600
    room.apply(request_made, with_task(request, "copy"))
    qtbot.waitUntil(lambda: [question.task for question in asked][-1] == "copy")


def test_epochs_are_typed_without_measuring_again(qtbot, room, asked, answering, in_front):
    in_front()
    qtbot.waitUntil(lambda: measured(room))
    before = room.now.own.request
    numbers = dataclasses.replace(before.training, epochs=7)
    room.apply(request_made, dataclasses.replace(before, preset="", training=numbers))
    assert measured(room)
    assert len(asked) == 1


def test_a_problem_is_part_of_the_form_and_no_notice(qtbot, room, answering, in_front):
    in_front()
    room.apply(corpus_chosen, "/nowhere/pairs.tsv")
    qtbot.waitUntil(lambda: estimate_of(room.now.own).problem is not None)
    assert "/nowhere/pairs.tsv" in str(estimate_of(room.now.own).problem)
    assert room.now.bench.notice is None
