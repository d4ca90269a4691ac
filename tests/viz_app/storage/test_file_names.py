"""A name is one on every system, and keeps what it can of the text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz_app.storage.files import MOST_BYTES, file_name, file_word, is_reserved

FORBIDDEN = set('<>:"/\\\\|?*')


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我有一只猫。 - layer 2", "我有一只猫。 - layer 2"),
        ('what is a/b? - x: "y"\n\tz', "what is a-b- - x- -y- z"),
        ("..", "headlight"),
        ("", "headlight"),
        (".hidden. ", "hidden"),
        ("con", "_con"),
        ("Aux.old", "_Aux.old"),
        ("COM¹", "_COM¹"),
        ("nul .txt", "_nul .txt"),
        ("console", "console"),
        ("abc\u202egpj.exe", "abc-gpj.exe"),
        ("a\u200bb\u2066c", "a-b-c"),
        ("<b>x</b>", "-b-x--b-"),
        ("e\u0301", "é"),
        ("\ud800a", "-a"),
        (
            "I have a cat. - Cross attention - up to row 3 of 11 - linear scale",
            "I have a cat. - Cross attention - up to row 3 of 11 - linear",
        ),
        (
            "I have two cats. - Cross attention - up to row 3 of 11 - linear scale",
            "I have two cats. - Cross attention - up to row 3 of 11",
        ),
        (f"cat {'a' * 99}", f"cat {'a' * 56}"),
    ],
)
def test_a_name_keeps_what_every_system_takes(text, name):
    assert file_name(text) == name


@given(st.text(st.characters(exclude_categories=()), max_size=400))
def test_any_text_gives_a_name_that_any_system_takes(text):
    name = file_name(text)
    assert name and not FORBIDDEN & set(name)
    assert len(name.encode()) <= MOST_BYTES + 1
    assert name == name.strip(" .")
    assert not is_reserved(name)
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cs", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(char) for char in name} & {"RLO", "LRO", "RLI", "PDI"}
    assert file_name(name) == name


@pytest.mark.parametrize("text", ["猫" * 300, "\N{CJK UNIFIED IDEOGRAPH-20000}" * 300, "a" * 999])
@pytest.mark.parametrize("suffix", [".safetensors", ".headlight"])
def test_a_file_of_that_name_can_be_written(tmp_path, text, suffix):
    path = tmp_path / f"{file_name(text)}{suffix}"
    path.write_bytes(b"")
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("text", "word"), [("a/b c.tsv", "a-b-c.tsv"), ("../..", "model"), ("con", "_con")]
)
def test_a_word_has_no_blanks(text, word):
    assert file_word(text) == word
