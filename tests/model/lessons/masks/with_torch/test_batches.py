"""The masks of a batch, as they were used."""

import numpy as np
import pytest

from model.decoding.batching import IdPair
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.masks.record import MaskRecord
from model.lessons.masks.with_torch.batches import batch_steps, record_masks
from model.messages import SourceError
from model.special_tokens import BOS_ID, EOS_ID
from model.steps import run_through

TEXTS = ("e f", "a b c d")


def last_of(model: TrainedModel) -> MaskRecord:
    """The record at the end."""
    return run_through(batch_steps(model, TEXTS))[0]


def test_nothing_is_reported_until_every_sentence_is_translated(copying: TrainedModel):
    before = [*batch_steps(copying, TEXTS)]
    assert before == [None] * sum(1 + len(translate(copying, text).steps) for text in TEXTS)


def test_tokens_stand_over_their_columns(copying: TrainedModel):
    record = last_of(copying)
    assert record.src_tokens == (
        ("e", "f", "</s>", "<pad>", "<pad>"),
        ("a", "b", "c", "d", "</s>"),
    )
    assert record.tgt_tokens == (
        ("<s>", "e", "f", "</s>", "<pad>"),
        ("<s>", "a", "b", "c", "d"),
    )


def test_padding_is_where_the_pad_tokens_are(copying: TrainedModel):
    record = last_of(copying)
    is_token = np.array(record.src_tokens) != "<pad>"
    np.testing.assert_array_equal(record.source_padding, is_token)
    np.testing.assert_array_equal(record.cross, np.repeat(is_token[:, None], 5, axis=1))


def test_the_target_mask_is_causal_and_padding_combined(copying: TrainedModel):
    record = last_of(copying)
    is_token = np.array(record.tgt_tokens) != "<pad>"
    np.testing.assert_array_equal(record.causal, np.tri(5, dtype=bool))
    np.testing.assert_array_equal(record.target, np.tri(5, dtype=bool) & is_token[:, None])


def test_ids_are_those_of_the_tokens(copying: TrainedModel):
    record = last_of(copying)
    for rows, tokens, tokenizer in (
        (record.src_ids, record.src_tokens, copying.src_tokenizer),
        (record.tgt_ids, record.tgt_tokens, copying.tgt_tokenizer),
    ):
        assert [[tokenizer.token(one) for one in row] for row in rows] == [*map(list, tokens)]


@pytest.mark.parametrize("texts", [("a",), ("a b", "c", "d e f"), ("a", "b c d e") * 3])
def test_a_batch_has_as_many_rows_as_sentences(copying: TrainedModel, texts):
    record, _ = run_through(batch_steps(copying, texts))
    assert record is not None
    longest = max(len(text.split()) for text in texts) + 1
    assert record.source_padding.shape == (len(texts), longest)
    assert record.source_padding.sum(-1).tolist() == [len(text.split()) + 1 for text in texts]
    assert record.target.shape[0] == record.cross.shape[0] == len(texts)
    assert record.texts == texts


def test_masks_are_read_only(untrained: TrainedModel):
    record = record_masks(untrained, [IdPair((5, EOS_ID), (BOS_ID, 6, EOS_ID))])
    for mask in (record.source_padding, record.causal, record.target, record.cross):
        assert mask.dtype == np.bool_
        with pytest.raises(ValueError, match="read-only"):
            mask[...] = False


def test_a_sentence_that_cannot_be_translated_is_an_error(untrained: TrainedModel):
    with pytest.raises(SourceError, match="empty"):
        [*batch_steps(untrained, ["a b", ""])]
