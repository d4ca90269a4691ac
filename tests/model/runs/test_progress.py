"""The curve of a run: every report of it, and the same points thinned where it grows long."""

from model.runs.progress import MOST_POINTS, RunCurve, TrainingProgress


def report(update: int, **fields) -> TrainingProgress:
    values = {"epoch": 1, "epochs": 1, "updates": 10**6, "loss": 1.0, "learning_rate": 0.1}
    speed = {"gradient_norm": 0.5, "tokens_per_second": 1.0, "seconds_left": 1.0}
    return TrainingProgress(update=update, **{**values, **speed, **fields})


def reports(count: int, *, measured: int = 10**6) -> list[TrainingProgress]:
    """So many reports; every ``measured``-th one has a validation loss."""
    updates = range(1, count + 1)
    return [report(n, validation_loss=None if n % measured else 0.5) for n in updates]


def test_a_short_curve_is_whole_and_not_made_anew_while_nothing_is_reported():
    curve = RunCurve(reports(MOST_POINTS))
    assert curve.thinned() == tuple(curve)
    assert curve.thinned() is curve.thinned()


def test_a_long_curve_is_thinned_and_keeps_ends_and_measurements():
    curve = RunCurve(reports(MOST_POINTS + 2, measured=8))
    kept = curve.thinned()
    assert len(kept) < 0.7 * len(curve)
    assert {curve[0].update, curve[-1].update, *range(8, len(curve), 8)} <= {p.update for p in kept}
    assert list(kept) == sorted(kept, key=lambda known: known.update)
    assert len(curve) == MOST_POINTS + 2


def test_every_point_is_the_very_report():
    curve = RunCurve(reports(3 * MOST_POINTS))
    assert all(point is curve[point.update - 1] for point in curve.thinned())


def test_a_curve_that_grows_point_by_point_stays_short_and_even():
    curve = RunCurve()
    for one in reports(5 * MOST_POINTS):
        curve.append(one)
        kept = curve.thinned()
        assert kept[-1] is one
        assert len(kept) <= MOST_POINTS
    assert len(kept) > MOST_POINTS / 3
    assert kept[0].update == 1


def test_how_often_it_was_asked_for_changes_nothing():
    told = reports(4 * MOST_POINTS + 123, measured=37)
    curve = RunCurve()
    for start in range(0, len(told), 71):
        curve.extend(told[start : start + 71])
        curve.thinned()
    assert curve.thinned() == RunCurve(told).thinned()


def test_a_curve_that_is_measured_everywhere_is_kept_whole():
    curve = RunCurve(reports(MOST_POINTS + 9, measured=1))
    assert curve.thinned() == tuple(curve)


def test_a_report_is_the_last_one_at_the_planned_update_or_when_it_stops_early():
    assert [report(n, updates=2).done for n in (1, 2)] == [False, True]
    assert report(1, stopped_early=True).done
