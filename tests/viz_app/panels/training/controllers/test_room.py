"""What the user does in the Training tab without a job comes into its room."""

import dataclasses

import pytest

from tests.viz_app.panels.training import experiment_runs
from tests.viz_app.recorded_runs import history, with_runs
from viz_app.panels.training.experiments.room import resolve_experiments
from viz_app.panels.training.replay.room import cursor, replay_opened
from viz_app.panels.training.state import TrainingRequest

pytestmark = pytest.mark.usefixtures("attached")


def test_a_dropped_corpus_is_asked_for(attached, room):
    attached.choose_corpus("pairs.tsv")
    assert room.now.own.request.task == "pairs.tsv"
    assert not room.now.own.active


def test_what_the_form_asks_for_is_kept(intents, room):
    request = dataclasses.replace(TrainingRequest(), task="copy", preset="")
    intents.request_changed.emit(request)
    assert room.now.own.request == request


def test_runs_come_on_show_and_are_compared(intents, room):
    room.apply(with_runs, history("one"), history("other"))
    intents.run_picked.emit("other")
    intents.compare_picked.emit("one")
    assert (room.now.own.runs.shown, room.now.own.runs.compared) == ("other", "one")
    intents.compare_picked.emit(None)
    assert room.now.own.runs.compared is None


def test_an_experiment_is_opened_with_its_runs(intents, room):
    told = experiment_runs.with_runs
    room.apply(lambda now: told(told(now, "heads"), "norm"))
    intents.experiment_picked.emit("heads")
    assert resolve_experiments(room.now).chosen.status == "answered"
    assert room.now.own.runs.shown == "heads-four"
    assert room.now.own.runs.compared == "heads-one"
    intents.experiment_picked.emit("")
    assert resolve_experiments(room.now).chosen is None


def test_a_prediction_is_kept(intents, room):
    intents.experiment_picked.emit("heads")
    intents.predicted.emit("heads", "better")
    assert resolve_experiments(room.now).chosen.prediction == "better"


def test_moments_sentences_and_numbers_are_picked(intents, room, screen):
    run = history()
    room.apply(with_runs, run)
    room.apply(replay_opened)
    intents.moment_picked.emit(2)
    intents.probe_picked.emit(1)
    assert screen.now.trace is run.moments[2].traces[1]
    intents.number_picked.emit("diagonality")
    assert cursor(room.now.own).number == "diagonality"
    intents.play_toggled.emit()
    assert cursor(room.now.own).playing
    intents.replay_closed.emit()
    assert not room.now.own.replay.in_workbench


def test_head_and_kind_are_those_of_what_is_on_screen(intents, room, bench, screen):
    room.apply(with_runs, history())
    room.apply(replay_opened)
    intents.head_picked.emit("cross", 1, 1)
    shown = screen.now.selection
    assert (shown.kind, shown.layer, shown.head) == ("cross", 1, 1)
    intents.kind_picked.emit("decoder")
    assert screen.now.selection.kind == bench.now.selection.kind == "decoder"
