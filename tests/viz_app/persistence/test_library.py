"""Finding checkpoints by name."""

from __future__ import annotations

import pytest

from model.atomic import WriteError
from model.messages import CheckpointError
from viz_app.persistence.library import Library


@pytest.fixture
def library(tmp_path):
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "zh-en.safetensors").touch()
    return Library(tmp_path / "own" / "models", shipped=shipped)


def test_shipped_models_come_first(library):
    library.new_path("copy").touch()
    assert [(entry.name, entry.shipped) for entry in library.entries()] == [
        ("zh-en", True),
        ("copy-1", False),
    ]


def test_a_new_path_is_free_each_time(library):
    first = library.new_path("copy")
    first.touch()
    assert [first.name, library.new_path("copy").name] == [
        "copy-1.safetensors",
        "copy-2.safetensors",
    ]


@pytest.mark.parametrize(("name", "stem"), [("a/b c.tsv", "a-b-c.tsv-1"), ("../..", "model-1")])
def test_a_name_cannot_leave_the_folder(library, name, stem):
    path = library.new_path(name)
    assert (path.parent, path.stem) == (library.folder, stem)


def test_a_model_is_found_by_name_or_path(library, tmp_path):
    path = tmp_path / "mine.safetensors"
    path.touch()
    assert library.find("zh-en").stem == "zh-en"
    assert library.find(str(path)) == path


def test_an_unknown_name_is_quoted_with_what_there_is(library):
    with pytest.raises(CheckpointError, match=r"'zh-fr'.*Models: zh-en"):
        library.find("zh-fr")


def test_a_file_being_written_is_not_listed(library):
    library.folder.mkdir(parents=True)
    (library.folder / ".copy-1.safetensors.x1").touch()
    (library.folder / ".x.safetensors").touch()
    assert len(library.entries()) == 1


def test_a_folder_that_cannot_be_made_gives_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(WriteError, match="cannot be made"):
        Library(tmp_path / "file" / "models").new_path("copy")
