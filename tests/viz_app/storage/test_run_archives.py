"""A run is exported for zipfile, NumPy, json and csv alone, and read like one trained here."""

import csv
import dataclasses
import io
import json
import os
import shutil
import zipfile

import numpy as np
import pytest

from model.files import WriteError
from tests.viz_app.full_disk import full_disk
from tests.viz_app.runs_on_disk import card_of, curve_points, export, fill, moment_of, samples_of
from viz_app.storage.files import RunError
from viz_app.storage.runs import Runs, card_in, import_steps


@pytest.fixture
def there(tmp_path):
    """Where it was trained."""
    return Runs(tmp_path / "there", models=())


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path / "here", models=())


@pytest.fixture
def run(there):
    """A run with everything."""
    folder = fill(there.begin(card_of("猫", update=4, has_model=True, status="finished")))
    folder.release_lock()
    return folder


@pytest.fixture(params=["folder", "archive"])
def path(request, there, run, tmp_path):
    """The run, as a folder or as it was exported."""
    if request.param == "folder":
        return run.path
    export(there, run.card.run_id, tmp_path / "run.zip")
    return tmp_path / "run.zip"


def imported(runs, path):
    """The card of a run that was opened."""
    *_, card = import_steps(runs, path)
    return card


def test_all_that_it_has_told_is_here(runs, run, path):
    card = imported(runs, path)
    (listed,) = runs.cards()
    assert listed == card
    assert dataclasses.replace(card, run_id=run.card.run_id) == run.card
    here = runs.open(card.run_id)
    assert here.read_curve() == curve_points(5)
    assert here.read_samples() == samples_of(1, 4)
    assert here.moment_updates() == (0, 4)
    weights = here.read_moment(4).traces[0].cross_weights
    np.testing.assert_array_equal(weights, moment_of(4, lengths=(3,)).traces[0].cross_weights)
    assert here.model_path.read_bytes() == b"model"
    assert not here.state_path.exists()


def test_opened_twice_it_is_there_once(runs, path):
    first = imported(runs, path)
    renamed = runs.rename(first.run_id, "mine")
    assert imported(runs, path) == renamed
    assert len(runs.cards()) == 1


def test_one_that_was_trained_here_is_not_copied(there, run, path):
    assert imported(there, path) == run.card
    assert len(there.cards()) == 1


def test_what_it_has_told_since_comes_too_and_an_older_copy_takes_nothing_back(runs, run, tmp_path):
    first = imported(runs, run.path)
    shutil.copytree(run.path, tmp_path / "old")
    run.write_moment(moment_of(8, lengths=(3,)))
    run.write_card(dataclasses.replace(run.card, update=8))
    card = imported(runs, run.path)
    assert (card.run_id, card.update) == (first.run_id, 8)
    assert runs.open(card.run_id).moment_updates() == (0, 4, 8)
    assert imported(runs, tmp_path / "old") == card


def test_a_name_that_is_taken_gets_a_number(runs, run, path):
    other = runs.begin(card_of("猫", seconds=1.0, begun="2024-01-31T12:05:01+00:00"))
    other.release_lock()
    assert imported(runs, path).name == "猫-1-1"


def test_other_files_stay_where_they_are(runs, run, tmp_path):
    (run.path / "notes.txt").write_text("mine")
    (tmp_path / "secret").write_text("secret")
    (run.path / "moments" / "000009.npz").symlink_to(tmp_path / "secret")
    card = imported(runs, run.path)
    names = {file.name for file in runs.open(card.run_id).path.rglob("*") if file.is_file()}
    assert names == {
        *("run.json", "curve.npz", "samples.json", "model.safetensors"),
        *("000000.npz", "000004.npz"),
    }


def archive_of(path, **entries):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name.replace("__", "/"), data)
    return path


def written(card):
    return json.dumps(card.to_json())


def test_what_is_no_archive_or_one_without_a_run_is_said(runs, tmp_path):
    with pytest.raises(RunError, match=r"contains no run: it has no run\.json"):
        card_in(archive_of(tmp_path / "photos.zip", cat="x"))
    path = tmp_path / "run.zip"
    for data in (b"", b"PK", b"PK\5\6" + bytes(18), b"x" * 1000):
        path.write_bytes(data)
        with pytest.raises(RunError, match=r"run\.zip"):
            imported(runs, path)
        assert runs.cards() == ()


def test_a_broken_archive_leaves_nothing(runs, there, run, tmp_path):
    export(there, run.card.run_id, path := tmp_path / "run.zip")
    data = bytearray(path.read_bytes())
    at = data.index(b"model.safetensors") + len("model.safetensors")
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(RunError, match="is damaged"):
        imported(runs, path)
    assert list(runs.folder.iterdir()) == []


def test_names_that_lead_elsewhere_are_not_followed(runs, tmp_path):
    path = archive_of(
        tmp_path / "run.zip",
        **{
            "run.json": written(card_of("a")),
            "..__..__moments__000001.npz": "x",
            "moments__..__..__model.safetensors": "x",
            "__tmp__curve.npz": "x",
        },
    )
    card = imported(runs, path)
    assert [file.name for file in (runs.folder / card.run_id).rglob("*")] == ["run.json"]


def test_a_full_disk_or_who_changes_their_mind_leaves_nothing(runs, path):
    with full_disk(), pytest.raises(WriteError, match="No space left"):
        imported(runs, path)
    assert not runs.folder.exists() or list(runs.folder.iterdir()) == []
    steps = import_steps(runs, path)
    next(steps)
    steps.close()
    assert list(runs.folder.iterdir()) == []


# ------------------------------------------------------------------------------------ test export


@pytest.fixture
def live(runs):
    """A run with everything, still being trained."""
    folder = fill(runs.begin(card_of("猫")))
    yield folder
    folder.release_lock()


def test_everything_but_state_and_lock_is_in_it(runs, live, tmp_path):
    export(runs, live.card.run_id, tmp_path / "out.zip")
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
def test_only_what_headlight_wrote_is_in_it(runs, live, tmp_path):
    for name in ("..\\x.npz", "C:x.npz", "best.npz", "7.npz", "a\nb.npz"):
        (live.path / "moments" / name).write_bytes(b"not a moment")
    export(runs, live.card.run_id, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        kept = [name for name in archive.namelist() if name.startswith("moments")]
    assert kept == ["moments/000000.npz", "moments/000004.npz"]


def test_of_a_run_that_has_told_nothing_there_is_the_card_without_this_machine_s_folders(
    runs, tmp_path
):
    folder = runs.begin(card_of("mine", task=str(tmp_path / "pairs.tsv")))
    export(runs, folder.card.run_id, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert set(archive.namelist()) == {"run.json", "curve.csv"}
        card = archive.read("run.json").decode()
    assert json.loads(card)["task"] == "pairs.tsv"
    assert str(tmp_path) not in card
    assert runs.open(folder.card.run_id).card.task == str(tmp_path / "pairs.tsv")
    folder.release_lock()


def test_a_failure_leaves_the_file_that_was_there(runs, live, tmp_path, readonly_folder):
    with pytest.raises(WriteError, match="cannot be written"):
        export(runs, live.card.run_id, readonly_folder / "out.zip")
    (tmp_path / "out.zip").write_bytes(b"before")
    (live.path / "curve.npz").write_bytes(b"")
    with pytest.raises(RunError, match="damaged"):
        export(runs, live.card.run_id, tmp_path / "out.zip")
    assert (tmp_path / "out.zip").read_bytes() == b"before"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX files")
def test_an_export_follows_no_links_waits_for_no_pipe_and_reads_nothing_huge(runs, live, tmp_path):
    out, secret = tmp_path / "out.zip", tmp_path / "secret"
    for name in ("model.safetensors", "samples.json", "curve.npz", "moments"):
        (live.path / name).rename(secret)
        (live.path / name).symlink_to(secret)
        with pytest.raises(RunError, match=f"{name} cannot be read: Is a link"):
            export(runs, live.card.run_id, out)
        (live.path / name).unlink()
        secret.rename(live.path / name)
    for name in ("curve.npz", "samples.json", "moments/000004.npz"):
        size = (live.path / name).stat().st_size
        os.truncate(live.path / name, 2**34)  # the disk holds only what was written
        with pytest.raises(RunError, match=f"{name} cannot be read: File too large"):
            export(runs, live.card.run_id, out)
        os.truncate(live.path / name, size)
    live.model_path.unlink()
    os.mkfifo(live.model_path)
    with pytest.raises(RunError, match="Not a regular file"):
        export(runs, live.card.run_id, out)
    assert not out.exists()
