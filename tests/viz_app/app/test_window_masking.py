"""Through the real window: an encoder alone is asked what it expects in place of a token."""

import pytest
from PySide6.QtCore import Qt

from model.checkpoint.file import save_checkpoint
from tests.model import one_stack
from tests.viz_app.application import (
    CTRL,
    click,
    press,
    running,
    said,
    settle,
    type_and_translate,
    type_source,
)
from viz_app.workbench.changes.selection import step_chosen

pytestmark = pytest.mark.window

SENTENCE = "The cat sat on a Mat."


@pytest.fixture
def filling(qtbot, tmp_path, one_torch_thread):
    path = tmp_path / "bert.safetensors"
    save_checkpoint(one_stack.bert(), path)
    with running(qtbot, tmp_path, model=path) as application:
        type_and_translate(qtbot, application, SENTENCE)
        yield application


def look_at(application, place):
    application.window.timeline.room.apply(step_chosen, place)


def mask_by_keys(qtbot, application, place):
    look_at(application, place)
    press(qtbot, application.window.timeline.tokens, Qt.Key.Key_M, CTRL)
    settle(qtbot, application)


def masked(application):
    trace = application.screen.now.trace
    return [index for index, place in enumerate(trace.places) if place.masked]


def test_the_token_in_view_is_masked_by_its_keys(qtbot, filling):
    mask_by_keys(qtbot, filling, 2)
    trace = filling.screen.now.trace
    assert trace.source_text == "The [MASK] sat on a Mat."
    assert trace.source_tokens[:4] == ("[CLS]", "the", "[MASK]", "sat")
    assert filling.window.header.source.text() == trace.source_text
    assert filling.screen.now.selection.step == 2
    best = trace.places[2].candidates[0].token
    assert filling.window.timeline.best.shown()[0] == best


def test_its_candidates_are_those_of_the_sentence_with_a_mask_typed(qtbot, filling):
    mask_by_keys(qtbot, filling, 6)
    by_keys = filling.screen.now.trace
    type_and_translate(qtbot, filling, "The cat sat on a [MASK].")
    assert filling.screen.now.trace.places == by_keys.places
    assert by_keys.source_text == "The cat sat on a [MASK]."


def test_another_mask_stands_beside_the_first_and_is_in_view(qtbot, filling):
    mask_by_keys(qtbot, filling, 2)
    mask_by_keys(qtbot, filling, 6)
    assert filling.screen.now.trace.source_text == "The [MASK] sat on a [MASK]."
    assert masked(filling) == [2, 6]
    assert filling.screen.now.selection.step == 6


def test_pieces_that_go_on_with_the_word_are_masked_too(qtbot, filling):
    type_and_translate(qtbot, filling, "two cats, a dog")
    assert filling.screen.now.trace.source_tokens[2:4] == ("cat", "##s")
    mask_by_keys(qtbot, filling, 2)
    assert filling.screen.now.trace.source_text == "two [MASK] [MASK], a dog"
    type_and_translate(qtbot, filling, "two cats, a dog")
    mask_by_keys(qtbot, filling, 3)
    assert filling.screen.now.trace.source_tokens[2:4] == ("cat", "[MASK]")


def test_it_is_taken_back_and_done_again(qtbot, filling):
    mask_by_keys(qtbot, filling, 2)
    undo = filling.window.menus.edit.action("undo")
    assert "mask in “The [MASK] sat on a Mat.”" in undo.text()
    undo.trigger()
    settle(qtbot, filling)
    assert filling.screen.now.trace.source_text == SENTENCE
    assert masked(filling) == []
    filling.window.menus.edit.action("redo").trigger()
    settle(qtbot, filling)
    assert masked(filling) == [2]


def test_the_mouse_masks_it_by_a_button_and_by_the_menu(qtbot, filling):
    timeline = filling.window.timeline
    timeline.room.fold(False)
    look_at(filling, 3)
    qtbot.waitUntil(timeline.side.mask_button.isVisible)
    click(qtbot, timeline.side.mask_button)
    settle(qtbot, filling)
    assert masked(filling) == [3]
    look_at(filling, 1)
    filling.window.menus.action("mask_token").trigger()
    settle(qtbot, filling)
    assert masked(filling) == [1, 3]


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        (0, "[CLS] marks the ends of every sentence"),
        (-1, "[SEP] marks the ends of every sentence"),
        (2, "This token is already masked"),
    ],
)
def test_what_no_mask_can_stand_for_is_said(qtbot, filling, place, sentence):
    type_and_translate(qtbot, filling, "the [MASK] sat")
    before = filling.screen.now.trace
    mask_by_keys(qtbot, filling, place % len(before.places))
    assert said(filling.window).startswith(f"Note: {sentence}")
    assert filling.screen.now.trace is before


def test_a_mask_can_be_typed(qtbot, filling):
    type_source(qtbot, filling.window, "a dog has [MASK] book")
    press(qtbot, filling.window.header.source, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: masked(filling) == [4])


def test_a_model_that_translates_masks_nothing(qtbot, tmp_path, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        assert not application.window.menus.action("mask_token").isEnabled()
        assert not application.window.timeline.side.mask_button.isVisible()
