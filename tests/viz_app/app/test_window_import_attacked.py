"""Through the real window: whatever is dropped, done or stopped meanwhile, the session stays."""

import os
import threading
import time

import pytest
from PySide6.QtCore import Qt
from safetensors.torch import load_file, save_file

from model.checkpoint import importing
from tests.every import every
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import imported, left_in, look_at, press, read
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
from tests.viz_app.full_disk import full_disk
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


@every("name", NAMES.values())
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
def test_a_pipe_does_not_wait(qtbot, application, tmp_path):
    for name in ("config.json", "model.safetensors", "spiece.model"):
        folder = t5_folder(tmp_path / f"without {name}")
        (folder / name).unlink()
        os.mkfifo(folder / name)
        text = without_isolates(look_at(qtbot, application, folder).check.text())
        assert name in text
        assert "Not a regular file" in text
    os.mkfifo(tmp_path / "x.safetensors")
    drop(application.window, tmp_path / "x.safetensors")
    settle(qtbot, application)
    assert "regular file" in said(application.window)


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

    def slow_down(self):
        self._on.clear()


@pytest.fixture
def slow(monkeypatch):
    slow = SlowImport()
    monkeypatch.setattr(importing, "import_steps", slow)
    return slow


@every("tensors", [1, 20, 46, 49, 60, 90])
def test_cancelled_at_any_tensor_nothing_is_left(qtbot, application, tmp_path, slow, tensors):
    slow.slow_down()
    model = application.bench.now.model
    dialog = look_at(qtbot, application, t5_folder(tmp_path / f"t5-{tensors}"))
    before = left_in(application.library.imported)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.isVisible() and dialog.progress.value() >= tensors)
    if tensors == 46:
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    else:
        click(qtbot, dialog.close_button)
    settle(qtbot, application)
    assert left_in(application.library.imported) == before
    assert dialog.isVisible()  # it can be begun again
    assert application.bench.now.model is model
    slow.go_on()
    imported(qtbot, application)
    there = {*left_in(application.library.imported)}
    assert there - {*before} == {f"t5-{tensors}.safetensors"}


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


@every("name", ["../x", "/etc/x", "a/b", "a\0b", "..", "x" * 300])
def test_a_name_that_leads_elsewhere_is_refused(qtbot, application, tmp_path, name):
    before = {*left_in(application.library.imported)}
    dialog = look_at(qtbot, application, t5_folder(tmp_path / f"t5-{len(before)}"))
    dialog.controller.rename(name)
    settle(qtbot, application)
    if dialog.import_button.isEnabled():
        model = imported(qtbot, application)
        assert {*left_in(application.library.imported)} == {*before, f"{model.name}.safetensors"}
        assert "/" not in model.name
    else:
        assert dialog.check.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


# ------------------------------------------------------------------------ stopped


@pytest.fixture
def folder(tmp_path):
    return t5_folder(tmp_path / "my-t5")


def test_closing_the_page_gives_up_what_is_read(qtbot, application, folder, monkeypatch):
    real, asked = importing.recognise_with, []

    def slow(path, answers):
        asked.append(path)
        return real(path, answers)

    monkeypatch.setattr(importing, "recognise_with", slow)
    dialog = look_at(qtbot, application, folder)
    application.work.look_at(folder)
    click(qtbot, dialog.close_button)
    settle(qtbot, application)
    assert application.store.state.importing.path is None
    assert application.store.state.importing.reading is None
    assert not dialog.isVisible()


def test_a_full_disk_is_said_and_it_can_be_tried_again(qtbot, application, folder):
    dialog = look_at(qtbot, application, folder)
    with full_disk():
        press(qtbot, dialog, dialog.import_button)
        qtbot.waitUntil(lambda: "No space left on device" in dialog.check.text())
    assert not [*application.library.imported.iterdir()]
    imported(qtbot, application)


def test_weights_that_change_under_the_page_are_said_there(qtbot, application, folder):
    dialog = look_at(qtbot, application, folder)
    weights = folder / "model.safetensors"
    tensors = load_file(weights)
    tensors["shared.weight"][0, 0] = float("nan")
    save_file(tensors, weights)
    trace = application.bench.now.trace
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: "shared.weight" in dialog.check.text())
    assert dialog.isVisible()
    assert application.bench.now.trace is trace
    assert not [*application.library.imported.iterdir()]


def test_translating_goes_on_beside_an_import(qtbot, application, folder, slow):
    dialog = look_at(qtbot, application, folder)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.value() > 10)
    type_and_translate(qtbot, application, "c d e")
    assert dialog.isVisible()
    click(qtbot, dialog.close_button)
