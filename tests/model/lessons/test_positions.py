"""The sinusoidal table in numpy, against the network's own and the paper's formula."""

import math

import numpy as np
import pytest

from model.lessons.positions import (
    Waves,
    dot_similarity,
    frequencies,
    pair_dimensions,
    rotated,
    rotation_errors,
    rotation_matrix,
    sinusoid_table,
    wavelengths,
)
from model.network.layers import sinusoidal_table

SIZES = [(1, 2), (50, 8), (128, 512), (20, 7), (9, 1), (5000, 64)]


@pytest.mark.parametrize(("length", "d_model"), SIZES)
def test_the_table_is_the_networks(length: int, d_model: int):
    expected = sinusoidal_table(length, d_model).numpy()
    np.testing.assert_allclose(sinusoid_table(length, d_model), expected, atol=1e-6)


WAVES = [Waves(layout, closed) for layout in ("interleaved", "halves") for closed in (False, True)]


@pytest.mark.parametrize("waves", WAVES)
@pytest.mark.parametrize("d_model", [2, 7, 24])
def test_every_arrangement_turns_as_the_networks_table_does(waves, d_model):
    table = sinusoidal_table(
        30, d_model, layout=waves.sinusoids, closed=waves.closed_sinusoids, offset=3
    ).numpy()
    assert rotation_errors(table, 4, waves=waves).max() < 2e-6
    turned = [
        dimension for pair in sorted(pair_dimensions(d_model, waves).tolist()) for dimension in pair
    ]
    matrix = rotation_matrix(4, d_model, waves=waves)
    np.testing.assert_allclose(
        matrix @ table[5, sorted(turned)], table[9, sorted(turned)], atol=2e-6
    )


@pytest.mark.parametrize("waves", WAVES)
def test_each_pair_repeats_after_its_wavelength(waves):
    table = sinusoidal_table(2000, 6, layout=waves.sinusoids, closed=waves.closed_sinusoids).numpy()
    lengths = wavelengths(6, waves)
    for (sine, cosine), length in zip(pair_dimensions(6, waves), lengths, strict=True):
        angle = 2 * math.pi * 17 / length
        assert table[17, sine] == pytest.approx(math.sin(angle), abs=1e-6)
        assert table[17, cosine] == pytest.approx(math.cos(angle), abs=1e-6)
    assert (lengths[-1] == pytest.approx(2 * math.pi * 10_000)) == waves.closed_sinusoids


def test_the_wavelengths_are_those_of_the_paper():
    lengths = wavelengths(512)
    assert lengths[0] == pytest.approx(2 * math.pi)
    np.testing.assert_allclose(lengths[1:] / lengths[:-1], 10_000 ** (2 / 512))
    assert 0.96 * 2 * math.pi * 10_000 < lengths[-1] < 2 * math.pi * 10_000
    np.testing.assert_allclose(lengths * frequencies(512), 2 * math.pi)


def test_a_pair_repeats_after_its_wavelength():
    slow = wavelengths(4)[1]  # 2π · 100 positions
    table = sinusoid_table(1300, 4)
    np.testing.assert_allclose(table[round(2 * slow), 2:], table[0, 2:], atol=0.01)


def test_dot_products_depend_only_on_the_distance():
    similarity = dot_similarity(sinusoid_table(40, 16))
    assert similarity[0, 0] == pytest.approx(8)
    for distance in (1, 7, 30):
        np.testing.assert_allclose(
            np.diagonal(similarity, distance), similarity[0, distance], atol=1e-5
        )
    expected = [np.cos(7 * frequencies(16)).sum()]
    np.testing.assert_allclose(similarity[3, 10], expected, atol=1e-5)


@pytest.mark.parametrize("offset", [0, 1, 5, 31, -4])
def test_the_matrix_is_a_rotation_of_each_pair(offset: int):
    matrix = rotation_matrix(offset, 12).astype(float)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(12), atol=1e-6)
    assert np.linalg.det(matrix) == pytest.approx(1, abs=1e-6)
    outside = np.kron(np.eye(6), np.ones((2, 2))) == 0
    assert not matrix[outside].any()


@pytest.mark.parametrize(("position", "offset"), [(0, 1), (3, 17), (40, 24), (30, -30)])
def test_the_matrix_takes_a_position_to_another_one(position: int, offset: int):
    table = sinusoidal_table(65, 32).numpy()
    turned = rotation_matrix(offset, 32) @ table[position]
    np.testing.assert_allclose(turned, table[position + offset], atol=2e-6)
    np.testing.assert_allclose(rotated(table[position], offset), turned, atol=2e-6)


def test_one_matrix_serves_every_position():
    table = sinusoid_table(500, 64)
    errors = rotation_errors(table, 100)
    expected = np.abs(table[:400] @ rotation_matrix(100, 64).T - table[100:]).max(axis=1)
    assert errors.shape == (400,)
    np.testing.assert_allclose(errors, expected, atol=2e-6)
    assert errors.max() < 1e-6


def test_the_last_sine_of_an_odd_table_is_not_turned():
    table = sinusoid_table(20, 7)
    assert rotation_matrix(3, 7).shape == (6, 6)
    np.testing.assert_allclose(rotated(table[2], 3), table[5, :6], atol=1e-6)
    assert rotation_errors(table, 3)[2] < 1e-6
    assert rotation_errors(sinusoid_table(9, 1), 3).tolist() == [0] * 6


def test_no_matrix_turns_a_learned_table():
    table = np.random.default_rng(0).normal(size=(20, 8)).astype(np.float32)
    turned = rotation_matrix(3, 8) @ table[4]
    expected = np.abs(turned - table[7]).max()
    assert expected > 0.1
    assert rotation_errors(table, 3)[4] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("offset", [20, 21, -1])
def test_positions_that_no_two_rows_have_between_them_are_an_error(offset: int):
    with pytest.raises(ValueError, match=rf"no positions are {offset} apart in a table of 20"):
        rotation_errors(sinusoid_table(20, 8), offset)


def test_what_is_computed_is_read_only():
    table = sinusoid_table(4, 4)
    for array in (table, dot_similarity(table), rotation_matrix(1, 4), rotated(table[0], 1)):
        assert array.dtype == np.float32
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
