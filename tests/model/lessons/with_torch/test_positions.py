"""Models without positions, or with wrong ones."""

from itertools import product

import numpy as np
import pytest
import torch

from model.config import ModelConfig
from model.decoding.greedy import read_source, translate
from model.decoding.trained import TrainedModel
from model.lessons.positions import AlteredRecord, AlteredSide
from model.lessons.with_torch.positions import Lengths, altered_steps, exchanged, with_positions
from model.messages import SourceError
from model.text.tokenizer import prepare_source
from tests.model.builders import config, untrained_model

TEXT = "a b c d e"
LENGTHS = Lengths(6, 7)


@pytest.fixture(params=[config(), config(positions="learned")], ids=["sinusoidal", "learned"])
def either(request: pytest.FixtureRequest) -> TrainedModel:
    architecture: ModelConfig = request.param
    return untrained_model(architecture)


def tables(model: TrainedModel) -> tuple[np.ndarray, np.ndarray]:
    """Source's and target's positions, ``[max_len, d_model]``."""
    source, target = (
        embedding.positions(0, model.config.max_len).detach().numpy()
        for embedding in (model.network.src_embedding, model.network.tgt_embedding)
    )
    return source, target


@pytest.mark.parametrize("side", ["source", "target", "both"])
def test_positions_are_removed_or_shuffled_on_the_side_that_was_asked_for(
    either: TrainedModel, side: AlteredSide
):
    removed = with_positions(either, "removed", side=side, lengths=LENGTHS, seed=0)
    shuffled = with_positions(either, "shuffled", side=side, lengths=LENGTHS, seed=3)
    for name, length, before, bare, mixed in zip(
        ("source", "target"),
        (LENGTHS.source, LENGTHS.target),
        *map(tables, (either, removed, shuffled)),
        strict=True,
    ):
        is_meant = side in {name, "both"}
        np.testing.assert_array_equal(bare, np.zeros_like(before) if is_meant else before)
        n = length if is_meant else 0
        np.testing.assert_array_equal(mixed[:n], before[list(exchanged(n, 3))])
        np.testing.assert_array_equal(mixed[n:], before[n:])


def test_the_model_itself_stays_as_it_is(either: TrainedModel):
    before = [parameter.clone() for parameter in either.network.parameters()]
    rows, trace = tables(either), translate(either, TEXT)
    altered = with_positions(either, "removed", side="both", lengths=LENGTHS, seed=0)
    with torch.no_grad():
        for parameter in altered.network.parameters():
            parameter.zero_()
    assert all(map(torch.equal, before, either.network.parameters()))
    np.testing.assert_array_equal(rows, tables(either))
    again = translate(either, TEXT)
    np.testing.assert_array_equal(trace.encoder_weights, again.encoder_weights)


def test_no_position_keeps_its_row_and_a_seed_says_which_exchange_it_is():
    for length, seed in product((0, 1, 2, 3, 8, 40), range(20)):
        rows = exchanged(length, seed)
        assert sorted(rows) == list(range(length))
        if length > 1:
            assert all(row != place for place, row in enumerate(rows))
    assert exchanged(10, 4) == exchanged(10, 4)
    assert len({exchanged(10, seed) for seed in range(10)}) > 5


def test_without_positions_the_encoder_sees_a_bag_of_words(either: TrainedModel):
    bare = with_positions(either, "removed", side="source", lengths=LENGTHS, seed=0)

    def weights(model: TrainedModel, text: str) -> np.ndarray:
        source = prepare_source(text, model.src_tokenizer, max_len=model.config.max_len)
        return read_source(model, source).weights

    order = [4, 0, 3, 1, 2, 5]  # of the words of TEXT, and </s>
    words = " ".join(TEXT.split()[place] for place in order[:-1])
    turned = weights(bare, TEXT)[:, :, order][:, :, :, order]
    np.testing.assert_allclose(weights(bare, words), turned, atol=1e-5)
    as_it_is = weights(either, TEXT)[:, :, order][:, :, :, order]
    assert not np.allclose(weights(either, words), as_it_is, atol=1e-3)


def last_of(model: TrainedModel, side: AlteredSide, *, seed: int = 0) -> AlteredRecord:
    *before, record = altered_steps(model, TEXT, side=side, seed=seed)
    assert not any(before)
    assert record is not None
    return record


@pytest.mark.parametrize("side", ["source", "target", "both"])
def test_each_translation_is_that_of_the_altered_model(copying: TrainedModel, side: AlteredSide):
    record = last_of(copying, side, seed=5)
    kept, shuffled, removed = record.translations
    own = translate(copying, TEXT)
    assert (kept.how, kept.text, kept.tokens) == (None, own.translation, own.predicted_tokens)
    assert kept.log_probability == pytest.approx(own.log_probability)
    lengths = Lengths(len(own.source_tokens), len(own.steps))
    for told in (shuffled, removed):
        assert told.how is not None
        altered = with_positions(copying, told.how, side=side, lengths=lengths, seed=5)
        trace = translate(altered, TEXT)
        assert (told.tokens, told.text) == (trace.predicted_tokens, trace.translation)
        assert told.stop == trace.stop
    assert record.source_tokens == own.source_tokens
    assert (record.source_text, record.side, record.seed) == (TEXT, side, 5)


def test_a_model_that_copies_cannot_do_so_without_positions(copying: TrainedModel):
    kept, shuffled, removed = last_of(copying, "both", seed=2).translations
    assert (kept.text, kept.source_rows) == (TEXT, tuple(range(6)))
    assert shuffled.source_rows == exchanged(6, 2)
    assert removed.source_rows == (None,) * 6
    for told in last_of(copying, "target").translations:
        assert told.source_rows == tuple(range(6))
    kept, *altered = last_of(copying, "source").translations
    assert kept.text == TEXT
    assert TEXT not in {told.text for told in altered}


def test_a_sentence_that_cannot_be_translated_is_an_error(untrained: TrainedModel):
    with pytest.raises(SourceError, match="empty"):
        [*altered_steps(untrained, "", side="both", seed=0)]
