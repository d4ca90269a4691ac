"""Through the window: files that would fill the memory are one sentence, and all else stays.

One of each kind; the others are refused on the command line with the same sentences.
"""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from model.checkpoint.header import read_checksum
from model.config import ModelConfig
from tests.mutated.costs import measured
from tests.viz_app import hostile_files
from tests.viz_app.application import drop, said, settle, type_and_translate, type_source
from tests.viz_app.runs_on_disk import card_of, moment_of
from tests.viz_app.storage.session.built import model_of, three_branches
from viz_app.storage.runs import Runs
from viz_app.storage.session import save_session

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process takes"),
]


def refused(qtbot, application, path: Path, words: str) -> None:
    """It is dropped; the model, the trace and the memory are what they were."""
    before = application.screen.now

    def dropped() -> None:
        drop(application.window, path)
        qtbot.waitUntil(lambda: words in said(application.window))

    _, cost = measured(dropped)
    assert cost.taken < 2**27
    settle(qtbot, application)
    now = application.screen.now
    assert (now.model, now.trace) == (before.model, before.trace)
    type_and_translate(qtbot, application, "b a")


def test_a_header_that_is_too_long(qtbot, application, tmp_path):
    path = hostile_files.long_header(tmp_path / "a.safetensors")
    refused(qtbot, application, path, "its header has 33,600,033 bytes")


def test_a_session_whose_texts_are_too_long(qtbot, application, tmp_path):
    save_session(tmp_path / "good.headlight", three_branches())
    path = hostile_files.long_session(tmp_path / "a.headlight", tmp_path / "good.headlight")
    refused(qtbot, application, path, "the limit is 8,388,608.")


@pytest.fixture
def received(tmp_path):
    """The folder of a run that somebody has sent."""
    card = card_of(model=ModelConfig(n_layers=2, n_heads=2, d_model=4), status="stopped")
    folder = Runs(tmp_path / "received", models=()).begin(card)
    folder.write_moment(moment_of(1, lengths=(2,), layers=2, heads=2))
    folder.release_lock()
    return folder.path


def test_a_curve_of_zeros(qtbot, application, received):
    path = hostile_files.packed_curve(received / "curve.npz")
    assert path.stat().st_size < 5_000_000
    refused(qtbot, application, received, "curve.npz is damaged, or Headlight did not write it.")


def test_a_tokenizer_that_ends_the_process(qtbot, application, tmp_path):
    changed, words = next(iter(hostile_files.TOKENIZERS.values()))
    path = hostile_files.with_tokenizer(tmp_path / "a.safetensors", **changed)
    refused(qtbot, application, path, words)


def test_a_session_whose_model_ends_the_process(qtbot, application, tiny_checkpoint, tmp_path):
    changed, words = hostile_files.TOKENIZERS["a merge that ends inside a character"]
    model = hostile_files.with_tokenizer(tmp_path / "a.safetensors", **changed)
    session = three_branches(model=model_of(checksum=read_checksum(model), embedded=True))
    save_session(tmp_path / "a.headlight", session, model=model.read_bytes())
    model.unlink()
    drop(application.window, tmp_path / "a.headlight")
    qtbot.waitUntil(lambda: words in said(application.window))
    settle(qtbot, application)
    assert application.screen.now.trace.source_text == session.branches[1].trace.source_text
    drop(application.window, tiny_checkpoint)
    qtbot.waitUntil(lambda: application.bench.now.model.name == tiny_checkpoint.stem)
    type_and_translate(qtbot, application, "b a")


def test_a_text_at_which_a_tokenizer_panics(qtbot, application, tmp_path):
    changed, text = hostile_files.SPLIT
    drop(application.window, hostile_files.with_tokenizer(tmp_path / "a.safetensors", **changed))
    qtbot.waitUntil(lambda: application.bench.now.model.name == "a")
    settle(qtbot, application)
    before = application.screen.now
    type_source(qtbot, application.window, text)
    qtbot.keyClick(application.window.header.source, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "tokenizer.json cannot tokenise text: " in said(application.window))
    now = application.screen.now
    assert (now.model, now.trace, now.translating) == (before.model, before.trace, False)
    type_and_translate(qtbot, application, "the cat")
