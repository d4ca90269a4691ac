"""Sessions are read with their model found, and written with it inside."""

import dataclasses
import shutil

import pytest

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.checkpoint.header import read_checksum
from model.decoding.summary import summary_of
from model.messages import UserError
from tests.viz_app.full_disk import full_disk
from tests.viz_app.storage.session.built import branch, same
from viz_app.storage.session.files import embedded_checkpoint, load_session, save_session
from viz_app.storage.session.session import SavedModel, Session, SessionError
from viz_app.workbench.jobs.sessions import read_session_steps, write_session_steps
from viz_app.workbench.jobs.shelf import Shelf


@pytest.fixture
def session(tiny_model, tiny_checkpoint, tiny_trace):
    """Of a model that lies elsewhere."""
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


def write(path, session, shelf=None, **more):
    assert list(write_session_steps(path, session, shelf=shelf or Shelf(), **more)) == [path]


class TestFinding:
    def test_a_model_that_is_nowhere(self, path, session, library):
        write(path, session)
        found = read(path, library)
        assert found.model is None and not found.session.model.embedded

    @pytest.mark.parametrize("place", ["models", "shipped", "recent", "beside"])
    def test_wherever_it_is(self, path, session, library, tmp_path, tiny_checkpoint, place):
        write(path, session)
        folder = path.parent if place == "beside" else tmp_path / place
        folder.mkdir(exist_ok=True)
        other = folder / ("tiny.safetensors" if place == "beside" else "another name.safetensors")
        shutil.copy(tiny_checkpoint, other)
        recent = (str(tmp_path / "gone.safetensors"), str(other)) if place == "recent" else ()
        assert read(path, library, recent).model == other

    def test_another_model_of_the_same_name_is_not_it(self, path, session, library, tiny_model):
        write(path, session)
        other = dataclasses.replace(tiny_model, task="copy")
        save_checkpoint(other, path.parent / "tiny.safetensors")
        assert read(path, library).model is None

    def test_a_name_that_is_a_path_leads_nowhere(self, path, session, library, tiny_checkpoint):
        named = dataclasses.replace(
            session.model.summary, name=str(tiny_checkpoint.with_suffix(""))
        )
        model = dataclasses.replace(session.model, summary=named)
        write(path, dataclasses.replace(session, model=model))
        assert read(path, library).model is None


class TestTheModelInside:
    def test_it_becomes_one_of_those_here(self, path, session, library, tiny_checkpoint):
        write(path, session, embed=True)
        found = read(path, library)
        assert found.session.model.embedded
        assert found.model == library.folder / "tiny-1.safetensors"
        assert found.model.read_bytes() == tiny_checkpoint.read_bytes()
        assert load_checkpoint(found.model).name == "tiny-1"

    def test_a_second_time_it_is_found(self, path, session, library):
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
        shelf = Shelf()
        key = shelf.put(tiny_model)
        unsaved = dataclasses.replace(session.model, path=None, checksum="")
        write(path, dataclasses.replace(session, model=unsaved), shelf, key=key, embed=True)
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
        with pytest.raises(SessionError, match="does not hold the model of this session any more"):
            write(path, dataclasses.replace(session, model=model), embed=True)
        assert not path.exists()

    def without_model(self, path, session, library):
        """What is said of the model, where all the rest is read, and nothing left behind."""
        found = read(path, library)
        assert same(found.session.branches, session.branches)
        assert (found.model, library.entries()) == (None, ())
        return str(found.problem)

    def test_with_a_damaged_one_the_rest_is_read(self, path, session, library, tiny_checkpoint):
        data = bytearray(tiny_checkpoint.read_bytes())
        data[-9] ^= 1
        save_session(path, session, model=bytes(data))
        said = self.without_model(path, session, library)
        assert said.startswith(f"The model in {path} cannot be used: ")
        assert "does not match its checksum" in said

    def test_with_what_is_no_model_the_rest_is_read(self, path, session, library):
        save_session(path, session, model=b"cat")
        assert "cannot be used" in self.without_model(path, session, library)

    def test_with_one_that_the_zip_itself_knows_is_damaged_too(self, path, session, library):
        write(path, session, embed=True)
        inside = embedded_checkpoint(path)
        data = bytearray(path.read_bytes())
        data[data.index(inside) + len(inside) // 2] ^= 1
        path.write_bytes(data)
        assert "it is damaged" in self.without_model(path, session, library)

    def test_that_of_another_session_is_not_either(self, path, session, library):
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
