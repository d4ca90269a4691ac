"""Masks built step by step, against the masks that the model uses."""

import math

import numpy as np
import pytest
import torch

from model.arrays import BoolArray, FloatArray, softmax
from model.decoding.batches import IdPair, make_batch
from model.decoding.trained import TrainedModel
from model.lessons.masks import (
    MASK_NAMES,
    NO_EDITS,
    RULES,
    MaskCell,
    MaskEdits,
    MaskName,
    MaskRecord,
    RuledRow,
    build_mask,
    through_rules,
)
from model.lessons.with_torch.masks import record_masks
from model.network.attention import causal_mask, masked_softmax
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
def test_the_mask_that_is_built_is_the_one_that_is_used_in_every_form(record, name):
    built = build_mask(record, name)
    np.testing.assert_array_equal(built.allowed, used(record, name))
    assert not built.empty_rows.any()
    np.testing.assert_array_equal(built.inverted, ~built.allowed)
    scores = np.random.default_rng(0).normal(size=built.allowed.shape).astype(np.float32)
    filled = torch.tensor(scores).masked_fill(torch.tensor(built.inverted), -torch.inf)
    np.testing.assert_array_equal(scores + built.additive, filled.numpy())
    weights = softmax(scores + built.additive)
    np.testing.assert_allclose(weights, filled.softmax(-1).numpy(), atol=1e-6)
    for array in (built.queries, built.padding, built.allowed, built.inverted, built.additive):
        assert not array.flags.writeable


def test_valid_positions_are_the_tokens(untrained, record):
    built = build_mask(record, "source", padded_queries="masked")
    lengths = [len(pair.src) for pair in PAIRS]
    expected = [[place < length for place in range(5)] for length in lengths]
    assert built.keys.tolist() == expected
    assert built.queries.tolist() == expected
    batch = make_batch(PAIRS, untrained.device)
    np.testing.assert_array_equal(record.target_padding, (batch.tgt_in != 0).numpy())
    for padded_queries in ("kept", "masked"):  # the causal mask knows no padding
        built = build_mask(record, "causal", padded_queries=padded_queries)
        assert built.keys.all()
        np.testing.assert_array_equal(built.allowed, used(record, "causal"))
    kinds = [build_mask(record, name).kind for name in MASK_NAMES]
    assert kinds == ["encoder", "decoder", "decoder", "cross"]


def test_the_matrix_is_the_batched_product_of_a_column_and_a_row(record):
    built = build_mask(record, "source", padded_queries="masked")
    valid = torch.tensor(record.source_padding).float()[:, :, None]  # [batch, source, 1]
    expected = torch.bmm(valid, valid.transpose(1, 2))  # [batch, source, source]
    np.testing.assert_array_equal(built.padding, expected.numpy() == 1)


def test_masking_padded_queries_leaves_rows_without_a_key(record):
    built = build_mask(record, "source", padded_queries="masked")
    np.testing.assert_array_equal(built.empty_rows, ~record.source_padding)
    assert np.isnan(softmax(built.additive))[built.empty_rows].all()
    cross = build_mask(record, "cross", padded_queries="masked")
    np.testing.assert_array_equal(cross.empty_rows, ~record.target_padding)


FUTURE, PAST, WORD = MaskCell("decoder", 0, 2), MaskCell("decoder", 3, 1), MaskCell("cross", 1, 0)


def edits(*cells: MaskCell) -> MaskEdits:
    return MaskEdits(frozenset(cells))


def test_a_flipped_cell_is_the_opposite_and_no_other_is():
    both, mask = edits(FUTURE, PAST), np.tri(4, dtype=np.bool_)
    changed = both.edited(mask, "decoder")
    assert np.argwhere(changed != mask).tolist() == [[0, 2], [3, 1]]
    np.testing.assert_array_equal(mask, np.tri(4))
    assert not changed.flags.writeable
    np.testing.assert_array_equal(both.edited(mask, "cross"), mask)  # cells of another kind
    for length in (1, 2):  # cells beyond the mask wait
        small = np.tri(length, dtype=np.bool_)
        np.testing.assert_array_equal(both.edited(small, "decoder"), small)


def test_flipping_twice_is_no_edit():
    once = NO_EDITS.flipped(WORD)
    assert once
    assert once.of("cross") == (WORD,)
    assert once.flipped(WORD) == NO_EDITS
    assert not once.flipped(WORD)
    assert once.flipped(PAST) == NO_EDITS.flipped(PAST).flipped(WORD)
    assert len({edits(WORD, PAST), edits(PAST, WORD)}) == 1


def test_without_edits_the_masks_are_those_that_the_model_uses():
    masks = NO_EDITS.masks(n_source=3, n_target=4)
    np.testing.assert_array_equal(masks["decoder"], causal_mask(4)[0, 0].numpy())
    assert masks["encoder"].shape == (3, 3)
    assert masks["cross"].shape == (4, 3)
    assert masks["encoder"].all()
    assert masks["cross"].all()


def test_cells_within_a_size_are_those_that_a_mask_of_it_has():
    both = edits(FUTURE, PAST, WORD)
    assert both.within("decoder", queries=3, keys=3) == edits(FUTURE)
    assert both.within("decoder", queries=4, keys=4) == edits(FUTURE, PAST)


SCORES = np.array([1.5, -0.25, 3.0, 0.5], dtype=np.float32)
NONE = np.zeros(4, dtype=np.bool_)


def rows(scores: FloatArray, mask: BoolArray) -> dict[str, RuledRow]:
    return dict(zip(RULES, through_rules(scores, mask), strict=True))


def test_a_row_without_a_key_has_no_weights_or_is_uniform_or_zero():
    scores, everything = torch.tensor(SCORES), torch.tensor(True)
    found = rows(SCORES, NONE)
    infinite, large, zeros = (found[rule] for rule in RULES)
    assert scores.masked_fill(everything, -torch.inf).softmax(-1).isnan().all()
    assert np.isnan(infinite.weights).all()
    assert math.isnan(infinite.totals)
    assert (infinite.masked == -np.inf).all()
    expected = scores.masked_fill(everything, -1e9).softmax(-1)
    np.testing.assert_array_equal(large.weights, expected.numpy())
    np.testing.assert_allclose(large.weights, 0.25)
    assert large.totals == pytest.approx(1)
    ours = masked_softmax(scores, torch.tensor(NONE))
    np.testing.assert_array_equal(zeros.weights, ours.numpy())
    np.testing.assert_array_equal(zeros.weights, 0)
    assert zeros.totals == 0
    for row in found.values():
        for array in (row.masked, row.weights):
            assert array.dtype == np.float32
            assert not array.flags.writeable
    both = rows(np.stack([SCORES, SCORES]), np.stack([NONE, ~NONE]))  # only such rows differ
    assert np.isnan(both["minus infinity"].totals).tolist() == [True, False]
    np.testing.assert_allclose(both["large negative"].totals, [1, 1], atol=1e-6)
    np.testing.assert_allclose(both["zeros"].totals, [0, 1], atol=1e-6)
    far = np.array([[1000.0, 999.0, -1000.0], [-np.inf, 2.0, 2.0]], dtype=np.float32)
    np.testing.assert_allclose(softmax(far), torch.tensor(far).softmax(-1).numpy(), atol=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_with_a_key_left_the_rules_agree_with_torch(seed: int):
    noise = np.random.default_rng(seed)
    scores = noise.normal(scale=3, size=(6, 5)).astype(np.float32)
    mask = noise.random((6, 5)) < 0.5
    mask[:, 2] = True
    expected = masked_softmax(torch.tensor(scores), torch.tensor(mask)).numpy()
    for row in through_rules(scores, mask):
        np.testing.assert_allclose(row.weights, expected, atol=1e-6)
        np.testing.assert_allclose(row.totals, 1, atol=1e-6)
