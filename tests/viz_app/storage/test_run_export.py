"""An exported run is read with zipfile, NumPy, json and csv alone."""

import csv
import io
import json
import os
import zipfile

import numpy as np
import pytest

from model.files import WriteError
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of, samples_of
from viz_app.storage.files import RunError
from viz_app.storage.runs import Runs


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path / "runs", models=())


@pytest.fixture
def run(runs):
    """A run with everything, still being trained."""
    folder = runs.begin(card_of("猫"))
    folder.write_curve(curve_points(5))
    folder.write_samples(samples_of(1, 4))
    folder.write_moment(moment_of(0, lengths=(3,)))
    folder.write_moment(moment_of(4, lengths=(3,)))
    folder.state_path.write_bytes(b"state")
    folder.model_path.write_bytes(b"model")
    yield folder
    folder.release_lock()


def test_everything_but_state_and_lock_is_in_it(runs, run, tmp_path):
    runs.export(run.card.run_id, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == {
            "run.json",
            "curve.npz",
            "curve.csv",
            "samples.json",
            "model.safetensors",
            "moments/000000.npz",
            "moments/000004.npz",
        }
        assert archive.read("model.safetensors") == b"model"
        assert json.loads(archive.read("run.json"))["name"] == "猫-1"
        lines = list(csv.DictReader(io.StringIO(archive.read("curve.csv").decode())))
        with np.load(io.BytesIO(archive.read("moments/000004.npz")), allow_pickle=False) as moment:
            weights = moment["cross_0"]
    np.testing.assert_array_equal(weights, moment_of(4, lengths=(3,)).traces[0].cross_weights)
    assert [float(line["loss"]) for line in lines] == [point.loss for point in curve_points(5)]
    assert [line["validation_loss"] == "" for line in lines] == [True, False, True, False, True]


@pytest.mark.skipif(os.name == "nt", reason="names that Windows has not")
@pytest.mark.parametrize("name", ["..\\x.npz", "C:x.npz", "best.npz", "7.npz", "a\nb.npz"])
def test_only_what_headlight_wrote_is_in_it(runs, run, tmp_path, name):
    (run.path / "moments" / name).write_bytes(b"not a moment")
    runs.export(run.card.run_id, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        kept = [name for name in archive.namelist() if name.startswith("moments")]
    assert kept == ["moments/000000.npz", "moments/000004.npz"]


def test_a_run_that_has_told_nothing_can_be_exported(runs, tmp_path):
    folder = runs.begin(card_of())
    runs.export(folder.card.run_id, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert set(archive.namelist()) == {"run.json", "curve.csv"}
    folder.release_lock()


def test_no_folder_of_this_machine_is_in_it(runs, tmp_path):
    folder = runs.begin(card_of("mine", task=str(tmp_path / "pairs.tsv")))
    runs.export(folder.card.run_id, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        card = archive.read("run.json").decode()
    assert json.loads(card)["task"] == "pairs.tsv"
    assert str(tmp_path) not in card
    assert runs.open(folder.card.run_id).card.task == str(tmp_path / "pairs.tsv")
    folder.release_lock()


def test_a_failure_leaves_the_file_that_was_there(runs, run, tmp_path):
    (tmp_path / "out.zip").write_bytes(b"before")
    (run.path / "curve.npz").write_bytes(b"")
    with pytest.raises(RunError, match="damaged"):
        runs.export(run.card.run_id, tmp_path / "out.zip")
    assert (tmp_path / "out.zip").read_bytes() == b"before"


def test_a_folder_that_takes_no_files_gives_one_sentence(runs, run, readonly_folder):
    with pytest.raises(WriteError, match="cannot be written"):
        runs.export(run.card.run_id, readonly_folder / "out.zip")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX files")
@pytest.mark.parametrize("name", ["model.safetensors", "samples.json", "curve.npz", "moments"])
def test_an_export_follows_no_links(runs, run, tmp_path, name):
    secret = tmp_path / "secret"
    (run.path / name).rename(secret)
    (run.path / name).symlink_to(secret)
    with pytest.raises(RunError, match=f"{name} cannot be read: Is a link"):
        runs.export(run.card.run_id, tmp_path / "out.zip")
    assert not (tmp_path / "out.zip").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX files")
def test_an_export_waits_for_no_pipe(runs, run, tmp_path):
    run.model_path.unlink()
    os.mkfifo(run.model_path)
    with pytest.raises(RunError, match="Not a regular file"):
        runs.export(run.card.run_id, tmp_path / "out.zip")


@pytest.mark.parametrize("name", ["curve.npz", "samples.json", "moments/000004.npz"])
def test_what_no_run_is_as_large_as_is_not_read_into_the_memory(runs, run, tmp_path, name):
    os.truncate(run.path / name, 2**34)  # the disk holds only what was written
    with pytest.raises(RunError, match=f"{name} cannot be read: File too large"):
        runs.export(run.card.run_id, tmp_path / "out.zip")
    assert not (tmp_path / "out.zip").exists()
