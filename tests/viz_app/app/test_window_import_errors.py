"""Through the real window: what cannot be imported is one sentence on the page, and no more."""

import json
import os
import pickle  # noqa: TID251 - to write what may not be read
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.every import every
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import Loop, cells, look_at
from tests.viz_app.application import click, drop, settle
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


def _tensors(folder, change):
    tensors = load_file(folder / "model.safetensors")
    change(tensors)
    save_file(tensors, folder / "model.safetensors")


def _without_config(folder):
    (folder / "config.json").unlink()


def _config(folder, **values):
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def _cut(folder):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-100])


def _link_out(folder):
    outside = folder.parent / "outside.safetensors"
    shutil.move(folder / "model.safetensors", outside)
    (folder / "model.safetensors").symlink_to(outside)


WRONG = {
    "no configuration": (_without_config, "config.json", "has no config.json"),
    "no weights": (
        lambda folder: (folder / "model.safetensors").unlink(),
        "contains no weights: neither model.safetensors nor pytorch_model.bin",
    ),
    "unknown family": (
        lambda folder: _config(folder, model_type="mamba"),
        "a model of the family 'mamba'; supported: bart",
    ),
    "missing tensor": (
        lambda folder: _tensors(folder, lambda t: t.pop("encoder.final_layer_norm.weight")),
        "has no tensor encoder.final_layer_norm.weight",
    ),
    "extra tensor": (
        lambda folder: _tensors(folder, lambda t: t.update({"lora.a": torch.ones(2)})),
        "has tensors that cannot be mapped: lora.a",
    ),
    "wrong shape": (
        lambda folder: _tensors(
            folder, lambda t: t.update({"encoder.final_layer_norm.weight": torch.ones(7)})
        ),
        "the shape 7, but the configuration says 12",
    ),
    "no heads that fit": (
        lambda folder: _config(folder, num_heads="two"),
        "num_heads ('two') must be a whole number",
    ),
    "truncated": (_cut, "model.safetensors", "is damaged"),
    "pointer": (
        lambda folder: (folder / "model.safetensors").write_bytes(POINTER),
        "is a Git LFS pointer",
        "git lfs pull",
    ),
    "link out of the folder": (_link_out, "points outside the folder"),
}


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
    click(qtbot, dialog.close_button)
    assert not dialog.isVisible()


def test_what_is_missing_is_marked_in_the_table(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "my-t5")
    _tensors(folder, lambda tensors: tensors.pop("encoder.final_layer_norm.weight"))
    dialog = look_at(qtbot, application, folder)
    theirs, ours, _, done = cells(dialog)[0]
    assert theirs == "encoder.final_layer_norm.weight (missing)"
    assert (ours, done) == ("encoder_norm.weight", "missing")
    assert "1 missing" in dialog.counts.text()


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


def test_a_whole_module_is_answered_with_the_line_to_run(qtbot, application, tmp_path):
    torch.save(Loop(), tmp_path / "net.pt")
    dialog = look_at(qtbot, application, tmp_path / "net.pt")
    assert "torch.save(model.state_dict(), 'model.pt')" in without_isolates(dialog.check.text())


def test_tensors_that_nobody_knows_are_named(qtbot, application, tmp_path):
    torch.save({"conv.weight": torch.ones(2, 2)}, tmp_path / "net.pt")
    dialog = look_at(qtbot, application, tmp_path / "net.pt")
    assert "contains no supported model" in dialog.check.text()
    assert "conv.weight" in dialog.check.text()


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


def test_after_a_wrong_one_a_right_one_is_imported(qtbot, application, tmp_path):
    wrong, right = t5_folder(tmp_path / "wrong"), t5_folder(tmp_path / "right")
    _without_config(wrong)
    dialog = look_at(qtbot, application, wrong)
    drop(application.window, right)
    qtbot.waitUntil(lambda: dialog.check.text() == "Ready: every tensor is mapped.")
    assert dialog.name.text() == "right"


def test_what_can_be_imported_is_said_beside_what_cannot(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "my-t5")
    _config(folder, model_type="mamba")
    about = look_at(qtbot, application, folder).about
    assert about.family.text() == "What can be imported"
    assert about.hint.isVisible()
    _config(folder, model_type="t5")
    look_at(qtbot, application, folder)
    assert about.family.text().startswith("T5")
    assert not about.hint.isVisible()
