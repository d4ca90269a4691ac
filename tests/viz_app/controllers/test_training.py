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
    assert store.state.model.name == shelf.current.name == "report-1"
    assert [entry.name for entry in library.entries()] == ["report-1"]
    assert [entry.name for entry in store.state.models] == ["report-1"]


def test_pause_and_resume(qtbot, controller, store):
    controller.start(LONG)
    qtbot.waitUntil(lambda: store.state.training.status == "running", timeout=20_000)
    controller.pause()
    assert store.state.training.status == "paused"
    before = store.state.training.progress.update
    controller.resume()
    qtbot.waitUntil(lambda: store.state.training.progress.update > before + 1)
    assert store.state.training.status == "running"
    controller.cancel()


def test_cancelling_keeps_the_current_model(qtbot, controller, store, shelf, tiny_model, library):
    controller.start(LONG)
    qtbot.waitUntil(lambda: store.state.training.status == "running", timeout=20_000)
    controller.cancel()
    assert store.state.training.status == "cancelled"
    assert shelf.current is tiny_model
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
