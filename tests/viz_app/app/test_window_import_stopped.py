"""Through the real window: an import is stopped, or fails, and nothing of it is left."""

import threading

import pytest
from PySide6.QtCore import Qt
from safetensors.torch import load_file, save_file

from model.checkpoint import importing
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import (
    imported,
    look_at,
    press,
)
from tests.viz_app.application import (
    click,
    settle,
    type_and_translate,
)
from tests.viz_app.full_disk import full_disk

pytestmark = pytest.mark.window


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


@pytest.mark.parametrize("way", ["button", "escape"])
def test_who_stops_an_import_finds_nothing_of_it(qtbot, application, folder, endless, way):
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
    application.work.imports.look_at(folder)
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
