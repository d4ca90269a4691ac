"""What a run tells is kept: whole, or as it was before."""

import dataclasses
import errno
import io
import json
import math
import multiprocessing
import os
import shutil
import signal

import numpy as np
import pytest

from model.files import WriteError, make_folder
from model.runs.progress import RunCard
from model.steps import run_through
from model.traces.head_measures import HEAD_NUMBERS, Moment, head_numbers
from model.traces.trace import KINDS, DecodeStep, Trace
from tests.patience import PATIENCE
from tests.viz_app.panels.attention.looking_ahead import looking_ahead
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of, samples_of
from viz_app.storage.files import RunError, npz_bytes
from viz_app.storage.run_folder import (
    LOCK,
    MOST_POINTS,
    RunFolder,
    RunLock,
    curve_bytes,
    is_locked,
    moment_bytes,
    read_card,
    read_curve,
    read_moment,
)
from viz_app.storage.runs import Runs

# ----------------------------------------------------------------------------------- test run lock
# A folder is locked by one at a time; where that cannot be told it is said.


def test_a_lock_is_free_again_when_it_was_let_go(tmp_path):
    lock, other = RunLock(tmp_path), RunLock(tmp_path)
    assert not is_locked(tmp_path)
    assert lock.take()
    assert (lock.held, other.take(patience=0), other.held) == (True, False, False)
    assert is_locked(tmp_path)
    lock.release()
    assert not is_locked(tmp_path)
    assert other.take(patience=0)
    other.release()


def test_who_holds_a_lock_may_take_it_again_and_lets_it_go_once(tmp_path):
    lock = RunLock(tmp_path)
    assert [lock.take(), lock.take(patience=0), lock.take_again()] == [True, True, True]
    lock.release()
    assert not is_locked(tmp_path)
    lock.release()
    assert not lock.held


def test_a_lock_that_is_no_file_is_one_sentence(tmp_path):
    (tmp_path / LOCK).mkdir()
    with pytest.raises(WriteError, match=r"run\.lock cannot be locked"):
        RunLock(tmp_path).take()
    with pytest.raises(WriteError, match=r"run\.lock cannot be locked"):
        is_locked(tmp_path)


# -------------------------------------------------------------------------------- test curve files
# Curves as files: what their numbers may be is settled before there is a point for each.


def test_a_curve_of_more_points_than_any_run_keeps_is_refused(tmp_path):
    points, path = curve_points(1) * (MOST_POINTS + 1), tmp_path / "curve.npz"
    path.write_bytes(curve_bytes(points[:-1]))
    assert read_curve(path) == points[:-1]
    path.write_bytes(curve_bytes(points))
    with pytest.raises(RunError, match=r"curve\.npz is damaged"):
        read_curve(path)


# ------------------------------------------------------------------------------- test moment files
# A moment comes back bit for bit; what is no moment is one sentence.


ARRAYS = {"encoder_weights", "decoder_rows", "cross_rows", "recording", "steps"}


def written(tmp_path, moment: Moment):
    path = tmp_path / "000012.npz"
    path.write_bytes(moment_bytes(moment))
    return path


def plain(value: Trace | DecodeStep) -> dict[str, object]:
    """All fields that are no arrays."""
    names = {field.name for field in dataclasses.fields(value)} - ARRAYS
    return {name: getattr(value, name) for name in names}


def same_bits(one: np.ndarray, other: np.ndarray) -> bool:
    return one.dtype == other.dtype == np.float32 and one.tobytes() == other.tobytes()


def check_same(moment: Moment, read: Moment) -> None:
    """What was written and what was read are equal, bit for bit, and read-only."""
    assert (read.update, read.epoch, len(read.traces)) == (
        *(moment.update, moment.epoch),
        len(moment.traces),
    )
    assert set(read.numbers) == {(kind, number) for kind in KINDS for number in HEAD_NUMBERS}
    for key, number in moment.numbers.items():
        np.testing.assert_array_equal(read.numbers[key], number)
    for was, now in zip(moment.traces, read.traces, strict=True):
        assert plain(now) == plain(was)
        assert [plain(step) for step in now.steps] == [plain(step) for step in was.steps]
        for kind in KINDS:
            assert same_bits(now.weights(kind), was.weights(kind))
            assert not now.weights(kind).flags.writeable
        for one, other in zip(was.steps, now.steps, strict=True):
            assert same_bits(one.decoder_rows, other.decoder_rows)
            assert same_bits(one.cross_rows, other.cross_rows)


def test_a_moment_comes_back_bit_for_bit(tmp_path):
    moment = moment_of(lengths=(4, 6, 2))
    check_same(moment, read_moment(written(tmp_path, moment)))


def test_what_json_has_no_word_for_comes_back_too(tmp_path):
    moment = moment_of(lengths=(3,))
    (trace,) = moment.traces
    steps = (dataclasses.replace(trace.steps[0], log_probability=-math.inf), *trace.steps[1:])
    traces = (dataclasses.replace(trace, steps=steps),)
    read = read_moment(written(tmp_path, dataclasses.replace(moment, traces=traces)))
    assert read.traces[0].steps[0].log_probability == -math.inf


def test_a_recorded_moment_comes_back(tmp_path, tiny_model):
    from model.traces.head_measures import Probe
    from model.training.moments import moment_steps

    probes = (Probe("a b c d", "d c b a"), Probe("e f g", "g f e"))
    moment = run_through(moment_steps(tiny_model, probes, update=12, epoch=1))
    check_same(moment, read_moment(written(tmp_path, moment)))


def test_a_decoder_that_looks_ahead_comes_back(tmp_path):
    moment = moment_of(lengths=(4, 5))
    traces = (looking_ahead(moment.traces[0]), moment.traces[1])
    moment = dataclasses.replace(moment, traces=traces, numbers=head_numbers(traces))
    read = read_moment(written(tmp_path, moment))
    assert [trace.looks_ahead for trace in read.traces] == [True, False]
    check_same(moment, read)
    assert np.triu(read.traces[0].weights("decoder"), 1).any()


def test_an_older_file_that_does_not_say_has_a_causal_mask_and_all_kinds(tmp_path):
    moment = moment_of(lengths=(4,))
    for name, usual in (("looks_ahead", False), ("kinds", list(KINDS))):
        path = tmp_path / "000012.npz"
        path.write_bytes(_told(moment_bytes(moment), **{name: None}))
        (trace,) = read_moment(path).traces
        assert (trace.looks_ahead, trace.kinds) == (False, KINDS), usual
        assert same_bits(trace.weights("decoder"), moment.traces[0].decoder_weights)


def test_a_model_of_one_sequence_comes_back(tmp_path):
    """It has one kind of attention; of the others there is nothing."""
    trace = dataclasses.replace(
        moment_of(lengths=(4,)).traces[0], steps=(), recording=None, kinds=("encoder",)
    )
    moment = Moment(update=12, epoch=0, traces=(trace,), numbers=head_numbers([trace]))
    (read,) = read_moment(written(tmp_path, moment)).traces
    assert (read.kinds, read.steps) == (("encoder",), ())
    assert same_bits(read.encoder_weights, trace.encoder_weights)
    assert read.weights("cross").size == read.weights("decoder").size == 0


def test_numpy_and_json_alone_can_read_it(tmp_path):
    moment = moment_of()
    with np.load(written(tmp_path, moment), allow_pickle=False) as arrays:
        about = json.loads(str(arrays["about"]))
        np.testing.assert_array_equal(arrays["cross_1"], moment.traces[1].weights("cross"))
    assert about["probes"][0]["source_tokens"] == list(moment.traces[0].source_tokens)


def _arrays(data: bytes) -> dict[str, np.ndarray]:
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return dict(arrays)


def _told(data: bytes, **of_trace: object) -> bytes:
    """The file says other things of its first trace; None: nothing."""
    arrays = _arrays(data)
    about = json.loads(str(arrays["about"]))
    trace = {**about["probes"][0], **of_trace}
    about["probes"][0] = {name: value for name, value in trace.items() if value is not None}
    return npz_bytes({**arrays, "about": np.array(json.dumps(about))})


def damaged_files():
    good = moment_bytes(moment_of())
    arrays, middle = _arrays(good), len(good) // 2
    trace = dataclasses.replace(moment_of(lengths=(4,)).traces[0], steps=(), recording=None)
    return {
        "truncated": good[:middle],
        "flipped": good[:middle] + bytes([good[middle] ^ 255]) + good[middle + 1 :],
        "foreign": b"\x89PNG\r\n\x1a\n" + bytes(100),
        "empty": b"",
        "other": npz_bytes({"about": np.array("{}")}),
        "unsure": _told(good, looks_ahead="no"),
        "kindless": _told(good, kinds=[]),
        "hollow": moment_bytes(Moment(update=12, epoch=2, traces=(trace,), numbers={})),
        "newer": npz_bytes({"about": np.array('{"version": 2}')}),
        "pickled": npz_bytes({"about": np.array([{}], dtype=object)}),
        "misshapen": npz_bytes({**arrays, "cross_1": np.zeros((3, 8, 2, 2), np.float32)}),
        "double": npz_bytes({**arrays, "cross_1": np.zeros((3, 8, 6, 6))}),
    }


def test_what_is_no_moment_is_one_sentence(tmp_path):
    path = tmp_path / "000012.npz"
    with pytest.raises(RunError, match=r"000012\.npz cannot be read"):
        read_moment(path)
    for name, data in damaged_files().items():
        path.write_bytes(data)
        with pytest.raises(RunError) as caught:
            read_moment(path)
        assert str(caught.value) == f"{path} is damaged, or Headlight did not write it.", name


def test_a_hundred_moments_of_the_default_model_take_at_most_20_mb():
    """Four probes of 12 tokens, 3 layers × 8 heads."""
    moments = [moment_of(update, lengths=(12,) * 4) for update in range(5)]
    sizes = [len(moment_bytes(moment)) for moment in moments]
    assert max(sizes) <= 200_000 * 0.8
    assert 100 * max(sizes) <= 20_000_000


# --------------------------------------------------------------------------------- test run folder


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


def test_what_was_written_comes_back_exactly(folder):
    assert (folder.read_curve(), folder.read_samples()) == ((), ())
    card = dataclasses.replace(folder.card, update=7, loss=0.1 + 0.2, bleu=31.4, reason="猫")
    folder.write_card(card)
    folder.write_curve(curve_points(9))
    folder.write_samples(samples_of(1, 20))
    again = read_again(folder)
    assert again.card == card
    assert (again.read_curve(), again.read_samples()) == (curve_points(9), samples_of(1, 20))
    folder.write_card(dataclasses.replace(folder.card, loss=float("nan")))
    assert json.loads((folder.path / "run.json").read_bytes())["loss"] is None
    assert read_again(folder).card.loss is None


def test_moments_are_found_by_their_update_and_later_ones_forgotten(folder):
    assert folder.moment_updates() == ()
    folder.write_samples(samples_of(0, 4, 8))
    for update in (0, 1_000_000, 4, 5):
        folder.write_moment(moment_of(update, lengths=(2,)))
    assert folder.moment_updates() == (0, 4, 5, 1_000_000)
    assert read_again(folder).read_moment(5).update == 5
    folder.forget_after(4)
    assert [sample.update for sample in folder.read_samples()] == [0, 4]
    assert folder.moment_updates() == (0, 4)
    folder.state_path.mkdir()
    with pytest.raises(WriteError, match=r"state\.safetensors cannot be removed"):
        folder.forget_state()


def test_a_folder_that_was_removed_is_made_again(folder):
    shutil.rmtree(folder.path.parent)
    folder.write_moment(moment_of(3, lengths=(2,)))
    assert read_again(folder).card == folder.card
    assert folder.moment_updates() == (3,)
    assert is_locked(folder.path)


def test_a_full_disk_leaves_the_old_files(folder, monkeypatch):
    for write in writes(folder, folder.card, n=4):
        write()
    names = ("run.json", "curve.npz", "samples.json", "moments/000012.npz")
    before = [(folder.path / name).read_bytes() for name in names]
    card = dataclasses.replace(folder.card, update=99)

    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("model.files.os.fsync", full)
    for write in writes(folder, card, n=5):
        with pytest.raises(WriteError, match="No space left on device"):
            write()
    assert [(folder.path / name).read_bytes() for name in names] == before
    assert not list(folder.path.rglob(".*"))


def writes(folder: RunFolder, card: RunCard, *, n: int):
    return (
        lambda: folder.write_card(card),
        lambda: folder.write_curve(curve_points(n)),
        lambda: folder.write_samples(samples_of(*range(n))),
        lambda: folder.write_moment(moment_of(12, lengths=(n,))),
    )


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


def test_a_damaged_file_is_one_sentence(folder):
    for name, end, read in (
        ("curve.npz", b"", folder.read_curve),
        ("samples.json", b"[[1]]", folder.read_samples),
    ):
        for content in (b"", b"PK\x03\x04", b"{}", b"\xff\xfe"):
            (folder.path / name).write_bytes(content + end)
            with pytest.raises(RunError) as caught:
                read()
            sentence = f"{folder.path / name} is damaged, or Headlight did not write it."
            assert str(caught.value) == sentence


# ------------------------------------------------------------------------------------ the lock


def test_a_second_handle_is_refused_until_the_first_lets_go(folder):
    other = read_again(folder)
    folder.take_lock()  # who holds it may take it again
    assert is_locked(folder.path)
    with pytest.raises(RunError, match="'reverse-1' is being trained"):
        other.take_lock()
    folder.release_lock()
    assert not is_locked(folder.path)
    other.take_lock()
    assert is_locked(folder.path)
    other.release_lock()


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
