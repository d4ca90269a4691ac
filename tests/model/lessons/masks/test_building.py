"""Masks built step by step, against the masks that the model uses."""

import numpy as np
import pytest
import torch

from model.decoding.batching import IdPair, make_batch
from model.decoding.trained import TrainedModel
from model.lessons.masks.building import MASK_NAMES, MaskName, build_mask
from model.lessons.masks.masked_rows import softmax
from model.lessons.masks.record import MaskRecord
from model.lessons.masks.with_torch.batches import record_masks
from model.special_tokens import BOS_ID, EOS_ID

PAIRS = (
    IdPair((5, 6, EOS_ID), (BOS_ID, 5, 6, 7, EOS_ID)),
    IdPair((5, 6, 7, 8, EOS_ID), (BOS_ID, 5, EOS_ID)),
    IdPair((9, EOS_ID), (BOS_ID, 9, 9, EOS_ID)),
)

each_name = pytest.mark.parametrize("name", MASK_NAMES)


@pytest.fixture(scope="module")
def record(untrained: TrainedModel) -> MaskRecord:
    return record_masks(untrained, PAIRS)


def used(record: MaskRecord, name: MaskName) -> np.ndarray:
    """``[batch, query, key]`` as the model has it."""
    batch, source = record.source_padding.shape
    whole = {
        "source": np.broadcast_to(record.source_padding[:, None], (batch, source, source)),
        "causal": np.broadcast_to(record.causal, record.target.shape),
        "target": record.target,
        "cross": record.cross,
    }
    return whole[name]


@each_name
def test_the_mask_that_is_built_is_the_one_that_is_used(record, name):
    built = build_mask(record, name)
    np.testing.assert_array_equal(built.allowed, used(record, name))
    assert not built.empty_rows.any()


@each_name
def test_inverted_and_additive_forms_say_the_same(record, name):
    built = build_mask(record, name)
    np.testing.assert_array_equal(built.inverted, ~built.allowed)
    np.testing.assert_array_equal(built.additive == 0, built.allowed)
    np.testing.assert_array_equal(built.additive == -np.inf, built.inverted)


@each_name
def test_adding_the_mask_is_filling_with_minus_infinity(record, name):
    built = build_mask(record, name)
    scores = np.random.default_rng(0).normal(size=built.allowed.shape).astype(np.float32)
    filled = torch.tensor(scores).masked_fill(torch.tensor(built.inverted), -torch.inf)
    np.testing.assert_array_equal(scores + built.additive, filled.numpy())
    weights = softmax(scores + built.additive)
    np.testing.assert_allclose(weights, filled.softmax(-1).numpy(), atol=1e-6)


def test_valid_positions_are_the_tokens(record):
    built = build_mask(record, "source", padded_queries="masked")
    lengths = [len(pair.src) for pair in PAIRS]
    expected = [[place < length for place in range(5)] for length in lengths]
    assert built.keys.tolist() == expected
    assert built.queries.tolist() == expected


def test_the_matrix_is_the_batched_product_of_a_column_and_a_row(record):
    built = build_mask(record, "source", padded_queries="masked")
    valid = torch.tensor(record.source_padding).float()[:, :, None]  # [batch, source, 1]
    expected = torch.bmm(valid, valid.transpose(1, 2))  # [batch, source, source]
    np.testing.assert_array_equal(built.padding, expected.numpy() == 1)


def test_masking_padded_queries_leaves_rows_without_a_key(record):
    built = build_mask(record, "source", padded_queries="masked")
    np.testing.assert_array_equal(built.empty_rows, ~record.source_padding)
    assert np.isnan(softmax(built.additive))[built.empty_rows].all()


def test_padded_target_queries_are_empty_in_cross_as_well(record):
    built = build_mask(record, "cross", padded_queries="masked")
    np.testing.assert_array_equal(built.empty_rows, ~record.target_padding)


@pytest.mark.parametrize("padded_queries", ["kept", "masked"])
def test_the_causal_mask_knows_no_padding(record, padded_queries):
    built = build_mask(record, "causal", padded_queries=padded_queries)
    assert built.keys.all()
    np.testing.assert_array_equal(built.allowed, used(record, "causal"))


def test_kinds_are_those_of_the_attention_that_uses_the_mask(record):
    kinds = [build_mask(record, name).kind for name in MASK_NAMES]
    assert kinds == ["encoder", "decoder", "decoder", "cross"]


@each_name
def test_what_is_built_is_read_only(record, name):
    built = build_mask(record, name)
    for array in (built.queries, built.padding, built.allowed, built.inverted, built.additive):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_padding_of_the_target_is_where_its_pad_tokens_are(untrained, record):
    batch = make_batch(PAIRS, untrained.device)
    np.testing.assert_array_equal(record.target_padding, (batch.tgt_in != 0).numpy())
