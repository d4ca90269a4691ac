from __future__ import annotations

import numpy as np
import pytest

from model.messages import UserError
from model.special_tokens import BOS_ID
from model.trace import KINDS
from viz_app.jobs.one_head import one_head_steps
from viz_app.jobs.shelf import Shelf
from viz_app.state.one_head import HeadQuestion


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_has_the_weights_of_the_translation(tiny_model, tiny_trace, kind):
    shelf = Shelf()
    question = HeadQuestion(
        model_key=shelf.put(tiny_model),
        src_ids=tiny_trace.source_ids,
        tgt_ids=(BOS_ID, *(step.token_id for step in tiny_trace.steps[:-1])),
        kind=kind,
        layer=1,
        head=0,
    )
    (answer,) = one_head_steps(shelf, question)
    assert answer.question == question
    weights = tiny_trace.weights(kind)[1, 0]
    np.testing.assert_allclose(answer.anatomy.weights, weights, atol=1e-6)


def test_a_model_that_is_gone_is_an_error_for_the_user():
    question = HeadQuestion(
        model_key=7, src_ids=(5, 2), tgt_ids=(BOS_ID,), kind="cross", layer=0, head=0
    )
    with pytest.raises(UserError, match="No model is loaded"):
        next(one_head_steps(Shelf(), question))
