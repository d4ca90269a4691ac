import pytest

from model.messages import Message
from tests.viz_app.probes import marked_language
from viz_app.texts.isolates import isolated, without_isolates
from viz_app.texts.message_text import message_text


def test_the_sentence_has_its_values():
    message = Message("line {line} of {name!r} is empty", {"line": 3, "name": "a.tsv"})
    assert message_text(message) == str(message)
    message = Message("line {line} of {name!r} is empty", {"line": 3, "name": "שלום"})
    assert without_isolates(message_text(message)) == str(message)


@pytest.mark.parametrize(
    "template", ["a {name} b", "a {name!r} b", "a {name!s} b", "a {name:>9} b"]
)
def test_values_that_turn_the_text_are_isolated_however_they_are_formatted(template):
    text = message_text(Message(template, {"name": "שלום"}))
    assert text.startswith("a \u2068")
    assert text.endswith("\u2069 b")


@pytest.mark.parametrize("value", ["/tmp/a b.tsv", "我有猫", "é", "😀"])
def test_other_values_can_be_copied_as_they_are(value):
    assert message_text(Message("a {name} b", {"name": value})) == f"a {value} b"


def test_numbers_keep_their_format_and_are_not_isolated():
    assert message_text(Message("{n:,} and {x:.2f}", {"n": 12345, "x": 0.5})) == "12,345 and 0.50"


def test_a_value_cannot_end_its_isolation():
    assert isolated("a\u2069\u202eb") == "\u2068a\u202eb\u2069"


def test_a_message_can_quote_a_message():
    inner = Message("line {line}", {"line": 2})
    assert message_text(Message("{what} is empty", {"what": inner})) == "line 2 is empty"


def test_the_template_is_translated_and_the_values_are_not(qapp):
    with marked_language():
        assert message_text(Message("line {line}", {"line": 2})) == "«line 2»"
