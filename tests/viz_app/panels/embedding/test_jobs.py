"""The worker's answers for the embedding tab."""

import dataclasses

import numpy as np
import pytest

from model.decoding.batches import IdPair
from model.lessons.with_torch.embedding import read_embedding
from model.messages import UserError
from model.special_tokens import BOS_ID, EOS_ID
from viz_app.panels.embedding.jobs import embedding_steps
from viz_app.panels.embedding.room import EmbeddingQuestion
from viz_app.workbench.jobs import ModelCache


@pytest.fixture
def model_cache(tiny_model):
    model_cache = ModelCache()
    model_cache.put(tiny_model)
    return model_cache


@pytest.fixture
def question(tiny_trace):
    ids = (BOS_ID, *(step.token_id for step in tiny_trace.steps))
    return EmbeddingQuestion(1, tiny_trace.source_text, tiny_trace.source_ids, ids)


def test_it_reads_embeddings_and_logits_of_the_ids(model_cache, tiny_model, question):
    (record,) = embedding_steps(model_cache, question)
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
def test_ids_of_another_model_get_no_answer(model_cache, question, changes):
    assert [*embedding_steps(model_cache, dataclasses.replace(question, **changes))] == []


def test_without_a_model_there_is_an_error(question):
    with pytest.raises(UserError, match="No model"):
        [*embedding_steps(ModelCache(), question)]
