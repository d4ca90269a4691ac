"""Through the real window: the folder of imported models, whatever was done there by hand."""

import pytest

from model.files import is_leftover
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import imported, left_in, look_at, press
from tests.viz_app.application import running
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window


def test_what_a_killed_import_left_is_gone_after_the_next(qtbot, application, tmp_path):
    left = application.library.imported / ".0123456789abcdef.headlight-part"
    left.parent.mkdir(parents=True, exist_ok=True)
    left.write_bytes(b"half")
    assert is_leftover(left.name)
    look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
    imported(qtbot, application)
    assert left_in(application.library.imported) == ["my-t5.safetensors"]


def test_what_a_killed_import_left_is_gone_after_a_start(qtbot, tmp_path, tiny_checkpoint):
    left = tmp_path / "models" / "imported" / ".0123456789abcdef.headlight-part"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half")
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        qtbot.waitUntil(lambda: left_in(application.library.imported) == [])


def test_a_folder_that_takes_no_files_is_said(qtbot, tmp_path, readonly_folder, tiny_checkpoint):
    models = readonly_folder / "models"
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b", models=models) as application:
        before = application.bench.now.model
        dialog = look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
        press(qtbot, dialog, dialog.import_button)
        qtbot.waitUntil(lambda: str(models) in without_isolates(dialog.check.text()))
        assert "cannot be created" in dialog.check.text()
        assert dialog.check.text().count(".") == 1 + str(models).count(".")
        assert dialog.import_button.isEnabled()  # it can be tried again
        assert application.bench.now.model is before


def test_a_model_that_was_deleted_by_hand_leaves_its_name(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "my-t5")
    look_at(qtbot, application, folder)
    imported(qtbot, application)
    (application.library.imported / "my-t5.safetensors").unlink()
    dialog = look_at(qtbot, application, folder)
    _name(qtbot, dialog, "my-t5")
    assert dialog.check.text() == "Ready: every tensor is mapped."
    imported(qtbot, application)
    assert left_in(application.library.imported) == ["my-t5.safetensors"]


def test_a_model_that_was_renamed_by_hand_is_known_by_that_name(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "my-t5")
    look_at(qtbot, application, folder)
    imported(qtbot, application)
    (application.library.imported / "my-t5.safetensors").rename(
        application.library.imported / "old.safetensors"
    )
    dialog = look_at(qtbot, application, folder)
    _name(qtbot, dialog, "old")
    assert "old, which was imported before" in without_isolates(dialog.check.text())
    _name(qtbot, dialog, "my-t5")
    imported(qtbot, application)
    assert sorted(left_in(application.library.imported)) == [
        "my-t5.safetensors",
        "old.safetensors",
    ]


def test_what_was_put_there_meanwhile_is_not_written_over(qtbot, application, tmp_path):
    dialog = look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
    other = application.library.imported / "my-t5.safetensors"
    other.parent.mkdir(parents=True, exist_ok=True)
    other.write_bytes(b"somebody's")
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: "is taken" in dialog.check.text())
    assert other.read_bytes() == b"somebody's"
    _name(qtbot, dialog, "mine")
    assert imported(qtbot, application).name == "mine"


def _name(qtbot, dialog, name):
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, name)
