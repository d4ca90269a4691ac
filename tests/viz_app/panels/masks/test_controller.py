"""The mask tab's controller with a real worker, without a window."""

import numpy as np
import pytest

from model.decoding.greedy import translate
from model.lessons.masks import MaskCell, MaskEdits
from model.lessons.with_torch.masks import altered_steps
from viz_app.panels.masks.panel import MASKS
from viz_app.workbench.controllers import TranslationController
from viz_app.workbench.state import Cell

TEXT = "a b c d e"


@pytest.fixture
def translation(bench, desk, model_cache):
    return TranslationController(bench, desk, model_cache)


@pytest.fixture
def panel(qtbot, translation, faceless):
    """A translation is on screen, the tab in front, its batch there."""
    panel = faceless(MASKS)
    translation.translate(TEXT)
    qtbot.waitUntil(lambda: panel.bench.trace is not None and not panel.bench.translating)
    assert panel.own.batch is None, "nobody has looked"
    panel.opened()
    qtbot.waitUntil(lambda: panel.own.batch is not None)
    return panel


def shown(panel):
    return panel.shown.shown


def test_the_batch_comes_when_the_tab_is_opened(panel):
    part = shown(panel)
    assert part.texts[0] == TEXT
    assert part.record.src_tokens[0][:6] == ("a", "b", "c", "d", "e", "</s>")
    assert not part.record.source_padding.all()


def test_another_translation_has_another_batch(qtbot, translation, panel):
    translation.translate("c b")
    qtbot.waitUntil(lambda: shown(panel).texts[0] == "c b" and not panel.bench.translating)
    assert shown(panel).record.src_tokens[0][:3] == ("c", "b", "</s>")


def test_sentences_are_added_edited_and_removed(qtbot, panel):
    for others in (("a b c", "d"), ("a b c", "d d d d d d d"), ("a",)):
        panel.sentences_changed.emit(others)
        qtbot.waitUntil(lambda: not shown(panel).waits)
        assert shown(panel).texts == (TEXT, *others)
        assert shown(panel).record.texts == (TEXT, *others)
        lengths = [len(text.split()) + 1 for text in (TEXT, *others)]
        assert shown(panel).record.source_padding.sum(-1).tolist() == lengths


def test_a_sentence_that_cannot_be_read_is_told_and_the_others_are_shown(qtbot, panel):
    panel.sentences_changed.emit(("猫", "a b"))
    qtbot.waitUntil(lambda: panel.bench.notice is not None)
    assert panel.bench.notice.level == "error"
    assert "猫" in str(panel.bench.notice.message)
    assert shown(panel).texts == (TEXT, "猫", "a b")
    assert shown(panel).rows == (0, None, 1)


def test_the_padded_sentence_is_read_for_the_steps(qtbot, panel):
    panel.sentences_changed.emit(("a",))
    panel.view_picked.emit("steps")
    qtbot.waitUntil(lambda: shown(panel).anatomy is not None and shown(panel).texts[1:] == ("a",))
    part = shown(panel)
    assert part.sentence == 1
    padded = part.record.source_padding[1]
    assert (part.anatomy.weights[:, ~padded] == 0).all()
    np.testing.assert_allclose(part.anatomy.weights.sum(-1), 1, atol=1e-5)
    for head, intent, *args in (
        (0, panel.mask_picked, "cross"),
        (1, panel.head_picked, "cross", 0, 1),
    ):
        intent.emit(*args)
        qtbot.waitUntil(lambda: shown(panel).anatomy is not None)
        anatomy = shown(panel).anatomy
        assert (anatomy.kind, anatomy.head) == ("cross", head)


def test_flipping_a_cell_translates_again(qtbot, panel, tiny_model):
    panel.view_picked.emit("change")
    panel.head_picked.emit("cross", 0, 0)
    panel.cell_flipped.emit("cross", Cell(0, 1))
    panel.cell_flipped.emit("encoder", Cell(2, 0))
    qtbot.waitUntil(lambda: not shown(panel).waits and not shown(panel).head_waits)
    cells = {MaskCell("cross", 0, 1), MaskCell("encoder", 2, 0)}
    *_, expected = altered_steps(tiny_model, TEXT, MaskEdits(frozenset(cells)))
    part = shown(panel)
    assert part.altered.predicted_tokens == expected.predicted_tokens
    assert part.altered.log_probability == pytest.approx(expected.log_probability)
    plain = translate(tiny_model, TEXT)
    assert part.original.predicted_tokens == plain.predicted_tokens
    np.testing.assert_allclose(part.change.before.weights, plain.weights("cross")[0, 0], atol=1e-5)
    assert part.change.after.weights[0, 1] == 0
    assert part.change.before.weights[0, 1] > 0


def test_one_click_leads_back(qtbot, panel):
    panel.view_picked.emit("change")
    panel.cell_flipped.emit("cross", Cell(0, 1))
    qtbot.waitUntil(lambda: not shown(panel).waits and not shown(panel).head_waits)
    panel.edits_dropped.emit()
    qtbot.waitUntil(lambda: not shown(panel).head_waits)
    part = shown(panel)
    assert not part.edits
    assert part.altered is None
    assert part.change.after is part.change.before


def test_a_row_loses_its_keys_and_gets_them_back(qtbot, panel):
    panel.view_picked.emit("rows")
    panel.row_picked.emit(1)
    qtbot.waitUntil(lambda: shown(panel).anatomy is not None)
    panel.key_flipped.emit(0)
    panel.key_flipped.emit(2)
    assert (shown(panel).row, shown(panel).allowed) == (1, {0, 2})
    panel.keys_masked.emit()
    assert shown(panel).allowed == set()


def test_choices_reach_the_state(panel):
    panel.view_picked.emit("steps")
    panel.stage_picked.emit(2)
    panel.padded_queries_picked.emit("masked")
    panel.sentence_picked.emit(0)
    part = shown(panel)
    assert (part.stage, part.padded_queries, part.sentence) == (2, "masked", 0)


def test_another_mask_is_built_as_far_as_the_one_before(panel):
    panel.stage_picked.emit(2)
    panel.mask_picked.emit("cross")
    panel.padded_queries_picked.emit("masked")
    own = panel.own
    assert (own.mask, own.stage, own.padded_queries) == ("cross", 2, "masked")
