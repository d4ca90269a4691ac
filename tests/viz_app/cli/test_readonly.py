"""Folders that take no files: each command says so in one sentence, with the path."""

import sys

import pytest

from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.cli.commands import assert_refused
from viz_app.cli import loading, train, translate


@pytest.fixture
def nothing_loaded(monkeypatch):
    for module in (loading, translate):
        monkeypatch.delattr(module, "model_named")
    monkeypatch.delattr(train, "load_task")


@pytest.mark.usefixtures("nothing_loaded")
@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("train", "x.safetensors"),
        ("render", ""),
        ("render", "figures"),
        ("render", "new/deep/cat.svg"),
        ("report", "page.html"),
        ("animate", "cat.gif"),
        ("export", "cat.npz"),
        ("export", "cat.json"),
        ("export", "cat.csv"),
    ],
)
def test_it_is_told_before_anything_is_translated(headlight, readonly_folder, command, output):
    path = readonly_folder / output
    outcome = headlight(command, "你好。", "-o", path)
    told = path if path.suffix != ".svg" else path.parent
    assert_refused(outcome, str(told), "cannot be")
    assert not path.suffix or not path.exists()


@pytest.mark.usefixtures("nothing_loaded")
@pytest.mark.skipif(sys.platform != "linux", reason="devices have other names elsewhere")
@pytest.mark.parametrize("command", ["train report", "export 你好。"])
def test_a_device_is_no_place_for_a_file(headlight, tmp_path, command):
    link = tmp_path / "none.npz"
    link.symlink_to("/dev/null")
    outcome = headlight(*command.split(), "-o", link)
    assert_refused(outcome, f"{link} cannot be written: it is not a file. Choose another name.")


@pytest.mark.usefixtures("nothing_loaded")
@pytest.mark.parametrize("output", ["file/figures", "file/new/cat.svg", "folder"])
def test_so_is_what_stands_in_the_way_of_pictures(headlight, tmp_path, output):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder" / "cross.png").mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    outcome = headlight("render", "你好。", "-o", tmp_path / output)
    assert_refused(outcome, str(tmp_path / output.removesuffix("/cat.svg")), "cannot be")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_for_pictures_is_not_made_when_nothing_is_drawn(headlight, tmp_path):
    assert headlight("render", "你好。", "-o", tmp_path / "new", "--model", "dog").status == 1
    assert not list(tmp_path.iterdir())


def test_without_a_display_nor_a_writable_folder(
    headlight, phrases, qapp, readonly_folder, monkeypatch
):
    monkeypatch.setattr("viz_app.cli.window.has_display", lambda: False)
    monkeypatch.chdir(readonly_folder)
    outcome = headlight("--model", phrases, "--text", "你好。")
    assert (outcome.status, outcome.out) == (1, "")
    complaint = outcome.err.splitlines()[-1]
    assert complaint.startswith("headlight: ")
    assert "headlight-output" in complaint
    assert "cannot be created" in complaint


def test_neither_an_import_nor_a_split_is_begun(headlight, tmp_path, readonly_folder, monkeypatch):
    path = readonly_folder / "mine.safetensors"
    assert_refused(headlight("import", t5_folder(tmp_path / "my-t5"), "-o", path), str(path))
    assert not path.exists()
    monkeypatch.delattr(train, "load_task")
    for folder, why in ((readonly_folder, "written"), (readonly_folder / "parts", "created")):
        outcome = headlight("split", __file__, "-o", folder)
        assert_refused(outcome, str(folder), f"cannot be {why}")
