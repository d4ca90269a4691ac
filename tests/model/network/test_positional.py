"""Positional encodings."""

import numpy as np
import pytest
import torch

from model.network.positional import LearnedPositions, SinusoidalPositions, sinusoidal_table


@pytest.mark.parametrize(("length", "d_model"), [(1, 2), (50, 8), (128, 512), (20, 7), (9, 1)])
def test_the_sinusoidal_table_follows_the_papers_formula(length: int, d_model: int):
    expected = np.empty((length, d_model))
    for position, column in np.ndindex(length, d_model):
        angle = position / 10_000 ** ((column - column % 2) / d_model)
        expected[position, column] = np.cos(angle) if column % 2 else np.sin(angle)
    np.testing.assert_allclose(sinusoidal_table(length, d_model).numpy(), expected, atol=1e-7)


def test_late_positions_are_as_exact_as_early_ones():
    table = sinusoidal_table(20_001, 4).numpy()
    np.testing.assert_allclose(table[-1, :2], [np.sin(20_000), np.cos(20_000)], atol=1e-7)


def test_a_shift_is_a_rotation_of_each_pair():
    table = sinusoidal_table(40, 16).double()
    pairs = table.view(40, 8, 2)
    dot = (pairs[7] * pairs[0]).sum(-1)
    for start in (1, 12, 30):
        assert torch.allclose((pairs[start + 7] * pairs[start]).sum(-1), dot, atol=1e-6)


def test_sinusoids_are_neither_trained_nor_stored():
    positions = SinusoidalPositions(10, 4)
    assert not list(positions.parameters())
    assert not positions.state_dict()


def test_learned_positions_are_trained_and_stored():
    positions = LearnedPositions(10, 4)
    positions(2, 3).sum().backward()
    assert positions.table.grad is not None
    assert positions.table.grad.sum(dim=1).tolist() == [0, 0, 4, 4, 4, 0, 0, 0, 0, 0]
    assert positions.state_dict()["table"].shape == (10, 4)


@pytest.mark.parametrize("kind", [SinusoidalPositions, LearnedPositions])
def test_positions_begin_where_they_are_asked_to(kind: type[LearnedPositions]):
    positions = kind(10, 4)
    assert torch.equal(positions(3, 2), positions.table[3:5])


@pytest.mark.parametrize("kind", [SinusoidalPositions, LearnedPositions])
@pytest.mark.parametrize(("start", "length"), [(0, 11), (10, 1), (8, 3)])
def test_a_position_beyond_the_table_is_an_error_with_the_numbers(
    kind: type[LearnedPositions], start: int, length: int
):
    with pytest.raises(ValueError, match=rf"{length} positions from {start} .* table of 10"):
        kind(10, 4)(start, length)
