"""What an encoder alone expects at each place, against a pass of its network and numpy."""

import dataclasses

import numpy as np
import pytest
import torch

from model.decoding.greedy import translate_steps
from model.decoding.masked import masked_candidates, masked_text
from model.decoding.trained import TrainedModel
from model.messages import SourceError
from model.network.transformer import Transformer
from tests.model import one_stack
from tests.model.builders import log_softmax

TEXT = "the [MASK] sat dogs on Z [MASK] ."
MASKED = (2, 8)


@pytest.fixture(scope="module")
def bert() -> TrainedModel:
    return one_stack.bert()


def pass_of(model: TrainedModel, ids: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Log-probabilities ``[source, vocabulary]``, and weights ``[layers, heads, key, key]``."""
    with torch.no_grad():
        encoded = model.network.encode(torch.tensor([ids]), None, record=True)
        logits = model.network.predict(encoded.memory)[0]
    return log_softmax(logits.numpy()), encoded.weights[:, 0].numpy()


def test_each_place_has_the_most_probable_tokens_of_a_pass_best_first(bert: TrainedModel):
    trace = masked_candidates(bert, TEXT, top_k=3)
    rows, weights = pass_of(bert, trace.source_ids)
    np.testing.assert_allclose(trace.encoder_weights, weights, atol=1e-6)
    for place, row in zip(trace.places, rows, strict=True):
        best = np.argsort(-row)[:3]
        assert [one.token_id for one in place.candidates] == best.tolist()
        assert [one.token for one in place.candidates] == [*map(bert.tgt_tokenizer.token, best)]
        found = [one.log_probability for one in place.candidates]
        assert found == pytest.approx(row[best].tolist(), abs=1e-4)
        known = row[np.isfinite(row)]
        assert place.entropy == pytest.approx(-(np.exp(known) * known).sum() / np.log(2), abs=1e-3)


def test_there_are_five_candidates_unless_another_number_is_asked_for(bert: TrainedModel):
    trace = masked_candidates(bert, TEXT)
    assert {len(place.candidates) for place in trace.places} == {5}


def test_translating_is_one_trace_of_all_places(bert: TrainedModel):
    (trace,) = translate_steps(bert, TEXT, top_k=2)
    assert trace.places == masked_candidates(bert, TEXT, top_k=2).places


def test_a_masked_place_has_the_best_token_and_every_other_its_own(bert: TrainedModel):
    trace = masked_candidates(bert, TEXT)
    rows, _ = pass_of(bert, trace.source_ids)
    assert tuple(at for at, place in enumerate(trace.places) if place.masked) == MASKED
    for at, place in enumerate(trace.places):
        expected = int(rows[at].argmax()) if at in MASKED else trace.source_ids[at]
        assert place.token_id == expected
        assert place.log_probability == pytest.approx(rows[at][expected], abs=1e-4)


def test_the_translation_has_the_best_tokens_where_the_masks_are(bert: TrainedModel):
    trace = masked_candidates(bert, TEXT)
    ids = [place.token_id for place in trace.places]
    assert trace.translation == bert.tgt_tokenizer.decode(ids)
    assert "[MASK]" not in trace.translation


def test_the_trace_tells_what_was_read_and_has_no_steps(bert: TrainedModel):
    trace, source = masked_candidates(bert, TEXT), bert.prepared(TEXT)
    assert (trace.source_text, trace.source_ids) == (source.text, source.ids)
    assert (trace.source_tokens, trace.unknown) == (source.tokens, ("Z",))
    assert trace.notices == source.notices != ()
    assert (trace.steps, trace.stop, trace.kinds) == ((), "end of sentence", ("encoder",))


def test_a_sentence_whose_weights_fill_the_memory_is_refused_before_the_encoder_runs(
    bert: TrainedModel, monkeypatch: pytest.MonkeyPatch
):
    config = dataclasses.replace(bert.config, n_layers=12, n_heads=8, max_len=2000)
    words = len(bert.src_tokenizer)
    network = Transformer(config, src_vocab=words, tgt_vocab=words)
    monkeypatch.setattr(network, "encode", None)
    with pytest.raises(
        SourceError, match=r"“the the .*” has 1\d{3} tokens: .* 0 target tokens .* MB is the most"
    ):
        masked_candidates(dataclasses.replace(bert, network=network), "the " * 1800)


# ------------------------------------------------------------------------------ masked by hand


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (1, "[MASK] cat sat on the mat ."),
        (3, "the cat [MASK] on the mat ."),
        (7, "the cat sat on the mat [MASK]"),
    ],
)
def test_a_mask_takes_the_place_of_a_token(bert: TrainedModel, place: int, expected: str):
    text = masked_text(bert, "the cat sat on the mat .", place)
    assert text == expected
    assert bert.prepared(text).ids[place] == bert.src_tokenizer.mask


@pytest.mark.parametrize(("place", "token"), [(0, r"\[CLS\]"), (4, r"\[SEP\]")])
def test_what_stands_around_a_sentence_is_not_masked(bert: TrainedModel, place: int, token: str):
    with pytest.raises(SourceError, match=f"{token} stands around every sentence"):
        masked_text(bert, "the cat sat", place)


def test_a_mask_is_not_masked_once_more(bert: TrainedModel):
    with pytest.raises(SourceError, match="masked already"):
        masked_text(bert, "the [MASK] sat", 2)
