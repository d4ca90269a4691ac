"""Text to words and back: Chinese characters, punctuation and digits are words of their own."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise, takewhile
from pathlib import Path

from model.messages import Message
from model.special_tokens import SPECIAL_TOKENS

JOINER = "##"
"""Marks a piece that continues the one before it without a space: ``book ##store``, ``1 ##9``."""

HAN = "\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
HAN += "\U00020000-\U0003ffff"
"""Chinese and Japanese characters, for the brackets of a regular expression."""

# compiled when a text is first split, not when the window starts
_WORD = rf"[{HAN}]|\d|[^\W\d_{HAN}]+(?:['’][^\W\d_{HAN}]+)*|[^\s]"
_HAN_OR_MARK = rf"[{HAN}、。《》「」『』【】〈〉]"
_NO_SPACE_BEFORE = frozenset(".,!?;:%)]}…'’”、。》」』】〉")
_NO_SPACE_AFTER = frozenset("([{$£€“‘《「『【〈")
_NO_SPACE_AROUND = frozenset("-–—/_@#&=+<>\\^~|*")
_MARKS_INSIDE = frozenset(":.,")
_ORDINAL_ENDINGS = frozenset(("st", "nd", "rd", "th"))


def normalise(text: str) -> str:
    """NFKC without control and format characters, white space folded to single blanks."""
    # Removal comes first: a letter and its accent with a joiner between them compose only then.
    kept = "".join(char for char in text if not _is_control(char))
    return " ".join(unicodedata.normalize("NFKC", kept).split())


def control_characters(text: str) -> tuple[str, ...]:
    """Control characters that :func:`normalise` removes, as ``U+0000``, each once."""
    found = dict.fromkeys(char for char in text if _is_control(char))
    return tuple(f"U+{ord(char):04X}" for char in found)


def split_words(text: str) -> list[str]:
    """Words of a normalised text; a digit right after a digit carries the joiner.

    >>> split_words("我有 12 只猫.")
    ['我', '有', '1', '##2', '只', '猫', '.']
    """
    words: list[str] = []
    end = -1
    for match in re.finditer(_WORD, text):
        word = match.group()
        continues = word.isdigit() and match.start() == end and text[end - 1].isdigit()
        words.append(JOINER + word if continues else word)
        end = match.end()
    return words


def join_words(words: Iterable[str]) -> str:
    """Text from words and pieces, with the usual spaces: inverse of :func:`split_words`.

    >>> join_words(["I", "have", "a", "book", "##store", "."])
    'I have a bookstore.'
    """
    words = list(words)
    shown = [word[len(JOINER) :] if is_continuation(word) else word for word in words]
    pairs = zip(blanks_before(words), shown, strict=True)
    return "".join([f" {word}" if spaced else word for spaced, word in pairs])


def blanks_before(words: Sequence[str]) -> list[bool]:
    """True for each word preceded by a blank in the text of :func:`join_words`."""
    spaced = []
    open_quote, previous = False, ""
    for index, word in enumerate(words):
        may_go_on = previous in _MARKS_INSIDE or word in _ORDINAL_ENDINGS
        if is_continuation(word) or (may_go_on and _goes_on(words, index)):
            spaced.append(False)
        elif word == '"':
            spaced.append(bool(previous) and not open_quote and not _opens(previous))
            open_quote = not open_quote
        else:
            after_quote = previous == '"' and open_quote
            spaced.append(not after_quote and not _touches(previous, word))
        previous = word
    return spaced


def is_continuation(word: str) -> bool:
    return word[: len(JOINER)] == JOINER != word


def word_spans(pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Half-open ranges of subwords that form one word each."""
    starts = [
        index for index, piece in enumerate(pieces) if index == 0 or not is_continuation(piece)
    ]
    return list(pairwise([*starts, len(pieces)]))


@lru_cache(maxsize=2**14)  # a translation asks again for each of its words with each new one
def _touches(previous: str, word: str) -> bool:
    if not previous or word in _NO_SPACE_BEFORE or _opens(previous):
        return True
    if word in _NO_SPACE_AROUND or previous in _NO_SPACE_AROUND:
        return True
    # a forged vocabulary may hold an empty word, which is in every text
    return _is_han(previous[-1]) and (word in ".,!?" or _is_han(word[0]))


def _goes_on(words: Sequence[str], index: int) -> bool:
    """True if a number or abbreviation continues, as in ``7:45``, ``3rd``, ``p.m.``."""
    # ``12,000`` and ``12, 000`` have the same words: the more frequent form is assumed.
    word = words[index]
    if index and word in _ORDINAL_ENDINGS:
        return words[index - 1][-1:].isdigit()
    if index < 2 or words[index - 1] not in _MARKS_INSIDE:
        return False
    before, mark = words[index - 2], words[index - 1]
    if mark == ",":
        return len(_number_before(words, index - 1)) in (1, 2, 3) and _digits(words, index) == 3
    if mark == "." and len(word) == len(before) == 1 and word.islower() and before.islower():
        return True
    return word.isdigit() and before[-1:].isdigit()


def _digits(words: Sequence[str], start: int) -> int:
    """Number of digits from ``start`` on, 0 without a number."""
    if not words[start].isdigit():
        return 0
    return 1 + len(list(takewhile(_is_next_digit, words[start + 1 :])))


def _number_before(words: Sequence[str], end: int) -> list[str]:
    later = list(takewhile(_is_next_digit, reversed(words[:end])))
    rest = words[: end - len(later)]
    return [*later, rest[-1]] if rest and rest[-1].isdigit() else []


def _is_next_digit(word: str) -> bool:
    return is_continuation(word) and word[len(JOINER) :].isdigit()


def _is_han(char: str) -> bool:
    return not char.isascii() and re.match(_HAN_OR_MARK, char) is not None


def _opens(word: str) -> bool:
    return word in _NO_SPACE_AFTER


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co"} and not char.isspace()


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
    """Scripts of a vocabulary without rare ones, the most common first."""
    shares = _shares(token.removeprefix(JOINER) for token in vocabulary)
    read = [script for script, share in shares.items() if share >= HARDLY]
    return tuple(sorted(read, key=lambda script: (-shares[script], script)))


def foreign_script(text: str, scripts: Collection[str]) -> str:
    """The script of most words of a text if it is not among ``scripts``, else empty.

    Every Chinese character is a word. A text without letters is not foreign, nor is any without
    known scripts.
    """
    shares = _shares(split_words(normalise(text)))
    script = max(shares, key=lambda name: shares[name], default="")
    return script if scripts and script not in scripts and shares.get(script, 0) > 0.5 else ""


def letters_of(script: str) -> Message:
    return NAMES.get(script, Message("other letters"))


def _shares(words: Iterable[str]) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for word in words:
        letter = next(filter(str.isalpha, word), "")
        if letter and word not in SPECIAL_TOKENS:
            script = unicodedata.name(letter, "").partition(" ")[0]
            counts[_TOGETHER.get(script, script)] += 1
    del counts[""]
    return {script: count / counts.total() for script, count in counts.items()}


GLOSSES = Path(__file__).resolve().parents[2] / "resources" / "glosses" / "zh.tsv"


@lru_cache(maxsize=1)
def dictionary() -> Mapping[str, str]:
    lines = GLOSSES.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@lru_cache(maxsize=64)
def glosses_of(tokens: Sequence[str]) -> tuple[str, ...]:
    """A gloss for each token of a sentence; empty if the dictionary has none.

    The longest word is matched first, and each of its tokens has the word's gloss: in 医院 both are
    ``hospital``.
    """
    known, glosses = dictionary(), list[str]()
    longest = max(map(len, known), default=1)
    while len(glosses) < len(tokens):
        rest = tokens[len(glosses) :]
        for length in range(min(longest, len(rest)), 0, -1):
            if (word := "".join(rest[:length])) in known:
                glosses += [known[word]] * length
                break
        else:
            glosses.append("")
    return tuple(glosses)


def rough_reading(text: str) -> str:
    """Word-by-word glosses, ``I have one cat``; empty if most words are unknown."""
    words = split_words(normalise(text))
    first = [gloss.split(",")[0] for gloss in glosses_of(tuple(words))]
    told = [gloss for gloss, _ in groupby(first) if gloss and not gloss.startswith("(")]
    return " ".join(told) if sum(map(bool, first)) > len(words) / 2 else ""
