"""Opening, saving and moving models: a failure keeps the session."""

import threading

import pytest
from PySide6.QtWidgets import QApplication

from model.checkpoint.file import load_checkpoint, save_checkpoint
from viz_app.storage.library import Library, ModelEntry
from viz_app.workbench.changes.models import models_listed
from viz_app.workbench.controllers.models import ModelController
from viz_app.workbench.jobs import models as model_jobs
from viz_app.workbench.jobs.shelf import Shelf


@pytest.fixture
def empty_shelf():
    return Shelf()


@pytest.fixture
def controller(bench, desk, empty_shelf, library):
    return ModelController(bench, desk, empty_shelf, library=library)


@pytest.fixture
def opened(qtbot, controller, tiny_checkpoint):
    with qtbot.waitSignal(controller.model_changed):
        controller.open(tiny_checkpoint)
    return controller


def test_an_opened_model_is_the_current_one(opened, bench, empty_shelf):
    assert bench.now.model.name == empty_shelf.take(bench.now.model_key).name == "tiny"
    assert bench.now.loading is None


def damaged(tmp_path, tiny_checkpoint):
    data = tiny_checkpoint.read_bytes()
    files = {
        "truncated": data[: len(data) // 2],
        "foreign": b"\x89PNG\r\n\x1a\n" + bytes(100),
        "empty": b"",
        "flipped": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("name", ["truncated", "foreign", "empty", "flipped", "missing"])
def test_a_bad_checkpoint_is_one_sentence_and_the_model_stays(
    qtbot, opened, bench, empty_shelf, tmp_path, tiny_checkpoint, name
):
    before = bench.now.model
    opened.open(damaged(tmp_path, tiny_checkpoint) / name)
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert bench.now.notice.level == "error"
    assert str(tmp_path / name) in str(bench.now.notice.message)
    assert bench.now.model is before
    assert empty_shelf.take(bench.now.model_key).name == "tiny"
    assert bench.now.loading is None


def test_a_newer_version_says_to_update(qtbot, opened, bench, tmp_path, tiny_model, monkeypatch):
    path = tmp_path / "newer.safetensors"
    monkeypatch.setattr("model.checkpoint.header.FORMAT_VERSION", 99)
    save_checkpoint(tiny_model, path)
    monkeypatch.undo()
    opened.open(path)
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "newer Headlight (format 99" in str(bench.now.notice.message)


def test_an_unknown_name_is_one_sentence(controller, bench):
    controller.open_named("zh-fr")
    assert "'zh-fr'" in str(bench.now.notice.message)


def test_a_save_that_fails_leaves_the_loading_of_another_model_alone(
    qtbot, opened, bench, tmp_path, tiny_checkpoint
):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    heard = []
    bench.follow(lambda _, new: heard.append((new.loading, new.notice)))
    opened.save(tmp_path / "file" / "copy.safetensors")
    opened.open(tiny_checkpoint)
    qtbot.waitUntil(lambda: bench.now.loading is None)
    failing = [loading for loading, notice in heard if notice is not None]
    assert failing and failing[0] == "tiny"


def test_a_saved_model_is_the_same_model(qtbot, opened, bench, tmp_path, tiny_model):
    path = tmp_path / "copy.safetensors"
    opened.save(path)
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert str(path) in str(bench.now.notice.message)
    kept = load_checkpoint(path).network.state_dict()
    assert all(bool((kept[k] == v).all()) for k, v in tiny_model.network.state_dict().items())


def test_a_folder_that_cannot_be_written_is_one_sentence(qtbot, opened, bench, tmp_path):
    (tmp_path / "file").touch()
    opened.save(tmp_path / "file" / "copy.safetensors")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert bench.now.notice.level == "error"
    assert "cannot be written" in str(bench.now.notice.message)


def test_saving_without_a_model_is_one_sentence(qtbot, controller, bench, tmp_path):
    controller.save(tmp_path / "none.safetensors")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "No model is loaded" in str(bench.now.notice.message)


def test_a_device_that_is_not_there_is_replaced_by_the_cpu_and_said(qtbot, opened, bench):
    with qtbot.waitSignal(opened.model_changed):
        opened.move("mps")
    assert bench.now.model.device == "cpu"
    assert "MPS was asked for" in str(bench.now.notice.message)


def test_the_chosen_device_is_kept_in_the_settings(qtbot, opened, bench):
    with qtbot.waitSignal(opened.model_changed):
        opened.move("cpu")
    assert bench.now.settings.device == "cpu"


def test_what_is_translated_is_what_the_header_names(
    qtbot, opened, bench, empty_shelf, tmp_path, tiny_checkpoint
):
    """A file that loads, and is replaced by a bad one before it was accepted, is not used."""
    good = tmp_path / "good.safetensors"
    good.write_bytes(tiny_checkpoint.read_bytes())
    opened.open(good)
    opened.open(tmp_path / "bad.safetensors")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert bench.now.model.name == empty_shelf.take(bench.now.model_key).name == "tiny"


def test_a_device_picked_while_loading_is_the_one_loaded_to(
    qtbot, controller, bench, tiny_checkpoint
):
    with qtbot.waitSignal(controller.model_changed):
        controller.open(tiny_checkpoint)
        controller.move("mps")
    assert bench.now.model.device == "cpu"
    assert "MPS was asked for" in str(bench.now.notice.message)


def test_a_bad_file_opened_while_the_first_one_loads_does_not_leave_the_session_without_a_model(
    qtbot, controller, bench, tmp_path, tiny_checkpoint
):
    controller.open(tiny_checkpoint)
    controller.open(tmp_path / "bad.safetensors")
    qtbot.waitUntil(lambda: bench.now.model is not None)
    assert bench.now.model.name == "tiny"
    assert "bad.safetensors" in str(bench.now.notice.message)


def test_the_default_model_comes_when_the_one_asked_for_cannot(
    qtbot, controller, bench, library, tmp_path, tiny_checkpoint
):
    library.shipped.mkdir()
    (library.shipped / "zh-en.safetensors").write_bytes(tiny_checkpoint.read_bytes())
    (tmp_path / "damaged.safetensors").write_bytes(b"no")
    controller.open_named(str(tmp_path / "damaged.safetensors"), otherwise="zh-en")
    qtbot.waitUntil(lambda: bench.now.model is not None)
    assert bench.now.model.name == "zh-en"
    assert "damaged.safetensors" in str(bench.now.notice.message)


def test_what_a_slow_disk_would_hold_up_is_asked_in_the_worker(
    qtbot, opened, bench, library, tmp_path, tiny_checkpoint, monkeypatch
):
    asked = []
    for name in ("entries", "listed", "altered", "check_not_shipped"):
        real = getattr(Library, name)

        def noted(*arguments, name=name, real=real):
            asked.append((name, threading.current_thread()))
            return real(*arguments)

        monkeypatch.setattr(Library, name, noted)
    with qtbot.waitSignal(opened.model_changed):
        opened.open(tiny_checkpoint)
    opened.save(tmp_path / "copy.safetensors")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert {name for name, _ in asked} == {"entries", "listed", "altered", "check_not_shipped"}
    assert threading.main_thread() not in {thread for _, thread in asked}


@pytest.mark.parametrize("others", [0, 1])
def test_the_file_of_the_current_model_is_read_once_after_a_save(
    qtbot, opened, bench, desk, library, tmp_path, tiny_checkpoint, monkeypatch, others
):
    library.folder.mkdir()
    for number in range(others):
        (library.folder / f"{number}.safetensors").write_bytes(tiny_checkpoint.read_bytes())
    read, real = [], model_jobs.read_checksum
    monkeypatch.setattr(
        model_jobs, "read_checksum", lambda path: (read.append(path), real(path))[1]
    )
    opened.save(tmp_path / "copy.safetensors")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    QApplication.processEvents()
    finished = []
    desk.submit(
        lambda: iter(()),
        on_item=print,
        on_failed=print,
        on_finished=lambda: finished.append(True),
        priority=-9,
    )
    qtbot.waitUntil(lambda: bool(finished))
    assert read == [tiny_checkpoint]


def test_a_model_that_is_being_loaded_is_called_as_it_is_listed(controller, bench, tmp_path):
    path = tmp_path / "model.safetensors"
    bench.apply(models_listed, (ModelEntry("my run", path, shipped=False),))
    controller.open(path)
    assert bench.now.loading == "my run"
