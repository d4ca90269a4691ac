"""Training in the background, without a window."""

import dataclasses

import pytest

from tests.viz_app.full_disk import full_disk
from tests.viz_app.panels.training.jobs.small_training import request
from viz_app.app.app_state import tab_opened
from viz_app.panels.training.controller import TrainingController
from viz_app.panels.training.experiments.room import requests

SHORT, ENDLESS = request("report", epochs=3), request("copy", epochs=5000)


@pytest.fixture
def controller(store, room, desk, model_cache, library):
    store.apply(lambda state: tab_opened(state, "training"))
    return TrainingController(room, desk, model_cache, library=library)


@pytest.fixture
def endless(qtbot, controller, room):
    """A run under way; the worker's end closes it."""
    controller.start(ENDLESS)
    qtbot.waitUntil(lambda: updates(room) > 0)
    return room.now.own.live[0].run_id


def updates(room):
    """Of the first run under way; 0 before its first report."""
    live = room.now.own.live
    return live[0].progress.update if live and live[0].progress else 0


def status(room):
    """Of the first run under way, else of the run on show."""
    live = room.now.own.live
    return live[0].status if live else room.now.own.runs.card(room.now.own.runs.shown).status


def ended(room):
    return not room.now.own.active


def one_turn(qtbot, desk):
    """Wait until a job that was submitted now has come to its end."""
    done = []
    desk.submit(
        lambda: iter([1]),
        on_item=lambda _: None,
        on_failed=lambda message, _: pytest.fail(str(message)),
        on_finished=lambda: done.append(True),
        priority=-5,
    )
    qtbot.waitUntil(lambda: bool(done))


def said(room):
    return str(room.now.bench.notice.message)


def test_a_finished_run_gives_the_current_model_and_a_checkpoint(
    qtbot, controller, room, model_cache, library
):
    with qtbot.waitSignal(controller.model_changed):
        controller.start(SHORT)
    assert status(room) == "finished"
    assert (
        room.now.bench.model.name == model_cache.take(room.now.bench.model_key).name == "report-1"
    )
    assert [entry.name for entry in library.entries()] == ["report-1"]
    assert [entry.name for entry in room.now.bench.models] == ["report-1"]
    assert said(room) == "report-1 is trained and is the current model."
    history = room.now.own.runs.history(room.now.own.runs.shown)
    assert [point.update for point in history.curve] == list(range(1, history.card.update + 1))
    assert history.moments[0].update == 0
    assert history.moments[-1].update == history.samples[-1].update == history.card.update


def test_an_experiment_trains_both_arms_unless_something_is_trained(qtbot, controller, room):
    controller.start_experiment("causal")
    assert tuple(run.request for run in room.now.own.live) == requests("causal")
    controller.start_experiment("heads")
    assert tuple(run.request for run in room.now.own.live) == requests("causal")
    controller.stop()
    qtbot.waitUntil(lambda: ended(room))


def test_who_explores_another_model_is_not_disturbed(
    qtbot, controller, store, room, model_cache, tiny_model
):
    controller.start(SHORT)
    store.apply(lambda state: tab_opened(state, "attention"))
    qtbot.waitUntil(lambda: ended(room))
    assert model_cache.take(room.now.bench.model_key) is tiny_model
    assert said(room) == "report-1 is trained; it is in the list of models."
    assert [entry.name for entry in room.now.bench.models] == ["report-1"]


@pytest.mark.parametrize("paused", [False, True])
def test_a_stopped_run_keeps_what_it_has_learned_and_goes_on(
    qtbot, controller, room, library, endless, paused
):
    if paused:
        controller.pause_or_resume()
    controller.stop()
    qtbot.waitUntil(lambda: ended(room))
    card = room.now.own.runs.card(endless)
    assert (card.status, card.has_model) == ("stopped", True)
    assert [entry.name for entry in library.entries()] == ["copy-1"]
    assert "was stopped" in said(room)
    controller.go_on(endless)
    qtbot.waitUntil(lambda: updates(room) > card.update)
    history = room.now.own.runs.history(endless)
    assert [point.update for point in history.curve[: card.update]] == list(
        range(1, card.update + 1)
    )


def test_without_a_run_there_is_nothing_to_do_and_one_that_has_not_begun_is_dropped(
    qtbot, controller, room, desk, library
):
    controller.offer_unfinished()
    one_turn(qtbot, desk)
    assert room.now.bench.notice is None
    for does in (controller.pause, controller.resume, controller.stop):
        does()
        assert ended(room)
    controller.start(ENDLESS)
    controller.stop()
    assert ended(room)
    assert library.runs.cards() == ()


def test_two_runs_take_turns_and_are_shown_side_by_side(qtbot, controller, room):
    arms = (
        dataclasses.replace(ENDLESS, experiment="heads", arm="one"),
        dataclasses.replace(ENDLESS, experiment="heads", arm="four"),
    )
    controller.start_all(arms)

    def both_under_way():
        live = room.now.own.live
        return all(run.progress is not None and run.progress.update > 5 for run in live)

    qtbot.waitUntil(both_under_way)
    one, other = room.now.own.live
    assert abs(one.progress.update - other.progress.update) <= 20
    assert (room.now.own.runs.shown, room.now.own.runs.compared) == (one.run_id, other.run_id)


def test_all_that_is_to_say_about_a_run_is_said(qtbot, controller, room, tmp_path):
    path = tmp_path / "some.tsv"
    path.write_text("one\na b\tb a\n")
    controller.start(dataclasses.replace(request(path, epochs=5000), device="mps"))
    qtbot.waitUntil(lambda: status(room) == "running")
    assert "1 of 2 lines were skipped" in said(room)
    assert "MPS was requested" in said(room)


def test_a_wrong_corpus_is_one_sentence(qtbot, controller, room, tmp_path):
    path = tmp_path / "no-tabs.tsv"
    path.write_text("one\ntwo\n")
    controller.start(request(path))
    qtbot.waitUntil(lambda: ended(room))
    assert "no-tabs.tsv contains no sentence pair (line 1" in said(room)


def test_a_full_disk_at_the_end_is_said_and_the_model_is_there(
    qtbot, controller, room, model_cache
):
    controller.start(request("report", epochs=400))
    qtbot.waitUntil(lambda: updates(room) > 0)
    with full_disk():
        controller.stop()
        qtbot.waitUntil(lambda: ended(room))
    assert "No space left on device" in said(room)
    assert model_cache.take(room.now.bench.model_key).task == "report"


def test_a_bug_in_the_worker_is_said_and_another_run_can_begin(
    qtbot, controller, room, endless, monkeypatch
):
    def broken(*_args, **_values):
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr("model.training.updating.Updater.update", broken)
        qtbot.waitUntil(lambda: ended(room))
    assert "Unexpected error" in said(room)
    card = room.now.own.runs.card(endless)
    assert (card.status, "a bug" in card.reason) == ("failed", True)
    with qtbot.waitSignal(controller.model_changed):
        controller.start(SHORT)
