"""A head for the scaling tab, from a model of the shelf."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from model.decoding import translate
from model.messages import UserError
from model.special_tokens import BOS_ID
from viz_app.jobs.scaling import scaling_steps
from viz_app.jobs.shelf import Shelf
from viz_app.state.scaling import HeadQuestion

pytestmark = pytest.mark.usefixtures("one_torch_thread")

TEXT = "a b c d e"


@pytest.fixture
def shelf():
    return Shelf()


@pytest.fixture
def question(shelf, tiny_model):
    trace = translate(tiny_model, TEXT)
    return HeadQuestion(
        model_key=shelf.put(tiny_model),
        text=trace.source_text,
        source_ids=trace.source_ids,
        target_ids=(BOS_ID, *(step.token_id for step in trace.steps[:-1])),
        kind="cross",
        layer=1,
        head=0,
    )


def test_the_products_are_those_of_the_translation(shelf, question, tiny_model):
    (anatomy,) = scaling_steps(shelf, question)
    trace = translate(tiny_model, TEXT)
    scores = anatomy.products / np.sqrt(tiny_model.config.d_k)
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    np.testing.assert_allclose(weights, trace.cross_weights[1, 0], atol=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        {"source_ids": (4, 5, 3)},
        {"target_ids": (BOS_ID, 10_000)},
        {"layer": 2},
        {"head": 2},
        {"text": "a b"},
    ],
    ids=["source", "target", "layer", "head", "text"],
)
def test_a_sentence_of_the_model_before_has_no_answer(shelf, question, change):
    assert not list(scaling_steps(shelf, dataclasses.replace(question, **change)))


def test_a_model_that_is_not_there_is_an_error(shelf, question):
    with pytest.raises(UserError, match="No model is loaded"):
        list(scaling_steps(shelf, dataclasses.replace(question, model_key=99)))
