"""The worker's answers for the embedding tab."""

import dataclasses

import numpy as np
import pytest

from model.decoding.batches import IdPair
from model.lessons.with_torch.embedding import read_embedding
from model.messages import UserError
from model.special_tokens import BOS_ID, EOS_ID
from viz_app.panels.embedding.jobs import embedding_steps
from viz_app.panels.embedding.panel import EMBEDDING
from viz_app.panels.embedding.room import EmbeddingQuestion
from viz_app.workbench.jobs import ModelCache


@pytest.fixture
def models(tiny_model):
    models = ModelCache()
    models.put(tiny_model)
    return models


@pytest.fixture
def question(tiny_trace):
    ids = (BOS_ID, *(step.token_id for step in tiny_trace.steps))
    return EmbeddingQuestion(1, tiny_trace.source_text, tiny_trace.source_ids, ids)


def test_it_reads_embeddings_and_logits_of_the_ids(models, tiny_model, question):
    (record,) = embedding_steps(models, question)
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
def test_ids_of_another_model_get_no_answer(models, question, changes):
    assert [*embedding_steps(models, dataclasses.replace(question, **changes))] == []


def test_without_a_model_there_is_an_error(question):
    with pytest.raises(UserError, match="No model"):
        [*embedding_steps(ModelCache(), question)]


def test_the_answer_is_there_when_the_tab_is(qtbot, faceless, tiny_trace):
    panel = faceless(EMBEDDING).translated(tiny_trace).opened()
    qtbot.waitUntil(lambda: panel.own.reading is not None)
    assert panel.own.reading.source.tokens == tiny_trace.source_tokens
    assert panel.own.reading.target.tokens == tiny_trace.fed_tokens
