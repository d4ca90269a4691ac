"""What the mask tab's jobs answer."""

import numpy as np
import pytest

from model.decoding.greedy import translate
from model.lessons.masks import NO_EDITS, MaskCell, MaskEdits
from model.lessons.with_torch.masks import altered_steps
from model.lessons.with_torch.one_head import head_anatomy, record_inputs
from model.messages import SourceError, UserError
from viz_app.panels.masks.jobs import (
    altered_translation_steps,
    batch_masks_steps,
    masked_head_steps,
)
from viz_app.panels.masks.room import AlteredQuestion, BatchQuestion, MaskedHead
from viz_app.workbench.jobs import ModelCache

pytestmark = pytest.mark.usefixtures("one_torch_thread")

TEXT = "a b c d"
EDITS = MaskEdits(frozenset({MaskCell("cross", 0, 0), MaskCell("encoder", 1, 0)}))


@pytest.fixture
def model_cache(tiny_model):
    return ModelCache()


@pytest.fixture
def key(model_cache, tiny_model):
    return model_cache.put(tiny_model)


def answers(steps):
    """Those that are there, and the error at the end."""
    found = []
    try:
        for answer in steps:
            found += [answer] if answer is not None else []
    except SourceError as error:
        return found, error
    return found, None


def batch(model_cache, key, *others):
    return answers(batch_masks_steps(model_cache, BatchQuestion(key, TEXT, others)))


def test_a_batch_without_other_sentences_gets_one_of_another_length(model_cache, key):
    (answer,), error = batch(model_cache, key)
    assert error is None
    assert answer.texts[0] == TEXT
    assert len(answer.texts) == 2
    assert answer.rows == (0, 1)
    assert not answer.record.source_padding.all()


def test_a_batch_of_six(model_cache, key):
    others = ("a", "b c", "c", "a b c d e f", "d d")
    (answer,), error = batch(model_cache, key, *others)
    assert error is None
    assert answer.texts == answer.record.texts == (TEXT, *others)
    assert answer.rows == tuple(range(6))
    assert answer.record.source_padding.sum(-1).tolist() == [5, 2, 3, 2, 7, 3]


def test_the_original_is_the_translation_of_the_first(model_cache, key, tiny_model):
    (answer,), _ = batch(model_cache, key, "a")
    assert answer.original.predicted_tokens == translate(tiny_model, TEXT).predicted_tokens
    assert answer.original.finished


def test_what_cannot_be_read_is_left_out_and_said_afterwards(model_cache, key):
    (answer,), error = batch(model_cache, key, "猫", "a b")
    assert answer.texts == (TEXT, "猫", "a b")
    assert answer.rows == (0, None, 1)
    assert answer.record.texts == (TEXT, "a b")
    assert "猫" in str(error)


def test_a_batch_of_which_only_one_can_be_read_gets_one_of_ours(model_cache, key):
    (answer,), error = batch(model_cache, key, "猫")
    assert answer.rows == (0, None, 1)
    assert len(answer.record.src_tokens) == 2
    assert "猫" in str(error)


def test_a_sentence_on_screen_that_cannot_be_read_is_for_its_translation_to_say(model_cache, key):
    steps = batch_masks_steps(model_cache, BatchQuestion(key, "猫", ()))
    assert answers(steps) == ([], None)


def test_a_batch_can_be_stopped_while_it_is_translated(model_cache, key):
    assert next(batch_masks_steps(model_cache, BatchQuestion(key, TEXT, ()))) is None


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_head_is_the_model_s_own_before_and_the_edited_one_after(
    model_cache, key, tiny_model, kind
):
    trace = translate(tiny_model, TEXT)
    ids = trace.source_ids, trace.fed_ids
    question = MaskedHead(key, *ids, EDITS, kind, 0, 1)
    (answer,), _ = answers(masked_head_steps(model_cache, question))
    assert answer.question == question
    np.testing.assert_allclose(answer.result.before.weights, trace.weights(kind)[0, 1], atol=1e-5)
    masks = EDITS.masks(n_source=len(ids[0]), n_target=len(ids[1]))
    expected = head_anatomy(record_inputs(tiny_model, *ids, masks=masks), kind, 0, 1)
    np.testing.assert_array_equal(answer.result.after.scores, expected.scores)
    np.testing.assert_array_equal(answer.result.after.weights, expected.weights)


def test_without_edits_before_and_after_are_one(model_cache, key, tiny_model):
    trace = translate(tiny_model, TEXT)
    question = MaskedHead(key, trace.source_ids, trace.fed_ids, NO_EDITS, "cross", 0, 0)
    (answer,), _ = answers(masked_head_steps(model_cache, question))
    assert answer.result.after is answer.result.before


def test_only_the_whole_altered_translation_is_an_answer(model_cache, key, tiny_model):
    question = AlteredQuestion(key, TEXT, EDITS)
    steps = [*altered_translation_steps(model_cache, question)]
    assert steps[:-1] == [None] * (len(steps) - 1)
    *_, expected = altered_steps(tiny_model, TEXT, EDITS)
    assert steps[-1].question == question
    assert steps[-1].result.predicted_tokens == expected.predicted_tokens
    np.testing.assert_array_equal(steps[-1].result.weights("cross"), expected.weights("cross"))


@pytest.mark.parametrize(
    "steps",
    [
        lambda model_cache: batch_masks_steps(model_cache, BatchQuestion(99, TEXT, ())),
        lambda model_cache: masked_head_steps(
            model_cache, MaskedHead(99, (2,), (1,), NO_EDITS, "cross", 0, 0)
        ),
        lambda model_cache: altered_translation_steps(
            model_cache, AlteredQuestion(99, TEXT, EDITS)
        ),
    ],
    ids=["batch", "head", "altered"],
)
def test_a_model_that_is_gone_is_said(model_cache, steps):
    with pytest.raises(UserError, match="No model is loaded"):
        next(steps(model_cache))
