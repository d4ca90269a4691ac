"""The mask tab's controller with a real worker, without a window."""

from __future__ import annotations

import numpy as np
import pytest

from model.decoding.greedy import translate
from model.lessons.masks.edits import MaskCell, MaskEdits
from model.lessons.masks.with_torch.edited_decoding import altered_steps
from viz_app.app.app_state import tab_opened
from viz_app.panels.masks.controller import MasksController
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.workbench.controllers.translation import TranslationController
from viz_app.workbench.state.selection import Cell

TEXT = "a b c d e"


@pytest.fixture
def controller(store, desk, shelf):
    return MasksController(store, desk, shelf)


@pytest.fixture
def translated(qtbot, store, desk, shelf, controller):
    """A translation is on screen, the tab in front, its batch there."""
    translation = TranslationController(store, desk, shelf)
    translation.translate(TEXT)
    qtbot.waitUntil(lambda: store.state.trace is not None and not store.state.translating)
    assert store.state.mask_lesson.batch is None, "nobody has looked"
    store.apply(lambda state: tab_opened(state, "masks"))
    qtbot.waitUntil(lambda: store.state.mask_lesson.batch is not None)
    return translation


def shown(store):
    return resolve_masks(store.state).shown


def test_the_batch_comes_when_the_tab_is_opened(translated, store):
    part = shown(store)
    assert part.texts[0] == TEXT
    assert part.record.src_tokens[0][:6] == ("a", "b", "c", "d", "e", "</s>")
    assert not part.record.source_padding.all()


def test_another_translation_has_another_batch(qtbot, translated, store):
    translated.translate("c b")
    qtbot.waitUntil(lambda: shown(store).texts[0] == "c b" and not store.state.translating)
    assert shown(store).record.src_tokens[0][:3] == ("c", "b", "</s>")


def test_sentences_are_added_edited_and_removed(qtbot, translated, controller, store):
    for others in (("a b c", "d"), ("a b c", "d d d d d d d"), ("a",)):
        controller.change_sentences(others)
        qtbot.waitUntil(lambda: not shown(store).waits)
        assert shown(store).texts == (TEXT, *others)
        assert shown(store).record.texts == (TEXT, *others)
        lengths = [len(text.split()) + 1 for text in (TEXT, *others)]
        assert shown(store).record.source_padding.sum(-1).tolist() == lengths


def test_a_sentence_that_cannot_be_read_is_told_and_the_others_are_shown(
    qtbot, translated, controller, store
):
    controller.change_sentences(("猫", "a b"))
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert store.state.notice.level == "error"
    assert "猫" in str(store.state.notice.message)
    assert shown(store).texts == (TEXT, "猫", "a b")
    assert shown(store).rows == (0, None, 1)


def test_the_padded_sentence_is_read_for_the_steps(qtbot, translated, controller, store):
    controller.change_sentences(("a",))
    controller.pick_view("steps")
    qtbot.waitUntil(lambda: shown(store).anatomy is not None and shown(store).texts[1:] == ("a",))
    part = shown(store)
    assert part.sentence == 1
    padded = part.record.source_padding[1]
    assert (part.anatomy.weights[:, ~padded] == 0).all()
    np.testing.assert_allclose(part.anatomy.weights.sum(-1), 1, atol=1e-5)
    for change in (
        lambda: controller.pick_mask("cross"),
        lambda: controller.pick_head("cross", 0, 1),
    ):
        change()
        qtbot.waitUntil(lambda: shown(store).anatomy is not None)
        assert (shown(store).anatomy.kind, shown(store).anatomy.head) == (
            "cross",
            store.state.selection.head,
        )


def test_flipping_a_cell_translates_again(qtbot, translated, controller, store, tiny_model):
    controller.pick_view("change")
    controller.flip_cell("cross", Cell(0, 1))
    controller.flip_cell("encoder", Cell(2, 0))
    qtbot.waitUntil(lambda: not shown(store).waits and not shown(store).head_waits)
    cells = {MaskCell("cross", 0, 1), MaskCell("encoder", 2, 0)}
    *_, expected = altered_steps(tiny_model, TEXT, MaskEdits(frozenset(cells)))
    part = shown(store)
    assert part.altered.predicted_tokens == expected.predicted_tokens
    assert part.altered.log_probability == pytest.approx(expected.log_probability)
    plain = translate(tiny_model, TEXT)
    assert part.original.predicted_tokens == plain.predicted_tokens
    np.testing.assert_allclose(part.change.before.weights, plain.weights("cross")[0, 0], atol=1e-5)
    assert part.change.after.weights[0, 1] == 0
    assert part.change.before.weights[0, 1] > 0


def test_one_click_leads_back(qtbot, translated, controller, store):
    controller.pick_view("change")
    controller.flip_cell("cross", Cell(0, 1))
    qtbot.waitUntil(lambda: not shown(store).waits and not shown(store).head_waits)
    controller.drop_edits()
    qtbot.waitUntil(lambda: not shown(store).head_waits)
    part = shown(store)
    assert not part.edits
    assert part.altered is None
    assert part.change.after is part.change.before


def test_a_row_loses_its_keys_and_gets_them_back(qtbot, translated, controller, store):
    controller.pick_view("rows")
    controller.pick_row(1)
    qtbot.waitUntil(lambda: shown(store).anatomy is not None)
    controller.flip_key(0)
    controller.flip_key(2)
    assert (shown(store).row, shown(store).allowed) == (1, {0, 2})
    controller.mask_keys()
    assert shown(store).allowed == set()


def test_choices_reach_the_state(translated, controller, store):
    controller.pick_view("steps")
    controller.pick_stage(2)
    controller.pick_padded_queries("masked")
    controller.pick_sentence(0)
    part = shown(store)
    assert (part.stage, part.padded_queries, part.sentence) == (2, "masked", 0)
