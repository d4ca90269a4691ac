"""What a notebook shows of models with an encoder or a decoder alone."""

import numpy as np
import pytest

import headlight
from model.checkpoint.file import save_checkpoint
from model.messages import UserError
from tests.model import one_stack

MODELS = {"encoder": one_stack.bert, "decoder": one_stack.gpt}


@pytest.fixture(params=MODELS)
def kind(request):
    return request.param


@pytest.fixture
def trace(kind, tmp_path, one_torch_thread):
    model = MODELS[kind]()
    save_checkpoint(model, tmp_path / "alone.safetensors")
    sample = model.record["samples"][0]
    return headlight.translate(sample, model=tmp_path / "alone.safetensors", device="cpu")


def test_its_weights_are_there_and_it_is_shown(trace, kind):
    weights = trace.weights(kind)
    assert weights.shape[:2] == (3, 4)
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)
    assert "3 × 4" in repr(trace)
    page = trace._repr_html_()
    assert kind in page.lower()


def test_another_kind_is_one_sentence(trace, kind):
    with pytest.raises(UserError, match="cross"):
        trace.show(kind="cross")
    assert trace.show(kind=kind) is not None


def test_it_is_kept_as_a_session(trace, tmp_path):
    from viz_app.storage.session import load_session

    trace.save(tmp_path / "a.headlight")
    (branch,) = load_session(tmp_path / "a.headlight").branches
    assert branch.trace.source_text == trace.source_text
    assert branch.trace.places == trace.places
    assert len(trace.places) == len(trace.source_tokens)
