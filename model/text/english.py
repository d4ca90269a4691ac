"""Forms of English words: regular endings, agreement, and words of no dictionary."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Agreement = Literal["am", "is", "are"]
"""The form of *be* that a subject takes: of *I*, of one, of several."""

_VOWELS = "aeiou"
_DOUBLED = (
    "stop drop wrap trap chop stir plan pat rub grab slap hug shut cut hit set spin dig win sit "
    "put run swim get cancel forget begin knit commit admit refer prefer rob"
)
"""Verbs that double their last letter before ``-ed`` and ``-ing``."""

_SILENT = ("hour", "honest", "heir")
_LONG_U = ("uni", "use", "usu", "one", "europ", "once")

_ONSETS = (
    "b bl br c ch cl d dr f fl fr g gl gr h j k l m n p pl pr qu r s sh sl sn sp st t th tr v w z"
)
_NUCLEI = "a a e e i i o o u ai ea ee oa oo ou"
_CODAS = "b ck d f g ft k l ld lt m mp n nd ng nt p r rd rk rn t th x zz"


def listed(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@dataclass(frozen=True, slots=True)
class Verb:
    """The forms of a verb."""

    base: str
    past: str
    participle: str
    present: str
    """Third person singular."""
    progressive: str


def verb(base: str, past: str = "", participle: str = "") -> Verb:
    past = past or _with_ending(base, "ed")
    return Verb(base, past, participle or past, sibilant_s(base), _with_ending(base, "ing"))


def sibilant_s(word: str) -> str:
    """A plural, or the third person singular: *cats*, *boxes*, *parties*.

    >>> sibilant_s("watch"), sibilant_s("carry"), sibilant_s("play")
    ('watches', 'carries', 'plays')
    """
    if word.endswith(("s", "x", "z", "ch", "sh")) or word in ("do", "go"):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}s"


def article(word: str) -> str:
    low = word.lower()
    vowel = low[0] in _VOWELS and not low.startswith(_LONG_U)
    return "an" if vowel or low.startswith(_SILENT) else "a"


def capitalised(word: str) -> str:
    return word[:1].upper() + word[1:]


def invented_word(source: random.Random, known: Iterable[str]) -> str:
    """A word of lower-case letters not ending in *s*: syllables, or parts of two known words."""
    words = tuple(known)
    while True:
        if source.random() < 0.5:
            first, second = source.choice(words), source.choice(words)
            word = first[: source.randint(1, len(first))] + second[source.randrange(len(second)) :]
        else:
            parts = (_ONSETS.split(), _NUCLEI.split(), ["", *_CODAS.split()])
            syllables = range(source.choice((1, 2, 2, 3)))
            word = "".join(source.choice(part) for _ in syllables for part in parts)
            word += source.choice(("", "", "o", "a", "y", "er", "in"))
        if 3 <= len(word) <= 9 and word.isalpha() and not word.endswith("s"):
            return word.lower()


def _with_ending(base: str, ending: Literal["ed", "ing"]) -> str:
    if base in _DOUBLED.split():
        return base + base[-1] + ending
    if base.endswith("ie") and ending == "ing":
        return f"{base[:-2]}ying"
    if base.endswith("e") and (ending == "ed" or not base.endswith(("ee", "ye", "oe"))):
        return base[:-1] + ending
    if base.endswith("y") and ending == "ed" and base[-2:-1] not in _VOWELS:
        return f"{base[:-1]}ied"
    return base + ending
