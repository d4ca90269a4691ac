"""Through the real window: open, choose, drop, move and save models."""

import dataclasses
import json
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.checkpoint.header import read_checksum
from model.checkpoint.locations import CHECKSUMS
from tests.viz_app.application import (
    ALT,
    CTRL,
    choose,
    drop,
    press,
    running,
    said,
    settle,
    training_panel,
    wait_for_translation,
)
from viz_app.storage.settings import load_settings

pytestmark = pytest.mark.window


@pytest.fixture
def other(tiny_checkpoint, tmp_path):
    """Another file with a model."""
    path = tmp_path / "elsewhere" / "other.safetensors"
    path.parent.mkdir()
    shutil.copy(tiny_checkpoint, path)
    return path


def assert_opened(qtbot, application, name, *, shown=None):
    """The model is the current one, named in the window, and has translated the sentence."""
    state = lambda: application.screen.now  # noqa: E731
    qtbot.waitUntil(lambda: state().model.name == name and not state().loading)
    wait_for_translation(qtbot, application, state().source_text)
    assert application.window.header.models.currentText() == (shown or name)


def open_by_header(qtbot, window):
    choose(qtbot, window.header.models, "open")


def open_by_key(qtbot, window):
    press(qtbot, window.attention.focus, Qt.Key.Key_O, CTRL)


def open_by_file_menu(qtbot, window):
    window.menus.action("open").trigger()


@pytest.mark.parametrize("opens", [open_by_header, open_by_key, open_by_file_menu])
def test_a_file_is_asked_for_and_opened(qtbot, application, window, file_dialogs, other, opens):
    file_dialogs.extend([None, other])
    opens(qtbot, window)
    assert application.screen.now.loading is None, "who changes their mind keeps the model"
    assert window.header.models.currentText() == "tiny"
    opens(qtbot, window)
    assert file_dialogs == []
    assert_opened(qtbot, application, "other")


def test_an_opened_file_stays_in_the_list_until_it_is_gone(
    qtbot, application, window, other, tmp_path, tiny_checkpoint
):
    drop(window, other)
    assert_opened(qtbot, application, "other")
    choose(qtbot, window.header.models, tiny_checkpoint)
    assert_opened(qtbot, application, "tiny")
    models = window.header.models
    assert models.findText("other") > models.findText("Opened") >= 0
    opened = (str(tiny_checkpoint), str(other))
    qtbot.waitUntil(lambda: load_settings(tmp_path / "settings.json")[0].recent_models == opened)
    other.unlink()
    choose(qtbot, models, other)
    qtbot.waitUntil(lambda: "Checkpoint not found:" in said(window))
    qtbot.waitUntil(lambda: models.findText("other") < 0)
    assert window.header.models.currentData() == tiny_checkpoint


def test_files_that_were_opened_are_listed_at_the_next_start(
    qtbot, tmp_path, tiny_checkpoint, other
):
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps({"recent_models": [str(other)]}))
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a", settings=settings) as started:
        choose(qtbot, started.window.header.models, other)
        assert_opened(qtbot, started, "other")


@pytest.fixture
def with_shipped(qtbot, tmp_path, tiny_checkpoint):
    """An application beside whose model lie two shipped ones, the second changed since."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    for name in ("one", "two"):
        shutil.copy(tiny_checkpoint, shipped / f"{name}.safetensors")
    right = read_checksum(tiny_checkpoint)
    (shipped / CHECKSUMS).write_text(f"one.safetensors\t{right}\ntwo.safetensors\tanother\n")
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        yield application


def test_a_listed_model_is_chosen(qtbot, with_shipped):
    models = with_shipped.window.header.models
    choose(qtbot, models, "two")
    assert_opened(qtbot, with_shipped, "two", shown="two (changed)")
    menu = with_shipped.window.menuBar().findChild(QMenu, "menu-models")
    next(action for action in menu.actions() if action.text() == "one").trigger()
    assert_opened(qtbot, with_shipped, "one")
    assert "shipped with Headlight" not in said(with_shipped.window)


def test_a_shipped_model_that_is_not_what_was_shipped_is_said_to_be_so(qtbot, with_shipped):
    window = with_shipped.window
    choose(qtbot, window.header.models, "two")
    qtbot.waitUntil(lambda: "is not the model shipped with Headlight" in said(window))
    assert "two" in said(window)
    assert said(window).startswith("Warning")


def test_nothing_is_saved_over_a_shipped_model(qtbot, with_shipped, file_dialogs, tmp_path):
    window = with_shipped.window
    folder = tmp_path / "shipped"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    (tmp_path / "link").symlink_to(folder)
    for path in (folder / "one", folder / "new", tmp_path / "link" / "one"):
        file_dialogs.append(path)
        save_by_file_menu(qtbot, window)
        qtbot.waitUntil(lambda: "which must not change" in said(window))
        window.notices.close_button.click()
    settle(qtbot, with_shipped)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_file_that_holds_another_model_by_now_is_not_marked(
    qtbot, application, window, file_dialogs, tiny_model, other, tmp_path
):
    """Somebody trains over it; the window learns of that when it lists the models again."""
    drop(window, other)
    assert_opened(qtbot, application, "other")
    assert window.header.models.currentData() == other
    save_checkpoint(dataclasses.replace(tiny_model, task="copy"), other)
    file_dialogs.append(tmp_path / "kept")
    save_by_file_menu(qtbot, window)
    qtbot.waitUntil(lambda: window.header.models.currentData() is None)
    assert window.header.models.currentText() == "other"
    choose(qtbot, window.header.models, other)
    qtbot.waitUntil(lambda: window.header.models.currentData() == other)
    assert application.screen.now.model.task == "copy"


def test_models_of_one_name_are_called_the_same_in_header_and_menu(qtbot, with_shipped, other):
    window, models = with_shipped.window, with_shipped.window.header.models
    for folder in ("x", "y"):
        path = other.parent / folder / "two.safetensors"
        path.parent.mkdir()
        shutil.copy(other, path)
        drop(window, path)
        assert_opened(qtbot, with_shipped, "two", shown=f"two · {folder}")
    choose(qtbot, models, "two")
    assert_opened(qtbot, with_shipped, "two", shown="two (changed)")
    menu = [action.text() for action in window.menuBar().findChild(QMenu, "menu-models").actions()]
    assert {"one", "two (changed)", "two · x", "two · y"} < set(menu)
    assert {models.itemText(row) for row in range(models.count())} >= set(menu)


def test_a_dropped_corpus_is_what_will_be_trained(qtbot, application, window, tmp_path):
    for names in (("pairs.tsv",), ("train.zh", "train.en"), ("pairs.tsv.gz",)):
        files = [tmp_path / name for name in names]
        for path in files:
            path.write_text("a b\tb a\n", encoding="utf-8")
        window.show_tab("attention")
        drop(window, *files)
        assert window.tabs.current_name() == "training"
        panel = training_panel(qtbot, application)
        assert panel.form.request().task == ",".join(map(str, files))


def test_another_device_is_asked_for_and_the_sentence_translated_there(qtbot, application, window):
    before = application.screen.now.trace
    window.menus.action("device_auto").trigger()
    qtbot.waitUntil(lambda: application.screen.now.trace is not before)
    wait_for_translation(qtbot, application, before.source_text)
    assert window.menus.action("device_auto").isChecked()
    assert application.screen.now.trace.predicted_tokens == before.predicted_tokens


def test_cuda_where_there_is_none_is_one_sentence(qtbot, application, window):
    from model.network.device_choice import available_devices

    if "cuda" in available_devices():
        pytest.skip("this machine has a CUDA device")
    window.menus.action("device_cuda").trigger()
    qtbot.waitUntil(window.notices.isVisible)
    assert "CUDA was requested" in said(window)
    assert application.screen.now.model.device == "cpu"


def save_by_file_menu(qtbot, window):
    window.menus.action("save_model").trigger()


def save_by_key(qtbot, window):
    press(qtbot, window.attention.focus, Qt.Key.Key_S, CTRL | ALT)


@pytest.mark.parametrize("saves", [save_by_file_menu, save_by_key])
def test_the_current_model_is_saved_where_the_user_says(
    qtbot, window, file_dialogs, tiny_model, tmp_path, saves
):
    file_dialogs.append(tmp_path / "kept")
    saves(qtbot, window)
    qtbot.waitUntil(window.notices.isVisible)
    path = tmp_path / "kept.safetensors"
    assert str(path) in said(window)
    kept, own = load_checkpoint(path).network.state_dict(), tiny_model.network.state_dict()
    assert all(kept[name].equal(tensor) for name, tensor in own.items())
