"""What the mask tab's jobs answer, and the tab with a real worker."""

import dataclasses

import numpy as np
import pytest

from model.decoding.greedy import translate
from model.lessons.masks import NO_EDITS, MaskCell, MaskEdits
from model.lessons.with_torch.masks import altered_steps
from model.messages import SourceError, UserError
from viz_app.panels.masks import room
from viz_app.panels.masks.jobs import (
    altered_translation_steps,
    batch_masks_steps,
    masked_head_steps,
)
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.masks.room import AlteredQuestion, BatchQuestion, MaskedHead
from viz_app.workbench.controllers import TranslationController
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import sets
from viz_app.workbench.state import Cell

pytestmark = pytest.mark.usefixtures("one_torch_thread")

TEXT = "a b c d"
EDITS = MaskEdits(frozenset({MaskCell("cross", 0, 0), MaskCell("encoder", 1, 0)}))


@pytest.fixture
def cache():
    return ModelCache()


@pytest.fixture
def key(cache, tiny_model):
    return cache.put(tiny_model)


def answers(steps):
    """Those that are there, and the error at the end."""
    found = []
    try:
        for answer in steps:
            found += [answer] if answer is not None else []
    except SourceError as error:
        return found, error
    return found, None


def batch(cache, key, *others):
    return answers(batch_masks_steps(cache, BatchQuestion(key, TEXT, others)))


def test_a_batch_without_other_sentences_gets_one_of_another_length(cache, key, tiny_model):
    (answer,), error = batch(cache, key)
    assert error is None
    assert answer.texts[0] == TEXT
    assert answer.rows == (0, 1)
    assert not answer.record.source_padding.all()
    assert answer.original.predicted_tokens == translate(tiny_model, TEXT).predicted_tokens
    assert answer.original.finished


def test_a_batch_of_six(cache, key):
    others = ("a", "b c", "c", "a b c d e f", "d d")
    (answer,), error = batch(cache, key, *others)
    assert error is None
    assert answer.texts == answer.record.texts == (TEXT, *others)
    assert answer.rows == tuple(range(6))
    assert answer.record.source_padding.sum(-1).tolist() == [5, 2, 3, 2, 7, 3]


@pytest.mark.parametrize("others", [("猫", "a b"), ("猫",)], ids=["read", "one of ours"])
def test_what_cannot_be_read_is_left_out_and_said_afterwards(cache, key, others):
    (answer,), error = batch(cache, key, *others)
    assert answer.texts[: 1 + len(others)] == (TEXT, *others)
    assert answer.rows == (0, None, 1)
    assert answer.record.texts == (TEXT, answer.texts[2])
    assert "猫" in str(error)


def test_a_batch_can_be_stopped_and_an_unread_sentence_is_for_its_translation_to_say(cache, key):
    assert next(batch_masks_steps(cache, BatchQuestion(key, TEXT, ()))) is None
    assert answers(batch_masks_steps(cache, BatchQuestion(key, "猫", ()))) == ([], None)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_head_is_the_model_s_own_before_and_the_edited_one_after(cache, key, tiny_model, kind):
    trace = translate(tiny_model, TEXT)
    ids = trace.source_ids, trace.fed_ids
    question = MaskedHead(key, *ids, EDITS, kind, 0, 1)
    (answer,), _ = answers(masked_head_steps(cache, question))
    assert answer.question == question
    np.testing.assert_allclose(answer.result.before.weights, trace.weights(kind)[0, 1], atol=1e-5)
    masks = EDITS.masks(n_source=len(ids[0]), n_target=len(ids[1]))
    np.testing.assert_array_equal(answer.result.after.mask, masks[kind])
    plain = dataclasses.replace(question, edits=NO_EDITS)
    (answer,), _ = answers(masked_head_steps(cache, plain))
    assert answer.result.after is answer.result.before


def test_only_the_whole_altered_translation_is_an_answer(cache, key, tiny_model):
    question = AlteredQuestion(key, TEXT, EDITS)
    steps = [*altered_translation_steps(cache, question)]
    assert steps[:-1] == [None] * (len(steps) - 1)
    *_, expected = altered_steps(tiny_model, TEXT, EDITS)
    assert steps[-1].question == question
    assert steps[-1].result.predicted_tokens == expected.predicted_tokens
    np.testing.assert_array_equal(steps[-1].result.weights("cross"), expected.weights("cross"))


def test_a_model_that_is_gone_is_said(cache):
    head = MaskedHead(99, (2,), (1,), NO_EDITS, "cross", 0, 0)
    for steps in (
        batch_masks_steps(cache, BatchQuestion(99, TEXT, ())),
        masked_head_steps(cache, head),
        altered_translation_steps(cache, AlteredQuestion(99, TEXT, EDITS)),
    ):
        with pytest.raises(UserError, match="No model is loaded"):
            next(steps)


# --------------------------------------------------------------------------------- on the worker


LONG = "a b c d e"


@pytest.fixture
def translation(bench, desk, model_cache):
    return TranslationController(bench, desk, model_cache)


@pytest.fixture
def panel(qtbot, translation, faceless):
    """A translation is on screen, the tab in front, its batch there."""
    panel = faceless(MASKS)
    translation.translate(LONG)
    qtbot.waitUntil(lambda: panel.bench.trace is not None and not panel.bench.translating)
    assert panel.own.batch is None, "nobody has looked"
    panel.opened()
    qtbot.waitUntil(lambda: panel.own.batch is not None)
    return panel


def shown(panel):
    return panel.shown


def test_the_batch_follows_the_translation_and_the_sentences(qtbot, translation, panel):
    assert shown(panel).texts[0] == LONG
    for others in (("a b c", "d"), ("a b c", "d d d d d d d"), ("a",)):
        panel.do(room.sentences_given, others)
        qtbot.waitUntil(lambda: not shown(panel).waits)
        assert shown(panel).texts == shown(panel).record.texts == (LONG, *others)
    translation.translate("c b")
    qtbot.waitUntil(lambda: shown(panel).texts[0] == "c b" and not panel.bench.translating)
    assert shown(panel).record.src_tokens[0][:3] == ("c", "b", "</s>")


def test_a_sentence_that_cannot_be_read_is_told_and_the_others_are_shown(qtbot, panel):
    panel.do(room.sentences_given, ("猫", "a b"))
    qtbot.waitUntil(lambda: panel.bench.notice is not None)
    assert panel.bench.notice.level == "error"
    assert "猫" in str(panel.bench.notice.message)
    assert (shown(panel).texts, shown(panel).rows) == ((LONG, "猫", "a b"), (0, None, 1))


def test_the_padded_sentence_is_read_for_the_steps(qtbot, panel):
    panel.do(room.sentences_given, ("a",))
    panel.do(sets("view"), "steps")
    qtbot.waitUntil(lambda: shown(panel).anatomy is not None and shown(panel).texts[1:] == ("a",))
    part = shown(panel)
    padded = part.record.source_padding[part.sentence]
    assert (part.anatomy.weights[:, ~padded] == 0).all()
    np.testing.assert_allclose(part.anatomy.weights.sum(-1), 1, atol=1e-5)
    for head, change, *args in ((0, sets("mask"), "cross"), (1, room.head_picked, "cross", 0, 1)):
        panel.do(change, *args)
        qtbot.waitUntil(lambda: shown(panel).anatomy is not None)
        assert (shown(panel).anatomy.kind, shown(panel).anatomy.head) == ("cross", head)


def test_flipping_cells_translates_again_and_one_transition_leads_back(qtbot, panel):
    panel.do(sets("view"), "change")
    panel.do(room.head_picked, "cross", 0, 0)
    panel.do(room.cell_flipped, "cross", Cell(0, 1))
    panel.do(room.cell_flipped, "encoder", Cell(2, 0))
    qtbot.waitUntil(lambda: not shown(panel).waits and not shown(panel).head_waits)
    part = shown(panel)
    assert part.altered is not None
    assert part.change.after.weights[0, 1] == 0
    assert part.change.before.weights[0, 1] > 0
    panel.do(room.edits_dropped)
    qtbot.waitUntil(lambda: not shown(panel).head_waits)
    assert (shown(panel).edits, shown(panel).altered) == (NO_EDITS, None)
    assert shown(panel).change.after is shown(panel).change.before
