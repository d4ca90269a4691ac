"""Embeddings and logits as read off a model, against plain numpy and the network itself."""

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

import resources
from model.checkpoint.file import load_checkpoint
from model.config import ModelConfig
from model.decoding.batches import IdPair, make_batch
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.embedding import NEAREST, EmbeddingRecord, OutputLogits, TeacherForcingRecord
from model.lessons.with_torch.embedding import (
    read_embedding,
    record_teacher_forcing,
    teacher_forcing_steps,
)
from model.messages import SourceError
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.training.loss import batch_loss
from tests.model.builders import TINY, log_softmax, untrained_model

TEXT = "c a d b"


def pair_of(model: TrainedModel) -> IdPair:
    trace = translate(model, TEXT)
    return IdPair(trace.source_ids, (BOS_ID, *(step.token_id for step in trace.steps)))


def record_of(model: TrainedModel) -> EmbeddingRecord:
    return read_embedding(model, pair_of(model))


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_row_times_root_of_d_model_plus_position_is_what_the_network_embeds(positions):
    model = untrained_model(dataclasses.replace(TINY, positions=positions, dropout=0.5))
    record, network = record_of(model), model.network
    for shown, embedding in (
        (record.source, network.src_embedding),
        (record.target, network.tgt_embedding),
    ):
        with torch.no_grad():
            expected = embedding(torch.tensor([shown.ids]))[0].numpy()
        table = embedding.tokens.weight.detach().numpy()
        np.testing.assert_array_equal(shown.rows, table[list(shown.ids)])
        assert (shown.vocabulary, shown.d_model) == table.shape
        assert shown.scale == pytest.approx(np.sqrt(TINY.d_model))
        by_hand = shown.rows * np.sqrt(TINY.d_model) + shown.positions
        for found in (by_hand, shown.scaled + shown.positions, shown.embedded):
            np.testing.assert_allclose(found, expected, atol=1e-6)
        for array in (shown.rows, shown.positions, shown.embedded, shown.scaled):
            assert array.dtype == np.float32
            assert not array.flags.writeable


SHIPPED = Path(resources.__file__).parent / "checkpoints" / "zh-en.safetensors"


def test_nearest_tokens_of_the_shipped_model_are_those_of_plain_numpy():
    model, tensors = load_checkpoint(SHIPPED), load_file(SHIPPED)
    trace = translate(model, "我有一只猫。")
    ids = (BOS_ID, *(step.token_id for step in trace.steps))
    record = read_embedding(model, IdPair(trace.source_ids, ids))
    for name, side in (("src", record.source), ("tgt", record.target)):
        table = tensors[f"{name}_embedding.tokens.weight"].astype(np.float64)
        lengths = np.sqrt((table**2).sum(axis=1))
        for token_id, near in zip(side.ids, side.near, strict=True):
            cosines = (table * table[token_id]).sum(axis=1) / (lengths * lengths[token_id])
            others = np.delete(cosines, token_id)
            shown = [one.similarity for one in near]
            np.testing.assert_allclose(shown, np.sort(others)[:-11:-1], atol=1e-5)
            found = [one.token_id for one in near]
            assert token_id not in found and len(set(found)) == 10
            np.testing.assert_allclose(cosines[found], shown, atol=1e-5)
            tokenizer = model.src_tokenizer if name == "src" else model.tgt_tokenizer
            assert [one.token for one in near] == [tokenizer.token(one) for one in found]
    pronouns = [one.token for one in record.source.near[0]]
    assert set("他她你") <= set(pronouns[:4]), "the lesson says so of pronouns"


def test_a_row_of_zeros_is_near_to_nothing_and_a_small_table_has_fewer_neighbours():
    model = untrained_model(TINY)
    weight = model.network.src_embedding.tokens.weight
    with torch.no_grad():
        weight[PAD_ID] = 0.0
        weight[EOS_ID] = 0.0
    source = record_of(model).source
    others = min(NEAREST, len(weight) - 1)
    assert [len(near) for near in source.near] == [others] * len(source.ids)
    assert {one.similarity for one in source.near[source.ids.index(EOS_ID)]} == {0.0}
    for near in source.near:
        assert all(math.isfinite(one.similarity) for one in near)
        assert all(one.similarity == 0 for one in near if one.token_id == PAD_ID)


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
    probabilities = output.probabilities(1)
    assert not (probabilities.flags.writeable or output.logits.flags.writeable)
    np.testing.assert_allclose(probabilities, np.exp(log_softmax(output.logits[1])), atol=1e-6)
    assert output.logits.shape == (len(trace.steps), len(model.tgt_tokenizer))
    for index, step in enumerate(trace.steps):
        shown = output.best(index, 3)
        expected = step.candidates[:3]
        assert [token.token for token in shown] == [candidate.token for candidate in expected]
        probabilities = [candidate.probability for candidate in expected]
        np.testing.assert_allclose([token.probability for token in shown], probabilities, atol=1e-5)
        assert output.chosen(index).token == step.token
        assert output.chosen(index).rank == 1


def made_up(logits: list[float], chosen: int) -> OutputLogits:
    return OutputLogits(
        fed=("<s>",),
        chosen_ids=(chosen,),
        logits=np.array([logits], dtype=np.float32),
        vocabulary=tuple("abcdef"[: len(logits)]),
    )


def test_the_chosen_token_has_its_rank():
    """Of equal logits the lower id comes first, as in the list of the best."""
    for chosen, rank in enumerate((4, 1, 2, 3)):
        output = made_up([-1.0, 7.5, 2.0, 2.0], chosen)
        token = output.chosen(0)
        assert (token.rank, token.token) == (rank, "abcd"[chosen])
        assert output.best(0, 10)[rank - 1] == token
    assert made_up([900.0, -900.0], 0).probabilities(0).tolist() == [1, 0]


def test_a_stage_that_the_model_does_not_have_is_an_error():
    side = record_of(untrained_model(dataclasses.replace(TINY, positions="none"))).source
    assert "positions" not in side.stages
    with pytest.raises(ValueError, match="the model has no stage 'positions'"):
        side.values("positions")
    assert [side.values(stage).shape for stage in side.stages] == [side.rows.shape] * 3


def test_what_cannot_be_read_is_an_error(untrained: TrainedModel):
    with pytest.raises(ValueError, match="1 tokens has no step"):
        read_embedding(untrained, IdPair((4, EOS_ID), (BOS_ID,)))
    with pytest.raises(SourceError, match="empty"):
        [*teacher_forcing_steps(untrained, " ", target=(EOS_ID,))]


PAIRS = (
    IdPair((4, 5, 6, 7, EOS_ID), (BOS_ID, 5, 9, 4, 8, EOS_ID)),
    IdPair((8, 9, EOS_ID), (BOS_ID, 7, 6, EOS_ID)),
)


def forced(model: TrainedModel, text: str, target: tuple[int, ...]) -> TeacherForcingRecord:
    *_, record = teacher_forcing_steps(model, text, target=target)
    assert record is not None
    return record


def test_losses_are_torchs_and_their_mean_ignores_padding_as_in_training(untrained: TrainedModel):
    record, batch = record_teacher_forcing(untrained, PAIRS), make_batch(PAIRS, untrained.device)
    with torch.no_grad():
        logits = untrained.network(batch.src, batch.tgt_in).flatten(0, 1)
        plain = float(batch_loss(untrained.network, batch, label_smoothing=0.1).plain)
    expected = batch.tgt_out.flatten()
    masked = torch.nn.CrossEntropyLoss(ignore_index=PAD_ID)(logits, expected)
    assert record.mean == pytest.approx(float(masked), abs=1e-6)
    assert record.mean == pytest.approx(plain / batch.n_tokens)
    every = torch.nn.CrossEntropyLoss()(logits, expected)
    assert record.mean_with_padding == pytest.approx(float(every), abs=1e-6)
    assert abs(record.mean - record.mean_with_padding) > 0.01
    chances = torch.softmax(logits.double(), dim=-1).numpy()
    by_hand = -np.log(chances[np.arange(len(expected)), expected.numpy()])
    np.testing.assert_allclose(record.losses, by_hand.reshape(2, 5), atol=1e-5)


def test_what_is_expected_is_what_is_fed_in_one_place_further_on(copying: TrainedModel):
    ids = copying.tgt_tokenizer.encode("c a d b").ids
    record = forced(copying, "c a d b", (*ids, EOS_ID))
    assert record.fed == (("<s>", "c", "a", "d", "b"), ("<s>", "c", "a", "</s>", "<pad>"))
    assert record.expected == (("c", "a", "d", "b", "</s>"), ("c", "a", "</s>", "<pad>", "<pad>"))
    assert record.sources == ("c a d b", "c a")
    assert record.targets == ("c a d b", "c a")
    np.testing.assert_array_equal(record.counts, np.array(record.expected) != "<pad>")
    assert (record.n_counting, record.n_padding) == (8, 2)
    assert not record.losses.flags.writeable
    assert not record.counts.flags.writeable


def test_a_wrong_word_costs_and_the_right_one_is_fed_in_all_the_same(copying: TrainedModel):
    wrong = copying.tgt_tokenizer.encode("c a t b").ids
    record = forced(copying, "c a d b", (*wrong, EOS_ID))
    assert record.fed[0] == ("<s>", "c", "a", "t", "b")
    assert record.predicted[0][:3] == ("c", "a", "d")
    assert int(record.losses[0].argmax()) == 2


def test_without_phrases_the_companion_is_the_beginning_of_the_sentence(copying: TrainedModel):
    model = dataclasses.replace(copying, task="letters")
    ids = copying.tgt_tokenizer.encode("c a d b").ids
    *before, record = teacher_forcing_steps(model, "c a d b", target=(*ids, EOS_ID))
    assert record is not None
    assert record.sources[1] == "c a"
    assert record.targets[1] == translate(copying, "c a").translation
    assert before
    assert set(before) == {None}


def test_a_sentence_without_a_shorter_companion_stands_alone(copying: TrainedModel):
    first, *rest = copying.tgt_tokenizer.encode("c a d b").ids
    record = forced(copying, "c", (EOS_ID,))
    assert len(record.sources) == 1
    assert record.n_padding == 0
    assert record.mean == record.mean_with_padding
    record = forced(copying, "c a d b", (first, EOS_ID))  # half of it is no shorter
    assert (record.targets, record.n_padding) == (("c",), 0)
    model = dataclasses.replace(copying, task="letters")  # its beginning cannot be read
    record = forced(model, "猫 狗 c a", (first, *rest, EOS_ID))
    assert (record.sources, record.n_padding) == (("<unk> <unk> c a",), 0)


def test_label_smoothing_is_said_and_not_part_of_the_losses_nor_is_dropout(untrained):
    plain = record_teacher_forcing(untrained, PAIRS)
    for training, smoothing in (
        ({"label_smoothing": 0.1}, 0.1),
        ({}, 0.0),
        (None, 0.0),
        ({"label_smoothing": "x"}, 0.0),
    ):
        model = dataclasses.replace(untrained, record={"training": training})
        record = record_teacher_forcing(model, PAIRS)
        assert record.label_smoothing == smoothing
        np.testing.assert_array_equal(record.losses, plain.losses)
    model = untrained_model(dataclasses.replace(TINY, dropout=0.9))
    model.network.train()
    np.testing.assert_array_equal(record_teacher_forcing(model, PAIRS).losses, plain.losses)
    assert model.network.training
