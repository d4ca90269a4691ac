"""The curve of a run: one point an update, thinned where it grows long."""

import dataclasses
import math

import numpy as np
import pytest

from model.runs.curve import MOST_POINTS, SMALLEST, CurveColumns, CurvePoint, curve_point, thinned
from model.runs.progress import TrainingProgress

REPORT = TrainingProgress(
    epoch=2,
    epochs=5,
    update=13,
    updates=50,
    loss=1.5,
    validation_loss=1.75,
    learning_rate=1e-3,
    gradient_norm=0.25,
    tokens_per_second=900.0,
    seconds_left=4.0,
    bleu=31.0,
    chrf=52.0,
    exact=0.125,
)


def point(update: int, **measured) -> CurvePoint:
    return CurvePoint(
        update=update, epoch=1, loss=1.0, learning_rate=0.1, gradient_norm=0.5, **measured
    )


def test_a_point_has_the_numbers_of_its_report():
    names = [field.name for field in dataclasses.fields(CurvePoint)]
    made = curve_point(REPORT)
    assert {name: getattr(made, name) for name in names} == {
        name: getattr(REPORT, name) for name in names
    }


@pytest.mark.parametrize("name", ["validation_loss", "bleu", "chrf", "exact"])
def test_any_number_of_held_out_pairs_is_a_measurement(name):
    assert point(1, **{name: 0.0}).measured
    assert not point(1).measured


def test_a_short_curve_stays_as_it_is():
    curve = tuple(point(update) for update in range(1, MOST_POINTS + 1))
    assert thinned(curve) is curve


def test_a_long_curve_is_thinned_and_keeps_ends_and_measurements():
    curve = tuple(
        point(update, validation_loss=0.5 if update == 8 else None)
        for update in range(1, MOST_POINTS + 3)
    )
    kept = thinned(curve)
    assert len(kept) < 0.6 * len(curve)
    assert {curve[0], curve[-1], curve[7]} <= set(kept)
    assert list(kept) == sorted(kept, key=lambda known: known.update)


def test_a_curve_that_grows_point_by_point_stays_short_and_even():
    curve: tuple[CurvePoint, ...] = ()
    for update in range(1, 5 * MOST_POINTS):
        curve = thinned((*curve, point(update)))
    assert MOST_POINTS / 3 < len(curve) <= MOST_POINTS
    assert (curve[0].update, curve[-1].update) == (1, 5 * MOST_POINTS - 1)


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
