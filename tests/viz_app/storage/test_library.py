"""Finding checkpoints by name."""

import pytest

from model.files import WriteError
from model.messages import CheckpointError
from tests.viz_app.runs_on_disk import card_of
from viz_app.storage.library import Library, name_of


@pytest.fixture
def library(tmp_path):
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "zh-en.safetensors").touch()
    return Library(tmp_path / "own" / "models", shipped=shipped)


def test_a_new_path_is_free_each_time_and_in_the_folder(library):
    first = library.new_path("copy")
    first.touch()
    assert (first.stem, library.new_path("copy").stem) == ("copy-1", "copy-2")
    for name, stem in (("a/b c.tsv", "a-b-c.tsv-1"), ("../..", "model-1")):
        path = library.new_path(name)
        assert (path.parent, path.stem) == (library.folder, stem)


def test_shipped_models_come_first_imported_last_and_these_share_their_names_with_no_other(library):
    library.new_path("aleph", imported=True).touch()
    library.new_path("zebra").touch()
    names = [(entry.name, entry.shipped, entry.imported) for entry in library.entries()]
    assert names == [
        ("zh-en", True, False),
        ("zebra-1", False, False),
        ("aleph", False, True),
    ]
    assert library.new_path("aleph", imported=True).stem == "aleph-2"
    assert library.find("aleph").parent == library.imported
    assert "aleph" in library.runs.taken_names()


def test_a_model_is_found_by_name_or_path(library, tmp_path):
    path = tmp_path / "mine.safetensors"
    path.touch()
    assert library.find("zh-en").stem == "zh-en"
    assert library.find(str(path)) == path
    with pytest.raises(CheckpointError, match=r"'zh-fr'.*Models: zh-en"):
        library.find("zh-fr")


def test_a_file_being_written_is_not_listed(library):
    library.folder.mkdir(parents=True)
    (library.folder / ".copy-1.safetensors.x1").touch()
    (library.folder / ".x.safetensors").touch()
    assert len(library.entries()) == 1


def test_a_folder_that_cannot_be_made_gives_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(WriteError, match="cannot be created"):
        Library(tmp_path / "file" / "models").new_path("copy")


# ------------------------------------------------------------------------------- models of runs


def trained(library, name="reverse", *, has_model=True):
    """The folder of a run that has ended, with something where its model is."""
    folder = library.runs.begin(card_of(name, has_model=has_model, status="finished"))
    folder.model_path.touch()
    folder.release_lock()
    return folder


def test_the_model_of_a_run_is_found_by_the_name_of_the_run(library):
    library.new_path("zebra").touch()
    folder = trained(library)
    assert [entry.name for entry in library.entries()] == ["zh-en", "reverse-1", "zebra-1"]
    assert library.find("reverse-1") == folder.model_path
    assert not library.entries()[1].shipped


def test_the_model_of_a_renamed_or_deleted_run_is_found_by_its_newest_name_only(library):
    folder = trained(library)
    library.runs.rename(folder.card.run_id, "my 猫")
    assert library.find("my 猫") == folder.model_path
    with pytest.raises(CheckpointError, match="my 猫"):
        library.find("reverse-1")
    library.runs.delete(folder.card.run_id)
    assert [entry.name for entry in library.entries()] == ["zh-en"]
    library.runs.restore(folder.card.run_id)
    assert library.find("my 猫") == folder.model_path


def test_a_run_without_a_model_is_no_model(library):
    trained(library, has_model=False)
    trained(library).model_path.unlink()
    assert [entry.name for entry in library.entries()] == ["zh-en"]


def test_no_run_takes_the_name_of_a_model_and_no_model_that_of_a_run(library):
    library.new_path("reverse").touch()
    assert trained(library, has_model=False).card.name == "reverse-2"
    assert library.new_path("reverse").stem == "reverse-3"


def test_the_name_of_a_file_is_that_of_its_run_or_its_own(library, tmp_path):
    folder = trained(library, "猫")
    assert name_of(folder.model_path) == "猫-1"
    assert name_of(tmp_path / "mine.safetensors") == "mine"
    assert name_of(tmp_path / "model.safetensors") == "model"


def test_the_first_model_is_that_of_the_language_or_of_the_sentence(library):
    # without the English model the Chinese one is the first
    assert library.first_model("en") == library.model_for("The cat sleeps.") == "zh-en"
    (library.shipped / "passive.safetensors").touch()
    assert (library.first_model("en"), library.first_model("zh_CN")) == ("passive", "zh-en")
    assert library.first_model("en", "我有一只猫。") == "zh-en"
    assert library.first_model("zh_CN", "The cat sleeps.") == "passive"
    found = {
        text: library.model_for(text) for text in ("I like 北京.", "他叫 Tom。", "123", "", "Ä b")
    }
    assert found == {
        "I like 北京.": "zh-en",  # two words of either: no script has most
        "他叫 Tom。": "zh-en",
        "123": "zh-en",
        "": "zh-en",
        "Ä b": "passive",
    }
