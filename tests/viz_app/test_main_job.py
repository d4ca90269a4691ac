"""The main job through the real window: type, translate, step, train, cancel, save, load."""

from __future__ import annotations

import json
import re
import time

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from model.checkpoint import load_checkpoint
from model.decoding import translate
from tests.viz_app.application import close, running
from viz_app.state.training import TrainingRequest

pytestmark = pytest.mark.window


@pytest.fixture
def application(qtbot, tmp_path, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c d e") as application:
        yield application


@pytest.fixture
def window(application):
    return application.window


def type_and_translate(qtbot, application, text):
    """Type as a user would, press Return, and wait for the whole trace."""
    field = application.window.header.source
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    store = application.store
    qtbot.waitUntil(lambda: not store.state.translating and store.state.trace.source_text == text)


def test_the_first_picture_is_there_without_a_click(application, tiny_model):
    trace = application.store.state.trace
    assert trace.predicted_tokens == translate(tiny_model, "a b c d e").predicted_tokens
    assert application.window.header.source.text() == "a b c d e"


def test_a_typed_sentence_is_translated_by_the_model(qtbot, application, tiny_model):
    type_and_translate(qtbot, application, "q r s t")
    expected = translate(tiny_model, "q r s t")
    focus = application.window.attention.focus
    for column, token in enumerate(["q", "r", "s", "t", "</s>"]):
        sentence = focus.cell_sentence(0, column)
        assert token in sentence
        assert f"{expected.cross_weights[0, 0, 0, column]:.4f}" in sentence


def pixel_at(view, row, column):
    """The colour in the middle of a cell, as painted on the screen."""
    image = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    centre = view.layout_now().grid.cell_rect(row, column).center() * image.devicePixelRatio()
    return image.pixelColor(centre.toPoint())


def test_pixels_and_values_are_those_of_the_trace(qtbot, application, window):
    from viz_app.ui.design.colour_map import kind_lut

    focus, trace = window.attention.focus, application.store.state.trace
    for kind in ("encoder", "decoder", "cross"):
        application.window.attention.pills.button(kind).click()
        weights = trace.weights(kind)[0, 0]
        lut = kind_lut(window.attention.focus.theme, kind)
        for row, column in [(0, 0), (2, 0), (2, 2), (3, 1)]:
            level = round(float(weights[row, column]) * 255)
            colour = pixel_at(focus, row, column)
            near = lut[max(0, level - 1) : level + 2, :3].astype(int)
            shown = np.array([colour.red(), colour.green(), colour.blue()])
            assert (np.abs(near - shown).max(axis=1) <= 1).any(), (kind, row, column)
            sentence = focus.cell_sentence(row, column)
            assert f"{weights[row, column]:.4f}" in sentence
            assert trace.key_tokens(kind)[column] in sentence
            assert trace.query_tokens(kind)[row] in sentence


def test_stepping_to_the_end_and_back_by_keyboard(qtbot, application, window):
    last = len(application.store.state.trace.steps) - 1
    steps = []
    application.store.changed.connect(lambda old, new: steps.append(new.selection.step))
    for name, times in (("first_step", 1), ("step_forward", last), ("step_back", last)):
        for _ in range(times):
            window.menus.action(name).trigger()
    assert steps == [0, *range(1, last + 1), *reversed(range(last))]
    assert f"step 1 of {last + 1}" in window.timeline.step_label.text()


def test_each_step_shows_its_five_best_candidates(application, window):
    application.playback.go_to(1)
    step = application.store.state.trace.steps[1]
    assert len(step.candidates) == 5
    for row, candidate in enumerate(step.candidates):
        sentence = window.timeline.candidates.sentence(row)
        assert candidate.token in sentence
        probability, log = map(float, re.findall(r"probability (-?[\d.]+)", sentence))
        assert probability == pytest.approx(np.exp(candidate.log_probability), abs=1e-5)
        assert log == pytest.approx(candidate.log_probability, abs=1e-3)


def test_rows_after_the_step_are_not_drawn_yet(application, window):
    application.playback.go_to(0)
    focus = window.attention.focus
    assert pixel_at(focus, 1, 0) == pixel_at(focus, 2, 3)
    assert "not decoded yet" in focus.cell_sentence(2, 0)


def test_a_click_in_the_mosaic_focuses_that_head(qtbot, application, window):
    mosaic = window.attention.mosaic
    rect = mosaic.layout_now().tile(1, 1).rect
    qtbot.mouseClick(mosaic, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    selection = application.store.state.selection
    assert (selection.layer, selection.head) == (1, 1)
    weight = application.store.state.trace.cross_weights[1, 1, 0, 0]
    sentence = window.attention.focus.cell_sentence(0, 0)
    assert f"{weight:.4f}" in sentence
    assert "layer 2, head 2" in sentence


def said(window):
    """The notice, without the marks that keep right-to-left values in their place."""
    return window.notices.sentence.text().translate(dict.fromkeys(map(ord, "\u2068\u2069")))


def train(application, **values):
    request = {"task": "copy", "preset": "tiny", "epochs": 1000, "device": "cpu", **values}
    application.window.training.training_requested.emit(TrainingRequest(**request))


def training(application):
    return application.store.state.training


def test_copy_trains_for_a_few_updates_then_cancel_keeps_the_model(qtbot, application, window):
    window.show_tab("training")
    train(application)
    qtbot.waitUntil(lambda: len(training(application).curve) > 3, timeout=20_000)
    assert window.training.cancel.isEnabled()
    window.training.cancel.click()
    assert training(application).status == "cancelled"
    assert application.store.state.model.name == "tiny"
    type_and_translate(qtbot, application, "a b")


def test_a_model_can_be_used_while_another_trains(qtbot, application):
    train(application)
    qtbot.waitUntil(lambda: training(application).status == "running", timeout=20_000)
    type_and_translate(qtbot, application, "c b a")
    before = training(application).progress.update
    qtbot.waitUntil(lambda: training(application).progress.update > before)


def test_a_trained_model_becomes_the_current_one_is_saved_and_loaded_again(
    qtbot, application, tmp_path
):
    train(application, task="report", epochs=2)
    store = application.store
    qtbot.waitUntil(lambda: store.state.model.name == "report-1", timeout=20_000)
    qtbot.waitUntil(lambda: not store.state.translating)
    path = tmp_path / "mine.safetensors"
    application.window.training.save_requested.emit(path)
    qtbot.waitUntil(path.exists)
    assert load_checkpoint(path).task == "report"
    application.window.header.model_picked.emit(path)
    qtbot.waitUntil(lambda: store.state.model.name == "mine")


def test_closing_while_training_ends_within_two_seconds_and_keeps_finished_checkpoints(
    qtbot, tmp_path, tiny_checkpoint
):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        train(application, task="report", epochs=2)
        library = application.library
        qtbot.waitUntil(lambda: len(library.entries()) == 1, timeout=20_000)
        train(application)
        qtbot.waitUntil(lambda: training(application).status == "running", timeout=20_000)
        start = time.monotonic()
        close(qtbot, application)
        assert time.monotonic() - start < 2
    (kept,) = library.entries()
    assert load_checkpoint(kept.path).task == "report"
    assert [path.name for path in library.folder.iterdir()] == [kept.path.name]


def test_closing_while_decoding_ends_cleanly(qtbot, tmp_path, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        application.window.header.translate_requested.emit("a b c d e f g h i j")
        close(qtbot, application)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The source is empty"),
        ("a " * 5_000, "has 5000 tokens"),
        ("猫狗", "knows nothing in"),
        ("😀", "knows nothing in"),
        ("שלום", "knows nothing in"),
        ("\x00\x1b", "The source is empty"),
    ],
)
def test_bad_input_is_one_sentence_and_the_session_stays(
    application, window, qtbot, text, sentence
):
    before = application.store.state.trace
    window.header.translate_requested.emit(text)
    qtbot.waitUntil(window.notices.isVisible)
    assert sentence in said(window)
    assert application.store.state.trace is before


@pytest.mark.parametrize("name", ["missing", "truncated", "foreign"])
def test_a_bad_checkpoint_is_one_sentence_and_the_model_stays(
    application, window, qtbot, tmp_path, tiny_checkpoint, name
):
    data = tiny_checkpoint.read_bytes()
    if name != "missing":
        content = {"truncated": data[:-50], "foreign": b"PK\x03\x04" + bytes(64)}[name]
        (tmp_path / name).write_bytes(content)
    window.header.model_picked.emit(tmp_path / name)
    qtbot.waitUntil(window.notices.isVisible)
    assert name in said(window)
    assert application.store.state.model.name == "tiny"


def test_a_folder_that_cannot_be_written_is_one_sentence(application, window, qtbot, tmp_path):
    (tmp_path / "file").touch()
    window.training.save_requested.emit(tmp_path / "file" / "x.safetensors")
    qtbot.waitUntil(window.notices.isVisible)
    assert "cannot be written" in said(window)


def test_a_corpus_without_tabs_is_one_sentence(application, window, qtbot, tmp_path):
    path = tmp_path / "bad.tsv"
    path.write_text("one\ntwo\tzwei\tdeux\nthree\n", encoding="utf-8")
    train(application, task=str(path), epochs=1)
    qtbot.waitUntil(window.notices.isVisible)
    assert "bad.tsv: 2 of 3 lines were left out; the first is line 1" in said(window)
    qtbot.waitUntil(lambda: not training(application).active, timeout=20_000)


def test_cuda_where_there_is_none_is_one_sentence(application, window, qtbot):
    from model.devices import available_devices

    if "cuda" in available_devices():
        pytest.skip("this machine has a CUDA device")
    window.header.device_picked.emit("cuda")
    qtbot.waitUntil(window.notices.isVisible)
    assert "CUDA was asked for" in said(window)
    assert application.store.state.model.device == "cpu"


def test_settings_are_kept_for_the_next_start(application, window, tmp_path):
    window.menus.action("theme_dark").trigger()
    assert json.loads((tmp_path / "settings.json").read_text())["theme"] == "dark"


def test_the_mask_tab_shows_a_batch_with_padding(application, window):
    window.show_tab("masks")
    record = application.store.state.masks
    assert window.masks.currentIndex() == 1
    assert any("<pad>" in tokens for tokens in record.src_tokens)
    assert record.source_padding.tolist() == [
        [token != "<pad>" for token in tokens] for tokens in record.src_tokens
    ]


def test_the_positions_tab_shows_the_sinusoids(application, window):
    window.show_tab("positions")
    table = application.store.state.model.positions
    position = np.arange(24)[:, None]
    angle = position / 10_000 ** (np.arange(0, 16, 2) / 16)
    assert np.allclose(table[:, 0::2], np.sin(angle), atol=1e-6)
    assert np.allclose(table[:, 1::2], np.cos(angle), atol=1e-6)
