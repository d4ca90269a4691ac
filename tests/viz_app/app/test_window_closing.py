"""Closing the real window in the middle of work: clean, soon, and nothing finished is lost."""

import time

import pytest
from PySide6.QtCore import Qt

from model.checkpoint.file import load_checkpoint
from tests.viz_app.application import click, live_run, running, shown_run, start_training, updates

pytestmark = pytest.mark.window

SOON = 2.0
"""Seconds of work within which everything has ended, whatever else the machine does."""


def seconds_to_close(qtbot, application):
    """How long this process works for it; the window is gone from the first moment."""
    application.window.show()
    begun = time.process_time()
    with qtbot.waitSignal(application.ended):
        application.window.close()
        assert not application.window.isVisible()
    return time.process_time() - begun


@pytest.mark.parametrize("paused", [False, True])
def test_closing_while_training_ends_soon_and_keeps_finished_checkpoints(
    qtbot, tmp_path, tiny_checkpoint, paused
):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        start_training(qtbot, application, "report", epochs=2)
        library = application.library
        qtbot.waitUntil(lambda: application.screen.now.model.task == "report")
        assert shown_run(application).card.status == "finished"
        start_training(qtbot, application, "copy", epochs=5000)
        qtbot.waitUntil(lambda: updates(application) > 0)
        if paused:
            click(qtbot, application.window.training.view.header.pause)
        assert seconds_to_close(qtbot, application) < SOON
        assert live_run(application).status == ("paused" if paused else "running")
    (kept,) = library.entries()
    assert load_checkpoint(kept.path).task == "report"
    assert {card.name: card.status for card in library.runs.cards()} == {
        "report-1": "finished",
        "copy-1": "running",
    }
    names = {path.name for folder in library.runs.folder.iterdir() for path in folder.iterdir()}
    assert names <= {"run.json", "run.lock", "curve.npz", "samples.json", "moments"} | {
        "model.safetensors",
        "state.safetensors",
    }


def test_closing_while_decoding_ends_soon(qtbot, tmp_path, endless_checkpoint):
    with running(qtbot, tmp_path, model=endless_checkpoint, text="a b") as application:
        field = application.window.header.source
        text = "a b c d e f g h " * 40
        field.setText(text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: application.screen.now.trace.source_text == text.strip())
        qtbot.waitUntil(lambda: len(application.screen.now.trace.steps) > 0)
        assert seconds_to_close(qtbot, application) < SOON
        assert not application.screen.now.trace.finished
