"""A run is read from its folder alone; what is damaged is left out and said."""

import pytest

from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of, samples_of
from viz_app.panels.training.runs.jobs import history_steps, reading_steps
from viz_app.storage.files import RunError
from viz_app.storage.runs import Runs

UPDATES = (0, 4, 30)


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path / "runs", models=())


@pytest.fixture
def folder(runs):
    folder = runs.begin(card_of())
    folder.write_curve(curve_points(5))
    folder.write_samples(samples_of(0, 4))
    for update in UPDATES:
        folder.write_moment(moment_of(update, lengths=(3,)))
    folder.release_lock()
    return folder


def read(runs, folder):
    *_, read = reading_steps(runs, folder.card.run_id)
    return read


def test_everything_is_read(runs, folder):
    *turns, history = history_steps(runs, folder.card.run_id)
    assert set(turns) == {None}
    assert len(turns) > len(UPDATES)
    assert (history.card, history.curve) == (folder.card, curve_points(5))
    assert history.samples == samples_of(0, 4)
    assert [moment.update for moment in history.moments] == list(UPDATES)


def test_a_run_that_has_told_nothing_is_empty(runs):
    folder = runs.begin(card_of())
    folder.release_lock()
    history = read(runs, folder).history
    assert (history.curve, history.samples, history.moments) == ((), (), ())
    assert read(runs, folder).notices == ()


@pytest.mark.parametrize("name", ["curve.npz", "samples.json", "moments/000004.npz"])
def test_what_is_damaged_is_left_out_and_said(runs, folder, name):
    path = folder.path / name
    path.write_bytes(path.read_bytes()[:40])
    found = read(runs, folder)
    (notice,) = found.notices
    assert str(path) in str(notice)
    left = {
        "curve.npz": len(found.history.curve),
        "samples.json": len(found.history.samples),
        "moments/000004.npz": len(found.history.moments),
    }
    assert left == {"curve.npz": 5, "samples.json": 2, "moments/000004.npz": 3} | {
        name: 2 if name.startswith("moments") else 0
    }


def test_a_run_that_is_not_there_is_one_sentence(runs):
    with pytest.raises(RunError, match="The run 'gone' no longer exists"):
        list(history_steps(runs, "gone"))
