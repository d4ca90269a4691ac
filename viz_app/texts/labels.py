"""Numbers, token names and messages in the window's language."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase, QRawFont, Qt

from model.files import shown_name as shown_name_files
from model.messages import Message
from viz_app.storage.guide import TextPage, read_page
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.texts.visible_token import isolated, safe, shown_char, visible
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import RowLabels

# ----------------------------------------------------------------------------------------- numbers
# Numbers as people read them.


translate = QCoreApplication.translate

NO_NUMBER = "–"
MINUS = "\N{MINUS SIGN}"


def or_dash(value: float | None, written: Callable[[float], str]) -> str:
    """A formatted number, or a dash if it is unknown."""
    return NO_NUMBER if value is None else written(value)


def decimal_number(value: float, digits: int = 2) -> str:
    """``−1.39``, with a minus sign; a value that rounds to 0 has no sign."""
    if math.isnan(value):
        return NO_NUMBER
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", MINUS)


def short_count(number: int) -> str:
    """Three digits at most and a unit: ``950``, ``82.4 k``, ``6.2 M``."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            value = number / size
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"
    return str(number)


def short_probability(probability: float) -> str:
    """Two or three digits: ``0.54``, ``0.043``, ``<0.001``."""
    if math.isnan(probability):
        return NO_NUMBER
    if probability < 0.0005:
        return "0" if probability == 0 else "<0.001"
    return f"{probability:.3f}" if probability < 0.0995 else f"{probability:.2f}"


def with_p(probability: float) -> str:
    """``p 0.54``."""
    return f"p {short_probability(probability)}"


def with_bits(entropy: float) -> str:
    """``1.32 bits``."""
    return translate("numbers", "{bits} bits").format(bits=decimal_number(entropy))


def log_number(log_probability: float) -> str:
    """Natural logarithm with two decimals: ``−1.39``; only a probability of 1 has no sign."""
    if math.isnan(log_probability):
        return NO_NUMBER
    text = f"{abs(log_probability):.2f}"
    return f"{MINUS}{text}" if log_probability < 0 else text


def with_log_p(log_probability: float) -> str:
    """``log p −1.39``."""
    return f"log p {log_number(log_probability)}"


def short_loss(loss: float) -> str:
    """Three decimals, or three digits if those are 0: ``0.432``, ``0.00312``."""
    return f"{loss:#.3g}" if 0 < loss < 0.01 else f"{loss:.3f}"


def duration(seconds: float) -> str:
    """Hours, minutes, seconds: ``0:03:20``; a dash if unknown."""
    if not math.isfinite(seconds) or seconds < 0:
        return NO_NUMBER
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def spoken_time(seconds: float) -> str:
    """Two units at most: ``0.4 s``, ``52 s``, ``9 min 40 s``, ``7 h 55 min``."""
    if seconds < 9.95:
        return translate("times", "{seconds} s").format(seconds=f"{seconds:.1f}")
    whole = round(seconds)
    if whole < 60:
        return translate("times", "{seconds} s").format(seconds=whole)
    if whole < 3600:
        minutes, rest = divmod(whole, 60)
        exact = translate("times", "{minutes} min {seconds} s")
        text = exact if rest else translate("times", "{minutes} min")
        return text.format(minutes=minutes, seconds=rest)
    hours, minutes = divmod(round(whole / 60), 60)
    return translate("times", "{hours} h {minutes} min").format(hours=hours, minutes=minutes)


# -------------------------------------------------------------------------------------- token text
# Tokens in sentences and tool tips: they cannot reverse the text around them.


ONE_LINE = 80
"""Bytes of a tool tip in one line; a Chinese character is wide, and has three."""

LONGEST_TIP = 1000
"""Characters of a tool tip; the middle of a longer one is left out."""

BREAK = "\N{ZERO WIDTH SPACE}"
"""Where a word may go on in the next line."""

_ENDLESS = re.compile(rf"\S{{{ONE_LINE}}}(?=\S)")
"""Characters of a word that fit in a line."""

_TURNING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
"""Control and direction characters; isolating marks are inserted by Headlight."""

_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""As ``html.escape``, whose table of entities would delay the start of the window."""


def quoted(token: str) -> str:
    """The token in the quotation marks of the language."""
    return translate("tokens", "“{token}”").format(token=isolated(visible(token)))


def tool_tip(text: str) -> str:
    """Text with names escaped for a tool tip.

    Unescaped, Qt parses ``<s>`` as a tag, and would load an image named in a file. Only HTML wraps
    long texts, and breaks a long word where it is allowed.
    """
    text = _TURNING.sub(lambda found: shown_char(found[0]), text)
    short = len(text.encode("utf-8", "surrogatepass")) <= ONE_LINE and "\n" not in text
    if short and not Qt.mightBeRichText(text):
        return text
    if len(text) > LONGEST_TIP:
        half = LONGEST_TIP // 2
        text = f"{text[:half]} … {text[-half:]}"
    words = _ENDLESS.sub(rf"\g<0>{BREAK}", text)
    return f"<qt>{words.translate(_HTML)}</qt>".replace("\n", "<br>")


# -------------------------------------------------------------------------------------- label text
# Names of rows and columns as they can be shown: some are made of several tokens.


_JOINTS = re.compile(r"( / |… | …)")
"""Between the tokens of two branches, and for pieces that are not named."""


def shown_name(name: str) -> str:
    """With invisible characters made visible: ``cat / a␣dog``."""
    tokens_and_joints = _JOINTS.split(name)
    if len(tokens_and_joints) == 1:
        return visible(name)
    tokens_and_joints[::2] = [
        safe(visible(token)) if token else "" for token in tokens_and_joints[::2]
    ]
    return "".join(tokens_and_joints)


def quoted_name(name: str) -> str:
    """The name in the quotation marks of the language."""
    return translate("tokens", "“{token}”").format(token=isolated(shown_name(name)))


def glossed_name(name: str, gloss: str) -> str:
    """With its meaning if known: ``“猫” (cat)``."""
    return _glossed(quoted_name(name), gloss)


def listed_name(name: str, gloss: str) -> str:
    """With its meaning, without quotation marks: ``猫 (cat)``."""
    return _glossed(shown_name(name), gloss)


def listed_row(label: RowLabel, labels: RowLabels) -> str:
    """``a → cat`` as the switch says; a source token with its meaning: ``猫 (cat)``."""
    return label.text(labels, lambda token: safe(listed_name(token, label.gloss)))


def lined_row(label: RowLabel, labels: RowLabels) -> str:
    # Isolated, so that tokens keep their order in any script.
    return label.text(labels, lambda token: safe(shown_name(token)))


def _glossed(name: str, gloss: str) -> str:
    text = translate("tokens", "{token} ({gloss})")
    return text.format(token=safe(name), gloss=gloss) if gloss else name


# ---------------------------------------------------------------------------------- system reasons
# Why the system could not read or write a file, in the window's language.


REASONS = (
    QT_TRANSLATE_NOOP("system_reasons", "No such file or directory"),
    QT_TRANSLATE_NOOP("system_reasons", "Permission denied"),
    QT_TRANSLATE_NOOP("system_reasons", "Operation not permitted"),
    QT_TRANSLATE_NOOP("system_reasons", "Is a directory"),
    QT_TRANSLATE_NOOP("system_reasons", "Not a directory"),
    QT_TRANSLATE_NOOP("system_reasons", "File exists"),
    QT_TRANSLATE_NOOP("system_reasons", "File name too long"),
    QT_TRANSLATE_NOOP("system_reasons", "No space left on device"),
    QT_TRANSLATE_NOOP("system_reasons", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("system_reasons", "Read-only file system"),
    QT_TRANSLATE_NOOP("system_reasons", "Input/output error"),
    QT_TRANSLATE_NOOP("system_reasons", "File too large"),
    QT_TRANSLATE_NOOP("system_reasons", "Cannot allocate memory"),
    QT_TRANSLATE_NOOP("system_reasons", "Not a regular file"),
    QT_TRANSLATE_NOOP("system_reasons", "Is a link"),
)


def system_reason(text: str) -> str:
    # An unknown reason is shown as the system gives it.
    return QCoreApplication.translate("system_reasons", text) if text in REASONS else text


# ------------------------------------------------------------------------------------ message text
# A model's message as text in the window's language.


def message_text(message: Message) -> str:
    # Quoted values are isolated: they cannot reverse the text around them.
    template = QCoreApplication.translate("messages", message.template)
    return template.format(**{name: _hole(name, value) for name, value in message.values.items()})


def _hole(name: str, value: object) -> object:
    if isinstance(value, Message):
        return message_text(value)
    if name == "reason" and isinstance(value, str):
        value = system_reason(value)
    return value if isinstance(value, int | float) else _Safe(value)


class _Safe:
    """A value that is escaped however a template formats it: ``{a}``, ``{a!r}``, ``{a:>8}``."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __str__(self) -> str:
        return safe(shown_name_files(str(self._value)))

    def __repr__(self) -> str:
        return safe(repr(self._value))

    def __format__(self, spec: str) -> str:
        return safe(shown_name_files(format(self._value, spec)))


# -------------------------------------------------------------------------------- without mnemonic
# Texts of buttons and menus, and the letters that Alt reaches them by: ``&`` marks one.


_ADDED = re.compile(r"\s*\(&\w\)")
"""Mnemonics in languages without Latin letters: ``打开(&O)…``."""


def without_mnemonic(text: str) -> str:
    """The text as it reads: ``"&Open…"`` → ``"Open…"``, ``"打开(&O)…"`` → ``"打开…"``."""
    return re.sub(r"&(.)", r"\1", _ADDED.sub("", text))


def verbatim(name: str) -> str:
    """A name for a button or menu in one line, ``&`` escaped: ``"a&b"`` → ``"a&&b"``."""
    return safe(name).replace("&", "&&")


# ------------------------------------------------------------------------------------ chinese font
# Whether the machine can draw what the shipped model translates.


CAT = "猫"

MISSING_CJK_FONT = Message(
    QT_TRANSLATE_NOOP(
        "messages",
        "No font on this machine has Chinese characters, so they show as boxes: install one"
        " ({package} on Debian and Ubuntu), then start Headlight again.",
    ),
    {"package": "fonts-noto-cjk"},
)


def missing_cjk_font() -> bool:
    """Whether no font has Chinese characters; needs a ``QGuiApplication``."""
    chinese = QFontDatabase.WritingSystem.SimplifiedChinese
    return not QRawFont.fromFont(QFont(), chinese).supportsCharacter(ord(CAT))


# ------------------------------------------------------------------------------------------- pages


def text_page(name: str, *facts: str) -> TextPage:
    """The text beside a tab, in the language of the window; see :func:`read_page`."""
    chinese = QCoreApplication.translate("guide", "en") == "zh"
    return read_page(name, "zh" if chinese else "en", facts)
