"""What takes long shows how far it is, and Ctrl-C leaves what was there."""

import signal
import sys

import pytest

from model.checkpoint.file import save_checkpoint
from model.config import ModelConfig
from tests.patience import PATIENCE
from tests.viz_app.cli.commands import in_terminal
from tests.viz_app.conftest import untrained
from viz_app.cli import loading

SLOW = ModelConfig(n_layers=8, n_heads=8, d_model=512, d_ff=2048, dropout=0.0, max_len=800)
TEXT = "a b c " * 128


@pytest.fixture(scope="module")
def slow_model(one_torch_thread, tmp_path_factory):
    """Has learned nothing, so that its translations are as long as can be: some seconds."""
    path = tmp_path_factory.mktemp("checkpoints") / "slow.safetensors"
    save_checkpoint(untrained(SLOW), path)
    return path


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and terminals")
@pytest.mark.usefixtures("sigint_of_a_terminal")
@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("translate", ""),
        ("export", "a.npz"),
        ("report", "a.html"),
        ("render", "a.svg"),
        ("animate", "a.gif"),
    ],
)
def test_a_translation_counts_its_tokens_and_can_be_stopped(slow_model, tmp_path, command, name):
    output = ("-o", tmp_path / name) if name else ()
    if name:
        (tmp_path / name).write_bytes(b"old")
    with in_terminal(command, TEXT, "--model", slow_model, *output) as (process, read):
        screen = b""
        while b" tokens [" not in screen:
            part = read()
            assert part, screen
            screen += part
        process.send_signal(signal.SIGINT)
        while part := read():
            screen += part
        assert process.wait(PATIENCE) == 130
    assert b"Translating: " in screen
    assert screen.endswith(b"headlight: Interrupted.\r\n")
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"old"][: len(output)]


@pytest.mark.parametrize(("command", "name"), [("report", "a.html"), ("render", "figures")])
def test_pictures_are_counted(headlight, phrases, qapp, tmp_path, monkeypatch, command, name):
    monkeypatch.setattr(loading, "BAR_SECONDS", 0)  # as if everything took long
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    outcome = headlight(command, "你好。", "-o", tmp_path / name, "--model", phrases)
    total = {"report": 3, "render": 5}[command]
    assert outcome.status == 0
    assert f"| 0/{total} [" in outcome.err
    assert "Drawing: " in outcome.err
    assert outcome.err.endswith("\r")
    assert all(line.startswith(str(tmp_path)) for line in outcome.out.splitlines())
