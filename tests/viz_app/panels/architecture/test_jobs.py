"""What the architecture tab asks the worker for."""

import dataclasses

import numpy as np
import pytest
import torch

from model.decoding.greedy import translate
from model.lessons.architecture import TIMED_LAYERS, Extent
from model.lessons.with_torch.architecture import architecture_record
from model.messages import UserError
from model.network.transformer import count_parameters
from model.special_tokens import BOS_ID, EOS_ID
from viz_app.panels.architecture.jobs import architecture_steps, comparison_steps, measuring_steps
from viz_app.panels.architecture.room import ComparisonQuestion, Machine, RecordQuestion
from viz_app.workbench.jobs import ModelCache

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.fixture
def model_cache():
    return ModelCache()


@pytest.fixture
def key(model_cache, tiny_model):
    """Of the tiny model in the cache."""
    return model_cache.put(tiny_model)


TEXT = "a b c d e"


def record_question(key, model, **changes):
    trace = translate(model, TEXT)
    question = RecordQuestion(key, TEXT, trace.source_ids, trace.fed_ids)
    return dataclasses.replace(question, **changes)


def comparison_question(key, model, *, depth=None, **changes):
    trace = translate(model, TEXT)
    question = ComparisonQuestion(
        key, TEXT, trace.source_ids, (BOS_ID, *trace.predicted_ids), depth
    )
    return dataclasses.replace(question, **changes)


def test_the_record_is_that_of_the_model_on_the_shelf(model_cache, key, tiny_model):
    question = record_question(key, tiny_model)
    (record,) = architecture_steps(model_cache, question)
    assert record.n_parameters == count_parameters(tiny_model.network)
    expected = architecture_record(tiny_model, question.src_ids, question.tgt_ids)
    for one, other in zip(record.streams, expected.streams, strict=True):
        assert np.array_equal(one.lengths, other.lengths)


def test_gradients_are_of_as_many_layers_as_asked_for(model_cache, key, tiny_model):
    for depth, expected in ((None, tiny_model.config.n_layers), (3, 3)):
        question = comparison_question(key, tiny_model, depth=depth)
        *_, comparison = comparison_steps(model_cache, question)
        assert comparison.post.decoder.shape == (len(comparison.post.seeds), expected)


@pytest.mark.parametrize(
    "changes",
    [
        {"src_ids": (5, 4, EOS_ID)},
        {"text": "我"},
        {"tgt_ids": (BOS_ID, 10_000)},
        {"tgt_ids": (BOS_ID,) * 200},
    ],
    ids=["source", "text", "target", "long target"],
)
def test_ids_of_another_model_get_no_answer(model_cache, key, tiny_model, changes):
    assert not [*architecture_steps(model_cache, record_question(key, tiny_model, **changes))]
    assert not [*comparison_steps(model_cache, comparison_question(key, tiny_model, **changes))]


def test_it_says_first_where_it_measures(model_cache, key):
    machine, *steps = measuring_steps(model_cache, key, [Extent(n=2, d=4)])
    assert machine == Machine("cpu", torch.get_num_threads())
    assert [step.layer for step in steps if step is not None] == list(TIMED_LAYERS)


def test_without_a_model_there_is_nothing_to_show(model_cache):
    for steps in (
        architecture_steps(model_cache, RecordQuestion(7, "a", (4,), (1,))),
        comparison_steps(model_cache, ComparisonQuestion(7, "a", (4,), (1, 4), None)),
        measuring_steps(model_cache, None, [Extent(n=2, d=4)]),
    ):
        with pytest.raises(UserError, match="No model is loaded yet"):
            next(steps)
