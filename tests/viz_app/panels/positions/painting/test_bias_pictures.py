"""Biases of relative positions: each curve and each cell is the bias of its distance."""

import numpy as np
import pytest

from tests.viz_app.panels.positions.snapshots import relative_snapshot
from viz_app.panels.positions.painting.bias_pictures import (
    bias_curve_sentence,
    bias_curves,
    bias_level,
    bias_matrix,
    bias_matrix_sentence,
)
from viz_app.workbench.state.selection import Cell


def test_an_encoders_curves_go_to_both_sides_and_a_decoders_back_only():
    shown = relative_snapshot(length=5)
    encoder, decoder = bias_curves(shown, "encoder"), bias_curves(shown, "decoder")
    assert encoder.x.tolist() == [*range(-4, 5)]
    assert decoder.x.tolist() == [*range(-4, 1)]
    np.testing.assert_array_equal(encoder.curves, shown.model.biases["encoder"][:, 2:11])
    np.testing.assert_array_equal(decoder.curves, shown.model.biases["decoder"][:, 2:7])


def test_keys_farther_away_have_the_bias_of_the_farthest():
    shown = relative_snapshot(length=20)
    curves = bias_curves(shown, "encoder")
    assert len(curves.x) == 39
    farthest = shown.model.biases["encoder"]
    np.testing.assert_array_equal(curves.curves[:, :14].T, [farthest[:, 0]] * 14)
    np.testing.assert_array_equal(curves.curves[:, -14:].T, [farthest[:, -1]] * 14)


def test_a_curve_is_saved_with_its_distances_and_the_numbers_of_heads():
    table = bias_curves(relative_snapshot(length=3), "encoder").table(name="Encoder")
    assert table.rows == ("-2", "-1", "0", "1", "2")
    assert table.columns == ("1", "2", "3", "4")


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_matrix_has_the_numbers_of_the_curve_on_its_diagonals(stack):
    shown = relative_snapshot(stack=stack, head=2, length=9)
    curve, matrix = bias_curves(shown, stack), bias_matrix(shown).values
    by_distance = dict(zip(curve.x.tolist(), curve.curves[2].tolist(), strict=True))
    for query in range(9):
        for key in range(9):
            expected = by_distance.get(key - query, np.nan)
            np.testing.assert_equal(float(matrix[query, key]), expected)
    assert np.isnan(matrix[np.triu_indices(9, 1)]).all() == (stack == "decoder")


def test_no_bias_lies_outside_the_colours():
    shown = relative_snapshot()
    largest = max(abs(biases).max() for biases in shown.model.biases.values())
    assert bias_matrix(shown).level == bias_level(shown) == pytest.approx(largest)


def test_a_matrix_is_named_after_the_sentence_of_its_stack():
    rows = bias_matrix(relative_snapshot(length=4)).rows
    assert rows == ("我  0", "有  1", "猫  2", "</s>  3")
    fed = bias_matrix(relative_snapshot(length=4, stack="decoder")).rows
    assert fed == ("<s>  0", "I  1", "am  2", "3")


def test_points_and_cells_are_said():
    shown = relative_snapshot(length=4)
    value = f"{shown.model.biases['encoder'][1, 4]:.4f}".replace("-", "−")
    said = bias_curve_sentence(shown, "encoder", Cell(1, 1))
    assert said == f"{value} · Encoder, head 2 · key 2 before the query"
    assert bias_curve_sentence(shown, "decoder", Cell(0, 3)).endswith("the query itself")
    cell = bias_matrix_sentence(shown, Cell(0, 2))
    assert cell.endswith("key 2 after the query")
    masked = bias_matrix_sentence(relative_snapshot(stack="decoder"), Cell(0, 2))
    assert masked.startswith("masked · query: ")
