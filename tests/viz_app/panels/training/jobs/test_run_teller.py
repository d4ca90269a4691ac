"""What a job tells of a run: updates gathered, moments and samples at once, sleep once."""

import dataclasses

import pytest

from model.messages import Message
from model.runs.progress import TrainingProgress
from model.traces.moment import SampleTranslations
from tests.viz_app.panels.training.jobs.small_training import small_card, small_run
from viz_app.panels.training.jobs import RunKeeper, RunTeller, TrainingReported
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


@pytest.fixture
def teller(keeper, run):
    """Tells as seldom as it may."""
    return RunTeller(keeper, run, seconds=3600)


@pytest.fixture
def tell(teller, run):
    """What is told of an update, after the run has kept it."""

    def tell(update, **changes):
        run.curve.append(dataclasses.replace(REPORT, update=update, **changes))
        return teller.told(run.curve[-1])

    return tell


def told_updates(events):
    """The newest update of each time that the run is told of."""
    return [event.curve[-1].update for event in events if isinstance(event, TrainingReported)]


def test_updates_are_gathered_and_the_last_is_told_at_once(tell):
    told = [told_updates(tell(update)) for update in range(1, 10)]
    assert told == [[1], *[[]] * 7, [9]]


def test_what_is_told_is_the_very_curve_of_the_run(keeper, run):
    report = next(run.reports())
    (told,) = RunTeller(keeper, run, seconds=0).told(report)
    assert told.curve is run.curve.thinned()
    assert told.curve[-1] is run.curve[-1] is report


def test_what_waits_is_told_before_samples(teller, tell):
    tell(1)
    tell(2)
    samples = SampleTranslations(update=2, epoch=1, translations=("x",))
    first, second = teller.told(samples)
    assert told_updates([first]) == [2]
    assert second is samples


def test_a_notice_of_an_update_is_told_after_it(tell):
    tell(1)
    notice = Message("CPU is out of memory.")
    first, second = tell(2, notice=notice)
    assert (told_updates([first]), second) == ([2], notice)


def test_validating_is_nothing_to_tell(teller):
    assert teller.told(None) == []


def test_a_machine_that_slept_is_told_once(run, tell):
    tell(1)
    run.clock.slept_seconds += 7200
    told = [event for event in tell(2) if isinstance(event, Message)]
    assert [str(event) for event in told] == [
        "The machine slept for about 120 minutes; the run continues."
    ]
    assert not any(isinstance(event, Message) for event in tell(3))
