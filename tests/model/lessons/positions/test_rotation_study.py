"""One row of a table turned into another."""

import numpy as np
import pytest

from model.arrays import frozen
from model.lessons.positions import DIALS, Waves, rotation_study, shown_pairs
from model.network.layers import sinusoidal_table


@pytest.fixture
def table():
    return sinusoidal_table(40, 24).numpy()


def test_the_rows_are_before_turned_and_after(table):
    study = rotation_study(table, position=3, offset=7)
    np.testing.assert_array_equal(study.rows[0], table[3])
    np.testing.assert_allclose(study.rows[1], study.matrix @ table[3], atol=2e-6)
    np.testing.assert_array_equal(study.rows[2], table[10])
    assert study.error == pytest.approx(np.abs(study.rows[1] - study.rows[2]).max())
    assert study.error <= study.worst < 1e-6


def test_each_turn_is_a_block_of_the_matrix(table):
    study = rotation_study(table, position=3, offset=7)
    for turn in study.turns:
        sine, cosine = turn.dimensions
        assert cosine == sine + 1
        place = slice(sine, cosine + 1)
        np.testing.assert_allclose(turn.block, study.matrix[place, place], atol=1e-6)
        np.testing.assert_allclose(turn.block @ turn.before, turn.after, atol=1e-6)
        np.testing.assert_array_equal(turn.before, table[3, place])
        assert turn.degrees == pytest.approx(np.degrees(7 / 10_000 ** (sine / 24)))


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


def test_the_papers_rotation_does_not_fit_another_table():
    table = sinusoidal_table(40, 24, layout="halves").numpy()
    assert rotation_study(table, position=3, offset=7).worst > 0.1


def test_a_learned_table_is_not_turned():
    table = np.random.default_rng(1).normal(size=(20, 8)).astype(np.float32)
    study = rotation_study(frozen(table), position=2, offset=3)
    expected = np.abs(table[:17] @ study.matrix.T - table[3:]).max(axis=1)
    assert study.error == pytest.approx(expected[2], abs=1e-5)
    assert study.worst == pytest.approx(expected.max(), abs=1e-5)


@pytest.mark.parametrize(("pairs", "expected"), [(0, []), (3, [0, 1, 2]), (8, [*range(8)])])
def test_few_pairs_are_all_shown(pairs, expected):
    assert shown_pairs(pairs) == expected


def test_of_many_pairs_the_first_the_last_and_some_between_are_shown():
    shown = shown_pairs(128)
    assert (shown[0], shown[-1], len(set(shown))) == (0, 127, DIALS)


def test_the_smallest_tables_have_little_to_turn():
    assert rotation_study(sinusoidal_table(1, 4).numpy(), position=0, offset=0).error == 0.0
    alone = rotation_study(sinusoidal_table(5, 1).numpy(), position=1, offset=2)
    assert (alone.turns, alone.rows.shape) == ((), (3, 0))
