"""What may reach a terminal, and how wide it is there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz_app.cli.terminal import columns_of, visible


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
