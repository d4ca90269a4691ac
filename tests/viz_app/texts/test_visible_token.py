"""What is isolated turns nothing around it, and breaks no line."""

import pytest

from viz_app.texts.visible_token import isolated, one_line, safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a/b.tsv", "a/b.tsv"),
        ("a\nb", "a⏎b"),
        ("a\r\nb\u2028c", "a⏎b⏎c"),
        ("\u202eabc", "\u2068\u202eabc\u2069"),
        ("שלום\n", "\u2068שלום⏎\u2069"),
    ],
)
def test_a_text_is_safe_in_any_line(text, shown):
    assert safe(text) == shown
    assert isolated(text).strip("\u2068\u2069") == shown.strip("\u2068\u2069")


def test_no_end_of_a_line_is_left():
    assert one_line("".join(map(chr, range(0x3000)))).splitlines() == [
        one_line("".join(map(chr, range(0x3000))))
    ]
