import errno
import math
import os
from functools import partial

import pytest
from PySide6.QtGui import QFontDatabase, QRawFont, Qt, QTextDocumentFragment
from PySide6.QtWidgets import QLabel, QPushButton

from model.messages import Message
from tests.every import every
from tests.viz_app.probes import marked_language
from viz_app.texts.labels import (
    BREAK,
    CAT,
    MISSING_CJK_FONT,
    NO_NUMBER,
    decimal_number,
    duration,
    lined_row,
    listed_row,
    log_number,
    message_text,
    missing_cjk_font,
    quoted,
    quoted_name,
    short_count,
    short_loss,
    short_probability,
    shown_name,
    spoken_time,
    system_reason,
    tool_tip,
    verbatim,
    with_bits,
    without_mnemonic,
)
from viz_app.texts.visible_token import isolated, one_line, safe, visible, without_isolates
from viz_app.workbench.snapshots.token_axes import RowLabel

NUMBERS = {
    short_count: {0: "0", 950: "950", 82_431: "82.4 k", 6_214_312: "6.2 M", 213_000_000: "213 M"},
    short_probability: {
        **{1.0: "1.00", 0.5423: "0.54", 0.1: "0.10", 0.0996: "0.10", 0.0432: "0.043"},
        **{0.0005: "0.001", 0.0004: "<0.001", 0.0: "0", math.nan: NO_NUMBER},
    },
    duration: {
        **{0: "0:00:00", 200.4: "0:03:20", 3_725.4: "1:02:05", 90_000: "25:00:00"},
        **{math.inf: "–", math.nan: "–", -1: "–"},
    },
    spoken_time: {
        **{0.04: "0.0 s", 4.3: "4.3 s", 9.94: "9.9 s", 9.96: "10 s", 59.4: "59 s", 59.6: "1 min"},
        **{580: "9 min 40 s", 3599.7: "1 h 0 min", 28_500: "7 h 55 min"},
    },
    short_loss: {
        **{4.32149: "4.321", 0.0321: "0.032", 0.00312: "0.00312", 3e-5: "3.00e-05", 0: "0.000"}
    },
    decimal_number: {-1.386: "−1.39", 0.31: "0.31", -0.004: "0.00", math.nan: NO_NUMBER},
    partial(decimal_number, digits=4): {-0.00004: "0.0000"},
    partial(decimal_number, digits=0): {-3.0: "−3"},
    partial(decimal_number, digits=3): {1234.5: "1234.500"},
    with_bits: {1.318: "1.32 bits", math.nan: f"{NO_NUMBER} bits"},
    log_number: {math.nan: NO_NUMBER},
}


@every("written, examples", NUMBERS.items())
def test_numbers_are_short_and_never_look_like_nothing(written, examples):
    assert {number: written(number) for number in examples} == examples


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


def test_letters_and_marks_from_right_to_left_turn_nothing_around_them():
    assert quoted("שלום") == "“\u2068שלום\u2069”"
    assert quoted("\u2069\u202e") == "“\u2068U+2069U+202E\u2069”"
    # Without marks both would be one run of letters, and be read the other way round.
    row = RowLabel("שלום", "عالم")
    isolated = "\u2068שלום\u2069 → \u2068عالم\u2069"
    assert lined_row(row, "both") == listed_row(row, "both") == isolated
    assert lined_row(RowLabel("a", "b"), "both") == "a → b"
    assert shown_name("שלום / عالم") == "\u2068שלום\u2069 / \u2068عالم\u2069"
    assert lined_row(RowLabel("a\u202eb", "c\u2067d"), "both") == "aU+202Eb → cU+2067d"


def test_quotation_marks_are_the_language_s(qapp):
    with marked_language():
        assert quoted("猫").startswith("«")
    assert quoted_name("cat / dog") == "“\u2068cat / dog\u2069”"
    with marked_language():
        assert quoted_name("cat").startswith("«")


def test_a_tool_tip_is_no_html_and_nothing_in_it_turns_it_around(qapp):
    assert tool_tip("“<s>” & “<b>”") == "<qt>“&lt;s&gt;” &amp; “&lt;b&gt;”</qt>"
    assert tool_tip("") == ""
    assert tool_tip("Pause the run (R&D)") == "Pause the run (R&D)"
    assert tool_tip("a\u202eb\x07c") == "aU+202EbU+0007c"
    assert tool_tip("\u2068a\u2069") == "\u2068a\u2069"


@pytest.mark.parametrize(
    "text", ["<h1>x", "a <img src=p.png>", "a&lt;b", "a\n<b>", "<b>\ud800", "'" * 90, "<?xml"]
)
def test_qt_reads_from_a_tool_tip_what_was_said(qapp, text):
    tip = tool_tip(text)
    rich = Qt.mightBeRichText(tip)
    shown = QTextDocumentFragment.fromHtml(tip).toPlainText() if rich else tip
    assert shown.replace(BREAK, "") == text.replace("\ud800", "\ufffd")


def test_a_tool_tip_never_covers_the_screen(qapp):
    told = QLabel(tool_tip("a" * 10_000 + "z"))
    told.setWordWrap(True)  # as Qt does it in a tool tip that is HTML
    assert told.text().endswith("az</qt>")
    assert told.sizeHint().width() < 1000
    assert told.sizeHint().height() < 500


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("cat", "cat"),
        ("a b", "a␣b"),
        ("", "∅"),
        ("/", "/"),
        ("and/or", "and/or"),
        ("cat / dog", "cat / dog"),
        ("a b / c", "a␣b / c"),
        ("… cat", "… cat"),
        ("book …", "book …"),
        ("…", "…"),
    ],
)
def test_joints_between_tokens_are_no_blanks_of_tokens(name, shown):
    assert shown_name(name) == shown


@pytest.mark.skipif(os.name == "nt", reason="Windows has other words for some")
@pytest.mark.parametrize("code", [errno.ENOENT, errno.EACCES, errno.ENOSPC, errno.EISDIR])
def test_what_the_system_says_is_translated(qapp, code):
    with marked_language():
        assert system_reason(os.strerror(code)) == f"«{os.strerror(code)}»"


def test_the_template_and_the_reason_are_translated_and_other_values_are_not(qapp):
    template = "{path} cannot be read: {reason}."
    message = Message(template, {"path": "File exists", "reason": "Permission denied"})
    assert message_text(message) == "File exists cannot be read: Permission denied."
    with marked_language():
        assert message_text(message) == "«File exists cannot be read: «Permission denied».»"
    with marked_language():
        assert system_reason("Not a gzipped file") == "Not a gzipped file"
    with marked_language():
        assert message_text(Message("line {line}", {"line": 2})) == "«line 2»"


def test_a_message_has_its_values_in_their_format():
    message = Message("line {line} of {name!r} is empty", {"line": 3, "name": "a.tsv"})
    assert message_text(message) == str(message)
    message = Message("line {line} of {name!r} is empty", {"line": 3, "name": "שלום"})
    assert without_isolates(message_text(message)) == str(message)
    assert message_text(Message("{n:,} and {x:.2f}", {"n": 12345, "x": 0.5})) == "12,345 and 0.50"
    inner = Message("line {line}", {"line": 2})
    assert message_text(Message("{what} is empty", {"what": inner})) == "line 2 is empty"
    assert isolated("a\u2069\u202eb") == "\u2068a\u202eb\u2069"


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


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("&Open model…", "Open model…"),
        ("Lo&g scale", "Log scale"),
        ("打开模型(&O)…", "打开模型…"),
        ("模型 (&M)", "模型"),
        ("R && D", "R & D"),
        ("中译英 (zh-en)", "中译英 (zh-en)"),
        ("", ""),
    ],
)
def test_it_reads_as_it_would_without_alt(text, read):
    assert without_mnemonic(text) == read


@pytest.mark.parametrize("name", ["a&b", "&&", "R & D", "a (&b)"])
def test_a_name_is_read_as_it_is(qapp, name):
    button = QPushButton(verbatim(name))
    assert button.shortcut().isEmpty()
    assert button.text().replace("&&", "&") == name


def test_a_font_without_chinese_characters_is_noticed_and_the_remedy_named(qapp, monkeypatch):
    chinese = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
    assert missing_cjk_font() == (not chinese)
    assert "fonts-noto-cjk" in str(MISSING_CJK_FONT)
    assert len(CAT) == 1
    monkeypatch.setattr(QRawFont, "fromFont", staticmethod(lambda *_: QRawFont()))
    assert missing_cjk_font()


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
