"""The masked loss of a padded batch, against torch's own and against the trainer's."""

import dataclasses
import math

import numpy as np
import pytest
import torch

from model.decoding.batching import IdPair, make_batch
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from model.lessons.embedding.with_torch.teacher_forcing import (
    record_teacher_forcing,
    teacher_forcing_steps,
)
from model.messages import SourceError
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.training.loss import batch_loss
from tests.model.builders import TINY, untrained_model

PAIRS = (
    IdPair((4, 5, 6, 7, EOS_ID), (BOS_ID, 5, 9, 4, 8, EOS_ID)),
    IdPair((8, 9, EOS_ID), (BOS_ID, 7, 6, EOS_ID)),
)


def logits_of(model: TrainedModel, pairs: tuple[IdPair, ...]) -> tuple[torch.Tensor, torch.Tensor]:
    """``[batch · target, vocabulary]`` and what is expected at each place."""
    batch = make_batch(pairs, model.device)
    with torch.no_grad():
        logits = model.network(batch.src, batch.tgt_in)
    return logits.flatten(0, 1), batch.tgt_out.flatten()


def forced(model: TrainedModel, text: str, target: tuple[int, ...]) -> TeacherForcingRecord:
    *_, record = teacher_forcing_steps(model, text, target=target)
    assert record is not None
    return record


def test_the_masked_mean_is_torchs_cross_entropy_that_ignores_padding(untrained: TrainedModel):
    record = record_teacher_forcing(untrained, PAIRS)
    logits, expected = logits_of(untrained, PAIRS)
    masked = torch.nn.CrossEntropyLoss(ignore_index=PAD_ID)(logits, expected)
    assert record.mean == pytest.approx(float(masked), abs=1e-6)
    every = torch.nn.CrossEntropyLoss()(logits, expected)
    assert record.mean_with_padding == pytest.approx(float(every), abs=1e-6)
    assert abs(record.mean - record.mean_with_padding) > 0.01


def test_each_loss_is_that_of_its_position(untrained: TrainedModel):
    record = record_teacher_forcing(untrained, PAIRS)
    logits, expected = logits_of(untrained, PAIRS)
    chances = torch.softmax(logits.double(), dim=-1).numpy()
    by_hand = -np.log(chances[np.arange(len(expected)), expected.numpy()])
    np.testing.assert_allclose(record.losses, by_hand.reshape(2, 5), atol=1e-5)


def test_the_masked_mean_is_what_training_reports(untrained: TrainedModel):
    batch = make_batch(PAIRS, untrained.device)
    with torch.no_grad():
        plain = float(batch_loss(untrained.network, batch, label_smoothing=0.1).plain)
    assert record_teacher_forcing(untrained, PAIRS).mean == pytest.approx(plain / batch.n_tokens)


def test_what_is_expected_is_what_is_fed_in_one_place_further_on(copying: TrainedModel):
    ids = copying.tgt_tokenizer.encode("c a d b").ids
    record = forced(copying, "c a d b", (*ids, EOS_ID))
    assert record.fed == (("<s>", "c", "a", "d", "b"), ("<s>", "c", "a", "</s>", "<pad>"))
    assert record.expected == (
        ("c", "a", "d", "b", "</s>"),
        ("c", "a", "</s>", "<pad>", "<pad>"),
    )
    assert record.sources == ("c a d b", "c a")
    assert record.targets == ("c a d b", "c a")


def test_padding_does_not_count(copying: TrainedModel):
    ids = copying.tgt_tokenizer.encode("c a d b").ids
    record = forced(copying, "c a d b", (*ids, EOS_ID))
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


def test_a_sentence_that_nothing_is_shorter_than_stands_alone(copying: TrainedModel):
    record = forced(copying, "c", (EOS_ID,))
    assert len(record.sources) == 1
    assert record.n_padding == 0
    assert record.mean == record.mean_with_padding


def test_a_target_that_half_of_the_sentence_is_no_shorter_than_stands_alone(copying: TrainedModel):
    (first, *_) = copying.tgt_tokenizer.encode("c a d b").ids
    record = forced(copying, "c a d b", (first, EOS_ID))
    assert record.targets == ("c",)
    assert record.n_padding == 0


def test_a_sentence_whose_beginning_the_model_cannot_read_stands_alone(copying: TrainedModel):
    model = dataclasses.replace(copying, task="letters")
    ids = copying.tgt_tokenizer.encode("c a d b").ids
    record = forced(model, "猫 狗 c a", (*ids, EOS_ID))
    assert record.sources == ("<unk> <unk> c a",)
    assert record.n_padding == 0


def test_the_mode_of_the_network_comes_back(untrained: TrainedModel):
    model = untrained_model(dataclasses.replace(TINY, dropout=0.9))
    model.network.train()
    first, second = (record_teacher_forcing(model, PAIRS) for _ in range(2))
    np.testing.assert_array_equal(first.losses, second.losses)
    assert model.network.training


@pytest.mark.parametrize(
    ("training", "smoothing"),
    [({"label_smoothing": 0.1}, 0.1), ({}, 0.0), (None, 0.0), ({"label_smoothing": "x"}, 0.0)],
)
def test_label_smoothing_is_said_and_not_part_of_the_losses(untrained, training, smoothing):
    model = dataclasses.replace(untrained, record={"training": training})
    record = record_teacher_forcing(model, PAIRS)
    assert record.label_smoothing == smoothing
    assert math.isclose(record.mean, record_teacher_forcing(untrained, PAIRS).mean)


def test_a_sentence_that_cannot_be_read_is_an_error(untrained: TrainedModel):
    with pytest.raises(SourceError, match="empty"):
        [*teacher_forcing_steps(untrained, " ", target=(EOS_ID,))]
