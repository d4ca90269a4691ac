"""Through the real window: what cannot be imported is one sentence on the page, and no more."""

import os
import pickle  # noqa: TID251 - to write what may not be read
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.every import every
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import cells, look_at
from tests.viz_app.application import click, settle
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window


def _without_config(folder):
    (folder / "config.json").unlink()


def _without_a_norm(folder):
    tensors = load_file(folder / "model.safetensors")
    tensors.pop("encoder.final_layer_norm.weight")
    save_file(tensors, folder / "model.safetensors")


def _cut(folder):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-100])


WRONG = {
    "no configuration": (_without_config, "config.json", "has no config.json"),
    "missing tensor": (_without_a_norm, "has no tensor encoder.final_layer_norm.weight"),
    "truncated": (_cut, "model.safetensors", "is damaged"),
}
"""One of each kind; the others are refused on the command line with the same sentences."""


@every("what", WRONG)
def test_a_folder_that_is_wrong_is_one_sentence(qtbot, application, tmp_path, what):
    spoil, *words = WRONG[what]
    before, trace = application.bench.now.model, application.bench.now.trace
    folder = t5_folder(tmp_path / what)
    spoil(folder)
    dialog = look_at(qtbot, application, folder)
    text = without_isolates(dialog.check.text())
    for word in words:
        assert word in text
    assert text.count("\n") == 0
    assert not dialog.import_button.isEnabled()
    assert (application.bench.now.model, application.bench.now.trace) == (before, trace)
    assert application.bench.now.notice is None
    if what == "missing tensor":
        theirs, ours, _, done = cells(dialog)[0]
        assert theirs == "encoder.final_layer_norm.weight (missing)"
        assert (ours, done) == ("encoder_norm.weight", "missing")
        assert "1 missing" in dialog.counts.text()
    click(qtbot, dialog.close_button)
    assert not dialog.isVisible()


class _Bomb:
    """Would leave a file where it is unpickled."""

    def __init__(self, place):
        self._place = place

    def __reduce__(self):
        return Path.touch, (self._place,)


def test_a_pickle_with_code_runs_nothing(qtbot, application, tmp_path):
    path, place = tmp_path / "model.pt", tmp_path / "ran"
    torch.save({"weight": torch.ones(2), "more": _Bomb(place)}, path)
    dialog = look_at(qtbot, application, path)
    assert "would run code from its author" in dialog.check.text()
    assert not place.exists()
    with path.open("wb") as file:
        pickle.dump(_Bomb(place), file)
    dialog = look_at(qtbot, application, path)
    assert "not in the format that torch.save has written since 2020" in dialog.check.text()
    assert not place.exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_nobody_may_read_is_said(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "my-t5")
    (folder / "config.json").chmod(0)
    assert "cannot be read" in look_at(qtbot, application, folder).check.text()


def test_what_is_gone_is_said(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "my-t5")
    dialog = look_at(qtbot, application, folder)
    shutil.rmtree(folder)
    dialog.about.questions.answered.emit("heads", "2")  # anything that reads it again
    qtbot.waitUntil(lambda: not application.store.state.importing.recognising)
    settle(qtbot, application)
    assert "cannot be read: No such file" in dialog.check.text()
    assert dialog.about.facts()["heads"] == "2"  # as it was understood last
