"""Embeddings and logits as read off a model, against plain numpy and the network itself."""

import dataclasses

import numpy as np
import pytest
import torch

from model.config import ModelConfig
from model.decoding.batching import IdPair
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.embedding.record import EmbeddingRecord, OutputLogits
from model.lessons.embedding.with_torch.reading import read_embedding
from model.special_tokens import BOS_ID, EOS_ID
from tests.model.builders import TINY, log_softmax, untrained_model

TEXT = "c a d b"


def pair_of(model: TrainedModel) -> IdPair:
    """A sentence with its greedy translation."""
    trace = translate(model, TEXT)
    return IdPair(trace.source_ids, (BOS_ID, *(step.token_id for step in trace.steps)))


def record_of(model: TrainedModel) -> EmbeddingRecord:
    return read_embedding(model, pair_of(model))


def sinusoids(length: int, width: int) -> np.ndarray:
    """The paper's formula, cell by cell."""
    table = np.zeros((length, width))
    for place in range(length):
        for column in range(width):
            angle = place / 10_000 ** (2 * (column // 2) / width)
            table[place, column] = np.cos(angle) if column % 2 else np.sin(angle)
    return table


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
@pytest.mark.parametrize("side", ["source", "target"])
def test_row_times_root_of_d_model_plus_position_is_what_the_network_embeds(positions, side):
    model = untrained_model(dataclasses.replace(TINY, positions=positions, dropout=0.5))
    shown = getattr(record_of(model), side)
    embedding = model.network.src_embedding if side == "source" else model.network.tgt_embedding
    with torch.no_grad():
        expected = embedding(torch.tensor([shown.ids]))[0].numpy()
    by_hand = shown.rows * np.sqrt(TINY.d_model) + shown.positions
    np.testing.assert_allclose(by_hand, expected, atol=1e-6)
    np.testing.assert_allclose(shown.scaled + shown.positions, expected, atol=1e-6)
    np.testing.assert_allclose(shown.embedded, expected, atol=1e-6)
    assert shown.scale == pytest.approx(np.sqrt(TINY.d_model))


def test_rows_are_those_of_the_table_and_positions_those_of_the_paper(untrained: TrainedModel):
    record = record_of(untrained)
    table = untrained.network.src_embedding.tokens.weight.detach().numpy()
    np.testing.assert_array_equal(record.source.rows, table[list(record.source.ids)])
    expected = sinusoids(len(record.source.ids), TINY.d_model)
    np.testing.assert_allclose(record.source.positions, expected, atol=1e-6)
    assert record.source.vocabulary == len(table)
    assert record.source.d_model == TINY.d_model


def test_tokens_stand_for_their_ids(copying: TrainedModel):
    record = record_of(copying)
    assert record.source.tokens == ("c", "a", "d", "b", "</s>")
    assert record.target.tokens == ("<s>", "c", "a", "d", "b")
    assert record.target.ids[0] == BOS_ID
    assert record.output.fed == record.target.tokens
    assert record.output.chosen_ids[-1] == EOS_ID
    vocabulary = copying.src_tokenizer.vocabulary
    assert record.source.tokens == tuple(vocabulary[token] for token in record.source.ids)


def test_dropout_is_off_and_the_mode_of_the_network_comes_back():
    model = untrained_model(ModelConfig(**{**TINY.to_json(), "dropout": 0.9}))
    model.network.train()
    first, second = (read_embedding(model, IdPair((5, 6), (BOS_ID, 4, 5))) for _ in range(2))
    np.testing.assert_array_equal(first.source.embedded, second.source.embedded)
    np.testing.assert_array_equal(first.output.logits, second.output.logits)
    assert model.network.training


def test_logits_are_those_of_decoding_step_by_step(model: TrainedModel):
    trace = translate(model, TEXT)
    output = record_of(model).output
    assert output.logits.shape == (len(trace.steps), len(model.tgt_tokenizer))
    for index, step in enumerate(trace.steps):
        shown = output.best(index, 3)
        expected = step.candidates[:3]
        assert [token.token for token in shown] == [candidate.token for candidate in expected]
        probabilities = [candidate.probability for candidate in expected]
        np.testing.assert_allclose([token.probability for token in shown], probabilities, atol=1e-5)
        assert output.chosen(index).token == step.token
        assert output.chosen(index).rank == 1


def test_softmax_is_that_of_all_logits(untrained: TrainedModel):
    output = record_of(untrained).output
    probabilities = output.probabilities(1)
    np.testing.assert_allclose(probabilities, np.exp(log_softmax(output.logits[1])), atol=1e-6)
    assert probabilities.sum() == pytest.approx(1, abs=1e-5)
    best = output.best(1, 4)
    assert [token.logit for token in best] == sorted(output.logits[1].tolist(), reverse=True)[:4]
    for token in best:
        assert token.probability == pytest.approx(float(probabilities[token.token_id]))
        assert untrained.tgt_tokenizer.token(token.token_id) == token.token


def made_up(logits: list[float], chosen: int) -> OutputLogits:
    return OutputLogits(
        fed=("<s>",),
        chosen_ids=(chosen,),
        logits=np.array([logits], dtype=np.float32),
        vocabulary=tuple("abcdef"[: len(logits)]),
    )


@pytest.mark.parametrize(("chosen", "rank"), [(0, 4), (1, 1), (2, 2), (3, 3)])
def test_the_chosen_token_has_its_rank(chosen, rank):
    """Of equal logits the lower id comes first, as in the list of the best."""
    output = made_up([-1.0, 7.5, 2.0, 2.0], chosen)
    token = output.chosen(0)
    assert (token.rank, token.token) == (rank, "abcd"[chosen])
    assert output.best(0, 10)[rank - 1] == token


def test_very_large_logits_give_no_infinity():
    assert made_up([900.0, -900.0], 0).probabilities(0).tolist() == [1, 0]


def test_arrays_are_read_only(untrained: TrainedModel):
    record = record_of(untrained)
    side = record.source
    arrays = [side.rows, side.positions, side.embedded, side.scaled]
    for array in [*arrays, record.output.logits, record.output.probabilities(0)]:
        assert array.dtype == np.float32
        assert not array.flags.writeable


def test_a_target_without_a_step_is_an_error(untrained: TrainedModel):
    with pytest.raises(ValueError, match="1 tokens has no step"):
        read_embedding(untrained, IdPair((4, EOS_ID), (BOS_ID,)))


def test_a_stage_that_the_model_does_not_have_is_an_error():
    side = record_of(untrained_model(dataclasses.replace(TINY, positions="none"))).source
    assert "positions" not in side.stages
    with pytest.raises(ValueError, match="the model has no stage 'positions'"):
        side.values("positions")
    assert [side.values(stage).shape for stage in side.stages] == [side.rows.shape] * 3
