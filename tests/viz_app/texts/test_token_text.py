import pytest
from PySide6.QtGui import Qt, QTextDocumentFragment
from PySide6.QtWidgets import QLabel

from tests.viz_app.probes import marked_language
from viz_app.texts.token_text import BREAK, quoted, tool_tip
from viz_app.texts.visible_token import visible


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("猫", "猫"),
        ("<s>", "<s>"),
        (" a", "␣a"),
        ("\n", "⏎"),
        ("\t", "⇥"),
        ("", "∅"),
        ("\u200b", "U+200B"),
        ("\u00a0", "U+00A0"),
        ("\x07", "U+0007"),
        ("e\u0301", "e\u0301"),
    ],
)
def test_nothing_is_invisible(token, shown):
    assert visible(token) == shown


def test_a_token_cannot_turn_the_sentence_around_it():
    assert quoted("שלום") == "“\u2068שלום\u2069”"
    assert quoted("\u2069\u202e") == "“\u2068U+2069U+202E\u2069”"


def test_quotation_marks_are_the_language_s(qapp):
    with marked_language():
        assert quoted("猫").startswith("«")


def test_tool_tip_is_no_html():
    assert tool_tip("“<s>” & “<b>”") == "<qt>“&lt;s&gt;” &amp; “&lt;b&gt;”</qt>"
    assert tool_tip("") == ""


@pytest.mark.parametrize(
    "text", ["<h1>x", "a <img src=p.png>", "a&lt;b", "a\n<b>", "<b>\ud800", "'" * 90, "<?xml"]
)
def test_qt_reads_from_a_tool_tip_what_was_said(qapp, text):
    tip = tool_tip(text)
    rich = Qt.mightBeRichText(tip)
    shown = QTextDocumentFragment.fromHtml(tip).toPlainText() if rich else tip
    assert shown.replace(BREAK, "") == text.replace("\ud800", "\ufffd")


def test_a_short_tool_tip_is_what_it_says(qapp):
    assert tool_tip("Pause the run (R&D)") == "Pause the run (R&D)"


def test_a_tool_tip_never_covers_the_screen(qapp):
    told = QLabel(tool_tip("a" * 10_000 + "z"))
    told.setWordWrap(True)  # as Qt does it in a tool tip that is HTML
    assert told.text().endswith("az</qt>")
    assert told.sizeHint().width() < 1000
    assert told.sizeHint().height() < 500


def test_nothing_in_a_tool_tip_turns_it_around(qapp):
    assert tool_tip("a\u202eb\x07c") == "aU+202EbU+0007c"
    assert tool_tip("\u2068a\u2069") == "\u2068a\u2069"
