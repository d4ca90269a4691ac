"""A head of a model of the cache; none of a sentence that another model has read."""

import dataclasses

import numpy as np
import pytest

from model.messages import UserError
from model.special_tokens import BOS_ID
from model.traces.trace import KINDS
from viz_app.workbench.jobs import ModelCache, head_steps
from viz_app.workbench.snapshots.attention import HeadQuestion

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.fixture
def model_cache():
    return ModelCache()


@pytest.fixture
def question(model_cache, tiny_model, tiny_trace):
    return HeadQuestion(
        model_key=model_cache.put(tiny_model),
        text=tiny_trace.source_text,
        src_ids=tiny_trace.source_ids,
        tgt_ids=tiny_trace.fed_ids,
        kind="cross",
        layer=1,
        head=0,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_has_the_weights_of_the_translation(model_cache, question, tiny_trace, kind):
    question = dataclasses.replace(question, kind=kind)
    (answer,) = head_steps(model_cache, question)
    assert answer.question == question
    weights = tiny_trace.weights(kind)[1, 0]
    np.testing.assert_allclose(answer.result.weights, weights, atol=1e-6)


def test_the_products_are_those_of_the_translation(model_cache, question, tiny_model, tiny_trace):
    (answer,) = head_steps(model_cache, question)
    scores = answer.result.products / np.sqrt(tiny_model.config.d_k)
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    np.testing.assert_allclose(weights, tiny_trace.cross_weights[1, 0], atol=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        {"src_ids": (4, 5, 3)},
        {"tgt_ids": (BOS_ID, 10_000)},
        {"tgt_ids": (BOS_ID,) * 25},
        {"layer": 2},
        {"head": 2},
        {"text": "a b"},
        {"text": "我"},
    ],
    ids=["source", "target", "long target", "layer", "head", "text", "unknown text"],
)
def test_a_sentence_of_the_model_before_has_no_answer(model_cache, question, change):
    assert not list(head_steps(model_cache, dataclasses.replace(question, **change)))


def test_a_model_that_is_gone_is_an_error_for_the_user(model_cache, question):
    with pytest.raises(UserError, match="No model is loaded"):
        list(head_steps(model_cache, dataclasses.replace(question, model_key=99)))
