"""The head by hand against PyTorch; its puzzles can be solved; a trained head keeps its scores."""

import dataclasses

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from model.lessons.by_hand import (
    CAUSAL,
    EXAMPLE,
    GIVEN,
    LARGEST,
    PUZZLE_NAMES,
    PUZZLES,
    HandCell,
    HandOrigin,
    hand_record,
    may_change,
    may_mask,
    puzzle_start,
    reduced_head,
    telling_pairs,
)

ORIGIN = HandOrigin(kind="cross", layer=0, head=1, share=0.5)

SOLUTIONS = {
    "attend": {"q": {2: (-4.0, 8.0, -8.0, 4.0)}},
    "even": {"q": {1: (0.0, 0.0, 0.0, 0.0)}},
    "mask": {},
    "popular": {"k": {2: (5.0, 6.0, 12.0, 3.0)}},
    "value": {"v": {2: (2.5, 0.0, 1.0, 0.5)}},
    "previous": {"q": {1: (6.0, -6.0, 0.0, 0.0), 2: (-4.0, 8.0, -8.0, 4.0)}},
}


def random_head(seed, *, masked):
    head, random = dataclasses.replace(EXAMPLE, masked=masked), np.random.default_rng(seed)
    for part in GIVEN:
        for row in range(3):
            for column in range(4):
                value = float(random.normal(scale=3))
                head = head.with_value(HandCell(part, row, column), value)
    return head


def test_weights_and_output_are_those_of_pytorch():
    for seed in range(20):
        head = random_head(seed, masked=bool(seed % 2))
        record = hand_record(head)
        q, k, v = (torch.tensor(getattr(head, part), dtype=torch.float64) for part in GIVEN)
        mask = torch.tensor(CAUSAL) if head.masked else None
        expected = scaled_dot_product_attention(q, k, v, attn_mask=mask)
        assert record.output == pytest.approx(expected.numpy(), abs=1e-12)
        weights = scaled_dot_product_attention(q, k, torch.eye(3).double(), attn_mask=mask)
        assert record.weights == pytest.approx(weights.numpy(), abs=1e-12)


def test_a_row_without_keys_and_the_largest_numbers_give_numbers():
    head = dataclasses.replace(EXAMPLE, mask=((False,) * 3, *CAUSAL[1:]), masked=True)
    assert hand_record(head).weights.sum(axis=1) == pytest.approx([0, 1, 1])
    head = EXAMPLE.with_value(HandCell("q", 0, 0), 1e30).with_value(HandCell("k", 0, 0), np.nan)
    assert (head.q[0][0], head.k[0][0]) == (LARGEST, 0.0)
    assert np.isfinite(hand_record(head).output).all()


def test_every_puzzle_is_solved_by_what_it_leaves_free_and_by_nothing_before():
    assert {*SOLUTIONS} == {*PUZZLE_NAMES}
    for name, solution in SOLUTIONS.items():
        head, puzzle = puzzle_start(name), PUZZLES[name]
        assert not puzzle.solved(hand_record(head))
        for part, rows in solution.items():
            for row, values in rows.items():
                for column, value in enumerate(values):
                    assert may_change(name, HandCell(part, row, column))
                    head = head.with_value(HandCell(part, row, column), value)
        if may_mask(name):
            head = dataclasses.replace(head, masked=True)
        assert puzzle.solved(hand_record(head)), name
        locked = [HandCell("q", 0, 0), HandCell("weights", 1, 1)]
        assert not any(may_change(name, cell) for cell in locked)


def test_telling_rows_are_the_heaviest_ones_on_different_keys():
    weights = np.array(
        [
            [0.50, 0.30, 0.10, 0.10],
            [0.02, 0.95, 0.02, 0.01],
            [0.05, 0.90, 0.03, 0.02],  # heavy, but on a key that is there already
            [0.10, 0.10, 0.70, 0.10],
            [0.30, 0.30, 0.20, 0.20],
        ]
    )
    assert telling_pairs(weights) == ([0, 1, 3], [0, 1, 2])


@pytest.mark.parametrize("width", [2, 3, 64])
def test_a_trained_head_keeps_scores_and_the_geometry_of_its_values(width):
    random = np.random.default_rng(width)
    scores, values = random.normal(size=(3, 3)) * 9, random.normal(size=(3, width))
    mask = np.array(CAUSAL)
    for given in (mask, np.ones((3, 3), dtype=bool)):
        names = {"queries": ("a", "b", "c"), "keys": ("x", "y", "z")}
        head = reduced_head(scores, values, given, **names, origin=ORIGIN)
        assert hand_record(head).scores == pytest.approx(scores, abs=1e-9)
        reduced = head.matrix("v")
        assert reduced @ reduced.T == pytest.approx(values @ values.T, abs=1e-9)
        assert head.masked == (given is mask)
        assert np.array_equal(np.array(head.mask), mask)
