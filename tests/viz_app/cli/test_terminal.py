"""What may reach a terminal, and how wide it is there."""

import os
import socket
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz_app.cli import terminal
from viz_app.cli.terminal import columns_of, draw_without_display, has_display, visible


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("我有一只猫。", "我有一只猫。"),
        ("שלום", "שלום"),
        ("a\x1b[31mb\x9b", "a\\x1b[31mb\\x9b"),
        ("a\nb\x00", "a\\x0ab\\x00"),
        ("\u202eevil\u2066", "\\u202eevil\\u2066"),
        ("\udc80", "\\x80"),
        ("\U000e0001", "\\U000e0001"),
        ("🐈", "🐈"),
    ],
)
def test_what_could_steer_a_terminal_is_spelled_out(text, seen):
    assert visible(text) == seen


@given(st.text())
def test_visible_text_is_one_printable_line(text):
    shown = visible(text)
    shown.encode()
    assert len(shown.splitlines()) <= 1
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)
    assert visible(shown) == shown


@pytest.mark.parametrize(("text", "columns"), [("cat", 3), ("猫", 2), ("e\u0301", 1), ("", 0)])
def test_columns(text, columns):
    assert columns_of(text) == columns


pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere there is always a screen"
)


@pytest.fixture
def wayland(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        yield {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"}


@pytest.fixture
def x_server(tmp_path, monkeypatch):
    monkeypatch.setattr(terminal, "_X_SOCKETS", str(tmp_path / "X"))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "X42"))
        server.listen()
        yield {"DISPLAY": ":42.0"}


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"DISPLAY": ""},
        {"DISPLAY": ":4242"},
        {"DISPLAY": "nonsense"},
        {"DISPLAY": "localhost:99999999999"},
        {"DISPLAY": "127.0.0.1:59.0"},
        {"DISPLAY": ":" + "9" * 200},
        {"WAYLAND_DISPLAY": "wayland-0"},
        {"WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/nonexistent"},
        {"QT_QPA_PLATFORM": "xcb"},
        {"QT_QPA_PLATFORM": "wayland;xcb"},
    ],
)
def test_no_display(environment):
    assert not has_display(environment)


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "vnc:size=800x600", "xcb;offscreen"])
def test_qt_may_be_told_to_do_without(platform):
    assert has_display({"QT_QPA_PLATFORM": platform})


def test_a_running_wayland_is_a_display(wayland):
    assert has_display(wayland)
    assert has_display({**wayland, "QT_QPA_PLATFORM": "wayland"})
    path = Path(wayland["XDG_RUNTIME_DIR"]) / wayland["WAYLAND_DISPLAY"]
    assert has_display({"WAYLAND_DISPLAY": str(path)})


def test_a_running_or_forwarded_x_server_is_a_display(x_server, monkeypatch):
    assert has_display(x_server)
    assert has_display({"DISPLAY": "unix:42"})
    assert not has_display({"DISPLAY": ":43"})
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(terminal, "_X_FIRST_PORT", server.getsockname()[1] - 10)
        assert has_display({"DISPLAY": "127.0.0.1:10.0"})


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_other_systems_have_one(monkeypatch, system):
    monkeypatch.setattr(sys, "platform", system)
    assert has_display({})


@pytest.mark.parametrize(
    ("before", "after"), [(None, "offscreen"), ("xcb", "offscreen"), ("minimal", "minimal")]
)
def test_drawing_needs_no_display(monkeypatch, before, after):
    monkeypatch.setenv("QT_QPA_PLATFORM", before or "")
    draw_without_display()
    assert os.environ["QT_QPA_PLATFORM"] == after
