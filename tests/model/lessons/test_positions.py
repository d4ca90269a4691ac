"""The sinusoidal table in numpy, against the network's own and the paper's formula."""

import math

import numpy as np
import pytest

from model.arrays import frozen
from model.lessons.positions import (
    DIALS,
    Waves,
    dot_similarity,
    frequencies,
    pair_dimensions,
    rotated,
    rotation_errors,
    rotation_matrix,
    rotation_study,
    shown_pairs,
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
    turned = sorted(pair_dimensions(d_model, waves).ravel().tolist())
    matrix = rotation_matrix(4, d_model, waves=waves)
    np.testing.assert_allclose(matrix @ table[5, turned], table[9, turned], atol=2e-6)


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


def test_dot_products_depend_only_on_the_distance():
    similarity = dot_similarity(sinusoid_table(40, 16))
    assert similarity[0, 0] == pytest.approx(8)
    for distance in (1, 7, 30):
        np.testing.assert_allclose(
            np.diagonal(similarity, distance), similarity[0, distance], atol=1e-5
        )
    expected = [np.cos(7 * frequencies(16)).sum()]
    np.testing.assert_allclose(similarity[3, 10], expected, atol=1e-5)


def test_the_matrix_is_a_rotation_of_each_pair_that_takes_a_position_to_another_one():
    table = sinusoidal_table(65, 32).numpy()
    for position, offset in ((0, 1), (3, 17), (40, 24), (30, -30), (8, 0)):
        matrix = rotation_matrix(offset, 32)
        np.testing.assert_allclose(matrix @ matrix.T, np.eye(32), atol=1e-6)
        assert np.linalg.det(matrix.astype(float)) == pytest.approx(1, abs=1e-5)
        outside = np.kron(np.eye(16), np.ones((2, 2))) == 0
        assert not matrix[outside].any()
        turned = matrix @ table[position]
        np.testing.assert_allclose(turned, table[position + offset], atol=2e-6)
        np.testing.assert_allclose(rotated(table[position], offset), turned, atol=2e-6)


def test_one_matrix_serves_every_position():
    table = sinusoid_table(500, 64)
    errors = rotation_errors(table, 100)
    expected = np.abs(table[:400] @ rotation_matrix(100, 64).T - table[100:]).max(axis=1)
    assert errors.shape == (400,)
    np.testing.assert_allclose(errors, expected, atol=2e-6)
    assert errors.max() < 1e-6
    for offset in (20, 21, -1):
        with pytest.raises(ValueError, match=rf"no positions are {offset} apart in a table of 20"):
            rotation_errors(sinusoid_table(20, 8), offset)


def test_the_last_sine_of_an_odd_table_is_not_turned():
    table = sinusoid_table(20, 7)
    assert rotation_matrix(3, 7).shape == (6, 6)
    np.testing.assert_allclose(rotated(table[2], 3), table[5, :6], atol=1e-6)
    assert rotation_errors(table, 3)[2] < 1e-6
    assert rotation_errors(sinusoid_table(9, 1), 3).tolist() == [0] * 6


def test_what_is_computed_is_read_only():
    table = sinusoid_table(4, 4)
    for array in (table, dot_similarity(table), rotation_matrix(1, 4), rotated(table[0], 1)):
        assert array.dtype == np.float32
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.fixture
def table():
    return sinusoidal_table(40, 24).numpy()


def test_rows_are_before_turned_and_after_and_each_turn_a_block_of_the_matrix(table):
    study = rotation_study(table, position=3, offset=7)
    np.testing.assert_array_equal(study.rows[0], table[3])
    np.testing.assert_allclose(study.rows[1], study.matrix @ table[3], atol=2e-6)
    np.testing.assert_array_equal(study.rows[2], table[10])
    assert study.error == pytest.approx(np.abs(study.rows[1] - study.rows[2]).max())
    assert study.error <= study.worst < 1e-6
    for turn in study.turns:
        sine, cosine = turn.dimensions
        assert cosine == sine + 1
        place = slice(sine, cosine + 1)
        np.testing.assert_allclose(turn.block, study.matrix[place, place], atol=1e-6)
        np.testing.assert_allclose(turn.block @ turn.before, turn.after, atol=1e-6)
        np.testing.assert_array_equal(turn.before, table[3, place])
        assert turn.degrees == pytest.approx(np.degrees(7 / 10_000 ** (sine / 24)))
    assert rotation_study(sinusoidal_table(1, 4).numpy(), position=0, offset=0).error == 0.0
    alone = rotation_study(sinusoidal_table(5, 1).numpy(), position=1, offset=2)
    assert (alone.turns, alone.rows.shape) == ((), (3, 0))


@pytest.mark.parametrize("closed", [False, True])
def test_a_table_in_halves_is_turned_pair_by_pair(closed):
    table = sinusoidal_table(40, 24, layout="halves", closed=closed, offset=2).numpy()
    waves = Waves("halves", closed_sinusoids=closed)
    study = rotation_study(table, position=3, offset=7, waves=waves)
    assert study.error <= study.worst < 1e-6
    np.testing.assert_allclose(study.matrix @ table[3], table[10], atol=1e-6)
    assert [turn.dimensions for turn in study.turns][-1] == (11, 23)
    for turn in study.turns:
        places = list(turn.dimensions)
        np.testing.assert_allclose(turn.block, study.matrix[np.ix_(places, places)], atol=1e-6)
        np.testing.assert_array_equal(turn.after, table[10, places])
        exponent = 2 * turn.dimensions[0] / (22 if closed else 24)
        assert turn.degrees == pytest.approx(np.degrees(7 / 10_000**exponent))


def test_another_table_is_not_turned():
    halves = sinusoidal_table(40, 24, layout="halves").numpy()
    assert rotation_study(halves, position=3, offset=7).worst > 0.1
    table = np.random.default_rng(1).normal(size=(20, 8)).astype(np.float32)
    study = rotation_study(frozen(table), position=2, offset=3)
    expected = np.abs(table[:17] @ study.matrix.T - table[3:]).max(axis=1)
    assert study.error == pytest.approx(expected[2], abs=1e-5)
    assert study.worst == pytest.approx(expected.max(), abs=1e-5)


def test_few_pairs_are_all_shown_and_of_many_the_first_the_last_and_some_between():
    for pairs in (0, 3, 8):
        assert shown_pairs(pairs) == [*range(pairs)]
    shown = shown_pairs(128)
    assert (shown[0], shown[-1], len(set(shown))) == (0, 127, DIALS)
