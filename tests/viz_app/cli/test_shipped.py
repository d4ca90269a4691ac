"""The models that came with Headlight: nothing is trained over them, a changed one is told."""

import os
import shutil

import pytest

from model.checkpoint.header import read_checksum
from model.checkpoint.locations import CHECKSUMS, SHIPPED_FOLDER
from viz_app.cli import train as cli_train
from viz_app.storage.library import Library

SENTENCE = "我有一只猫。"


@pytest.fixture
def shipped(monkeypatch, tmp_path, phrases):
    """A folder of two shipped models; since then one of them has become another one."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    for name in ("kept", "changed"):
        shutil.copy(phrases, folder / f"{name}.safetensors")
    rows = [f"kept.safetensors\t{read_checksum(phrases)}", "changed.safetensors\tanother", ""]
    (folder / CHECKSUMS).write_text("\n".join(rows))
    monkeypatch.setitem(Library.__init__.__kwdefaults__, "shipped", folder)
    return folder


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


WAYS = {
    "itself": lambda kept, beside: kept,
    "a new name in that folder": lambda kept, beside: kept.with_name("new.safetensors"),
    "with detours": lambda kept, beside: kept.parent / ".." / kept.parent.name / kept.name,
    "from there": lambda kept, beside: os.path.relpath(kept),
    "a link to the file": lambda kept, beside: beside / "file.safetensors",
    "a link to the folder": lambda kept, beside: beside / "folder" / kept.name,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("option", [(), ("--resume",)])
def test_nothing_is_trained_over_them(headlight, shipped, tmp_path, monkeypatch, way, option):
    beside = tmp_path / "beside"
    beside.mkdir()
    (beside / "file.safetensors").symlink_to(shipped / "kept.safetensors")
    (beside / "folder").symlink_to(shipped)
    before = content(shipped)
    monkeypatch.delattr(cli_train, "load_task")  # it does not come so far
    path = WAYS[way](shipped / "kept.safetensors", beside)
    outcome = headlight("train", "copy", "-o", path, *option)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (1, "", 1)
    assert outcome.err.startswith("headlight: ")
    assert "the models shipped with Headlight, which must not change" in outcome.err
    assert content(shipped) == before
    assert (beside / "file.safetensors").is_symlink()


def test_the_real_ones_are_guarded(headlight, monkeypatch):
    monkeypatch.delattr(cli_train, "load_task")
    outcome = headlight("train", "copy", "-o", SHIPPED_FOLDER / "zh-en.safetensors")
    assert outcome.status == 1
    assert str(SHIPPED_FOLDER / "zh-en.safetensors") in outcome.err


def test_a_file_beside_that_is_only_called_the_same_is_trained_over(train, shipped, tmp_path):
    before = content(shipped)
    path = tmp_path / "kept.safetensors"
    os.link(shipped / "kept.safetensors", path)  # one content, two names: the other one stays
    assert train("copy", output=path).status == 0
    assert content(shipped) == before != {**before, path.name: path.read_bytes()}


COMMANDS = {
    "translate": lambda out: ("translate", SENTENCE),
    "translate, json": lambda out: ("translate", SENTENCE, "--json"),
    "export": lambda out: ("export", SENTENCE, "-o", out / "x.json"),
    "render": lambda out: ("render", SENTENCE, "-o", out / "x", "--views", "cross"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_one_that_is_another_is_told_and_used(headlight, shipped, tmp_path, qapp, command):
    arguments = COMMANDS[command](tmp_path)
    changed = headlight(*arguments, "--model", "changed")
    kept = headlight(*arguments, "--model", "kept")
    assert (changed.status, kept.status, kept.err) == (0, 0, "")
    assert changed.out.replace('"changed"', '"kept"') == kept.out != ""
    assert changed.err == (
        "headlight: changed is not the model shipped with Headlight: its file "
        f"{shipped / 'changed.safetensors'} was changed. Reinstall Headlight to restore "
        "it.\n"
    )


def test_a_changed_one_is_told_whatever_way_leads_there_but_not_of_a_copy(
    headlight, shipped, tmp_path
):
    link = tmp_path / "mine.safetensors"
    link.symlink_to(shipped / "changed.safetensors")
    for path in (link, os.path.relpath(shipped / "changed.safetensors")):
        outcome = headlight("translate", SENTENCE, "--model", path)
        assert "changed is not the model shipped with Headlight" in outcome.err
    shutil.copy(shipped / "changed.safetensors", tmp_path)
    outcome = headlight("translate", SENTENCE, "--model", tmp_path / "changed.safetensors")
    assert (outcome.status, outcome.err) == (0, "")
    outcome = headlight("models")
    assert outcome.status == 0
    assert [line.split()[0] for line in outcome.out.splitlines()[1:3]] == ["changed", "kept"]
    assert outcome.err.count("\n") == 1
    assert "changed is not the model shipped with Headlight" in outcome.err
