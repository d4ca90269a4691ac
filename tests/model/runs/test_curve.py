"""The points of a curve, one an update, and the same as columns of numbers."""

import dataclasses
import math

import numpy as np
import pytest

from model.runs.curve import (
    COLUMNS,
    SMALLEST,
    CurveColumns,
    CurvePoint,
    last_measured,
    points_of,
    table_of,
)


def point(update: int, **measured) -> CurvePoint:
    return CurvePoint(
        update=update, epoch=1, loss=1.0, learning_rate=0.1, gradient_norm=0.5, **measured
    )


@pytest.mark.parametrize("name", ["validation_loss", "bleu", "chrf", "exact"])
def test_any_number_of_held_out_pairs_is_a_measurement(name):
    assert point(1, **{name: 0.0}).measured
    assert not point(1).measured


def test_what_was_measured_last_stays_until_it_is_measured_again():
    curve = [point(1, bleu=1.0, exact=0.0), point(2), point(3, bleu=3.0, validation_loss=0.5)]
    assert last_measured(curve) == {"bleu": 3.0, "exact": 0.0, "validation_loss": 0.5}
    assert last_measured([]) == {}


def test_points_come_back_from_their_table():
    points = [point(update, chrf=None if update % 2 else update / 3) for update in range(9)]
    table = table_of(points)
    assert table.shape == (9, len(COLUMNS))
    assert [*points_of(table.tolist(), CurvePoint)] == points
    assert table_of([]).shape == (0, len(COLUMNS))


def test_columns_are_the_points_however_a_curve_grows_or_ends():
    points = tuple(point(update, bleu=None if update % 5 else 2.0 * update) for update in range(30))
    columns = CurveColumns(points[:10])
    assert columns.take(points)
    assert not columns.take(points)
    assert columns.column("update").tolist() == list(range(30))
    assert np.isnan(columns.column("exact")).all()
    updates, values = columns.measured("bleu")
    assert (2 * updates).tolist() == values.tolist()
    assert updates.tolist() == list(range(0, 30, 5))
    assert columns.take(points[::2])
    assert columns.curve == points[::2]
    assert columns.column("update").tolist() == list(range(0, 30, 2))
    assert columns.take(())
    assert columns.column("loss").size == 0


def test_what_is_no_number_is_left_out_and_nothing_is_too_small_for_a_logarithm():
    losses = (math.nan, math.inf, 0.0, 2.0)
    points = tuple(
        dataclasses.replace(point(update), loss=loss) for update, loss in enumerate(losses)
    )
    updates, values = CurveColumns(points).positive("loss")
    assert updates.tolist() == [2, 3]
    assert values.tolist() == [SMALLEST, 2.0]
