"""What a run leaves behind."""

import dataclasses
from pathlib import Path

import pytest

from model.decoding.samples import summary_of
from model.messages import Message
from tests.viz_app.runs_on_disk import card_of as card
from tests.viz_app.states import training_room
from viz_app.panels.training.changes import end_sentence, left
from viz_app.panels.training.state import ReplayState, TrainingEnded
from viz_app.storage.library import ModelFile

IN_FRONT = training_room(tab="training")


@pytest.fixture
def summary(tiny_model):
    return summary_of(tiny_model)


def done(**changes):
    return dataclasses.replace(card("mine"), status="finished", has_model=True, **changes)


FILE = ModelFile(path=Path("/runs/mine/model.safetensors"), checksum="1")


def ended(room, summary, run, *, error=None, file=FILE):
    return left(room, TrainingEnded(run, 7, summary, error, file))


def test_the_model_is_current_where_the_training_is_watched(summary):
    room = ended(IN_FRONT, summary, done())
    assert (room.bench.model, room.bench.model_key, room.bench.model_file) == (summary, 7, FILE)
    assert str(room.bench.notice.message) == "mine is trained and is the current model."


@pytest.mark.parametrize(
    "room",
    [
        training_room(tab="attention"),
        training_room(tab="one_head"),
        training_room(tab="training", replay=ReplayState(in_workbench=True)),
    ],
)
def test_it_is_not_where_something_else_is_looked_at(summary, room):
    room = ended(room, summary, done())
    assert room.bench.model is None
    assert str(room.bench.notice.message) == "mine is trained; it is in the list of models."
    assert room.bench.notice.use == "mine"


def test_a_stopped_run_leaves_the_current_model_and_offers_its_own(summary):
    stopped = dataclasses.replace(done(), status="stopped")
    room = ended(IN_FRONT, summary, stopped)
    assert (room.bench.model, room.bench.notice.use) == (None, "mine")


def test_a_stopped_model_that_could_not_be_kept_is_not_lost(summary):
    stopped = dataclasses.replace(done(), status="stopped")
    room = ended(IN_FRONT, summary, stopped, error=Message("The disk is full."), file=None)
    assert room.bench.model == summary


def test_an_experiment_leaves_the_current_model_and_says_nothing(summary):
    room = ended(IN_FRONT, summary, done(experiment="heads", arm="four"))
    assert (room.bench.model, room.bench.notice) == (None, None)


def test_an_error_is_said_and_the_model_is_there_all_the_same(summary):
    room = ended(IN_FRONT, summary, done(), error=Message("The disk is full."))
    assert room.bench.model == summary
    notice = room.bench.notice
    assert (notice.level, str(notice.message)) == ("error", "The disk is full.")


def test_a_stopped_run_says_that_it_can_go_on():
    stopped = dataclasses.replace(card("mine"), status="stopped", has_model=True)
    assert str(end_sentence(stopped, current=True)) == (
        "mine was stopped; its model is kept, and it can be continued later."
    )
