"""Training in the background, without a window."""

from __future__ import annotations

import pytest

from viz_app.controllers.training import TrainingController
from viz_app.state.training import TrainingRequest

COPY = TrainingRequest(task="report", preset="tiny", epochs=3, device="cpu")
LONG = TrainingRequest(task="copy", preset="tiny", epochs=1000, device="cpu")


@pytest.fixture
def controller(store, desk, shelf, library):
    return TrainingController(store, desk, shelf, library=library)


def test_a_finished_run_gives_the_current_model_and_a_checkpoint(
    qtbot, controller, store, shelf, library
):
    with qtbot.waitSignal(controller.model_changed, timeout=20_000):
        controller.start(COPY)
    assert store.state.training.status == "finished"
    assert store.state.training.progress.done
    assert store.state.model.name == shelf.take(store.state.model_key).name == "report-1"
    assert [entry.name for entry in library.entries()] == ["report-1"]
    assert [entry.name for entry in store.state.models] == ["report-1"]


def one_turn(qtbot, desk):
    """Wait until a job that was submitted now has come to its end."""
    ended = []
    desk.submit(
        lambda: iter([1]),
        on_item=ended.append,
        on_failed=lambda message, details: ended.append(message),
        on_finished=lambda: ended.append("finished"),
        priority=-5,
    )
    qtbot.waitUntil(lambda: "finished" in ended, timeout=20_000)


def test_a_paused_run_makes_no_update_until_it_is_resumed(qtbot, controller, store, desk):
    controller.start(LONG)
    qtbot.waitUntil(lambda: store.state.training.status == "running", timeout=20_000)
    controller.pause()
    assert store.state.training.status == "paused"
    one_turn(qtbot, desk)  # what was under way when the pause was asked for has been reported
    before = store.state.training.progress.update
    one_turn(qtbot, desk)
    one_turn(qtbot, desk)
    assert store.state.training.progress.update == before
    controller.resume()
    qtbot.waitUntil(lambda: store.state.training.progress.update > before + 1, timeout=20_000)
    assert store.state.training.status == "running"
    controller.cancel()


def test_there_is_nothing_to_cancel_after_the_last_update(qtbot, controller, store):
    last = []

    def cancel_at_the_end(old, new):
        progress = new.training.progress
        if progress is not None and progress.done and not last:
            last.append(progress.update)
            controller.cancel()

    store.changed.connect(cancel_at_the_end)
    with qtbot.waitSignal(controller.model_changed, timeout=20_000):
        controller.start(COPY)
    assert last == [store.state.training.progress.updates]
    assert store.state.training.status == "finished"


def test_all_that_is_to_say_about_a_run_is_said(qtbot, controller, store, tmp_path):
    path = tmp_path / "some.tsv"
    path.write_text("one\na b\tb a\n")
    controller.start(TrainingRequest(task=str(path), preset="tiny", epochs=1000, device="mps"))
    qtbot.waitUntil(lambda: store.state.training.status == "running", timeout=20_000)
    sentence = str(store.state.notice.message)
    assert "1 of 2 lines were left out" in sentence
    assert "MPS was asked for" in sentence
    controller.cancel()


def test_cancelling_keeps_the_current_model(qtbot, controller, store, shelf, tiny_model, library):
    controller.start(LONG)
    qtbot.waitUntil(lambda: store.state.training.status == "running", timeout=20_000)
    controller.cancel()
    assert store.state.training.status == "cancelled"
    assert shelf.take(store.state.model_key) is tiny_model
    assert library.entries() == ()


def test_a_second_run_waits_for_the_user_to_end_the_first(qtbot, controller, store):
    controller.start(LONG)
    controller.start(COPY)
    assert store.state.training.request == LONG
    controller.cancel()


def test_a_wrong_corpus_is_one_sentence(qtbot, controller, store, tmp_path):
    path = tmp_path / "no-tabs.tsv"
    path.write_text("one\ntwo\n")
    controller.start(TrainingRequest(task=str(path), preset="tiny"))
    qtbot.waitUntil(lambda: store.state.training.status == "failed")
    assert "no-tabs.tsv holds no sentence pair (line 1" in str(store.state.notice.message)


def test_nothing_to_pause_or_resume_without_a_run(controller, store):
    controller.pause()
    controller.resume()
    controller.cancel()
    assert store.state.training.status == "idle"
