"""Folders that take no files: each command says so in one sentence, with the path."""

import pytest

from viz_app.cli import training_plan


def assert_refused(outcome, path, *, what="cannot be written"):
    """One line on stderr that names the path, nothing on stdout, status 1."""
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("headlight: ")
    assert outcome.err.count("\n") == 1
    assert str(path) in outcome.err
    assert what in outcome.err


def test_train_finds_out_before_it_works(headlight, readonly_folder, monkeypatch):
    monkeypatch.delattr(training_plan, "load_task")
    path = readonly_folder / "x.safetensors"
    assert_refused(headlight("train", "copy", "-o", path), path)
    assert not path.exists()


@pytest.mark.parametrize("suffix", ["npz", "json", "csv"])
def test_export(headlight, phrases, readonly_folder, suffix):
    path = readonly_folder / f"x.{suffix}"
    assert_refused(headlight("export", "你好。", "-o", path, "--model", phrases), path)
    assert not path.exists()


def test_render_into_the_folder(headlight, phrases, qapp, readonly_folder):
    outcome = headlight("render", "你好。", "-o", readonly_folder, "--model", phrases)
    assert_refused(outcome, readonly_folder)


def test_render_into_a_folder_of_its_own(headlight, phrases, qapp, readonly_folder):
    folder = readonly_folder / "figures"
    outcome = headlight("render", "你好。", "-o", folder, "--model", phrases)
    assert_refused(outcome, folder, what="cannot be made")


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
    assert "cannot be made" in complaint
