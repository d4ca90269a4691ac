"""``headlight models``: a table from checkpoint headers."""

import json
import shutil

import pytest

from tests.viz_app.runs_on_disk import card_of
from viz_app.cli.models import aligned, size_text
from viz_app.cli.terminal import columns_of
from viz_app.storage.library import Library


@pytest.fixture
def library():
    """The folder of models that are trained here, for this test alone."""
    folder = Library().folder
    folder.mkdir(parents=True)
    return folder


def _line(outcome, name: str) -> str:
    return next(line for line in outcome.out.splitlines() if line.startswith(name))


def test_a_model_has_its_numbers(headlight, library, phrases):
    from model.checkpoint.file import load_checkpoint
    from model.network.transformer import count_parameters

    path = library / "mine.safetensors"
    shutil.copy(phrases, path)
    outcome = headlight("models")
    line = _line(outcome, "mine ")
    assert (outcome.status, outcome.err) == (0, "")
    assert "trained here" in line
    assert "phrases.tsv" in line
    assert "2 × 4 × 64" in line
    assert f" {count_parameters(load_checkpoint(path).network):,} " in line
    assert size_text(path.stat().st_size) in line
    assert line.endswith(str(path))


def test_the_model_of_a_run_has_the_name_of_its_run(headlight, phrases):
    runs = Library().runs
    folder = runs.begin(card_of("phrases", has_model=True))
    shutil.copy(phrases, folder.model_path)
    folder.release_lock()
    runs.rename(folder.card.run_id, "my 猫")
    assert _line(headlight("models"), "my 猫 ").endswith(str(folder.model_path))
    outcome = headlight("translate", "我有一只猫。", "--model", "my 猫", "--json")
    assert (outcome.status, json.loads(outcome.out)["model"]) == (0, "my 猫")


def test_columns_stand_under_each_other(headlight, library, phrases):
    for name in ("猫", "a-long-name", "b"):
        shutil.copy(phrases, library / f"{name}.safetensors")
    lines = [line for line in headlight("models").out.splitlines() if "trained here" in line]
    assert len({columns_of(line.partition("trained here")[0]) for line in lines}) == 1


def test_numbers_stand_to_the_right():
    rows = [("name", "from", "task", "l", "parameters", "size", "path")]
    rows.append(("a", "b", "c", "d", "1", "2", "e"))
    _, line = aligned(rows)
    assert line == "a     b     c     d           1     2  e"


def test_whose_sentences_a_model_has_learned_from_is_said(headlight, tmp_path, library):
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("a b\tb a\nc d\td c\n")
    training = ("--preset", "tiny", "--epochs", "1", "--attribution", "From me, CC BY 4.0.")
    headlight("train", pairs, "-o", library / "mine.safetensors", "--device", "cpu", *training)
    assert "\nmine: From me, CC BY 4.0.\n" in headlight("models").out


def test_broken_files_are_listed_with_their_sentence(
    headlight, library, phrases, broken_checkpoints
):
    shutil.copy(phrases, library / "good.safetensors")
    for path in broken_checkpoints.values():
        shutil.copy(path, library)
    outcome = headlight("models")
    assert outcome.status == 0
    assert "phrases.tsv" in _line(outcome, "good ")
    for name in set(broken_checkpoints) - {"flipped"}:
        assert f"broken {name}.safetensors" in _line(outcome, f"broken {name}: ")
    assert "Update Headlight" in _line(outcome, "broken newer: ")


def test_what_cannot_be_opened_is_listed(headlight, library):
    (library / "folder.safetensors").mkdir()
    (library / "dangling.safetensors").symlink_to(library / "nowhere")
    outcome = headlight("models")
    assert outcome.status == 0
    assert "is a folder, not a checkpoint" in _line(outcome, "folder: ")
    assert "There is no checkpoint" in _line(outcome, "dangling: ")


def test_a_name_cannot_steer_the_terminal(headlight, library, phrases):
    shutil.copy(phrases, library / "a\x1b[31m\n.safetensors")
    assert "\\x1b[31m\\x0a" in headlight("models").out


def test_without_models_the_folder_is_named(headlight, monkeypatch):
    monkeypatch.setattr(Library, "entries", lambda _: ())
    outcome = headlight("models")
    assert outcome.status == 0
    assert str(Library().folder) in outcome.out


@pytest.mark.parametrize(
    ("n_bytes", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (5_250_000, "5.2 MB"), (3e9, "3.0 GB")],
)
def test_sizes(n_bytes, text):
    assert size_text(n_bytes) == text
