"""The curve of a run: every report of it, and the same points thinned where it grows long."""

import dataclasses
import json
import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from model.config import ModelConfig
from model.messages import ConfigError
from model.runs.presets import TrainingConfig
from model.runs.progress import (
    COLUMNS,
    MEASURED,
    MOST_POINTS,
    SMALLEST,
    CurveColumns,
    CurvePoint,
    RunCard,
    RunCurve,
    TrainingClock,
    TrainingProgress,
    last_measured,
    moment_updates,
    points_of,
    table_of,
)
from model.traces.head_measures import Probe


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
    measured = RunCurve(reports(MOST_POINTS + 9, measured=1))  # everywhere
    assert measured.thinned() == tuple(measured)


def test_a_long_curve_is_thinned_and_keeps_ends_and_measurements():
    curve = RunCurve(reports(MOST_POINTS + 2, measured=8))
    kept = curve.thinned()
    assert len(kept) < 0.7 * len(curve)
    assert {curve[0].update, curve[-1].update, *range(8, len(curve), 8)} <= {p.update for p in kept}
    assert list(kept) == sorted(kept, key=lambda known: known.update)
    assert len(curve) == MOST_POINTS + 2
    assert all(point is curve[point.update - 1] for point in kept)


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


def test_a_report_is_the_last_one_at_the_planned_update_or_when_it_stops_early():
    assert [report(n, updates=2).done for n in (1, 2)] == [False, True]
    assert report(1, stopped_early=True).done


def point(update: int, **measured) -> CurvePoint:
    return CurvePoint(
        update=update, epoch=1, loss=1.0, learning_rate=0.1, gradient_norm=0.5, **measured
    )


def test_what_was_measured_last_stays_until_it_is_measured_again():
    curve = [point(1, bleu=1.0, exact=0.0), point(2), point(3, bleu=3.0, validation_loss=0.5)]
    assert last_measured(curve) == {"bleu": 3.0, "exact": 0.0, "validation_loss": 0.5}
    assert last_measured([]) == {}
    assert all(point(1, **{name: 0.0}).measured for name in MEASURED)
    assert not point(1).measured


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


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def clock(hand: Hand) -> TrainingClock:
    return TrainingClock(10, now=hand)


def update(clock: TrainingClock, hand: Hand, seconds: float, *, pause: float = 0.0) -> None:
    """After a pause, one update on 50 tokens that takes so long."""
    hand.seconds += pause
    clock.start()
    hand.seconds += seconds
    clock.tick(50)


def test_speed_and_time_left_follow_from_the_updates_so_far(clock, hand):
    assert (clock.tokens_per_second, clock.seconds_left) == (0, 0)
    update(clock, hand, 2.0)
    update(clock, hand, 3.0, pause=1000.0)
    assert (clock.update, clock.tokens, clock.seconds) == (2, 100, 5.0)
    assert clock.tokens_per_second == 20.0
    assert clock.seconds_left == 8 * 2.5
    assert clock.slept_seconds == 0


def test_an_update_during_which_the_machine_slept_does_not_count(clock, hand):
    for _ in range(3):
        update(clock, hand, 0.5)
    speed = clock.tokens_per_second
    update(clock, hand, 7200.0)
    assert (clock.update, clock.seconds, clock.slept_seconds) == (4, 1.5, 7200.0)
    assert clock.tokens_per_second == speed
    assert clock.seconds_left == pytest.approx(6 * 0.5, rel=0.3)
    update(clock, hand, 0.5)
    assert (clock.seconds, clock.slept_seconds) == (2.0, 7200.0)
    update(clock, hand, 60.0)
    assert clock.slept_seconds == 7260.0


def test_an_update_that_is_only_slow_counts(hand):
    for usual, long in ((0.5, 29.0), (2.0, 39.0), (10.0, 150.0), (500.0, 1.0)):
        clock = TrainingClock(10, now=hand)
        update(clock, hand, usual)  # the first counts however long it takes
        update(clock, hand, long)
        assert (clock.seconds, clock.slept_seconds) == (usual + long, 0)


def test_a_run_that_goes_on_knows_how_long_its_updates_took(clock, hand):
    clock.update, clock.tokens, clock.seconds = 4, 200, 2.0
    update(clock, hand, 900.0)
    assert (clock.seconds, clock.slept_seconds) == (2.0, 900.0)


SIZES = [
    *((1, 1), (1, 500), (5, 1), (7, 3), (60, 12)),
    *((300, 2), (50, 80), (3000, 300), (10**6, 10**4)),
]


def test_the_first_and_the_last_update_are_in_and_never_too_many():
    for per_epoch, epochs in SIZES:
        for most in (2, 3, 10, 100):
            updates = moment_updates(per_epoch=per_epoch, epochs=epochs, most=most)
            assert {0, per_epoch * epochs} <= updates
            assert (min(updates), max(updates)) == (0, per_epoch * epochs)
            assert len(updates) <= most


def test_each_epoch_s_end_is_in_where_there_is_room():
    for per_epoch, epochs in ((60, 12), (300, 2), (50, 78), (1, 60), (7, 3)):
        ends = {per_epoch * epoch for epoch in range(1, epochs + 1)}
        updates = moment_updates(per_epoch=per_epoch, epochs=epochs)
        assert ends <= updates
        assert max(later - earlier for earlier, later in pairwise(sorted(updates))) <= per_epoch


def test_of_too_many_epochs_evenly_spaced_ends_are_in():
    updates = sorted(moment_updates(per_epoch=30, epochs=1000))
    late = [update for update in updates if update > 3000]
    assert all(update % 30 == 0 for update in late)
    gaps = {later - earlier for earlier, later in pairwise(late)}
    assert max(gaps) - min(gaps) <= 30
    assert len(updates) > 90


def test_the_first_epoch_is_watched_from_update_to_update_then_ever_more_rarely():
    for per_epoch, epochs in ((60, 12), (300, 2), (3000, 300)):
        updates = sorted(moment_updates(per_epoch=per_epoch, epochs=epochs))
        early = [update for update in updates if update <= per_epoch]
        assert early[:6] == [0, 1, 2, 3, 4, 6]
        assert max(later / earlier for earlier, later in pairwise(early[1:])) <= 2
        assert len(early) >= 10


def test_numbers_that_are_too_small_are_errors():
    for per_epoch, epochs, most in ((0, 1, 9), (1, 0, 9), (1, 1, 1)):
        with pytest.raises(ValueError, match="no moments for"):
            moment_updates(per_epoch=per_epoch, epochs=epochs, most=most)


CARD = RunCard(
    run_id="reverse-1",
    name="我的 run",
    task="reverse",
    model=ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=16, norm="post"),
    training=TrainingConfig(epochs=3, learning_rate=2e-4, level="bpe"),
    device="cpu",
    status="stopped",
    begun="2025-01-31T12:05:01+00:00",
    seconds=12.5,
    epoch=2,
    update=80,
    updates=120,
    n_parameters=4321,
    loss=0.5,
    validation_loss=0.75,
    exact=0.25,
    reason="it was stopped",
    experiment="heads",
    arm="one",
    probes=(Probe("a b c", "c b a"), Probe("我", "I")),
    has_model=True,
)


def plain(card: RunCard = CARD) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(json.dumps(card.to_json()))
    return values


def test_json_gives_back_an_equal_card():
    assert RunCard.from_json(plain()) == CARD
    for task, score in (("reverse", "exact"), ("zh-en", "bleu")):
        assert RunCard.from_json(plain() | {"task": task}).score == score


def test_what_was_not_measured_stays_so():
    bare = RunCard(run_id="a", name="a", task="copy", model=CARD.model, training=CARD.training)
    card = RunCard.from_json(plain(bare))
    assert card == bare
    assert card.loss is card.validation_loss is card.bleu is card.chrf is card.exact is None
    assert (card.status, card.probes, card.has_model) == ("running", (), False)


def test_a_wrong_value_is_one_sentence_that_names_it():
    model, training = plain()["model"], plain()["training"]
    for changes, said in (
        ({"colour": "red"}, "'colour'"),
        ({"status": "asleep"}, "'asleep'"),
        ({"model": model | {"n_heads": 3}}, "3"),
        ({"model": model | {"wings": 2}}, "'wings'"),
        ({"training": training | {"epochs": 0}}, "epochs"),
        ({"training": training | {"warmth": 2}}, "'warmth'"),
        ({"begun": "yesterday"}, "'yesterday'"),
        ({"probes": [{"source": "a"}]}, "probes.target is missing"),
        ({"probes": 7}, "probes (7)"),
    ):
        with pytest.raises(ConfigError) as failure:
            RunCard.from_json(plain() | changes)
        assert said in str(failure.value)
    without = {name: value for name, value in plain().items() if name != "model"}
    for told in ({}, {"run_id": "a"}, without):
        with pytest.raises(ConfigError, match="is missing"):
            RunCard.from_json(told)
