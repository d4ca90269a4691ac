"""Through the window: files that would fill the memory are one sentence, and all else stays."""

import sys
from pathlib import Path

import pytest

from model.config import ModelConfig
from tests.mutated.costs import measured
from tests.viz_app import hostile_files
from tests.viz_app.application import drop, said, settle, type_and_translate
from tests.viz_app.runs_on_disk import card_of, moment_of
from tests.viz_app.storage.session.built import three_branches
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


def test_a_configuration_that_promises_more_than_the_file_has(
    qtbot, application, tiny_checkpoint, tmp_path
):
    path = hostile_files.promising(tmp_path / "a.safetensors", tiny_checkpoint, d_model=65_536)
    refused(qtbot, application, path, "does not describe a model that can be built: it describes")


def test_a_header_that_is_too_long(qtbot, application, tmp_path):
    path = hostile_files.long_header(tmp_path / "a.safetensors")
    refused(qtbot, application, path, "its header has 33,600,033 bytes")


def test_a_file_of_20_gb_that_holds_nothing(qtbot, application, tiny_checkpoint, tmp_path):
    path = hostile_files.sparse(tmp_path / "a.safetensors", tiny_checkpoint)
    refused(qtbot, application, path, "it has 20,000,000,000 bytes, and says ")


def test_a_session_whose_texts_are_too_long(qtbot, application, tmp_path):
    save_session(tmp_path / "good.headlight", three_branches())
    path = hostile_files.long_session(tmp_path / "a.headlight", tmp_path / "good.headlight")
    refused(qtbot, application, path, "and at most 8,388,608 are read.")


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


def test_a_card_that_is_a_link_to_zeros(qtbot, application, received):
    (received / "run.json").unlink()
    (received / "run.json").symlink_to("/dev/zero")
    refused(qtbot, application, received, "run.json cannot be read: Not a regular file.")
