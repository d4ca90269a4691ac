"""A run's folder while it trains, and what is told of the run: updates gathered, sleep once."""

import shutil

import numpy as np
import pytest

from model.messages import Message
from model.runs.progress import MOST_POINTS, table_of
from model.traces.head_measures import SampleTranslations
from tests.viz_app.full_disk import full_disk
from tests.viz_app.panels.training.jobs.small_training import small_card, small_run
from tests.viz_app.states import progress_of
from viz_app.panels.training.jobs import RunKeeper, TrainingReported
from viz_app.storage.runs import Runs

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path / "runs", models=())


@pytest.fixture
def run():
    return small_run(epochs=3)


@pytest.fixture
def folder(runs, run):
    folder = runs.begin(small_card(run))
    yield folder
    folder.release_lock()


def trained(run, updates):
    reports = run.reports()
    for _ in range(updates):
        next(reports)
    return run


def test_what_is_saved_is_the_run_and_all_it_told(runs, run, folder):
    before, after = (SampleTranslations(update=n, epoch=0, translations=("x",)) for n in (0, 1))
    keeper = RunKeeper(folder, trained(run, 3), resumable=True, samples=(before,))
    keeper.told(after)
    list(run.reports())
    assert keeper.save() is None
    kept = runs.open(folder.card.run_id)
    assert kept.card.update == len(run.curve)
    assert kept.card.loss == run.curve[-1].loss
    assert kept.card.validation_loss == run.curve[-1].validation_loss
    assert np.array_equal(table_of(kept.read_curve()), table_of(run.curve), equal_nan=True)
    assert kept.read_samples() == (before, after)
    assert kept.state_path.exists()


def test_a_long_curve_is_thinned(run, folder):
    keeper = RunKeeper(folder, run, resumable=False)
    run.curve.extend(progress_of(update=update) for update in range(1, MOST_POINTS + 2))
    keeper.save()
    kept = folder.read_curve()
    assert len(kept) < 0.6 * MOST_POINTS
    assert [point.update for point in kept] == [point.update for point in run.curve.thinned()]
    assert keeper.card.update == MOST_POINTS + 1


def test_a_run_of_an_experiment_keeps_nothing_to_go_on_with(run, folder):
    keeper = RunKeeper(folder, trained(run, 1), resumable=False)
    assert keeper.save() is None
    assert not folder.state_path.exists()


def test_it_is_due_at_once_and_then_after_so_many_seconds(run, folder):
    patient = RunKeeper(folder, trained(run, 1), resumable=True, seconds=3600)
    assert patient.due()
    patient.save()
    assert not patient.due()
    hasty = RunKeeper(folder, run, resumable=True, seconds=0)
    hasty.save()
    assert hasty.due()


def test_who_leaves_saves_what_can_be_saved_at_once(runs, run, folder):
    keeper = RunKeeper(folder, trained(run, 1), resumable=True)
    keeper.save()
    saved = folder.state_path.read_bytes()
    trained(run, 1)
    assert keeper.leave(seconds=0.0) is None
    assert folder.state_path.read_bytes() == saved
    assert runs.open(folder.card.run_id).card.update == 1
    assert keeper.leave() is None
    assert folder.state_path.read_bytes() != saved
    assert runs.open(folder.card.run_id).card.update == 2


def test_a_full_disk_is_said_once_until_there_is_room_again(runs, run, folder):
    keeper = RunKeeper(folder, run, resumable=True)
    trained(run, 1)
    with full_disk():
        first, second = keeper.save(), keeper.save()
    assert "No space left" in str(first)
    assert "The run continues" in str(first)
    assert second is None
    assert keeper.save() is None
    assert runs.open(folder.card.run_id).card.update == 1
    with full_disk():
        assert "No space left" in str(keeper.save())


def test_a_removed_folder_is_made_again(runs, run, folder):
    keeper = RunKeeper(folder, run, resumable=True)
    trained(run, 2)
    shutil.rmtree(folder.path)
    assert keeper.save() is None
    kept = runs.open(folder.card.run_id)
    assert kept.card.update == 2
    assert kept.state_path.exists()


def test_a_finished_run_has_no_state_to_go_on_with(run, folder):
    keeper = RunKeeper(folder, trained(run, 2), resumable=True)
    keeper.save()
    list(run.reports())
    keeper.end("finished", has_model=True)
    assert not folder.state_path.exists()
    assert (folder.card.status, folder.card.has_model) == ("finished", True)


def test_a_stopped_run_can_go_on_from_where_it_was_stopped(run, folder):
    from model.training.saved_run import restore_run

    keeper = RunKeeper(folder, trained(run, 2), resumable=True)
    keeper.end("stopped")
    again = small_run(epochs=3)
    restore_run(again, folder.state_path)
    assert again.clock.update == 2


# ----------------------------------------------------------------------------- what is told of it


@pytest.fixture
def keeper(folder, run):
    """Tells as seldom as it may."""
    return RunKeeper(folder, run, resumable=True, report_seconds=3600)


@pytest.fixture
def tell(keeper, run):
    """What is told of an update, after the run has kept it."""

    def tell(update, **changes):
        run.curve.append(progress_of(update=update, updates=9, **changes))
        return keeper.told(run.curve[-1])

    return tell


def told_updates(events):
    """The newest update of each time that the run is told of."""
    return [event.curve[-1].update for event in events if isinstance(event, TrainingReported)]


def test_updates_are_gathered_and_the_last_is_told_at_once(tell):
    told = [told_updates(tell(update)) for update in range(1, 10)]
    assert told == [[1], *[[]] * 7, [9]]


def test_what_is_told_is_the_very_curve_of_the_run(folder, run):
    report = next(run.reports())
    (told,) = RunKeeper(folder, run, resumable=True, report_seconds=0).told(report)
    assert told.curve is run.curve.thinned()
    assert told.curve[-1] is run.curve[-1] is report


def test_what_waits_is_told_before_samples(keeper, tell):
    tell(1)
    tell(2)
    samples = SampleTranslations(update=2, epoch=1, translations=("x",))
    first, second = keeper.told(samples)
    assert told_updates([first]) == [2]
    assert second is samples


def test_a_notice_of_an_update_is_told_after_it(tell):
    tell(1)
    notice = Message("CPU is out of memory.")
    first, second = tell(2, notice=notice)
    assert (told_updates([first]), second) == ([2], notice)


def test_validating_is_nothing_to_tell(keeper):
    assert keeper.told(None) == []


def test_a_machine_that_slept_is_told_once(run, tell):
    tell(1)
    run.clock.slept_seconds += 7200
    told = [event for event in tell(2) if isinstance(event, Message)]
    assert [str(event) for event in told] == [
        "The machine slept for about 120 minutes; the run continues."
    ]
    assert not any(isinstance(event, Message) for event in tell(3))
