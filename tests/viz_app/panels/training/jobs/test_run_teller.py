"""What a job tells of a run: updates gathered, moments and samples at once, sleep once."""

import dataclasses

import pytest

from model.messages import Message
from model.runs.progress import TrainingProgress
from model.traces.probe import SampleTranslations
from tests.viz_app.panels.training.jobs.small_training import small_card, small_run
from viz_app.panels.training.jobs.run_keeper import RunKeeper
from viz_app.panels.training.jobs.run_teller import RunTeller
from viz_app.panels.training.jobs.training_events import TrainingReported
from viz_app.storage.runs import Runs

pytestmark = pytest.mark.usefixtures("one_torch_thread")

REPORT = TrainingProgress(
    epoch=1,
    epochs=1,
    update=1,
    updates=9,
    loss=1.0,
    validation_loss=None,
    learning_rate=0.1,
    gradient_norm=1.0,
    tokens_per_second=1.0,
    seconds_left=1.0,
)


@pytest.fixture
def run():
    return small_run()


@pytest.fixture
def keeper(tmp_path, run):
    folder = Runs(tmp_path / "runs", models=()).begin(small_card(run))
    yield RunKeeper(folder, run, resumable=True)
    folder.release_lock()


def report(update, **changes):
    return dataclasses.replace(REPORT, update=update, **changes)


def told_updates(events):
    reported = [event for event in events if isinstance(event, TrainingReported)]
    return [progress.update for event in reported for progress in event.reports]


def test_every_report_is_told_once_in_order_and_the_last_at_once(keeper, run):
    teller = RunTeller(keeper, run.clock, seconds=3600)
    told = [teller.told(report(update)) for update in range(1, 10)]
    assert [told_updates(events) for events in told[1:-1]] == [[]] * 7
    assert [u for events in told for u in told_updates(events)] == list(range(1, 10))


def test_updates_come_with_the_very_curve_that_the_folder_keeps(keeper, run):
    (told,) = RunTeller(keeper, run.clock, seconds=0).told(next(run.reports()))
    assert [point.update for point in told.curve] == [1]
    assert told.curve is keeper.curve()


def test_what_waits_is_told_before_samples(keeper, run):
    teller = RunTeller(keeper, run.clock, seconds=3600)
    teller.told(report(1))
    teller.told(report(2))
    samples = SampleTranslations(update=2, epoch=1, translations=("x",))
    first, second = teller.told(samples)
    assert told_updates([first]) == [2]
    assert second is samples


def test_a_notice_of_an_update_is_told_after_it(keeper, run):
    teller = RunTeller(keeper, run.clock, seconds=3600)
    teller.told(report(1))
    notice = Message("CPU is out of memory.")
    first, second = teller.told(report(2, notice=notice))
    assert (told_updates([first]), second) == ([2], notice)


def test_validating_is_nothing_to_tell(keeper, run):
    assert RunTeller(keeper, run.clock).told(None) == []


def test_a_machine_that_slept_is_told_once(keeper, run):
    teller = RunTeller(keeper, run.clock, seconds=3600)
    teller.told(report(1))
    run.clock.slept_seconds += 7200
    told = [event for event in teller.told(report(2)) if isinstance(event, Message)]
    assert [str(event) for event in told] == [
        "The machine slept for about 120 minutes; the run goes on where it was."
    ]
    assert not any(isinstance(event, Message) for event in teller.told(report(3)))
