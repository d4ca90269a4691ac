"""A session comes back as it was; whoever has zipfile, json and numpy can read it."""

import dataclasses
import io
import json
import os
import shutil
import zipfile

import numpy as np
import pytest
from msgspec import to_builtins

from model import values
from model.arrays import frozen
from model.checkpoint.header import read_checksum
from model.files import WriteError
from model.traces.summary import bias_shape
from tests.viz_app.branch_traces import ORIGINAL, decoded
from tests.viz_app.full_disk import full_disk
from tests.viz_app.runs_on_disk import moment_of
from tests.viz_app.storage.session.built import branch, model_of, same, sessions, three_branches
from tests.viz_app.storage.session.built import model_of as built_model
from viz_app.storage import branches as storage_branches
from viz_app.storage import session as storage_session
from viz_app.storage.branches import SessionError, branches_of, stored_branches
from viz_app.storage.library import Library
from viz_app.storage.runs import Runs
from viz_app.storage.session import (
    Session,
    StoredModel,
    embedded_checkpoint,
    find_model,
    load_session,
    save_session,
    stored_model,
)
from viz_app.storage.session import model_of as model_of_session

# ----------------------------------------------------------------------------------- test branches
# Branches are a tree whose rows are shares; what is told of them otherwise is refused.


BRANCHED = three_branches().branches


@pytest.fixture
def told():
    """What a file tells of three branches: 0, 3 that left it and 5 that left that."""
    return json.loads(json.dumps(to_builtins(stored_branches(BRANCHED)[0])))


@pytest.fixture
def arrays():
    """The arrays of that file, to be changed."""
    return {name: array.copy() for name, array in stored_branches(BRANCHED)[1].items()}


def read(told, arrays):
    """The branches of a file."""
    return branches_of(told, lambda name, shape: arrays[name], recorded=False)


def test_what_is_told_rightly_is_read(told, arrays):
    assert same(read(told, arrays), BRANCHED)


def test_branches_are_a_tree_of_shares_or_one_error(told, arrays):
    for place, changed, error in (
        (0, {"parent": 7}, "^0$"),
        (1, {"parent": None}, "^3$"),
        (2, {"id": 3}, "^3$"),
        (0, {"step": 2}, "^2$"),
    ):
        other = [*told]
        other[place] = told[place] | changed
        with pytest.raises(ValueError, match=error):
            read(other, arrays)
    ahead = {name: array.copy() for name, array in arrays.items()}
    ahead["branch-0/decoder"][:, :, 0] = np.eye(6, dtype=np.float32)[1]
    with pytest.raises(ValueError, match="a row attends to later tokens"):
        read(told, ahead)


def test_a_row_is_shares_of_one_or_masked(told, arrays):
    for kind in ("encoder", "decoder", "cross"):
        for total in (0.5, 0.98):
            others = {name: array.copy() for name, array in arrays.items()}
            others[f"branch-0/{kind}"][0, 1, 2] *= total
            with pytest.raises(ValueError, match="a row does not sum to 1"):
                read(told, others)
    for total in (0.995, 0.0):  # rounded, masked
        others = {name: array.copy() for name, array in arrays.items()}
        others["branch-0/cross"][0, 1, 5] *= total
        own = read(told, others)[0].trace.cross_weights
        np.testing.assert_array_equal(own, others["branch-0/cross"])


# -------------------------------------------------------------------------------------- test files


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a 猫.headlight"


@pytest.mark.parametrize("name", sessions())
def test_a_session_comes_back_bit_for_bit(path, name):
    session = sessions()[name]
    save_session(path, session)
    read = load_session(path)
    assert same(read, session)
    save_session(path, read)
    assert same(load_session(path), session)
    for saved in read.branches:
        for kind in ("encoder", "decoder", "cross"):
            assert not saved.trace.weights(kind).flags.writeable
        assert not any(step.cross_rows.flags.writeable for step in saved.trace.steps)


def test_zipfile_json_and_numpy_are_enough(path):
    """What the package's docstring promises, with nothing of Headlight."""
    session = three_branches()
    save_session(path, session)
    with zipfile.ZipFile(path) as archive:
        told = json.loads(archive.read("session.json"))
        arrays = {
            name: np.load(io.BytesIO(archive.read(name)), allow_pickle=False)
            for name in archive.namelist()
            if name.endswith(".npy")
        }
    assert (told["format"], told["version"]) == ("headlight session", 1)
    assert [(b["id"], b["parent"], b["step"]) for b in told["branches"]] == [
        (0, None, 0),
        (3, 0, 3),
        (5, 3, 4),
    ]
    original, dog, _ = (b.trace for b in session.branches)
    np.testing.assert_array_equal(arrays["branch-0/encoder.npy"], original.encoder_weights)
    np.testing.assert_array_equal(arrays["branch-0/decoder.npy"], original.decoder_weights)
    shared = told["branches"][1]["shared_steps"]
    assert shared == 3
    whole = np.concatenate(
        [arrays["branch-0/cross.npy"][:, :, :shared], arrays["branch-3/cross.npy"]], axis=2
    )
    np.testing.assert_array_equal(whole, dog.cross_weights)
    tokens = [step["token"] for step in told["branches"][1]["trace"]["steps"]]
    assert tokens == list(dog.predicted_tokens)
    assert told["model"]["config"]["n_heads"] == 2
    with np.load(path, allow_pickle=False) as read:
        assert read["branch-5/decoder"].shape == (2, 2, 3, 7)
        assert json.loads(read["session.json"])["current"] == 3


def test_what_branches_share_is_in_the_file_once(path):
    original = decoded(ORIGINAL)
    one = Session(branches=(branch(0, None, 0, original),))
    again = dataclasses.replace(one, branches=(*one.branches, branch(1, 0, 5, original)))
    save_session(path, again)
    with zipfile.ZipFile(path) as archive:
        sizes = {entry.filename: entry.file_size - 128 for entry in archive.infolist()}
    assert "branch-1/encoder.npy" not in sizes
    assert sizes["branch-1/decoder.npy"] == sizes["branch-1/cross.npy"] == 0
    assert same(load_session(path), again)


def test_sinusoids_are_left_out_and_other_positions_are_not(path):
    from model.lessons.positions import sinusoid_table

    learned = model_of()
    table = sinusoid_table(*learned.summary.positions.shape)
    summary = dataclasses.replace(learned.summary, positions=table)
    for model, kept in ((learned, True), (dataclasses.replace(learned, summary=summary), False)):
        save_session(path, Session(model=model))
        with zipfile.ZipFile(path) as archive:
            assert ("model/positions.npy" in archive.namelist()) == kept
        assert same(load_session(path).model, model)
    save_session(path, Session(model=relative()))
    assert same(load_session(path).model, relative())


def test_a_large_session_is_as_large_as_its_weights(path):
    """6 × 8 heads of 128 tokens: three matrices in 32 bits, and what was said of the tokens."""
    (trace,) = moment_of(lengths=(128,), layers=6, heads=8).traces
    save_session(path, Session(branches=(branch(0, None, 0, trace),)))
    weights = 3 * 48 * 128 * 128 * 4
    assert weights < path.stat().st_size < weights + 2**15


def test_the_checkpoint_goes_along_byte_by_byte(path):
    save_session(path, three_branches())
    with pytest.raises(SessionError, match="is not a Headlight session, or it is damaged"):
        embedded_checkpoint(path)
    data = bytes(range(256)) * 300
    save_session(path, three_branches(), model=data)
    assert load_session(path).model.embedded
    assert embedded_checkpoint(path) == data


def test_no_path_of_this_machine_is_in_the_file(path, tmp_path):
    session = three_branches(model=model_of(path=tmp_path / "secret" / "m.safetensors"))
    save_session(path, session)
    with zipfile.ZipFile(path) as archive:
        assert b"secret" not in archive.read("session.json")
    assert load_session(path).model.path is None


class TestWriting:
    def test_a_full_disk_leaves_the_old_file(self, path):
        save_session(path, Session(source_text="old"))
        with full_disk(), pytest.raises(WriteError, match="No space left on device"):
            save_session(path, three_branches())
        assert load_session(path).source_text == "old"
        assert [file.name for file in path.parent.iterdir()] == [path.name]

    @pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
    def test_a_read_only_folder_is_one_sentence(self, path):
        path.parent.chmod(0o500)
        try:
            with pytest.raises(WriteError, match="Permission denied"):
                save_session(path, three_branches())
        finally:
            path.parent.chmod(0o700)

    def test_what_is_too_large_is_one_sentence(self, path, monkeypatch):
        for name, most, said in (
            ("MOST_BRANCHES", 2, r"has 3 branches; at most 2 can be saved\. Delete some"),
            ("LARGEST", 2000, r"take more than 0 MB\. Delete some"),
            ("LARGEST_CONTENT", 2000, "The texts of the session take more than"),
            ("LARGEST_CHECKPOINT", 2000, "too large for a session file"),
        ):
            with monkeypatch.context() as patch, pytest.raises(SessionError, match=said):
                where = storage_branches if name in vars(storage_branches) else storage_session
                patch.setattr(where, name, most)
                save_session(path, three_branches(), model=bytes(2001))
            assert not path.exists()

    def test_a_lone_surrogate_does_not_stand_in_the_way(self, path):
        save_session(path, Session(source_text="a\ud800b"))
        assert load_session(path).source_text == "a?b"


class TestReading:
    def test_what_is_no_file_is_one_sentence(self, path):
        with pytest.raises(SessionError, match="cannot be read: No such file or directory"):
            load_session(path)
        path.mkdir()
        with pytest.raises(SessionError, match="cannot be read: Is a directory"):
            load_session(path)

    @pytest.mark.skipif(os.name != "posix", reason="no such pipes")
    def test_a_pipe_is_not_waited_for(self, path):
        os.mkfifo(path)
        with pytest.raises(SessionError, match="cannot be read: Not a regular file"):
            load_session(path)

    def test_another_file_is_one_sentence(self, path):
        other = io.BytesIO()
        with zipfile.ZipFile(other, "w") as archive:
            archive.writestr("session.json", json.dumps({"format": "other", "version": 1}))
        data = (b"", b"x", b"PK\5\6" + bytes(18), b"{}", bytes(5000), other.getvalue())
        for content in data:
            path.write_bytes(content)
            with pytest.raises(SessionError, match="is not a Headlight session, or it is damaged"):
                load_session(path)

    def test_a_newer_version_says_what_to_do(self, path):
        with zipfile.ZipFile(path, "w") as archive:
            told = {"format": "headlight session", "version": 2, "branches": "of another kind"}
            archive.writestr("session.json", json.dumps(told))
        with pytest.raises(SessionError) as failure:
            load_session(path)
        assert str(failure.value) == (
            f"{path} was written by a newer Headlight (format 2; this one reads up to 1). Update "
            "Headlight to open it."
        )

    def test_what_a_later_version_adds_is_left_alone(self, path):
        save_session(path, three_branches())
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("notes/new.txt", "x")
        assert same(load_session(path), three_branches())

    def test_what_is_on_screen_is_one_of_the_branches_and_compared_with_another(self, path):
        for shown in ({"current": 9}, {"compared": 9}, {"compared": 3}):
            save_session(path, three_branches(**shown))
            with pytest.raises(SessionError, match="is not a Headlight session, or it is damaged"):
                load_session(path)

    def test_packed_again_by_another_program_it_is_the_same(self, path):
        save_session(path, three_branches())
        with zipfile.ZipFile(path) as archive:
            entries = {name: archive.read(name) for name in archive.namelist()}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name in sorted(entries, reverse=True):
                archive.writestr(name, entries[name])
        assert same(load_session(path), three_branches())


def test_no_one_call_writes_all_branches(path, monkeypatch):
    """Python lets no other thread in before it returns: the window would stand still."""
    written = []

    def dumps(*values, **named):
        written.append(len(made := encode(*values, **named)))
        return made

    encode = json.dumps
    monkeypatch.setattr(storage_session.json, "dumps", dumps)
    session = three_branches()
    save_session(path, session)
    assert len(written) == 1 + len(session.branches)
    assert max(written) < sum(written) / 2
    assert same(load_session(path), load_session(path))


def test_what_was_there_stays_until_all_of_the_new_one_is_written(path, monkeypatch):
    save_session(path, three_branches())
    before = path.read_bytes()

    def no_more(array):
        raise KeyboardInterrupt

    monkeypatch.setattr(storage_session, "_npy", no_more)
    with pytest.raises(KeyboardInterrupt):
        save_session(path, sessions()["runs"])
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


# ------------------------------------------------------------------------------------- test models
# What a session tells of its model, and where on this machine that model is looked for.


@pytest.fixture
def library(tmp_path):
    """One without a model."""
    return Library(
        tmp_path / "models",
        shipped=tmp_path / "shipped",
        runs=Runs(tmp_path / "runs", models=()),
    )


def relative():
    """A model with biases for distances."""
    model = built_model(positions="relative")
    config = model.summary.config
    biases = {
        stack: frozen(np.ones(bias_shape(config, stack), np.float32)) for stack in config.stacks
    }
    return dataclasses.replace(model, summary=dataclasses.replace(model.summary, biases=biases))


def models_read(told, arrays):
    """The model of a file."""
    checked = values.read(StoredModel, json.loads(json.dumps(told)), "model")
    return model_of_session(checked, lambda name, shape: arrays[name], embedded=False)


def test_tables_of_positions_are_numbers():
    told, arrays = stored_model(relative())
    assert same(models_read(told, arrays), relative())
    for name in ("model/positions", "model/biases/encoder"):
        for number in (np.nan, np.inf):
            spoiled = arrays[name].copy()
            spoiled.flat[1] = number
            with pytest.raises(ValueError, match=r"model/(positions|biases)"):
                models_read(told, {**arrays, name: spoiled})


def test_the_very_model_is_found_beside_the_session_or_among_the_recent(
    tmp_path, library, tiny_checkpoint
):
    model = built_model(checksum=read_checksum(tiny_checkpoint))
    beside = tmp_path / "beside"
    beside.mkdir()
    assert find_model(model, beside=beside, library=library) is None
    recent = (str(tmp_path / "gone.safetensors"), str(tiny_checkpoint))
    assert find_model(model, beside=beside, library=library, recent=recent) == tiny_checkpoint
    copied = shutil.copy(tiny_checkpoint, beside / "zh-en.safetensors")
    assert find_model(model, beside=beside, library=library) == copied


def test_a_model_without_a_checksum_is_nowhere(tmp_path, library):
    model = built_model(checksum="")
    recent = (str(tmp_path / "gone.safetensors"),)
    assert find_model(model, beside=tmp_path, library=library, recent=recent) is None
