"""``headlight models``: a table from checkpoint headers."""

import json
import re
import shutil
import sys

import pytest
import torch

from model.lessons.checks import CHECK_NAMES
from tests.viz_app.cli.commands import assert_refused
from tests.viz_app.runs_on_disk import card_of
from viz_app.cli import loading
from viz_app.cli.models import aligned, size_text
from viz_app.cli.terminal import columns_of
from viz_app.storage.library import Library


@pytest.fixture
def library():
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


def test_columns_stand_under_each_other_and_numbers_to_the_right(headlight, library, phrases):
    for name in ("猫", "a-long-name", "b"):
        shutil.copy(phrases, library / f"{name}.safetensors")
    lines = [line for line in headlight("models").out.splitlines() if "trained here" in line]
    assert len({columns_of(line.partition("trained here")[0]) for line in lines}) == 1
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


def test_what_cannot_be_opened_is_listed_and_no_name_steers_the_terminal(
    headlight, library, phrases
):
    (library / "folder.safetensors").mkdir()
    (library / "dangling.safetensors").symlink_to(library / "nowhere")
    outcome = headlight("models")
    assert outcome.status == 0
    assert "is a folder, not a checkpoint" in _line(outcome, "folder: ")
    assert "Checkpoint not found:" in _line(outcome, "dangling: ")
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


@pytest.fixture
def broken(tmp_path):
    from model.checkpoint.file import load, save_checkpoint

    def saved(breaking):
        model = load("reverse")
        breaking(model.network)
        save_checkpoint(model, tmp_path / "broken.safetensors")
        return tmp_path / "broken.safetensors"

    return saved


def _without_values(network):
    for layer in network.decoder_layers:
        torch.nn.init.zeros_(layer.cross.w_v.weight)


def _dead_head(network):
    attention = network.encoder_layers[1].attention
    rows = slice(network.config.d_k)
    for projection in (attention.w_q, attention.w_k):
        projection.weight.data[rows] = 0
        projection.bias.data[rows] = 0


def _same_tables(network):
    network.output.weight.data.copy_(network.tgt_embedding.tokens.weight.data)


def test_a_model_that_is_well_passes(headlight):
    outcome = headlight("check", "reverse")
    lines = outcome.out.splitlines()
    assert outcome.status == 0
    assert lines[0].split() == ["check", "verdict", "measured"]
    assert len(lines) == 1 + len(CHECK_NAMES) + 2
    assert all("  passed  " in line for line in lines[1 : 1 + len(CHECK_NAMES)])
    assert lines[-1] == "13 checks: 13 passed."
    said = " ".join(headlight("check", "--help").out.split())
    assert "Exit status: 0 passed, possibly with warnings; 1 a check failed; 2 " in said


def test_a_check_that_fails_has_its_sentences_and_status_1(headlight, broken):
    outcome = headlight("check", broken(_dead_head))
    assert outcome.status == 1
    assert re.search(r"\nNo dead heads +failed +1 of 24 heads\n", outcome.out)
    _, _, said = outcome.out.partition("\n\nNo dead heads: failed\n")
    sentences = [line.strip() for line in said.splitlines()[:3]]
    assert sentences[0].startswith("A head is dead if it gives all keys the same weight")
    assert sentences[1].startswith("Usually queries, keys, values or columns of W_O that became 0")
    assert sentences[2] == "Affected: encoder 2.1."
    assert outcome.out.endswith("\n13 checks: 11 passed, 1 failed, 1 not applicable.\n")


def test_a_copy_with_other_settings_fails_at_its_own_task(headlight, tmp_path):
    """All its weights are right; what they are multiplied by is not."""
    from model.checkpoint.file import load, save_checkpoint
    from tests.model.lessons.checks.broken import ALTERED, altered_copy

    model, path = load("reverse"), tmp_path / "altered.safetensors"
    for mistake in ALTERED:
        save_checkpoint(altered_copy(model, mistake), path)
        outcome = headlight("check", path, "--json")
        found = {check["name"]: check["verdict"] for check in json.loads(outcome.out)["checks"]}
        assert outcome.status == 1, mistake
        assert [name for name, verdict in found.items() if verdict == "failed"] == ["task"]
    outcome = headlight("check", path)
    assert re.search(r"\nIts own task is solved +failed +[0-9.]+ % of the ", outcome.out)


def test_what_rests_on_a_failed_check_says_so(headlight, broken):
    outcome = headlight("check", broken(_without_values))
    assert outcome.status == 1
    assert re.search(r"\nThe source is used +failed +[0-9.e-]+ % of the probability", outcome.out)
    assert (
        "Positions are used: not applicable\n  Skipped, because “The source is used” failed.\n"
    ) in outcome.out
    assert outcome.out.endswith("13 checks: 10 passed, 1 failed, 2 not applicable.\n")


def test_a_warning_is_said_and_does_not_fail_and_many_heads_are_counted(headlight, broken):
    outcome = headlight("check", broken(_same_tables), "--json")
    (found,) = [check for check in json.loads(outcome.out)["checks"] if check["name"] == "tied"]
    assert (found["verdict"], found["note"]) == ("warning", "same values")
    assert "they would diverge in training" in headlight("check", broken(_same_tables)).out

    def all_dead(network):
        for name, values in network.named_parameters():
            if ".w_q." in name:
                torch.nn.init.zeros_(values)

    outcome = headlight("check", broken(all_dead))
    assert outcome.status == 1
    assert "Affected: encoder 1.1, encoder 1.2, encoder 1.3, " in outcome.out
    assert " and 16 more.\n" in outcome.out


def test_json_has_everything(headlight, broken):
    outcome = headlight("check", broken(_dead_head), "--json")
    values = json.loads(outcome.out)
    assert (outcome.status, values["model"], values["passed"]) == (1, "broken", False)
    assert [check["name"] for check in values["checks"]] == list(CHECK_NAMES)
    found = {check["name"]: check for check in values["checks"]}
    assert found["dead_heads"]["heads"] == [{"kind": "encoder", "layer": 2, "head": 1}]
    assert found["dead_heads"] | {"number": 1, "total": 24, "unit": "heads"} == found["dead_heads"]
    assert 0 <= found["cache"]["number"] <= found["cache"]["limit"]
    assert all(check["meaning"] and check["usual_cause"] for check in values["checks"])


def test_what_is_no_model_or_is_asked_too_much_is_one_sentence(
    headlight, broken_checkpoints, tmp_path
):
    for path in broken_checkpoints.values():
        assert_refused(headlight("check", path), path.name, status=2)
    assert_refused(headlight("check", "nobody"), "Model or file not found: 'nobody'.", status=2)
    assert_refused(headlight("check", tmp_path), tmp_path.name, status=2)
    outcome = headlight("check", "reverse", "--heads", "8")
    assert outcome.err.startswith("headlight: heads does not apply to ")
    assert outcome.err.endswith("reverse.safetensors, which is a Headlight checkpoint.\n")


def test_a_terminal_has_a_bar(headlight, terminal, monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(loading, "BAR_SECONDS", 0.0)
    assert headlight("check", "reverse").status == 0
    assert "Checking: " in terminal.getvalue()
    assert "/13 [" in terminal.getvalue()
