"""Through the real window: an encoder alone fills in what is masked, typed or by its keys."""

import pytest
import torch
from PySide6.QtCore import Qt

from tests.model import one_stack
from tests.viz_app.application import CTRL, click, press, running, said, settle, type_and_translate
from viz_app.panels.attention.room import picture_cell_picked
from viz_app.workbench.changes.selection import option_picked, step_chosen
from viz_app.workbench.state import Cell

pytestmark = pytest.mark.window

SENTENCE = "The cat sat on a Mat."


@pytest.fixture
def filling(qtbot, alone):
    with alone("bert") as application:
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
    type_and_translate(qtbot, filling, "The [MASK] sat on a Mat")
    type_and_translate(qtbot, filling, trace.source_text)
    assert filling.screen.now.trace.places == trace.places


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
    mask_by_keys(qtbot, filling, 6)
    assert filling.screen.now.trace.source_text == "The [MASK] sat on a [MASK]."
    assert masked(filling) == [2, 6]
    assert filling.screen.now.selection.step == 6, "the other one is in view"


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


def test_a_model_that_translates_masks_nothing(qtbot, tmp_path, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        assert not application.window.menus.action("mask_token").isEnabled()
        assert not application.window.timeline.side.mask_button.isVisible()


def chips(application):
    (line,) = application.window.timeline.tokens.layout_now().lines
    return [chip.token for chip in line]


def test_a_mask_that_is_typed_is_predicted(qtbot, filling):
    window, header = filling.window, filling.window.header
    assert (header.button.text(), header.source.accessibleName()) == ("Predict", "Sentence")
    assert "[MASK]" in header.source.placeholderText()
    header.translate_this("")
    qtbot.waitUntil(lambda: "The sentence is empty: type one" in said(window))
    type_and_translate(qtbot, filling, "a dog has [MASK] book")
    bench, timeline = filling.screen.now, window.timeline
    assert bench.trace.source_tokens == ("[CLS]", "a", "dog", "has", "[MASK]", "book", "[SEP]")
    assert bench.selection.step == 4
    best = bench.trace.places[4].candidates[0]
    assert chips(filling)[4] == f"[MASK]→{best.token}"
    assert timeline.step_label.text() == "token 5 of 7"
    assert bench.trace.translation == timeline.translation.text.text()
    assert timeline.best.shown()[0] == best.token
    assert "this token" in timeline.best.accessibleName()


def test_every_token_has_the_candidates_that_the_network_gives(qtbot, filling):
    model, trace = one_stack.bert(), filling.screen.now.trace
    network, ids = model.network, torch.tensor([trace.source_ids])
    with torch.no_grad():
        expected = network(ids, ids)[0].softmax(-1)
    for step in range(len(trace.source_ids)):
        filling.window.timeline.room.apply(step_chosen, step)
        shown = filling.window.timeline.side.candidates
        found = [shown.sentence(row) for row in range(len(trace.places[step].candidates))]
        assert len(found) >= 5
        best = expected[step].topk(5)
        candidates = trace.places[step].candidates
        assert [one.token_id for one in candidates] == best.indices.tolist()
        assert [one.probability for one in candidates] == pytest.approx(best.values.tolist(), 1e-4)
        assert f"probability {candidates[0].probability:.6f}" in " ".join(found)


def test_the_row_of_a_token_is_its_place(qtbot, filling):
    filling.window.timeline.room.apply(step_chosen, 2)
    focus = filling.window.attention.shown().focus
    assert (focus.kind, focus.marked_row) == ("encoder", 2)
    filling.window.rooms.attention.does(picture_cell_picked)("encoder", Cell(2, 1))
    filling.window.timeline.room.apply(step_chosen, 5)
    assert filling.screen.now.selection.cell == Cell(5, 1)


def test_nothing_can_be_branched_from_a_token(filling):
    timeline = filling.window.timeline
    filling.window.timeline.room.fold(False)
    assert not timeline.side.token_field.isVisible()
    assert not timeline.translation.target.isVisible()
    assert "no next token" in timeline.side.candidates.use(1)


def test_what_stands_around_a_sentence_is_hidden_with_the_special_tokens(qtbot, filling):
    type_and_translate(qtbot, filling, "a dog has [MASK] book")
    filling.window.rooms.attention.does(option_picked)("special", "hidden")
    settle(qtbot, filling)
    columns = filling.window.attention.shown().focus.columns
    assert "[CLS]" not in columns and "[SEP]" not in columns and "[MASK]" in columns
