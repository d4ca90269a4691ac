"""Watching a run changes nothing of it, and goes on where the run goes on."""

import dataclasses
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from model.decoding.greedy import translate
from model.messages import TrainingError
from model.runs.moment_schedule import moment_updates
from model.runs.presets import TrainingConfig
from model.runs.progress import TrainingProgress
from model.steps import run_through
from model.traces.moment import Moment
from model.traces.probe import Probe, SampleTranslations
from model.training.moment_recording import moment_steps
from model.training.new_model import new_model
from model.training.run import TrainingRun
from model.training.saved_run import restore_run, save_run
from model.training.watched_run import watched_steps
from tests.model.builders import config, letters

TRAINING = TrainingConfig(epochs=3, batch_tokens=512, learning_rate=3e-3, warmup=5, seed=7)
PROBES = (Probe("a b c", "a b c"), Probe("d e f g h", "d e f g h"))


def new_run(**changes) -> TrainingRun:
    """With dropout, so that random numbers matter."""
    training = dataclasses.replace(TRAINING, **changes)
    corpus = letters(pairs=200)
    model = new_model(corpus, config(n_layers=1, dropout=0.2), training, task="copy")
    return TrainingRun(corpus, model, training)


def told(run: TrainingRun, probes=PROBES) -> list:
    """All but the places to stop."""
    return [one for one in watched_steps(run, probes) if one is not None]


def of_kind(items: list, kind: type) -> list:
    return [one for one in items if isinstance(one, kind)]


@pytest.fixture(scope="module")
def watched() -> tuple[TrainingRun, list]:
    """A run from start to end, and what it told."""
    run = new_run()
    return run, told(run)


def test_the_curve_is_that_of_a_run_that_nobody_watches(watched):
    plain = new_run()
    reports = of_kind(watched[1], TrainingProgress)
    assert [(one.loss, one.validation_loss, one.gradient_norm) for one in plain.reports()] == [
        (one.loss, one.validation_loss, one.gradient_norm) for one in reports
    ]
    for one, other in zip(
        plain.model.network.parameters(), watched[0].model.network.parameters(), strict=True
    ):
        assert (one == other).all()


def test_moments_are_those_of_the_plan(watched):
    run, items = watched
    planned = moment_updates(per_epoch=run.per_epoch, epochs=3)
    moments = of_kind(items, Moment)
    assert [one.update for one in moments] == sorted(planned)
    assert [one.epoch for one in moments] == [-(-one.update // run.per_epoch) for one in moments]


def test_samples_come_with_every_moment_and_at_the_end_of_every_epoch(monkeypatch):
    monkeypatch.setattr(
        "model.training.watched_run.moment_updates", lambda **_: frozenset({0, 2, 21})
    )
    run = new_run()
    items = told(run)
    assert run.per_epoch == 7
    assert [one.update for one in of_kind(items, Moment)] == [0, 2, 21]
    assert [one.update for one in of_kind(items, SampleTranslations)] == [0, 2, 7, 14, 21]


def test_before_the_report_of_an_update_comes_what_belongs_to_it(watched):
    _, items = watched
    assert [type(one) for one in items[:3]] == [Moment, SampleTranslations, Moment]
    updates = [one.update for one in items]
    assert updates == sorted(updates)
    last_of = {one.update: one for one in items}
    assert all(isinstance(one, TrainingProgress) for update, one in last_of.items() if update)


def test_a_moment_is_that_of_the_weights_after_its_update():
    run = new_run()
    for item in watched_steps(run, PROBES):
        if isinstance(item, Moment):
            now = run_through(moment_steps(run.model, PROBES, update=item.update, epoch=item.epoch))
            for one, other in zip(item.traces, now.traces, strict=True):
                np.testing.assert_array_equal(one.weights("encoder"), other.weights("encoder"))
        if isinstance(item, SampleTranslations):
            assert item.translations[0] == translate(run.model, "a b c").translation
            assert item.update == len(run.curve)


def test_the_model_changes_from_moment_to_moment(watched):
    first, *_, last = of_kind(watched[1], Moment)
    assert first.traces[0].fed_tokens == last.traces[0].fed_tokens
    assert abs(first.traces[0].weights("cross") - last.traces[0].weights("cross")).max() > 1e-3


@pytest.mark.parametrize("updates", [1, 5, 8])
def test_a_run_that_goes_on_keeps_to_the_plan(tmp_path: Path, watched, updates: int):
    first = new_run()
    seen = []
    for item in watched_steps(first, PROBES):
        seen.append(item)
        if isinstance(item, TrainingProgress) and item.update == updates:
            break
    save_run(first, tmp_path / "a.run")
    second = new_run()
    restore_run(second, tmp_path / "a.run")
    rest = told(second)
    both = [one for one in seen if one is not None] + rest
    assert [(type(one), one.update) for one in both] == [
        (type(one), one.update) for one in watched[1]
    ]
    assert second.curve[-1].loss == watched[0].curve[-1].loss


def test_a_run_that_stops_early_ends_on_a_moment(monkeypatch):
    monkeypatch.setattr("model.training.watched_run.moment_updates", lambda **_: frozenset({0}))
    run = new_run(patience=1, epochs=50, learning_rate=0.2, warmup=0)
    items = told(run)
    assert run.curve[-1].stopped_early
    assert of_kind(items, Moment)[-1].update == len(run.curve) < 50 * run.per_epoch


def test_without_probes_there_are_only_reports():
    run = new_run(epochs=1)
    assert {type(one) for one in told(run, ())} == {TrainingProgress}


def test_a_run_that_goes_wrong_says_so():
    run = new_run()
    steps = watched_steps(run, PROBES)
    assert [*islice(steps, 20)]
    run.model.network.output.weight.data[4, 0] = float("nan")
    with pytest.raises(TrainingError, match="The loss became nan"):
        list(steps)
