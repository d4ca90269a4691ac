"""The worker's answers for the embedding tab."""

import dataclasses

import numpy as np
import pytest

from model.decoding.batches import IdPair
from model.lessons.with_torch.embedding import read_embedding
from model.messages import UserError
from model.special_tokens import BOS_ID, EOS_ID
from viz_app.panels.embedding.jobs import embedding_steps, forcing_steps
from viz_app.panels.embedding.room import EmbeddingQuestion, ForcingQuestion
from viz_app.workbench.jobs import Shelf


@pytest.fixture
def shelf(tiny_model):
    shelf = Shelf()
    shelf.put(tiny_model)
    return shelf


@pytest.fixture
def question(tiny_trace):
    ids = (BOS_ID, *(step.token_id for step in tiny_trace.steps))
    return EmbeddingQuestion(1, tiny_trace.source_text, tiny_trace.source_ids, ids)


def forcing(question, given=""):
    return ForcingQuestion(1, question.text, question.target_ids[1:], given)


def answer(steps):
    *before, last = steps
    assert set(before) <= {None}
    return last


def test_it_reads_embeddings_and_logits_of_the_ids(shelf, tiny_model, question):
    (record,) = embedding_steps(shelf, question)
    expected = read_embedding(tiny_model, IdPair(question.source_ids, question.target_ids))
    np.testing.assert_array_equal(record.source.embedded, expected.source.embedded)
    np.testing.assert_array_equal(record.output.logits, expected.output.logits)


@pytest.mark.parametrize(
    "changes",
    [
        {"source_ids": (5, 4, EOS_ID)},
        {"target_ids": (BOS_ID, 10_000)},
        {"target_ids": (BOS_ID,) * 200},
        {"text": "我"},
    ],
)
def test_ids_of_another_model_get_no_answer(shelf, question, changes):
    assert [*embedding_steps(shelf, dataclasses.replace(question, **changes))] == []


def test_the_known_reference_is_expected_first(shelf, question):
    """The task is to reverse."""
    forced = answer(forcing_steps(shelf, forcing(question)))
    assert forced.origin == "reference"
    assert forced.record.expected[0] == ("e", "d", "c", "b", "a", "</s>")
    assert forced.record.sources == ("a b c d e", "a b")
    assert forced.record.expected[1][:3] == ("b", "a", "</s>")


def test_the_users_target_is_expected_instead(shelf, question):
    forced = answer(forcing_steps(shelf, forcing(question, "a b c")))
    assert forced.origin == "given"
    assert forced.record.fed[0][:4] == ("<s>", "a", "b", "c")


def test_without_a_reference_it_is_the_translation(tiny_model, question):
    shelf = Shelf()
    shelf.put(dataclasses.replace(tiny_model, task="mine.tsv"))
    forced = answer(forcing_steps(shelf, forcing(question)))
    assert forced.origin == "translation"
    tokens = tuple(tiny_model.tgt_tokenizer.token(index) for index in question.target_ids[1:])
    assert forced.record.expected[0] == tokens


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("猫", "“猫” contains words this model cannot write"),
        ("a " * 24, "“a a a a a a a a a a a a …” has 24 tokens; this model reads at most 23"),
    ],
)
def test_a_target_that_cannot_be_expected_is_an_error(shelf, question, given, why):
    with pytest.raises(UserError, match=why):
        [*forcing_steps(shelf, forcing(question, given))]


def test_a_sentence_of_another_model_gets_no_losses(shelf, question):
    strange = dataclasses.replace(question, text="我")
    assert [*forcing_steps(shelf, forcing(strange))] == []


def test_without_a_model_there_is_an_error(question):
    with pytest.raises(UserError, match="No model"):
        [*embedding_steps(Shelf(), question)]
