"""Positional encodings."""

import numpy as np
import pytest
import torch

from model.config import Positions
from model.network.positional import (
    LearnedPositions,
    PositionTable,
    RelativePositions,
    position_table,
    sinusoidal_table,
)
from tests.model.builders import config
from tests.model.numpy_reference import bucket


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


@pytest.mark.parametrize("kind", ["sinusoidal", "relative", "none"])
def test_what_is_computed_is_neither_trained_nor_stored(kind: Positions):
    positions = position_table(config(positions=kind))
    assert not list(positions.parameters())
    assert not positions.state_dict()


def test_learned_positions_are_trained_and_stored():
    positions = LearnedPositions(10, 4)
    positions(2, 3).sum().backward()
    assert positions.table.grad is not None
    assert positions.table.grad.sum(dim=1).tolist() == [0, 0, 4, 4, 4, 0, 0, 0, 0, 0]
    assert positions.state_dict()["table"].shape == (10, 4)


def test_given_positions_are_stored_but_not_trained():
    positions = position_table(config(positions="given"))
    assert not list(positions.parameters())
    assert positions.state_dict()["table"].shape == (32, 32)


KINDS: list[Positions] = ["sinusoidal", "learned", "given", "relative", "none"]


def ten_positions(kind: Positions) -> PositionTable:
    return position_table(config(positions=kind, max_len=10, d_model=4))


@pytest.mark.parametrize("kind", KINDS)
def test_positions_begin_where_they_are_asked_to(kind: Positions):
    positions = ten_positions(kind)
    assert torch.equal(positions(3, 2), positions.table[3:5])


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_position_of_the_table_is_there(kind: Positions):
    positions = ten_positions(kind)
    assert torch.equal(positions(8, 2), positions.table[8:])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("start", "length"), [(0, 11), (10, 1), (8, 3)])
def test_a_position_beyond_the_table_is_an_error_with_the_numbers(
    kind: Positions, start: int, length: int
):
    with pytest.raises(ValueError, match=rf"{length} positions from {start} .* table of 10"):
        ten_positions(kind)(start, length)


@pytest.mark.parametrize(("length", "d_model"), [(9, 8), (40, 64), (5, 7)])
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("offset", [0, 2])
def test_sines_before_cosines_have_the_same_angles(
    length: int, d_model: int, closed: bool, offset: int
):
    pairs = (d_model + 1) // 2
    expected = np.empty((length, d_model))
    for row, column in np.ndindex(length, d_model):
        power = 2 * (column % pairs) / (d_model - 2 if closed else d_model)
        angle = (row + offset) / 10_000**power
        expected[row, column] = np.sin(angle) if column < pairs else np.cos(angle)
    table = sinusoidal_table(length, d_model, layout="halves", closed=closed, offset=offset)
    np.testing.assert_allclose(table.numpy(), expected, atol=1e-7)


def test_the_last_wavelength_of_closed_sinusoids_is_that_of_the_base():
    table = sinusoidal_table(10_001, 8, layout="halves", closed=True)
    np.testing.assert_allclose(table[10_000, 3].numpy(), np.sin(1.0), atol=1e-6)


def test_closed_sinusoids_of_a_single_pair_have_the_wavelength_of_a_circle():
    table = sinusoidal_table(50, 2, closed=True)
    circle = np.arange(50)[:, None]
    np.testing.assert_allclose(
        table.numpy(), np.hstack([np.sin(circle), np.cos(circle)]), atol=1e-7
    )


def test_a_model_adds_the_sinusoids_that_its_config_tells():
    architecture = config(sinusoids="halves", closed_sinusoids=True, position_offset=2, d_model=8)
    angles = np.arange(2, 34)[:, None] / 10_000 ** (np.arange(4) / 3)
    expected = np.hstack([np.sin(angles), np.cos(angles)])
    np.testing.assert_allclose(position_table(architecture).table.numpy(), expected, atol=1e-6)


def test_learned_positions_begin_as_small_as_embeddings():
    torch.manual_seed(0)
    table = position_table(config(positions="learned", max_len=2000)).table
    assert abs(table.mean().item()) < 1e-3
    assert table.std().item() == pytest.approx(0.02, rel=0.03)


def test_relative_positions_begin_with_the_deviation_of_one_over_the_root_of_the_width():
    torch.manual_seed(0)
    architecture = config(
        positions="relative", relative_buckets=2000, relative_distance=4000, d_model=16, n_heads=4
    )
    table = RelativePositions(architecture, causal=True).table
    assert abs(table.mean().item()) < 0.02
    assert table.std().item() == pytest.approx(1 / 4, rel=0.05)


def test_relative_positions_are_where_their_table_is():
    positions = RelativePositions(config(positions="relative"), causal=False).to("meta")
    assert positions(3, 2, 5).device.type == "meta"


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize(("count", "distance"), [(32, 128), (8, 20), (7, 20)])
def test_relative_positions_share_a_bias_the_further_they_are(
    count: int, distance: int, causal: bool
):
    architecture = config(
        positions="relative", relative_buckets=count, relative_distance=distance, n_heads=2
    )
    positions = RelativePositions(architecture, causal=causal)
    biases = positions(3, 5, 200)
    assert biases.shape == (1, 2, 5, 200)
    for query, key in np.ndindex(5, 200):
        row = bucket(key - (query + 3), count, distance, causal=causal)
        assert torch.equal(biases[0, :, query, key], positions.table[row])
