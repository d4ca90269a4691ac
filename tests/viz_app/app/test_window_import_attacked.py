"""Through the real window: whatever is dropped, done or stopped meanwhile, the session stays."""

import os
import shutil
import threading
import time

import pytest
import torch
from PySide6.QtCore import Qt
from safetensors.torch import load_file, save_file

from model.checkpoint import importing
from tests.every import every
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
from tests.viz_app.full_disk import full_disk, small_files
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
@every("name", ["config.json", "model.safetensors", "spiece.model"])
def test_a_pipe_in_a_folder_does_not_wait(qtbot, application, tmp_path, name):
    folder = t5_folder(tmp_path / f"without {name}")
    (folder / name).unlink()
    os.mkfifo(folder / name)
    text = without_isolates(look_at(qtbot, application, folder).check.text())
    assert name in text
    assert "Not a regular file" in text


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
    dialog = look_at(qtbot, application, t5_folder(tmp_path / f"t5-{tensors}"))
    before = left_in(application.library.imported)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.isVisible() and dialog.progress.value() >= tensors)
    click(qtbot, dialog.close_button)
    settle(qtbot, application)
    assert left_in(application.library.imported) == before
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


@pytest.fixture
def endless(monkeypatch):
    """An import that has begun to write, and goes on until it is closed."""
    closed, asleep = [], threading.Event()
    real = importing.import_steps

    def steps(recognised, path):
        try:
            steps = real(recognised, path)
            for step in steps:
                yield step
                if step.done > step.total // 2 + 2:
                    break
            while not asleep.wait(0.02):  # as a slow disk: a report now and then
                yield step
        finally:
            steps.close()
            closed.append(path)

    monkeypatch.setattr(importing, "import_steps", steps)
    return closed


@every("way", ["button", "escape"])
def test_who_stops_an_import_finds_nothing_of_it(qtbot, application, folder, endless, way):
    endless.clear()
    before = application.bench.now.model
    dialog = look_at(qtbot, application, folder)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.isVisible() and dialog.progress.value() > 40)
    if way == "button":
        click(qtbot, dialog.close_button)
    else:
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: bool(endless))
    assert not [*application.library.imported.iterdir()]
    assert dialog.isVisible()
    assert dialog.import_button.isEnabled()  # it can be begun again
    assert application.bench.now.model is before


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


def test_translating_goes_on_beside_an_import(qtbot, application, folder, endless):
    dialog = look_at(qtbot, application, folder)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.value() > 40)
    type_and_translate(qtbot, application, "c d e")
    assert dialog.isVisible()
    click(qtbot, dialog.close_button)
