"""What a run tells is kept: whole, or as it was before."""

import dataclasses
import errno
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
from model.traces.moment import HEAD_NUMBERS, Moment, head_numbers
from model.traces.trace import KINDS, DecodeStep, Trace
from tests.patience import PATIENCE
from tests.viz_app.panels.attention.looking_ahead import looking_ahead
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of, samples_of
from viz_app.storage.files import RunError
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


def test_a_moment_comes_back_bit_for_bit(tmp_path):
    moment = moment_of(lengths=(4, 6, 2))
    read = read_moment(written(tmp_path, moment))
    assert (read.update, read.epoch, len(read.traces)) == (12, 2, 3)
    for was, now in zip(moment.traces, read.traces, strict=True):
        assert plain(now) == plain(was)
        assert [plain(step) for step in now.steps] == [plain(step) for step in was.steps]
        for kind in KINDS:
            assert same_bits(now.weights(kind), was.weights(kind))
            assert not now.weights(kind).flags.writeable
        for one, other in zip(was.steps, now.steps, strict=True):
            assert same_bits(one.decoder_rows, other.decoder_rows)
            assert same_bits(one.cross_rows, other.cross_rows)


def test_the_numbers_of_the_heads_come_with_it(tmp_path):
    moment = moment_of()
    read = read_moment(written(tmp_path, moment))
    assert set(read.numbers) == {(kind, number) for kind in KINDS for number in HEAD_NUMBERS}
    for key, number in moment.numbers.items():
        np.testing.assert_array_equal(read.numbers[key], number)


def test_what_json_has_no_word_for_comes_back_too(tmp_path):
    moment = moment_of(lengths=(3,))
    (trace,) = moment.traces
    steps = (dataclasses.replace(trace.steps[0], log_probability=-math.inf), *trace.steps[1:])
    traces = (dataclasses.replace(trace, steps=steps),)
    read = read_moment(written(tmp_path, dataclasses.replace(moment, traces=traces)))
    assert read.traces[0].steps[0].log_probability == -math.inf


def test_a_recorded_moment_comes_back(tmp_path, tiny_model):
    from model.traces.moment import Probe
    from model.training.moments import moment_steps

    probes = (Probe("a b c d", "d c b a"), Probe("e f g", "g f e"))
    moment = run_through(moment_steps(tiny_model, probes, update=12, epoch=1))
    read = read_moment(written(tmp_path, moment))
    for was, now in zip(moment.traces, read.traces, strict=True):
        assert plain(now) == plain(was)
        assert all(same_bits(now.weights(kind), was.weights(kind)) for kind in KINDS)


def test_a_decoder_that_looks_ahead_comes_back(tmp_path):
    moment = moment_of(lengths=(4, 5))
    traces = (looking_ahead(moment.traces[0]), moment.traces[1])
    moment = dataclasses.replace(moment, traces=traces, numbers=head_numbers(traces))
    read = read_moment(written(tmp_path, moment))
    assert [trace.looks_ahead for trace in read.traces] == [True, False]
    for was, now in zip(moment.traces, read.traces, strict=True):
        assert plain(now) == plain(was)
        assert all(same_bits(now.weights(kind), was.weights(kind)) for kind in KINDS)
        for one, other in zip(was.steps, now.steps, strict=True):
            assert same_bits(one.decoder_rows, other.decoder_rows)
            assert same_bits(one.cross_rows, other.cross_rows)
    assert np.triu(read.traces[0].weights("decoder"), 1).any()
    for key, number in moment.numbers.items():
        np.testing.assert_array_equal(read.numbers[key], number)


def test_a_file_that_does_not_say_has_a_causal_mask(tmp_path):
    """As they were written before decoders could look ahead."""
    arrays = _arrays(moment_bytes(moment_of(lengths=(4,))))
    about = json.loads(str(arrays["about"]))
    assert about["probes"][0].pop("looks_ahead") is False
    path = tmp_path / "000012.npz"
    path.write_bytes(_npz(**{**arrays, "about": np.array(json.dumps(about))}))
    (trace,) = read_moment(path).traces
    assert not trace.looks_ahead
    assert same_bits(trace.weights("decoder"), moment_of(lengths=(4,)).traces[0].decoder_weights)


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


def test_a_file_that_does_not_say_has_all_kinds(tmp_path):
    arrays = _arrays(moment_bytes(moment_of(lengths=(4,))))
    about = json.loads(str(arrays["about"]))
    assert about["probes"][0].pop("kinds") == list(KINDS)
    path = tmp_path / "000012.npz"
    path.write_bytes(_npz(**{**arrays, "about": np.array(json.dumps(about))}))
    assert read_moment(path).traces[0].kinds == KINDS


def test_numpy_and_json_alone_can_read_it(tmp_path):
    moment = moment_of()
    with np.load(written(tmp_path, moment), allow_pickle=False) as arrays:
        about = json.loads(str(arrays["about"]))
        np.testing.assert_array_equal(arrays["cross_1"], moment.traces[1].weights("cross"))
    assert about["probes"][0]["source_tokens"] == list(moment.traces[0].source_tokens)


def damaged_files():
    good = moment_bytes(moment_of())
    middle = len(good) // 2
    return {
        "truncated": good[:middle],
        "flipped": good[:middle] + bytes([good[middle] ^ 255]) + good[middle + 1 :],
        "foreign": b"\x89PNG\r\n\x1a\n" + bytes(100),
        "empty": b"",
        "other": _npz(about=np.array("{}")),
        "unsure": _npz(**{**_arrays(good), "about": _unsure(good)}),
        "kindless": _npz(**{**_arrays(good), "about": _without_kinds(good)}),
        "hollow": _npz(**_hollow()),
        "newer": _npz(about=np.array('{"version": 2}')),
        "pickled": _npz(about=np.array([{}], dtype=object)),
        "misshapen": _npz(**{**_arrays(good), "cross_1": np.zeros((3, 8, 2, 2), np.float32)}),
        "double": _npz(**{**_arrays(good), "cross_1": np.zeros((3, 8, 6, 6))}),
    }


def _unsure(data: bytes) -> np.ndarray:
    """Says something else than yes or no."""
    about = json.loads(str(_arrays(data)["about"]))
    about["probes"][0]["looks_ahead"] = "no"
    return np.array(json.dumps(about))


def _without_kinds(data: bytes) -> np.ndarray:
    """Has no kind of attention at all."""
    about = json.loads(str(_arrays(data)["about"]))
    about["probes"][0]["kinds"] = []
    return np.array(json.dumps(about))


def _hollow() -> dict[str, np.ndarray]:
    """Says that it has all kinds, and has no step."""
    trace = dataclasses.replace(moment_of(lengths=(4,)).traces[0], steps=(), recording=None)
    return _arrays(moment_bytes(Moment(update=12, epoch=2, traces=(trace,), numbers={})))


def _npz(**arrays: np.ndarray) -> bytes:
    import io

    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def _arrays(data: bytes) -> dict[str, np.ndarray]:
    import io

    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return dict(arrays)


@pytest.mark.parametrize("name", list(damaged_files()))
def test_what_is_no_moment_is_one_sentence(tmp_path, name):
    path = tmp_path / "000012.npz"
    path.write_bytes(damaged_files()[name])
    with pytest.raises(RunError) as caught:
        read_moment(path)
    assert str(caught.value) == f"{path} is damaged, or Headlight did not write it."


def test_a_missing_moment_is_one_sentence(tmp_path):
    with pytest.raises(RunError, match=r"000012\.npz cannot be read"):
        read_moment(tmp_path / "000012.npz")


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

    monkeypatch.setattr("model.files.os.fsync", full)
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
