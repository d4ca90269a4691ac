"""What a run tells is kept: whole, or as it was before."""

import dataclasses
import errno
import json
import multiprocessing
import os
import shutil
import signal

import pytest

from model.atomic import WriteError, make_folder
from model.runs.card import RunCard
from tests.patience import PATIENCE
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of, samples_of
from viz_app.storage.card_files import read_card
from viz_app.storage.run_errors import RunError
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.run_lock import RunLock, is_locked
from viz_app.storage.runs import Runs


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path / "runs", models=())


@pytest.fixture
def folder(runs):
    folder = runs.begin(card_of())
    yield folder
    folder.release_lock()


def read_again(folder: RunFolder) -> RunFolder:
    return RunFolder(folder.path, read_card(folder.path))


def test_a_card_comes_back(folder):
    card = dataclasses.replace(folder.card, update=7, loss=0.1 + 0.2, bleu=31.4, reason="猫")
    folder.write_card(card)
    assert read_again(folder).card == card


def test_a_loss_that_is_no_number_is_no_loss_in_the_file(folder):
    folder.write_card(dataclasses.replace(folder.card, loss=float("nan")))
    assert json.loads((folder.path / "run.json").read_bytes())["loss"] is None
    assert read_again(folder).card.loss is None


def test_a_curve_comes_back_exactly(folder):
    assert folder.read_curve() == ()
    folder.write_curve(curve_points(9))
    assert read_again(folder).read_curve() == curve_points(9)


def test_samples_come_back(folder):
    assert folder.read_samples() == ()
    folder.write_samples(samples_of(1, 20))
    assert read_again(folder).read_samples() == samples_of(1, 20)


def test_moments_are_found_by_their_update(folder):
    assert folder.moment_updates() == ()
    for update in (0, 1_000_000, 250):
        folder.write_moment(moment_of(update, lengths=(2,)))
    assert folder.moment_updates() == (0, 250, 1_000_000)
    assert read_again(folder).read_moment(250).update == 250


def test_what_was_told_later_is_forgotten(folder):
    folder.write_samples(samples_of(0, 4, 8))
    for update in (0, 4, 5):
        folder.write_moment(moment_of(update, lengths=(2,)))
    folder.forget_after(4)
    assert [sample.update for sample in folder.read_samples()] == [0, 4]
    assert folder.moment_updates() == (0, 4)


def test_what_cannot_be_removed_is_said(folder):
    folder.state_path.mkdir()
    with pytest.raises(WriteError, match=r"state\.safetensors cannot be removed"):
        folder.forget_state()


def test_a_folder_that_was_removed_is_made_again(folder):
    shutil.rmtree(folder.path.parent)
    folder.write_moment(moment_of(3, lengths=(2,)))
    assert read_again(folder).card == folder.card
    assert folder.moment_updates() == (3,)
    assert is_locked(folder.path)


@pytest.mark.parametrize("name", ["run.json", "curve.npz", "samples.json", "moments/000012.npz"])
def test_a_full_disk_leaves_the_old_file(folder, monkeypatch, name):
    write_all(folder, folder.card, n=4)
    before = (folder.path / name).read_bytes()
    card = dataclasses.replace(folder.card, update=99)

    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("model.atomic.os.fsync", full)
    for write in writes(folder, card, n=5):
        with pytest.raises(WriteError, match="No space left on device"):
            write()
    assert (folder.path / name).read_bytes() == before
    assert not list(folder.path.rglob(".*"))


def writes(folder: RunFolder, card: RunCard, *, n: int):
    return (
        lambda: folder.write_card(card),
        lambda: folder.write_curve(curve_points(n)),
        lambda: folder.write_samples(samples_of(*range(n))),
        lambda: folder.write_moment(moment_of(12, lengths=(n,))),
    )


def write_all(folder: RunFolder, card: RunCard, *, n: int) -> None:
    for write in writes(folder, card, n=n):
        write()


def _killed_while_writing(path, card) -> None:
    """Ends the process after the new content was written beside and before it is in place."""

    def kill(descriptor):
        os.kill(os.getpid(), signal.SIGKILL)

    os.fsync = kill
    RunFolder(path, card).write_curve(curve_points(9))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_kill_between_two_writes_leaves_the_old_file(folder):
    folder.write_curve(curve_points(4))
    process = multiprocessing.get_context("spawn").Process(
        target=_killed_while_writing, args=(folder.path, folder.card)
    )
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert read_again(folder).read_curve() == curve_points(4)
    assert len(list(folder.path.glob(".*"))) == 1
    folder.release_lock()
    folder.take_lock()
    assert not list(folder.path.glob(".*"))


def test_files_of_the_user_s_are_neither_removed_nor_taken_for_moments(folder):
    folder.write_moment(moment_of(3, lengths=(2,)))
    others = (".notes", ".notes.abcdefgh", "notes", "moments/7.npz", "moments/.a.npz.abcdefgh")
    for name in others:
        (folder.path / name).write_text("mine")
    (folder.path / "moments" / "000009.npz").mkdir()
    (folder.path / ".ipynb_checkpoints").mkdir()
    (folder.path / "moments" / "000008.npz").symlink_to(folder.path / "notes")
    left = (".0123456789abcdef.headlight-part", "moments/.fedcba9876543210.headlight-part")
    for name in left:
        (folder.path / name).write_text("half")
    folder.release_lock()
    folder.take_lock()
    assert folder.moment_updates() == (3,)
    folder.forget_after(0)
    assert folder.moment_updates() == ()
    assert all((folder.path / name).read_text() == "mine" for name in others)
    assert (folder.path / ".ipynb_checkpoints").is_dir()
    assert (folder.path / "moments" / "000008.npz").is_symlink()
    assert not any((folder.path / name).exists() for name in left)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"{}", b"\xff\xfe"])
@pytest.mark.parametrize("name", ["curve.npz", "samples.json"])
def test_a_damaged_file_is_one_sentence(folder, name, content):
    (folder.path / name).write_bytes(content if name != "samples.json" else content + b"[[1]]")
    read = folder.read_curve if name == "curve.npz" else folder.read_samples
    with pytest.raises(RunError) as caught:
        read()
    sentence = f"{folder.path / name} is damaged, or Headlight did not write it."
    assert str(caught.value) == sentence


# ------------------------------------------------------------------------------------ the lock


def test_who_trains_a_run_holds_its_lock(folder):
    assert is_locked(folder.path)
    folder.release_lock()
    assert not is_locked(folder.path)


def test_a_second_handle_is_refused_until_the_first_lets_go(folder):
    other = read_again(folder)
    with pytest.raises(RunError, match="'reverse-1' is being trained"):
        other.take_lock()
    folder.release_lock()
    other.take_lock()
    assert is_locked(folder.path)
    other.release_lock()


def test_who_holds_it_may_take_it_again(folder):
    folder.take_lock()
    assert is_locked(folder.path)
    folder.release_lock()
    assert not is_locked(folder.path)


def test_whoever_takes_the_folder_made_again_first_has_the_run(folder, monkeypatch):
    other = RunLock(folder.path)

    def made_and_taken(path):
        make_folder(path)
        assert other.take()

    shutil.rmtree(folder.path)
    monkeypatch.setattr("viz_app.storage.run_folder.make_folder", made_and_taken)
    with pytest.raises(RunError, match="'reverse-1' is being trained"):
        folder.write_card(folder.card)
    assert not (folder.path / "run.json").exists()
    other.release()


def _is_locked_there(path, found) -> None:
    found.put(is_locked(path))


def test_another_process_sees_the_lock(folder):
    context = multiprocessing.get_context("spawn")
    found = context.Queue()
    for expected in (True, False):
        process = context.Process(target=_is_locked_there, args=(folder.path, found))
        process.start()
        assert found.get(timeout=PATIENCE) is expected
        process.join()
        folder.release_lock()


def _take_and_die(path, card) -> None:
    RunFolder(path, card).take_lock()
    os._exit(1)


def test_the_lock_ends_with_the_process_that_held_it(folder):
    folder.release_lock()
    process = multiprocessing.get_context("spawn").Process(
        target=_take_and_die, args=(folder.path, folder.card)
    )
    process.start()
    process.join()
    assert process.exitcode == 1
    assert not is_locked(folder.path)
