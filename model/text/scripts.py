"""Which scripts a model reads, by the letters of its vocabulary, and what a text is written in."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from model.messages import Message
from model.special_tokens import SPECIAL_TOKENS
from model.text.words import JOINER, normalise, split_words

HARDLY = 0.15
"""A script that fewer of a vocabulary's tokens have is hardly read: names, say, in Chinese."""

_TOGETHER = {"HIRAGANA": "KANA", "KATAKANA": "KANA"}

NAMES: Mapping[str, Message] = {
    "CJK": Message("Chinese characters"),
    "LATIN": Message("Latin letters"),
    "CYRILLIC": Message("Cyrillic letters"),
    "GREEK": Message("Greek letters"),
    "ARABIC": Message("Arabic letters"),
    "HEBREW": Message("Hebrew letters"),
    "HANGUL": Message("Korean letters"),
    "KANA": Message("Japanese kana"),
    "DEVANAGARI": Message("Devanagari letters"),
    "THAI": Message("Thai letters"),
}
"""What their letters are called; the first word of a letter's Unicode name is its script."""


def scripts_of(vocabulary: Iterable[str]) -> tuple[str, ...]:
    """The scripts of a vocabulary but those that are hardly there, the most common first."""
    shares = _shares(token.removeprefix(JOINER) for token in vocabulary)
    read = [script for script, share in shares.items() if share >= HARDLY]
    return tuple(sorted(read, key=lambda script: (-shares[script], script)))


def foreign_script(text: str, scripts: Collection[str]) -> str:
    """The script of most words of a text, if it is none of these; else empty.

    Of Chinese, every character is a word. A text without letters is not foreign, and without
    known scripts none is.
    """
    shares = _shares(split_words(normalise(text)))
    script = max(shares, key=lambda name: shares[name], default="")
    return script if scripts and script not in scripts and shares.get(script, 0) > 0.5 else ""


def letters_of(script: str) -> Message:
    """What the letters of a script are called."""
    return NAMES.get(script, Message("other letters"))


def _shares(words: Iterable[str]) -> dict[str, float]:
    """The part of the words with letters that each script has."""
    counts = Counter(_script(word) for word in words if word not in SPECIAL_TOKENS)
    del counts[""]
    return {script: count / counts.total() for script, count in counts.items()}


def _script(word: str) -> str:
    """Of the first letter; empty without any."""
    letter = next(filter(str.isalpha, word), "")
    name = unicodedata.name(letter, "").partition(" ")[0] if letter else ""
    return _TOGETHER.get(name, name)
