"""Through the real window: whatever is dropped or done meanwhile, the session stays."""

import os
import shutil
import threading
import time

import pytest
import torch
from PySide6.QtCore import Qt

from model.checkpoint import importing
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import (
    imported,
    left_in,
    look_at,
    loop_file,
    press,
    read,
)
from tests.viz_app.application import (
    click,
    drop,
    running,
    said,
    settle,
    start_training,
    type_and_translate,
    updates,
)
from tests.viz_app.full_disk import small_files
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window

SOON = 2.0
NAMES = {
    "a line break": "two\nlines",
    "tags": "<b>bold<img src=x>",
    "from the right": "\u202eright\u2067to\u200fleft",
    "blanks": "  ",
    "a percent sign": "%1 %n {name}",
    "dots": "..a..",
    "long": "x" * 250,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_folder_of_any_name_is_imported(qtbot, application, tmp_path, name):
    dialog = look_at(qtbot, application, t5_folder(tmp_path / name))
    assert dialog.check.text() == "Ready: every tensor is mapped."
    model = imported(qtbot, application)
    assert (application.library.imported / f"{model.name}.safetensors").is_file()
    type_and_translate(qtbot, application, "the cat")


def test_a_path_that_is_too_long_is_one_sentence(qtbot, application, tmp_path):
    application.window.menus.action("import_model").trigger()
    dialog = application.work.imports.dialog
    dialog.path.setText("/" + "x" * 4000)
    dialog.path.editingFinished.emit()
    read(qtbot, application)
    assert "File name too long" in dialog.check.text()
    dialog.path.setText("a\0b")
    dialog.path.editingFinished.emit()
    read(qtbot, application)
    assert dialog.check.text()
    assert not dialog.import_button.isEnabled()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "spiece.model"])
def test_a_pipe_in_a_folder_does_not_wait(qtbot, application, tmp_path, name):
    folder = t5_folder(tmp_path / "my-t5")
    (folder / name).unlink()
    os.mkfifo(folder / name)
    dialog = look_at(qtbot, application, folder)
    assert "Not a regular file" in dialog.check.text()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
@pytest.mark.parametrize("name", ["x.pt", "model.bin", "x.safetensors"])
def test_a_pipe_does_not_wait(qtbot, application, tmp_path, name):
    os.mkfifo(tmp_path / name)
    drop(application.window, tmp_path / name)
    settle(qtbot, application)
    dialog = application.work.imports.dialog
    text = dialog.check.text() if dialog is not None and dialog.isVisible() else ""
    assert "regular file" in text + said(application.window)


def test_a_folder_of_thousands_of_files_is_no_model(qtbot, application, tmp_path):
    many = tmp_path / "many"
    many.mkdir()
    for index in range(5_000):
        (many / f"{index}.txt").touch()
    application.window.menus.action("import_model").trigger()
    dialog = application.work.imports.dialog
    dialog.path.setText(str(many))
    dialog.path.editingFinished.emit()
    read(qtbot, application)
    assert "config.json" in without_isolates(dialog.check.text())
    assert not dialog.import_button.isEnabled()


class SlowImport:
    """An import that takes its time, however far it is, and can be made to stand still."""

    def __init__(self) -> None:
        self._steps = importing.import_steps
        self._pause: float | None = 0.02
        self._on = threading.Event()

    def __call__(self, recognised, path):
        for step in self._steps(recognised, path):
            yield step
            self._on.wait(self._pause)

    def stand_still(self):
        self._pause = None

    def go_on(self):
        self._on.set()


@pytest.fixture
def slow(monkeypatch):
    slow = SlowImport()
    monkeypatch.setattr(importing, "import_steps", slow)
    return slow


@pytest.mark.parametrize("tensors", [1, 20, 46, 49, 60, 90])
def test_cancelled_at_any_tensor_nothing_is_left(qtbot, application, tmp_path, slow, tensors):
    dialog = look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.isVisible() and dialog.progress.value() >= tensors)
    click(qtbot, dialog.close_button)
    settle(qtbot, application)
    assert left_in(application.library.imported) == []
    slow.go_on()
    imported(qtbot, application)
    assert left_in(application.library.imported) == ["my-t5.safetensors"]


@pytest.mark.parametrize("tensors", [3, 60])
def test_a_window_that_is_closed_meanwhile_ends_soon(
    qtbot, tmp_path, tiny_checkpoint, slow, tensors
):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        dialog = look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
        press(qtbot, dialog, dialog.import_button)
        qtbot.waitUntil(lambda: dialog.progress.isVisible() and dialog.progress.value() >= tensors)
        start = time.process_time()
        with qtbot.waitSignal(application.ended):
            application.window.close()
        assert time.process_time() - start < SOON
        assert left_in(application.library.imported) == []


def test_another_that_is_dropped_meanwhile_takes_its_place(qtbot, application, tmp_path, slow):
    first, second = t5_folder(tmp_path / "first"), t5_folder(tmp_path / "second")
    dialog = look_at(qtbot, application, first)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.isVisible() and dialog.progress.value() >= 60)
    slow.stand_still()
    drop(application.window, second)
    slow.go_on()
    qtbot.waitUntil(lambda: dialog.name.text() == "second")
    read(qtbot, application)
    settle(qtbot, application)
    assert left_in(application.library.imported) == []
    imported(qtbot, application)
    assert left_in(application.library.imported) == ["second.safetensors"]


def test_it_is_imported_while_a_model_is_trained(qtbot, application, tmp_path):
    start_training(qtbot, application, "copy", epochs=5000)
    qtbot.waitUntil(lambda: updates(application) > 0)
    window = application.window
    window.menus.action("import_model").trigger()
    dialog = application.work.imports.dialog
    dialog.path.setText(str(t5_folder(tmp_path / "my-t5")))
    dialog.path.editingFinished.emit()
    qtbot.waitUntil(dialog.import_button.isEnabled)
    click(qtbot, dialog.import_button)
    qtbot.waitUntil(lambda: application.bench.now.model.name == "my-t5")
    before = updates(application)
    qtbot.waitUntil(lambda: updates(application) > before)


def test_what_disappears_before_it_is_imported_is_said(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "my-t5")
    dialog = look_at(qtbot, application, folder)
    before = application.bench.now.model
    shutil.rmtree(folder)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: "No such file" in dialog.check.text())
    assert application.bench.now.model is before


def test_what_disappears_in_the_middle_is_said(qtbot, application, tmp_path, slow):
    path = loop_file(tmp_path / "loop")
    folder = t5_folder(tmp_path / "my-t5")
    dialog = look_at(qtbot, application, folder)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.isVisible() and dialog.progress.value() >= 10)
    torch.save({"a": torch.ones(2)}, path)
    (folder / "model.safetensors").write_bytes(path.read_bytes())
    slow.go_on()
    qtbot.waitUntil(lambda: "is damaged" in dialog.check.text())
    assert left_in(application.library.imported) == []


def test_a_disk_that_fills_up_is_said(qtbot, application, tmp_path):
    dialog = look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
    with small_files():
        press(qtbot, dialog, dialog.import_button)
        qtbot.waitUntil(lambda: "File too large" in dialog.check.text())
    assert left_in(application.library.imported) == []


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/b", "a\0b", "..", "x" * 300])
def test_a_name_that_leads_elsewhere_is_refused(qtbot, application, tmp_path, name):
    dialog = look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
    dialog.name_typed.emit(name)
    settle(qtbot, application)
    if dialog.import_button.isEnabled():
        model = imported(qtbot, application)
        assert left_in(application.library.imported) == [f"{model.name}.safetensors"]
        assert "/" not in model.name
    else:
        assert dialog.check.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
