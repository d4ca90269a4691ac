"""Masks: True = may attend."""

import numpy as np
import pytest
import torch

from model.network.masks import causal_mask, padding_mask, target_mask, whole_mask
from tests.model.builders import sentences


def test_a_padding_mask_is_true_where_a_key_holds_a_token():
    mask = padding_mask(torch.tensor([[5, 6, 2, 0], [7, 2, 0, 0]]))
    assert mask.shape == (2, 1, 1, 4)
    assert mask[:, 0, 0].tolist() == [[True, True, True, False], [True, True, False, False]]


def test_a_whole_mask_is_true_where_padding_stands_too():
    mask = whole_mask(torch.tensor([[5, 0, 2], [0, 0, 0]]))
    assert mask.dtype == torch.bool
    assert mask.tolist() == [[[[True, True, True]]]] * 2


def test_masks_are_where_the_ids_are():
    ids = sentences(4, 2, vocabulary=9).to("meta")
    masks = (padding_mask(ids), whole_mask(ids), causal_mask(4, device=ids.device))
    assert {mask.device.type for mask in (*masks, target_mask(ids))} == {"meta"}


def test_only_keys_are_masked_so_no_row_is_empty():
    mask = target_mask(sentences(5, 2, 1, vocabulary=9))
    assert mask.any(dim=-1).all()


@pytest.mark.parametrize("length", [1, 2, 7])
def test_a_causal_mask_is_the_lower_triangle(length: int):
    mask = causal_mask(length)
    assert mask.shape == (1, 1, length, length)
    assert mask.dtype == torch.bool
    np.testing.assert_array_equal(mask[0, 0].numpy(), np.tri(length, dtype=bool))


def test_a_target_mask_is_padding_and_causal_combined():
    ids = sentences(4, 2, vocabulary=9)
    mask = target_mask(ids)
    assert mask.shape == (2, 1, 4, 4)
    for row, query, key in np.ndindex(2, 4, 4):
        assert mask[row, 0, query, key].item() == (key <= query and ids[row, key].item() != 0)
