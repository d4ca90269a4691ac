"""Models by name and by path."""

from pathlib import Path

import pytest

from model.checkpoint import locations
from model.checkpoint.file import load, save_checkpoint
from model.messages import CheckpointError
from tests.model.builders import config, untrained_model


def test_each_shipped_model_is_found_by_its_name():
    files = locations.checkpoints_in(locations.SHIPPED_FOLDER)
    assert [locations.shipped_or_file(path.stem) for path in files] == files
    assert "zh-en" in {path.stem for path in files}


@pytest.mark.parametrize("kind", [str, Path])
def test_any_other_model_is_read_from_its_path(tmp_path: Path, kind: type):
    path = tmp_path / "mine.safetensors"
    save_checkpoint(untrained_model(config()), path)
    assert load(kind(path)).name == "mine"


@pytest.mark.parametrize("name", ["nothing", Path("no/such.safetensors"), ""])
def test_what_is_not_there_is_said_with_the_names_that_are(name: str | Path):
    with pytest.raises(CheckpointError, match=r"Model or file not found: .*reverse, zh-en"):
        locations.shipped_or_file(name)


def test_a_file_beside_a_list_is_what_the_list_says_or_altered(tmp_path: Path):
    path = tmp_path / "a.safetensors"
    assert locations.shipped_checksums(tmp_path) == {}  # no list
    assert not locations.is_altered(path, "1")
    (tmp_path / locations.CHECKSUMS).write_text("a.safetensors\t1\n")
    assert locations.shipped_checksums(tmp_path) == {"a.safetensors": "1"}
    assert [locations.is_altered(path, checksum) for checksum in "12"] == [False, True]
    assert locations.is_altered(tmp_path / "b.safetensors", "1")


def test_a_broken_list_is_one_sentence(tmp_path: Path):
    (tmp_path / locations.CHECKSUMS).write_text("a.safetensors 1\n")
    with pytest.raises(CheckpointError, match=r"checksums\.tsv cannot be read"):
        locations.shipped_checksums(tmp_path)


def test_a_file_that_is_being_written_is_no_checkpoint(tmp_path: Path):
    for name in (".b.safetensors.x1", ".c.safetensors", "a.safetensors", "notes.txt"):
        (tmp_path / name).touch()
    assert locations.checkpoints_in(tmp_path) == [tmp_path / "a.safetensors"]
    assert locations.checkpoints_in(tmp_path / "nowhere") == []
