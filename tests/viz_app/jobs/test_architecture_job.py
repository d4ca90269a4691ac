"""What the architecture tab asks the worker for."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from model.architecture import architecture_record
from model.complexity import TIMED_LAYERS, Extent
from model.decoding import translate
from model.messages import UserError
from model.special_tokens import BOS_ID
from model.transformer import count_parameters
from viz_app.jobs.architecture import architecture_steps, comparison_steps, measuring_steps
from viz_app.jobs.shelf import Shelf
from viz_app.state.architecture import Machine
from viz_app.state.architecture_view import ComparisonQuestion, RecordQuestion

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.fixture
def shelf():
    return Shelf()


@pytest.fixture
def key(shelf, tiny_model):
    """Of the tiny model on the shelf."""
    return shelf.put(tiny_model)


def sentence(model):
    trace = translate(model, "a b c d e")
    return trace.source_ids, tuple(step.token_id for step in trace.steps)


def test_the_record_is_that_of_the_model_on_the_shelf(shelf, key, tiny_model):
    src, target = sentence(tiny_model)
    (record,) = architecture_steps(shelf, RecordQuestion(key, src, (BOS_ID, *target[:-1])))
    assert record.n_parameters == count_parameters(tiny_model.network)
    expected = architecture_record(tiny_model, src, (BOS_ID, *target[:-1]))
    for one, other in zip(record.streams, expected.streams, strict=True):
        assert np.array_equal(one.lengths, other.lengths)


def test_gradients_are_of_as_many_layers_as_asked_for(shelf, key, tiny_model):
    src, target = sentence(tiny_model)
    for depth, expected in ((None, tiny_model.config.n_layers), (3, 3)):
        question = ComparisonQuestion(key, src, (BOS_ID, *target), depth)
        *_, comparison = comparison_steps(shelf, question)
        assert comparison.post.decoder.shape == (len(comparison.post.seeds), expected)


def test_it_says_first_where_it_measures(shelf, key):
    machine, *steps = measuring_steps(shelf, key, [Extent(n=2, d=4)])
    assert machine == Machine("cpu", torch.get_num_threads())
    assert [step.layer for step in steps if step is not None] == list(TIMED_LAYERS)


def test_without_a_model_there_is_nothing_to_show(shelf):
    for steps in (
        architecture_steps(shelf, RecordQuestion(7, (4,), (1,))),
        comparison_steps(shelf, ComparisonQuestion(7, (4,), (1, 4), None)),
        measuring_steps(shelf, None, [Extent(n=2, d=4)]),
    ):
        with pytest.raises(UserError, match="No model is loaded yet"):
            next(steps)
