"""Training in the background, without a window."""

from __future__ import annotations

import dataclasses

import pytest

from tests.viz_app.full_disk import full_disk
from tests.viz_app.panels.training.jobs.small_training import request
from viz_app.app.app_state import tab_opened
from viz_app.panels.training.controllers.runs_under_way import TrainingController
from viz_app.storage.library import Library

SHORT, ENDLESS = request("report", epochs=3), request("copy", epochs=5000)


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "models", shipped=tmp_path / "shipped")


@pytest.fixture
def controller(store, desk, shelf, library):
    store.apply(lambda state: tab_opened(state, "training"))
    return TrainingController(store, desk, shelf, library=library, runs=library.runs)


@pytest.fixture
def endless(qtbot, controller, store):
    """A run under way; the worker's end closes it."""
    controller.start(ENDLESS)
    qtbot.waitUntil(lambda: updates(store) > 0)
    return store.state.training.live[0].run_id


def updates(store):
    """Of the first run under way; 0 before its first report."""
    live = store.state.training.live
    return live[0].progress.update if live and live[0].progress else 0


def status(store):
    """Of the first run under way, else of the run on show."""
    live = store.state.training.live
    return live[0].status if live else store.state.runs.card(store.state.runs.shown).status


def ended(store):
    return not store.state.training.active


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


def said(store):
    return str(store.state.notice.message)


def test_a_finished_run_gives_the_current_model_and_a_checkpoint(
    qtbot, controller, store, shelf, library
):
    with qtbot.waitSignal(controller.model_changed):
        controller.start(SHORT)
    assert status(store) == "finished"
    assert store.state.model.name == shelf.take(store.state.model_key).name == "report-1"
    assert [entry.name for entry in library.entries()] == ["report-1"]
    assert [entry.name for entry in store.state.models] == ["report-1"]
    assert said(store) == "report-1 is trained and is the current model."


def test_who_explores_another_model_is_not_disturbed(qtbot, controller, store, shelf, tiny_model):
    controller.start(SHORT)
    store.apply(lambda state: tab_opened(state, "attention"))
    qtbot.waitUntil(lambda: ended(store))
    assert shelf.take(store.state.model_key) is tiny_model
    assert said(store) == "report-1 is trained; it is in the list of models."
    assert [entry.name for entry in store.state.models] == ["report-1"]


def test_what_a_run_tells_is_its_history(qtbot, controller, store):
    controller.start(SHORT)
    qtbot.waitUntil(lambda: ended(store))
    history = store.state.runs.history(store.state.runs.shown)
    assert [point.update for point in history.curve] == list(range(1, history.card.update + 1))
    assert history.moments[0].update == 0
    assert history.moments[-1].update == history.card.update
    assert history.samples[-1].update == history.card.update


def test_a_paused_run_makes_no_update_until_it_is_resumed(qtbot, controller, store, desk, endless):
    controller.pause_or_resume()
    assert status(store) == "paused"
    one_turn(qtbot, desk)  # what was under way when the pause was asked for has been reported
    before = updates(store)
    one_turn(qtbot, desk)
    one_turn(qtbot, desk)
    assert updates(store) == before
    controller.pause_or_resume()
    qtbot.waitUntil(lambda: updates(store) > before + 1)
    assert status(store) == "running"


@pytest.mark.parametrize("paused", [False, True])
def test_a_stopped_run_keeps_what_it_has_learned_and_goes_on(
    qtbot, controller, store, library, endless, paused
):
    if paused:
        controller.pause()
    controller.stop()
    qtbot.waitUntil(lambda: ended(store))
    card = store.state.runs.card(endless)
    assert (card.status, card.has_model) == ("stopped", True)
    assert [entry.name for entry in library.entries()] == ["copy-1"]
    assert "was stopped" in said(store)
    controller.go_on(endless)
    qtbot.waitUntil(lambda: updates(store) > card.update)
    history = store.state.runs.history(endless)
    assert [point.update for point in history.curve[: card.update]] == list(
        range(1, card.update + 1)
    )


def test_a_run_that_has_not_begun_is_dropped(controller, store, library):
    controller.start(ENDLESS)
    controller.stop()
    assert ended(store)
    assert library.runs.cards() == ()


def test_two_runs_take_turns_and_are_shown_side_by_side(qtbot, controller, store):
    arms = (
        dataclasses.replace(ENDLESS, experiment="heads", arm="one"),
        dataclasses.replace(ENDLESS, experiment="heads", arm="four"),
    )
    controller.start_all(arms)

    def both_under_way():
        live = store.state.training.live
        return all(run.progress is not None and run.progress.update > 5 for run in live)

    qtbot.waitUntil(both_under_way)
    one, other = store.state.training.live
    assert abs(one.progress.update - other.progress.update) <= 20
    assert (store.state.runs.shown, store.state.runs.compared) == (one.run_id, other.run_id)


def test_all_that_is_to_say_about_a_run_is_said(qtbot, controller, store, tmp_path):
    path = tmp_path / "some.tsv"
    path.write_text("one\na b\tb a\n")
    controller.start(dataclasses.replace(request(path, epochs=5000), device="mps"))
    qtbot.waitUntil(lambda: status(store) == "running")
    assert "1 of 2 lines were left out" in said(store)
    assert "MPS was asked for" in said(store)


def test_a_second_run_waits_for_the_user_to_end_the_first(controller, store):
    controller.start(ENDLESS)
    controller.start(SHORT)
    assert [run.request for run in store.state.training.live] == [ENDLESS]


def test_a_wrong_corpus_is_one_sentence(qtbot, controller, store, tmp_path):
    path = tmp_path / "no-tabs.tsv"
    path.write_text("one\ntwo\n")
    controller.start(request(path))
    qtbot.waitUntil(lambda: ended(store))
    assert "no-tabs.tsv holds no sentence pair (line 1" in said(store)


def test_a_full_disk_at_the_end_is_said_and_the_model_is_there(qtbot, controller, store, shelf):
    controller.start(request("report", epochs=400))
    qtbot.waitUntil(lambda: updates(store) > 0)
    with full_disk():
        controller.stop()
        qtbot.waitUntil(lambda: ended(store))
    assert "No space left on device" in said(store)
    assert shelf.take(store.state.model_key).task == "report"


def test_a_bug_in_the_worker_is_said_and_another_run_can_begin(
    qtbot, controller, store, endless, monkeypatch
):
    def broken(*_args, **_values):
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr("model.training.updating.Updater.update", broken)
        qtbot.waitUntil(lambda: ended(store))
    assert "Something unexpected went wrong" in said(store)
    card = store.state.runs.card(endless)
    assert (card.status, "a bug" in card.reason) == ("failed", True)
    with qtbot.waitSignal(controller.model_changed):
        controller.start(SHORT)


def test_an_interrupted_run_is_offered_and_goes_on(qtbot, controller, store, shelf, desk, library):
    from viz_app.panels.training.jobs.training import StopAsked, training_steps
    from viz_app.panels.training.jobs.training_events import TrainingReported

    steps = training_steps(shelf, library.runs, ENDLESS, stop=StopAsked())
    next(item for item in steps if isinstance(item, TrainingReported))
    steps.close()
    controller.offer_unfinished()
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert said(store).startswith("copy-1 was interrupted; it is kept as it was at update ")
    controller.go_on(store.state.notice.go_on)
    qtbot.waitUntil(lambda: updates(store) > 1)


def test_nothing_is_offered_where_nothing_was_interrupted(qtbot, controller, store, desk):
    controller.offer_unfinished()
    one_turn(qtbot, desk)
    assert store.state.notice is None


def test_nothing_to_pause_resume_or_stop_without_a_run(controller, store):
    controller.pause()
    controller.resume()
    controller.stop()
    assert not store.state.training.active
