"""Branches decoded in the background by a real model, without a window."""

import dataclasses
import threading
from collections.abc import Iterator
from threading import Event
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest
import torch
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.decoding.greedy import translate, translate_steps
from model.decoding.samples import summary_of
from model.messages import UserError
from model.network.attention import causal_mask, padding_mask
from model.special_tokens import BOS_ID, EOS_ID
from tests.patience import PATIENCE
from viz_app.engine.store import Slot, Store
from viz_app.storage.library import Library, ModelEntry
from viz_app.workbench import jobs as model_jobs
from viz_app.workbench.changes.models import models_listed, settings_changed
from viz_app.workbench.changes.selection import play_toggled, speed_picked, stopped_playing
from viz_app.workbench.changes.translation import branch_walked_to, trace_arrived
from viz_app.workbench.controllers import (
    Asked,
    BranchingController,
    ModelController,
    PlaybackController,
    RoomController,
    TranslationController,
)
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import Room, on_bench, sets
from viz_app.workbench.state import ROOT, Playback, Workbench

TEXT = "a b c d e"


@pytest.fixture
def translation(bench, desk, model_cache):
    return TranslationController(bench, desk, model_cache)


@pytest.fixture
def controller(finished, bench, screen, desk, model_cache, translation):
    controller = BranchingController(bench, desk, model_cache, screen=screen)
    translation.begun.connect(controller.drop)
    translation.translate(TEXT)
    finished()
    return controller


@pytest.fixture
def finished(qtbot, bench):

    def there():
        trace = bench.now.trace
        return trace is not None and trace.finished and not bench.now.translating

    return lambda: qtbot.waitUntil(there)


@pytest.fixture
def idle(qtbot, bench):
    return lambda: qtbot.waitUntil(lambda: not bench.now.translating)


def other_candidate(state, step):
    return state.trace.steps[step].candidates[1].token_id


def other_word(state, step):
    _, *others = state.trace.steps[step].candidates
    return next(one for one in others if one.token.isalpha())


def log_probabilities(model, ids):
    """Of a given target, by one pass over the whole of it; ``[step]``."""
    source = [*model.src_tokenizer.encode(TEXT).ids, EOS_ID]
    src, tgt = torch.tensor([source]), torch.tensor([[BOS_ID, *ids[:-1]]])
    with model.evaluating() as network, torch.no_grad():
        memory = network.project_memory(network.encode(src, padding_mask(src)).memory)
        decoded = network.decode(
            tgt, memory, tgt_mask=causal_mask(tgt.size(1), device=tgt.device), src_mask=None
        )
    table = decoded.logits[0].log_softmax(-1)
    return [float(table[step, token_id]) for step, token_id in enumerate(ids)]


def test_a_branch_is_what_the_model_says_after_that_token(controller, bench, idle, tiny_model):
    original = bench.now.trace
    chosen = other_candidate(bench.now, 2)
    controller.branch(2, chosen)
    assert bench.now.translating
    idle()
    prefix = (*(step.token_id for step in original.steps[:2]), chosen)
    *_, expected = translate_steps(tiny_model, TEXT, prefix=prefix)
    trace = bench.now.trace
    assert trace.predicted_tokens == expected.predicted_tokens
    assert np.array_equal(trace.cross_weights, expected.cross_weights)
    assert bench.now.branches.original.trace is original
    assert bench.now.selection.step == 3  # the first row that has read the other token
    assert bench.now.branches.compared == ROOT


def test_the_token_that_is_there_already_makes_no_branch(controller, bench):
    before = bench.now
    controller.branch(2, bench.now.trace.steps[2].token_id)
    controller.type_token(2, bench.now.trace.steps[2].token)
    controller.type_token(2, "  ")
    controller.give_target(" ")
    controller.branch(99, 4)
    assert bench.now is before


def test_a_way_that_was_gone_before_is_walked_and_not_decoded_again(controller, bench, idle):
    first, second = bench.now.trace.steps[2].token_id, other_candidate(bench.now, 2)
    controller.branch(2, second)
    idle()
    controller.branch(2, first)
    assert bench.now.branches.current == ROOT
    controller.branch(2, second)
    assert bench.now.branches.current == 1
    assert not bench.now.translating


@pytest.fixture
def branches(bench):

    def read():
        tree = bench.now.branches
        return [branch.id for branch in tree.branches], tree.current

    return read


def unused(state):
    return next(word for word in "pqrst" if word not in {step.token for step in state.trace.steps})


def test_what_was_typed_before_is_walked_to_and_not_decoded_again(
    controller, bench, idle, branches
):
    token = unused(bench.now)
    controller.type_token(1, f"{token} {token}")
    idle()
    decoded = bench.now.trace
    bench.apply(branch_walked_to, ROOT)
    controller.type_token(1, f" {token}\u00a0 {token} ")
    idle()
    assert branches() == ([ROOT, 1], 1)
    assert bench.now.trace is decoded


def test_typing_a_token_that_was_clicked_walks_to_its_branch(controller, bench, idle, branches):
    other = other_word(bench.now, 2)
    controller.branch(2, other.token_id)
    idle()
    bench.apply(branch_walked_to, ROOT)
    controller.type_token(2, other.token)
    idle()
    assert branches() == ([ROOT, 1], 1)


def test_a_click_while_the_same_token_is_typed_makes_one_branch(controller, bench, idle, branches):
    other = other_word(bench.now, 2)
    controller.type_token(2, other.token)
    controller.branch(2, other.token_id)
    idle()
    ids, current = branches()
    assert len(ids) == 2
    assert current == ids[1]
    assert bench.now.trace.steps[2].token_id == other.token_id


def test_the_same_target_makes_one_branch_and_what_is_on_screen_makes_none(
    controller, bench, idle, branches
):
    one, other = bench.now.trace.steps[1:3]
    controller.type_token(1, f"{one.token} {other.token}")
    idle()
    assert branches() == ([ROOT], ROOT)
    assert bench.now.notice is None
    for text in ("e d c", "e  d\u00a0c"):
        controller.give_target(text)
        idle()
    assert branches() == ([ROOT, 2], 2)  # no id is used again
    controller.give_target("e d")
    idle()
    assert len(bench.now.branches.branches) == 3


def test_asking_twice_for_the_same_makes_one_branch(controller, bench, idle):
    chosen = other_candidate(bench.now, 2)
    controller.branch(2, chosen)
    controller.branch(2, chosen)
    idle()
    assert len(bench.now.branches.branches) == 2
    assert bench.now.branches.current == 1


def test_another_token_where_the_branch_left_makes_a_sibling(controller, bench, idle):
    candidates = bench.now.trace.steps[2].candidates
    for candidate in candidates[1:3]:
        controller.branch(2, candidate.token_id)
        idle()
    assert [branch.parent for branch in bench.now.branches.branches] == [None, ROOT, ROOT]


def test_a_typed_token_is_decoded_on_from(controller, bench, idle):
    token = unused(bench.now)
    controller.type_token(1, f" {token} ")
    idle()
    trace = bench.now.trace
    assert trace.steps[1].token == token
    assert trace.steps[1].given
    assert trace.steps[0].token == bench.now.branches.original.trace.steps[0].token


@pytest.mark.parametrize("text", ["猫", "q 😀"])
def test_what_the_model_cannot_write_is_one_sentence_and_the_screen_stays(
    controller, bench, idle, text
):
    before = bench.now
    for ask in (lambda: controller.type_token(1, text), lambda: controller.give_target(text)):
        ask()
        idle()
        assert bench.now.notice.level == "error"
        assert text.split()[-1] in str(bench.now.notice.message)
        assert bench.now.trace is before.trace
        assert bench.now.branches.branches == before.branches.branches
        assert bench.now.selection == before.selection


def test_a_given_target_gets_the_log_probabilities_of_one_whole_pass(
    controller, bench, idle, tiny_model
):
    controller.give_target("e d c b a")
    idle()
    trace = bench.now.trace
    assert trace.predicted_tokens == ("e", "d", "c", "b", "a", "</s>")
    assert bench.now.branches.current_branch.given
    ids = [step.token_id for step in trace.steps]
    expected = log_probabilities(tiny_model, ids)
    assert [step.log_probability for step in trace.steps] == pytest.approx(expected, abs=1e-4)
    assert trace.log_probability == pytest.approx(sum(expected), abs=1e-3)


def test_a_given_target_leaves_the_original_whatever_is_on_screen(controller, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    idle()
    controller.give_target("a b")
    idle()
    assert bench.now.branches.current_branch.parent == ROOT


def test_one_can_walk_elsewhere_while_a_branch_is_decoded(controller, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    bench.apply(branch_walked_to, ROOT)
    idle()
    assert bench.now.branches.current == ROOT
    assert bench.now.branches.branch(1).trace.finished


def test_a_branch_that_is_deleted_while_it_is_decoded_is_gone(controller, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    controller.delete(1)
    assert not bench.now.translating
    controller.branch(2, other_candidate(bench.now, 2))
    idle()
    assert [branch.id for branch in bench.now.branches.branches] == [ROOT, 2]


def test_stopping_keeps_the_original(controller, translation, bench):
    before = bench.now.trace
    controller.branch(1, other_candidate(bench.now, 1))
    controller.drop()
    translation.cancel()
    assert not bench.now.translating
    assert bench.now.trace is before
    assert len(bench.now.branches.branches) == 1


def test_a_new_translation_begins_a_new_tree(qtbot, controller, translation, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    translation.translate("e d")
    controller.branch(2, other_candidate(bench.now, 2))
    idle()
    assert bench.now.trace.source_text == "e d"
    assert [branch.id for branch in bench.now.branches.branches] == [ROOT]


def test_without_a_translation_nothing_happens(bench, screen, desk, model_cache):
    controller = BranchingController(bench, desk, model_cache, screen=screen)
    before = bench.now
    controller.branch(0, 4)
    controller.type_token(0, "a")
    controller.give_target("a")
    bench.apply(branch_walked_to, 1)
    controller.delete(1)
    assert bench.now is before


def test_a_model_that_is_no_longer_there_is_one_sentence(controller, bench, idle):
    bench.apply(dataclasses.replace, model_key=None)
    controller.branch(1, other_candidate(bench.now, 1))
    idle()
    assert bench.now.notice.level == "error"
    assert len(bench.now.branches.branches) == 1


# ------------------------------------------------------------------------------------------- models


@pytest.fixture
def empty_shelf():
    return ModelCache()


@pytest.fixture
def models_controller(bench, desk, empty_shelf, library):
    return ModelController(bench, desk, empty_shelf, library=library)


@pytest.fixture
def opened(qtbot, models_controller, tiny_checkpoint):
    with qtbot.waitSignal(models_controller.model_changed):
        models_controller.open(tiny_checkpoint)
    return models_controller


def test_an_opened_model_is_the_current_one(opened, bench, empty_shelf):
    assert bench.now.model.name == empty_shelf.take(bench.now.model_key).name == "tiny"
    assert bench.now.loading is None


@pytest.mark.parametrize("name", ["foreign", "flipped", "missing"])
def test_a_bad_checkpoint_is_one_sentence_and_the_model_stays(
    qtbot, opened, bench, empty_shelf, tmp_path, tiny_checkpoint, name
):
    before, data = bench.now.model, tiny_checkpoint.read_bytes()
    (tmp_path / "foreign").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (tmp_path / "flipped").write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
    opened.open(tmp_path / name)
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


def test_an_unknown_name_is_one_sentence_and_a_listed_model_is_called_as_it_is(
    models_controller, bench, tmp_path
):
    models_controller.open_named("zh-fr")
    assert "'zh-fr'" in str(bench.now.notice.message)
    path = tmp_path / "model.safetensors"
    bench.apply(models_listed, (ModelEntry("my run", path, shipped=False),))
    models_controller.open(path)
    assert bench.now.loading == "my run"


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


def test_saving_without_a_model_is_one_sentence(qtbot, models_controller, bench, tmp_path):
    models_controller.save(tmp_path / "none.safetensors")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "No model is loaded" in str(bench.now.notice.message)


def test_a_chosen_device_is_kept_and_one_that_is_not_there_is_replaced_by_the_cpu(
    qtbot, opened, bench
):
    with qtbot.waitSignal(opened.model_changed):
        opened.move("cpu")
    assert bench.now.settings.device == "cpu"
    with qtbot.waitSignal(opened.model_changed):
        opened.move("mps")
    assert bench.now.model.device == "cpu"
    assert "MPS was requested" in str(bench.now.notice.message)


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
    qtbot, models_controller, bench, tiny_checkpoint
):
    with qtbot.waitSignal(models_controller.model_changed):
        models_controller.open(tiny_checkpoint)
        models_controller.move("mps")
    assert bench.now.model.device == "cpu"
    assert "MPS was requested" in str(bench.now.notice.message)


def test_a_bad_file_opened_while_the_first_one_loads_does_not_leave_the_session_without_a_model(
    qtbot, models_controller, bench, tmp_path, tiny_checkpoint
):
    models_controller.open(tiny_checkpoint)
    models_controller.open(tmp_path / "bad.safetensors")
    qtbot.waitUntil(lambda: bench.now.model is not None)
    assert bench.now.model.name == "tiny"
    assert "bad.safetensors" in str(bench.now.notice.message)


def test_the_default_model_comes_when_the_one_asked_for_cannot(
    qtbot, models_controller, bench, library, tmp_path, tiny_checkpoint
):
    library.shipped.mkdir()
    (library.shipped / "zh-en.safetensors").write_bytes(tiny_checkpoint.read_bytes())
    (tmp_path / "damaged.safetensors").write_bytes(b"no")
    models_controller.open_named(str(tmp_path / "damaged.safetensors"), otherwise="zh-en")
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


# ----------------------------------------------------------------------------------------- playback


@pytest.fixture
def playback_controller(bench, tiny_trace):
    bench.apply(trace_arrived, tiny_trace)
    yield PlaybackController(bench)
    bench.apply(stopped_playing)


def test_playing_walks_to_the_end_and_stops_by_itself(
    qtbot, playback_controller, bench, tiny_trace
):
    bench.apply(speed_picked, 100.0)
    steps = []
    bench.follow(lambda old, new: steps.append(new.selection.step))
    bench.apply(play_toggled)
    qtbot.waitUntil(lambda: not bench.now.playback.playing)
    walked = list(dict.fromkeys(steps))
    assert walked == list(range(len(tiny_trace.steps)))


def test_toggling_again_stops(playback_controller, bench):
    bench.apply(play_toggled)
    assert bench.now.playback.playing
    bench.apply(play_toggled)
    assert not bench.now.playback.playing


# --------------------------------------------------------------------------------------------- room


class Panel(QObject):
    speed_picked = Signal(float)
    theme_picked = Signal(str)


def themed(bench, theme):
    return settings_changed(bench, theme=theme)


def halved(speed):
    if speed == 0.0:
        raise UserError("There is no speed {speed}.", speed=speed)
    yield speed / 2


class Halving(RoomController):
    intents: ClassVar = {"speed_picked": sets("speed"), "theme_picked": on_bench(themed)}

    def inquiries(self):
        yield Asked(
            question=lambda room: None if room.own.speed == 1.0 else room.own.speed,
            steps=halved,
            arrived=lambda room, half: room.on_bench(settings_changed, device=str(half)),
        )


@pytest.fixture
def room(desk, model_cache):
    """A controller's room: its slice has a speed, and the half of it is asked for."""
    store = Store(Room(Playback(), Workbench()))
    slot = Slot(store, read=lambda state: state, write=lambda _, room: room)
    panel = Panel()
    Halving(slot, desk, model_cache, parent=store).attach(panel)
    return SimpleNamespace(slot=slot, panel=panel, store=store)


def test_an_intent_is_a_transition_of_the_slice_or_of_the_workbench(room, desk, model_cache):
    room.panel.speed_picked.emit(1.0)
    room.panel.theme_picked.emit("dark")
    assert room.slot.now.own == Playback(speed=1.0)
    assert room.slot.now.bench.settings.theme == "dark"
    store = Store(Room(Playback(), Workbench()))
    slot = Slot(store, read=lambda state: state, write=lambda _, room: room)
    panel = SimpleNamespace(intents=Panel())
    Halving(slot, desk, model_cache, parent=store).attach(panel)
    panel.intents.theme_picked.emit("light")
    assert slot.now.bench.settings.theme == "light"


def test_why_there_is_an_answer_or_none_is_said(room, qtbot):
    room.panel.speed_picked.emit(4.0)
    qtbot.waitUntil(lambda: room.slot.now.bench.settings.device == "2.0")
    room.panel.speed_picked.emit(0.0)
    qtbot.waitUntil(lambda: room.slot.now.bench.notice is not None)
    assert str(room.slot.now.bench.notice.message) == "There is no speed 0.0."


# -------------------------------------------------------------------------------------- translation


def test_the_state_gets_the_trace_that_the_model_gives(
    qtbot, translation, bench, tiny_model, finished
):
    translation.translate("a b c")
    assert bench.now.translating
    finished()
    expected = translate(tiny_model, "a b c")
    trace = bench.now.trace
    assert trace.predicted_tokens == expected.predicted_tokens
    assert np.array_equal(trace.cross_weights, expected.cross_weights)
    assert not bench.now.translating


def test_a_sentence_begins_anew_however_fast_it_comes(
    qtbot, translation, bench, desk, tiny_model, finished
):
    translation.translate("a b c")
    finished()
    before = bench.now.branches
    translation.translate("c b a \x00")
    all_decoded = Event()

    def last() -> Iterator[None]:
        all_decoded.set()
        yield None

    desk.submit(last, on_item=print, on_failed=print)  # its turn comes when decoding is over
    assert all_decoded.wait(PATIENCE)  # and this thread hears of nothing before that
    qtbot.waitUntil(lambda: not bench.now.translating)
    assert bench.now.trace.source_text == "c b a"
    assert bench.now.trace.finished
    assert bench.now.branches.original.trace is bench.now.trace
    assert bench.now.branches is not before
    assert "U+0000" in str(bench.now.notice.message)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The source is empty"),
        (" \t\n\x00\x07", "The source is empty"),
        ("a " * 5_000, "has 5000 tokens; this model reads at most 23"),
        ("猫狗", "knows no token in “猫狗”"),
    ],
)
def test_bad_input_is_one_sentence_and_the_session_stays(
    qtbot, translation, bench, text, sentence, finished
):
    translation.translate("a b c")
    finished()
    before = bench.now.trace
    translation.translate(text)
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert bench.now.notice.level == "error"
    assert sentence in str(bench.now.notice.message)
    assert bench.now.trace is before
    assert not bench.now.translating


def test_a_new_sentence_replaces_the_one_under_way_and_the_unknown_is_said(
    qtbot, translation, bench, finished
):
    translation.translate("a \x00 😀 b")
    finished()
    sentence = str(bench.now.notice.message)
    assert "U+0000" in sentence
    assert "😀" in sentence
    assert bench.now.trace.source_tokens == ("a", "<unk>", "b", "</s>")
    translation.translate("a b c d e f g h")
    translation.translate("c")
    finished()
    assert bench.now.trace.source_text == "c"


def test_cancelling_keeps_the_steps_so_far(qtbot, translation, bench):
    translation.translate("a b c d e f")
    qtbot.waitUntil(lambda: bench.now.trace is not None)
    translation.cancel()
    kept = bench.now.trace
    translation.translate("")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert bench.now.trace is kept
    assert not bench.now.translating


def test_a_model_that_cannot_read_the_sentence_shows_one_of_its_own(
    qtbot, translation, bench, tiny_model, finished
):
    translation.translate("a b c")
    finished()
    summary = summary_of(tiny_model)
    bench.apply(dataclasses.replace, model=summary, source_text="猫")
    translation.translate_again()
    sample = summary.samples[0]
    qtbot.waitUntil(lambda: bench.now.trace is not None and bench.now.trace.source_text == sample)
    finished()
    assert "knows no token in “猫”" in str(bench.now.notice.message)


def test_without_an_accepted_model_there_is_one_sentence(qtbot, bench, desk):
    controller = TranslationController(bench, desk, ModelCache())
    controller.translate("a")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "No model is loaded yet" in str(bench.now.notice.message)
