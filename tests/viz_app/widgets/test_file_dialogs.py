from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from viz_app.widgets.file_dialogs import (
    ask_corpus,
    ask_export_path,
    ask_open_path,
    ask_output_path,
    ask_report_path,
    ask_save_path,
    ask_session_path,
)

LABELS = (QFileDialog.DialogLabel.LookIn, QFileDialog.DialogLabel.FileType)


@pytest.fixture
def answers(qapp, monkeypatch):
    """What the user chooses in each dialog that opens; None = cancel. Dialogs are kept."""
    given: list[str | None] = []
    opened: list[dict] = []

    def show(dialog):
        kind = {"title": dialog.windowTitle(), "suffix": dialog.defaultSuffix()}
        kind["name"] = Path((dialog.selectedFiles() or [""])[0]).name
        kind["labels"] = [dialog.labelText(label) for label in LABELS]
        opened.append({**kind, "mode": dialog.acceptMode(), "filters": dialog.nameFilters()})
        answer = given.pop(0)
        monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [answer])
        return answer is not None

    monkeypatch.setattr(QFileDialog, "exec", show)
    return given, opened


def test_opening_asks_for_checkpoints(answers):
    given, opened = answers
    given.append("/models/a.safetensors")
    assert ask_open_path() == Path("/models/a.safetensors")
    assert any("*.safetensors" in name for name in opened[0]["filters"])
    assert opened[0]["mode"] == QFileDialog.AcceptMode.AcceptOpen


def test_saving_adds_the_suffix_and_asks_before_it_overwrites(answers):
    given, opened = answers
    given.append("/models/a.safetensors")
    assert ask_save_path(None, "a") == Path("/models/a.safetensors")
    assert opened[0]["suffix"] == "safetensors"
    assert opened[0]["mode"] == QFileDialog.AcceptMode.AcceptSave


@pytest.mark.parametrize("ask", [ask_open_path, ask_save_path, ask_corpus])
def test_cancelling_is_none(answers, ask):
    answers[0].append(None)
    assert ask() is None


def test_a_tsv_is_a_whole_corpus(answers):
    answers[0].append("/data/pairs.TSV")
    assert ask_corpus() == str(Path("/data/pairs.TSV"))


def test_other_files_are_source_then_target(answers):
    given, opened = answers
    given += ["/data/train.zh", "/data/train.en"]
    assert ask_corpus() == f"{Path('/data/train.zh')},{Path('/data/train.en')}"
    assert "source" in opened[0]["title"]
    assert "target" in opened[1]["title"]


def test_cancelling_the_second_file_is_none(answers):
    answers[0].extend(["/data/train.zh", None])
    assert ask_corpus() is None


def test_packed_pairs_are_a_whole_corpus(answers):
    given, opened = answers
    given.append("/data/pairs.tsv.gz")
    assert ask_corpus() == str(Path("/data/pairs.tsv.gz"))
    assert len(opened) == 1
    assert "*.tsv.gz" in opened[0]["filters"][0]


@pytest.mark.parametrize("suffix", ["mp4", "gif"])
def test_an_animation_gets_the_suffix_of_its_kind(answers, suffix):
    given, opened = answers
    given.append(f"/films/cat.{suffix}")
    assert ask_output_path(None, "animation", "a/b", f".{suffix}") == Path(f"/films/cat.{suffix}")
    assert opened[0]["suffix"] == suffix
    assert opened[0]["mode"] == QFileDialog.AcceptMode.AcceptSave
    assert f"(*.{suffix})" in opened[0]["filters"][0]


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_the_format_that_was_chosen_stands_first(answers, tmp_path, suffix):
    given, opened = answers
    given.append(str(tmp_path / f"a{suffix}"))
    assert ask_output_path(None, "picture", "a", suffix) == tmp_path / f"a{suffix}"
    assert opened[0]["suffix"] == suffix[1:]
    assert f"*{suffix}" in opened[0]["filters"][0]
    assert len(opened[0]["filters"]) == 3


def test_numbers_are_npz_json_or_csv(answers):
    given, opened = answers
    given.append(None)
    assert ask_output_path(None, "numbers", "a") is None
    assert opened[0]["suffix"] == "npz"
    assert [name[name.index("*") : -1] for name in opened[0]["filters"]] == [
        "*.npz",
        "*.json",
        "*.csv",
    ]


@pytest.mark.parametrize(
    ("ask", "suffix"),
    [
        (lambda name: ask_session_path(None, name), "headlight"),
        (lambda name: ask_report_path(None, name), "html"),
        (lambda name: ask_output_path(None, "animation", name, ".gif"), "gif"),
        (lambda name: ask_export_path(None, name), "zip"),
    ],
)
def test_all_files_are_named_in_the_same_way(answers, ask, suffix):
    given, opened = answers
    given.append(None)
    ask("what is a/b?")
    assert opened[0]["name"] == f"what is a-b-.{suffix}"
    assert opened[0]["title"].endswith(" as")


def test_what_qt_leaves_in_english_is_translated(answers, monkeypatch):
    monkeypatch.setattr("viz_app.widgets.file_dialogs.translate", lambda _, text: f"«{text}»")
    answers[0].append(None)
    ask_open_path()
    assert answers[1][0]["labels"] == ["«Look in:»", "«Files of type:»"]


@pytest.mark.parametrize(
    ("ask", "suggested"),
    [
        (lambda: ask_report_path(None, "con"), "_con.html"),
        (lambda: ask_session_path(None, "con"), "_con.headlight"),
        (lambda: ask_output_path(None, "animation", "con", ".gif"), "_con.gif"),
        (lambda: ask_report_path(None, "..."), "headlight.html"),
    ],
)
def test_a_sentence_is_never_a_name_that_a_system_has_for_itself(answers, ask, suggested):
    given, opened = answers
    given.append(None)
    ask()
    assert opened[0]["name"] == suggested
