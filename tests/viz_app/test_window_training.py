"""Through the real window: train, pause, resume, cancel; the new model translates."""

from __future__ import annotations

import pytest

from model.checkpoint import load_checkpoint
from model.decoding import translate
from tests.viz_app.application import (
    LONG,
    choose,
    click,
    drop,
    said,
    start_training,
    training,
    type_and_translate,
    wait_for_translation,
)

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("training")]


def wait_for_updates(qtbot, application, count):
    """Wait until a run has made more updates than that."""

    def made() -> bool:
        progress = training(application).progress
        return progress is not None and progress.update > count

    qtbot.waitUntil(made, timeout=LONG)


def wait_until_idle(qtbot, application):
    """Wait until the worker has nothing more urgent to do than nothing at all."""
    done = []
    application.desk.submit(
        lambda: iter(()),
        on_item=done.append,
        on_failed=lambda message, _: pytest.fail(str(message)),
        on_finished=lambda: done.append(True),
        priority=-100,
    )
    qtbot.waitUntil(lambda: bool(done), timeout=LONG)


def test_the_form_says_what_is_trained(qtbot, application, window):
    start_training(qtbot, application, "copy", epochs=1000)
    request = training(application).request
    assert (request.task, request.preset, request.epochs) == ("copy", "tiny", 1000)
    assert request.device == "cpu"
    wait_for_updates(qtbot, application, 3)
    assert "copy" in window.training.status.text()
    assert not window.training.start.isEnabled()


def test_copy_trains_for_a_few_updates_then_cancel_keeps_the_model(qtbot, application, window):
    start_training(qtbot, application, "copy", epochs=1000)
    wait_for_updates(qtbot, application, 3)
    click(qtbot, window.training.cancel)
    assert training(application).status == "cancelled"
    wait_until_idle(qtbot, application)
    updates = training(application).progress.update
    type_and_translate(qtbot, application, "a b")
    wait_until_idle(qtbot, application)
    assert training(application).progress.update == updates
    assert application.store.state.model.name == "tiny"
    assert application.library.entries() == ()


def test_a_paused_run_stands_still_until_it_is_resumed(qtbot, application, window):
    start_training(qtbot, application, "copy", epochs=1000)
    wait_for_updates(qtbot, application, 3)
    click(qtbot, window.training.pause)
    assert window.training.pause.text() == "Resume"
    wait_until_idle(qtbot, application)
    paused = training(application)
    for text in ("a b", "b a"):
        type_and_translate(qtbot, application, text)
        wait_until_idle(qtbot, application)
    assert (training(application).status, training(application)) == ("paused", paused)
    click(qtbot, window.training.pause)
    assert window.training.pause.text() == "Pause"
    wait_for_updates(qtbot, application, paused.progress.update)
    assert [point.update for point in training(application).curve][: len(paused.curve)] == [
        point.update for point in paused.curve
    ]


def test_a_paused_run_can_be_cancelled(qtbot, application, window):
    start_training(qtbot, application, "copy", epochs=1000)
    wait_for_updates(qtbot, application, 0)
    click(qtbot, window.training.pause)
    click(qtbot, window.training.cancel)
    assert training(application).status == "cancelled"
    assert window.training.start.isEnabled()


def test_a_model_can_be_used_while_another_trains(qtbot, application):
    start_training(qtbot, application, "copy", epochs=1000)
    wait_for_updates(qtbot, application, 0)
    type_and_translate(qtbot, application, "c b a")
    wait_for_updates(qtbot, application, training(application).progress.update)
    assert training(application).status == "running"


def test_a_trained_model_is_current_kept_and_translates(qtbot, application, window):
    start_training(qtbot, application, "report", epochs=2)
    store = application.store
    qtbot.waitUntil(lambda: store.state.model.name == "report-1", timeout=LONG)
    sample = store.state.source_text
    wait_for_translation(qtbot, application, sample)
    (kept,) = application.library.entries()
    expected = translate(load_checkpoint(kept.path), sample)
    trace = store.state.trace
    assert trace.source_tokens == expected.source_tokens
    assert [step.token_id for step in trace.steps] == [step.token_id for step in expected.steps]
    assert window.header.models.currentText() == "report-1"
    assert str(kept.path) in said(window)
    assert window.training.status.text() == "Training report is done."


def test_a_trained_model_is_saved_and_opened_again(
    qtbot, application, window, file_dialogs, tmp_path
):
    start_training(qtbot, application, "report", epochs=2)
    store, path = application.store, tmp_path / "mine.safetensors"
    qtbot.waitUntil(lambda: store.state.model.name == "report-1", timeout=LONG)
    file_dialogs += [path, path]
    click(qtbot, window.training.save)
    qtbot.waitUntil(path.exists, timeout=LONG)
    assert load_checkpoint(path).task == "report"
    click(qtbot, window.training.open)
    qtbot.waitUntil(lambda: store.state.model.name == "mine", timeout=LONG)


def test_a_dropped_corpus_trains(qtbot, application, window, tmp_path):
    corpus = tmp_path / "pairs.tsv"
    corpus.write_text("a b\tb a\nc d\td c\n", encoding="utf-8")
    drop(window, corpus)
    choose(qtbot, window.training.form.preset, "tiny")
    window.training.form.epochs.setValue(2)
    click(qtbot, window.training.start)
    qtbot.waitUntil(lambda: training(application).status == "finished", timeout=LONG)
    assert training(application).request.task == str(corpus)
    assert len(application.library.entries()) == 1
