"""Opening, saving and moving models: a failure keeps the session."""

from __future__ import annotations

import dataclasses
import shutil

import pytest

from model.checkpoint.file import load_checkpoint, save_checkpoint
from tests.viz_app.panels.training.jobs.small_training import small_run
from tests.viz_app.runs_on_disk import card_of
from viz_app.panels.training.runs.state import RunsState
from viz_app.panels.training.state.training import LiveRun, TrainingRequest, TrainingState
from viz_app.workbench.controllers.models import ModelController
from viz_app.workbench.jobs.shelf import Shelf


@pytest.fixture
def empty_shelf():
    return Shelf()


@pytest.fixture
def controller(store, desk, empty_shelf, library):
    return ModelController(store, desk, empty_shelf, library=library, runs=library.runs)


@pytest.fixture
def opened(qtbot, controller, tiny_checkpoint):
    with qtbot.waitSignal(controller.model_changed):
        controller.open(tiny_checkpoint)
    return controller


def test_an_opened_model_is_the_current_one(opened, store, empty_shelf):
    assert store.state.model.name == empty_shelf.take(store.state.model_key).name == "tiny"
    assert store.state.loading is None


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
    qtbot, opened, store, empty_shelf, tmp_path, tiny_checkpoint, name
):
    before = store.state.model
    opened.open(damaged(tmp_path, tiny_checkpoint) / name)
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert store.state.notice.level == "error"
    assert str(tmp_path / name) in str(store.state.notice.message)
    assert store.state.model is before
    assert empty_shelf.take(store.state.model_key).name == "tiny"
    assert store.state.loading is None


def test_a_newer_version_says_to_update(qtbot, opened, store, tmp_path, tiny_model, monkeypatch):
    path = tmp_path / "newer.safetensors"
    monkeypatch.setattr("model.checkpoint.file.FORMAT_VERSION", 99)
    save_checkpoint(tiny_model, path)
    monkeypatch.undo()
    opened.open(path)
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "newer Headlight (format 99" in str(store.state.notice.message)


def test_an_unknown_name_is_one_sentence(controller, store):
    controller.open_named("zh-fr")
    assert "'zh-fr'" in str(store.state.notice.message)


def test_a_saved_model_is_the_same_model(qtbot, opened, store, tmp_path, tiny_model):
    path = tmp_path / "copy.safetensors"
    opened.save(path)
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert str(path) in str(store.state.notice.message)
    kept = load_checkpoint(path).network.state_dict()
    assert all(bool((kept[k] == v).all()) for k, v in tiny_model.network.state_dict().items())


def test_a_folder_that_cannot_be_written_is_one_sentence(qtbot, opened, store, tmp_path):
    (tmp_path / "file").touch()
    opened.save(tmp_path / "file" / "copy.safetensors")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert store.state.notice.level == "error"
    assert "cannot be written" in str(store.state.notice.message)


def test_saving_without_a_model_is_one_sentence(qtbot, controller, store, tmp_path):
    controller.save(tmp_path / "none.safetensors")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "No model is loaded" in str(store.state.notice.message)


def test_a_device_that_is_not_there_is_replaced_by_the_cpu_and_said(qtbot, opened, store):
    with qtbot.waitSignal(opened.model_changed):
        opened.move("mps")
    assert store.state.model.device == "cpu"
    assert "MPS was asked for" in str(store.state.notice.message)


def test_the_chosen_device_is_kept_in_the_settings(qtbot, opened, store):
    with qtbot.waitSignal(opened.model_changed):
        opened.move("cpu")
    assert store.state.settings.device == "cpu"


def test_what_is_translated_is_what_the_header_names(
    qtbot, opened, store, empty_shelf, tmp_path, tiny_checkpoint
):
    """A file that loads, and is replaced by a bad one before it was accepted, is not used."""
    good = tmp_path / "good.safetensors"
    good.write_bytes(tiny_checkpoint.read_bytes())
    opened.open(good)
    opened.open(tmp_path / "bad.safetensors")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert store.state.model.name == empty_shelf.take(store.state.model_key).name == "tiny"


def test_a_device_picked_while_loading_is_the_one_loaded_to(
    qtbot, controller, store, tiny_checkpoint
):
    with qtbot.waitSignal(controller.model_changed):
        controller.open(tiny_checkpoint)
        controller.move("mps")
    assert store.state.model.device == "cpu"
    assert "MPS was asked for" in str(store.state.notice.message)


def test_a_bad_file_opened_while_the_first_one_loads_does_not_leave_the_session_without_a_model(
    qtbot, controller, store, tmp_path, tiny_checkpoint
):
    controller.open(tiny_checkpoint)
    controller.open(tmp_path / "bad.safetensors")
    qtbot.waitUntil(lambda: store.state.model is not None)
    assert store.state.model.name == "tiny"
    assert "bad.safetensors" in str(store.state.notice.message)


def test_the_default_model_comes_when_the_one_asked_for_cannot(
    qtbot, controller, store, library, tmp_path, tiny_checkpoint
):
    library.shipped.mkdir()
    (library.shipped / "zh-en.safetensors").write_bytes(tiny_checkpoint.read_bytes())
    (tmp_path / "damaged.safetensors").write_bytes(b"no")
    controller.open_named(str(tmp_path / "damaged.safetensors"), otherwise="zh-en")
    qtbot.waitUntil(lambda: store.state.model is not None)
    assert store.state.model.name == "zh-en"
    assert "damaged.safetensors" in str(store.state.notice.message)


# -------------------------------------------------------------------------- models of runs


def listed(store, card, *, live=False):
    """The state knows a run, which is on show; it may be under way."""
    run = LiveRun(key=1, request=TrainingRequest(), run_id=card.run_id, status="running")
    store.apply(
        lambda state: dataclasses.replace(
            state,
            runs=RunsState(cards=(card,), shown=card.run_id),
            training=TrainingState(live=(run,) if live else ()),
        )
    )


@pytest.fixture
def kept(store, library, tiny_checkpoint):
    """A run that has ended and left a model."""
    folder = library.runs.begin(card_of("reverse", status="finished", has_model=True))
    shutil.copy(tiny_checkpoint, folder.model_path)
    folder.release_lock()
    listed(store, folder.card)
    return folder


@pytest.fixture
def trained(store, empty_shelf, one_torch_thread):
    """A run under way that has made three updates."""
    run = small_run()
    steps = run.steps()
    while run.clock.update < 3:
        next(steps)
    empty_shelf.begin_training("copy-1", run)
    listed(store, card_of("copy-1"), live=True)
    return run


def test_the_model_that_a_run_has_left_is_opened_under_the_name_of_the_run(
    qtbot, controller, store, kept
):
    with qtbot.waitSignal(controller.model_changed):
        controller.use_run(kept.card.run_id)
    assert store.state.model.name == "reverse-1"
    assert store.state.loading is None


def test_a_run_under_way_is_used_with_a_copy_of_its_weights_of_now(
    qtbot, controller, store, empty_shelf, trained
):
    with qtbot.waitSignal(controller.model_changed):
        controller.use_shown_run()
    used = empty_shelf.take(store.state.model_key)
    assert store.state.model.name == used.name == "copy-1@3"
    assert not used.network.training
    own = trained.model.network
    assert own.training
    weights = used.network.state_dict()
    before = {name: weight.clone() for name, weight in weights.items()}
    assert all(bool((own.state_dict()[name] == weight).all()) for name, weight in before.items())
    steps = trained.steps()
    while trained.clock.update < 6:
        next(steps)
    assert all(bool((weights[name] == weight).all()) for name, weight in before.items())
    assert not all(bool((own.state_dict()[name] == before[name]).all()) for name in before)


def test_a_network_that_an_experiment_has_changed_is_not_used(qtbot, opened, store):
    before = store.state.model
    listed(store, card_of("heads-one", experiment="heads"), live=True)
    opened.use_run("heads-one")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "'heads-one' has no model to use now" in str(store.state.notice.message)
    assert store.state.model is before


def test_a_run_whose_folder_is_gone_is_one_sentence(qtbot, opened, store, kept):
    before = store.state.model
    shutil.rmtree(kept.path)
    opened.use_run(kept.card.run_id)
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "reverse-1" in str(store.state.notice.message)
    assert store.state.model is before


def test_a_run_without_its_model_is_one_sentence(qtbot, opened, store, kept):
    before = store.state.model
    kept.model_path.unlink()
    opened.use_run(kept.card.run_id)
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert str(kept.model_path) in str(store.state.notice.message)
    assert (store.state.model, store.state.loading) == (before, None)


def test_a_run_that_is_not_listed_is_not_used(opened, store):
    before = store.state
    opened.use_run("nobody-1")
    opened.use_shown_run()
    assert store.state is before
