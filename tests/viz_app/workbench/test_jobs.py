"""Sessions are read with their model found, and written with it inside."""

import dataclasses
import shutil
import weakref

import pytest

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.checkpoint.header import read_checksum
from model.decoding.samples import summary_of
from model.messages import UserError
from model.special_tokens import EOS_ID
from tests.viz_app.full_disk import full_disk
from tests.viz_app.panels.training.jobs.small_training import small_run
from tests.viz_app.runs_on_disk import card_of
from tests.viz_app.storage.session.built import branch, same
from viz_app.storage.branches import SessionError
from viz_app.storage.runs import Runs
from viz_app.storage.session import (
    SavedModel,
    Session,
    embedded_checkpoint,
    load_session,
    save_session,
)
from viz_app.workbench.jobs import (
    ModelCache,
    load_steps,
    read_session_steps,
    reads,
    takes,
    unreadable,
    write_session_steps,
)


def loaded(path, library) -> str:
    (ready,) = load_steps(ModelCache(), path, "cpu", library=library)
    return ready.summary.name


def test_a_model_is_named_after_its_run_or_its_file(
    tiny_checkpoint, library, one_torch_thread, tmp_path
):
    assert loaded(tiny_checkpoint, library) == "tiny"
    runs = Runs(tmp_path / "runs", models=())
    folder = runs.begin(card_of("猫", has_model=True))
    shutil.copy(tiny_checkpoint, folder.model_path)
    folder.release_lock()
    assert loaded(folder.model_path, library) == "猫-1"
    runs.rename(folder.card.run_id, "mine")
    assert loaded(folder.model_path, library) == "mine"


# ----------------------------------------------------------------------------------------- readable


LONGEST = 24
"""The tiny model's positions."""


def test_ids_are_read_and_taken_where_the_model_knows_them_and_has_positions(tiny_model):
    assert unreadable(tiny_model, "a b c") is None
    read = tiny_model.src_tokenizer.encode("a b c").ids
    assert reads(tiny_model, "a b c", (*read, EOS_ID))
    assert not reads(tiny_model, "a b c", read)
    assert not reads(tiny_model, "a b", (*read, EOS_ID))
    assert tiny_model.config.max_len == LONGEST
    last = len(tiny_model.tgt_tokenizer) - 1
    assert takes(tiny_model, ())
    assert takes(tiny_model, (last,) * LONGEST)
    assert not takes(tiny_model, (last,) * (LONGEST + 1))
    assert not takes(tiny_model, (last + 1,))


@pytest.mark.parametrize("text", ["", "猫", "a " * LONGEST], ids=["empty", "unknown", "long"])
def test_what_it_cannot_read_has_one(tiny_model, text):
    assert unreadable(tiny_model, text) is not None
    assert not reads(tiny_model, text, (EOS_ID,))


# ----------------------------------------------------------------------------------------- sessions


@pytest.fixture
def session(tiny_model, tiny_checkpoint, tiny_trace):
    model = SavedModel(
        checksum=read_checksum(tiny_checkpoint),
        summary=summary_of(tiny_model.named("tiny")),
        path=tiny_checkpoint,
    )
    return Session(branches=(branch(0, None, 0, tiny_trace),), model=model)


@pytest.fixture
def path(tmp_path):
    (tmp_path / "sessions").mkdir()
    return tmp_path / "sessions" / "a.headlight"


def read(path, library, recent=()):
    (found,) = read_session_steps(path, library=library, recent=recent)
    return found


def write(path, session, model_cache=None, **more):
    assert list(
        write_session_steps(path, session, model_cache=model_cache or ModelCache(), **more)
    ) == [path]


class TestFinding:
    def test_a_model_that_is_nowhere_under_its_checksum_is_not_found(
        self, path, session, library, tiny_model, tiny_checkpoint
    ):
        write(path, session)
        found = read(path, library)
        assert found.model is None and not found.session.model.embedded
        write(path, session)
        other = dataclasses.replace(tiny_model, task="copy")
        save_checkpoint(other, path.parent / "tiny.safetensors")
        assert read(path, library).model is None
        named = dataclasses.replace(
            session.model.summary, name=str(tiny_checkpoint.with_suffix(""))
        )
        model = dataclasses.replace(session.model, summary=named)
        write(path, dataclasses.replace(session, model=model))
        assert read(path, library).model is None

    @pytest.mark.parametrize("place", ["models", "shipped", "recent", "beside"])
    def test_wherever_it_is(self, path, session, library, tmp_path, tiny_checkpoint, place):
        write(path, session)
        folder = path.parent if place == "beside" else tmp_path / place
        folder.mkdir(exist_ok=True)
        other = folder / ("tiny.safetensors" if place == "beside" else "another name.safetensors")
        shutil.copy(tiny_checkpoint, other)
        recent = (str(tmp_path / "gone.safetensors"), str(other)) if place == "recent" else ()
        assert read(path, library, recent).model == other


class TestTheModelInside:
    def test_the_model_inside_becomes_one_of_those_here_and_is_found_again(
        self, path, session, library, tiny_checkpoint
    ):
        write(path, session, embed=True)
        found = read(path, library)
        assert found.session.model.embedded
        assert found.model == library.folder / "tiny-1.safetensors"
        assert found.model.read_bytes() == tiny_checkpoint.read_bytes()
        assert load_checkpoint(found.model).name == "tiny-1"
        write(path, session, embed=True)
        assert read(path, library).model == read(path, library).model
        assert len(library.entries()) == 1

    def test_nothing_of_the_user_s_is_written_over(self, path, session, library, tiny_model):
        library.folder.mkdir(parents=True)
        mine = library.folder / "tiny-1.safetensors"
        save_checkpoint(dataclasses.replace(tiny_model, task="copy"), mine)
        before = mine.read_bytes()
        write(path, session, embed=True)
        assert read(path, library).model == library.folder / "tiny-2.safetensors"
        assert mine.read_bytes() == before

    def test_one_in_no_file_is_made_of_what_is_loaded(self, path, session, library, tiny_model):
        model_cache = ModelCache()
        key = model_cache.put(tiny_model)
        unsaved = dataclasses.replace(session.model, path=None, checksum="")
        write(path, dataclasses.replace(session, model=unsaved), model_cache, key=key, embed=True)
        found = read(path, library)
        assert read_checksum(found.model) == found.session.model.checksum != ""

    def test_without_a_loaded_model_there_is_none_to_take_along(self, path, session):
        unsaved = dataclasses.replace(session.model, path=None, checksum="")
        with pytest.raises(UserError, match="No model is loaded yet"):
            write(path, dataclasses.replace(session, model=unsaved), embed=True)
        assert not path.exists()

    @pytest.mark.parametrize("what", ["gone", "another", "damaged"])
    def test_a_file_that_is_not_the_model_any_more_is_one_sentence(
        self, path, session, tmp_path, tiny_model, tiny_checkpoint, what
    ):
        file = tmp_path / "m.safetensors"
        if what == "another":
            save_checkpoint(dataclasses.replace(tiny_model, task="copy"), file)
        elif what == "damaged":
            data = bytearray(tiny_checkpoint.read_bytes())
            data[-9] ^= 1
            file.write_bytes(data)
        model = dataclasses.replace(session.model, path=file)
        with pytest.raises(SessionError, match="no longer contains the model of this session"):
            write(path, dataclasses.replace(session, model=model), embed=True)
        assert not path.exists()

    def without_model(self, path, session, library):
        """What is said of the model, where all the rest is read, and nothing left behind."""
        found = read(path, library)
        assert same(found.session.branches, session.branches)
        assert (found.model, library.entries()) == (None, ())
        return str(found.problem)

    def test_with_a_damaged_one_or_none_the_rest_is_read(
        self, path, session, library, tiny_checkpoint
    ):
        data = bytearray(tiny_checkpoint.read_bytes())
        data[-9] ^= 1
        save_session(path, session, model=bytes(data))
        said = self.without_model(path, session, library)
        assert said.startswith(f"The model in {path} cannot be used: ")
        assert "does not match its checksum" in said
        save_session(path, session, model=b"cat")
        assert "cannot be used" in self.without_model(path, session, library)

    def test_with_one_damaged_in_the_zip_or_of_another_session_the_rest_is_read(
        self, path, session, library
    ):
        write(path, session, embed=True)
        inside = embedded_checkpoint(path)
        data = bytearray(path.read_bytes())
        data[data.index(inside) + len(inside) // 2] ^= 1
        path.write_bytes(data)
        assert "it is damaged" in self.without_model(path, session, library)
        write(path, session, embed=True)
        data = embedded_checkpoint(path)
        other = dataclasses.replace(session.model, checksum="another")
        save_session(path, dataclasses.replace(session, model=other), model=data)
        said = self.without_model(path, session, library)
        assert "is not the one of its session" in said

    def test_a_full_disk_is_one_sentence(self, path, session, library):
        write(path, session, embed=True)
        with full_disk():
            said = self.without_model(path, session, library)
        assert "No space left on device" in said
        assert load_session(path).model.embedded


# -------------------------------------------------------------------------------------------- cache


def test_a_newer_model_does_not_replace_the_one_in_use(tiny_model):
    model_cache = ModelCache()
    key = model_cache.put(tiny_model)
    model_cache.put(tiny_model.named("candidate"))
    assert model_cache.take(key) is tiny_model


def test_models_that_nothing_leads_back_to_are_let_go(tiny_model):
    model_cache = ModelCache()
    before, forgotten, now, coming = (model_cache.put(tiny_model) for _ in range(4))
    model_cache.keep(frozenset({before, now}), heard=now)
    for key in (before, now, coming):
        assert model_cache.take(key) is tiny_model
    with pytest.raises(UserError, match="No model is loaded yet"):
        model_cache.take(forgotten)
    model_cache = ModelCache()
    before, taken_back = model_cache.put(tiny_model), model_cache.put(tiny_model)
    model_cache.keep(frozenset({before}), heard=taken_back)
    with pytest.raises(UserError, match="No model is loaded yet"):
        model_cache.take(taken_back)
    with pytest.raises(UserError, match="No model is loaded yet"):
        ModelCache().take(None)


def test_a_run_under_way_is_found_by_its_id_until_it_ends(tiny_model):
    model_cache, run = ModelCache(), small_run()
    model_cache.begin_training("reverse-1", run)
    model_cache.begin_training("copy-1", other := small_run())
    assert model_cache.in_training("reverse-1") is run
    model_cache.end_training("reverse-1")
    assert model_cache.in_training("copy-1") is other
    with pytest.raises(UserError, match="'reverse-1' has no usable model at present"):
        model_cache.in_training("reverse-1")
    model_cache = ModelCache()
    model_cache.end_training("an-experiment")
    with pytest.raises(UserError, match="'an-experiment'"):
        model_cache.in_training("an-experiment")
    model_cache = ModelCache()
    key = model_cache.put(tiny_model)
    model_cache.begin_training("copy-1", small_run())
    assert model_cache.take(key) is tiny_model
    assert model_cache.put(tiny_model) == key + 1


def test_weights_that_were_loaded_twice_are_there_once(tiny_model):
    model_cache, again = ModelCache(), tiny_model.copied_to(tiny_model.device)
    one = model_cache.take(model_cache.put_loaded(tiny_model, "c0ffee"))
    other = model_cache.take(model_cache.put_loaded(again.named("copy of it"), "c0ffee"))
    assert (one.name, other.name) == (tiny_model.name, "copy of it")
    assert one.network is other.network is tiny_model.network
    model_cache, other = ModelCache(), tiny_model.copied_to(tiny_model.device)
    model_cache.put_loaded(tiny_model, "c0ffee")
    assert model_cache.take(model_cache.put_loaded(other, "decaf")) is other


def test_what_was_loaded_is_not_kept_for_the_next_time(tiny_model):
    model_cache = ModelCache()
    copies = [tiny_model.copied_to(tiny_model.device) for _ in range(2)]
    networks = [weakref.ref(copy.network) for copy in copies]
    key = model_cache.put_loaded(copies.pop(0), "c0ffee")
    assert model_cache.keep(frozenset(), heard=key)
    assert networks[0]() is None
    assert model_cache.take(model_cache.put_loaded(copies[0], "c0ffee")) is copies[0]
