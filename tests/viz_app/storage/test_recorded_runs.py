"""What is shipped is what was recorded, small, and nobody's to change."""

import hashlib
import shutil

import pytest

from model.messages import UserError
from model.runs.experiments import EXPERIMENTS
from model.runs.progress import RECORDED
from tests.viz_app.runs_on_disk import export
from viz_app.storage.files import RunError
from viz_app.storage.runs import RECORDED_FOLDER, Runs, recorded_folder

MOST_BYTES = 1_500_000
LARGEST_ARM = 24_000


@pytest.fixture
def copied(tmp_path):
    """What is shipped, to be damaged."""
    return shutil.copytree(RECORDED_FOLDER, tmp_path / "recorded")


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }


def test_every_shipped_file_is_listed_with_its_checksum():
    told = (RECORDED_FOLDER / "checksums.tsv").read_text(encoding="utf-8").splitlines()
    there = files(RECORDED_FOLDER)
    there.pop("checksums.tsv")
    sums = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in there.items()}
    assert dict(row.split("\t") for row in told) == sums


def test_all_of_it_is_small():
    assert sum(path.stat().st_size for path in files(RECORDED_FOLDER).values()) <= MOST_BYTES


def test_the_run_of_reverse_has_learned_and_can_be_watched():
    folder = recorded_folder("reverse")
    assert folder.card.run_id.startswith(RECORDED)
    assert (folder.card.task, folder.card.status) == ("reverse", "finished")
    assert folder.card.exact == 1
    assert len(folder.read_curve()) == folder.card.update == folder.card.updates
    moments = folder.moment_updates()
    assert (moments[0], moments[-1]) == (0, folder.card.update)
    assert len(moments) >= 20
    assert all(folder.read_moment(update).update == update for update in moments)
    assert folder.read_samples()[-1].translations == tuple(p.target for p in folder.card.probes)
    assert not folder.card.has_model
    assert not folder.model_path.exists()


def test_each_experiment_has_both_arms_with_the_numbers_of_this_version():
    for experiment in EXPERIMENTS:
        for arm in experiment.arms:
            folder = recorded_folder(f"experiments/{experiment.name}/{arm.name}")
            card = folder.card
            assert (card.experiment, card.arm) == (experiment.name, arm.name)
            assert (card.model, card.training) == (arm.model, arm.training)
            assert (card.status, card.epoch) == ("finished", arm.training.epochs)
            size = sum(path.stat().st_size for path in files(folder.path).values())
            assert size <= LARGEST_ARM, folder.path


def test_a_file_that_is_not_what_was_shipped_is_named_in_one_sentence(copied):
    curve = copied / "reverse" / "curve.npz"
    curve.write_bytes(curve.read_bytes()[:-1] + b"x")
    with pytest.raises(RunError, match=r"curve\.npz is damaged"):
        recorded_folder("reverse", folder=copied)
    curve.unlink()
    with pytest.raises(RunError, match=r"curve\.npz cannot be read"):
        recorded_folder("reverse", folder=copied)
    recorded_folder("experiments/norm/pre", folder=copied)  # the others are still there


def test_without_a_list_nothing_is_taken_for_shipped(copied):
    (copied / "checksums.tsv").unlink()
    with pytest.raises(RunError, match="reverse is damaged"):
        recorded_folder("reverse", folder=copied)
    (copied / "checksums.tsv").write_text("no tabs\n", encoding="utf-8")
    with pytest.raises(UserError, match="cannot be read"):
        recorded_folder("reverse", folder=copied)


def test_what_would_change_it_is_refused_with_a_reason(tmp_path):
    runs, run_id = Runs(tmp_path / "runs", models=()), f"{RECORDED}reverse"
    for change in (
        lambda: runs.rename(run_id, "mine"),
        lambda: runs.delete(run_id),
        lambda: export(runs, run_id, tmp_path / "run.zip"),
        lambda: runs.open(run_id),
    ):
        with pytest.raises(RunError, match="shipped with Headlight"):
            change()
    assert list(tmp_path.iterdir()) == []
