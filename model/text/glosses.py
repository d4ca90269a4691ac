"""What Chinese tokens mean, in an English word or two: for who reads a picture without Chinese."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from model.text.words import normalise, split_words

GLOSSES = Path(__file__).resolve().parents[2] / "resources" / "glosses" / "zh.tsv"


@lru_cache(maxsize=1)
def dictionary() -> Mapping[str, str]:
    """Characters and common words with their glosses."""
    lines = GLOSSES.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@lru_cache(maxsize=64)
def glosses_of(tokens: Sequence[str]) -> tuple[str, ...]:
    """A gloss for each token of a sentence; empty for those that the dictionary does not have.

    A word of several tokens is found as a whole, the longest first, and each of its tokens has
    the word's gloss: in 医院 both are ``hospital``.
    """
    glosses: list[str] = []
    while len(glosses) < len(tokens):
        start = len(glosses)
        length = next(filter(None, (_known(tokens, start, n) for n in range(_longest(), 0, -1))), 0)
        word = "".join(tokens[start : start + length])
        glosses += [dictionary()[word]] * length if length else [""]
    return tuple(glosses)


def rough_reading(text: str) -> str:
    """A sentence word by word: ``I have one cat``; empty where most of it is not known."""
    words = split_words(normalise(text))
    first = [gloss.split(",")[0] for gloss in glosses_of(tuple(words))]
    told = [gloss for gloss, _ in groupby(first) if gloss and not gloss.startswith("(")]
    return " ".join(told) if sum(map(bool, first)) > len(words) / 2 else ""


def _known(tokens: Sequence[str], start: int, length: int) -> int:
    """``length`` where so many tokens from ``start`` on are a word of the dictionary, else 0."""
    there = start + length <= len(tokens)
    return length if there and "".join(tokens[start : start + length]) in dictionary() else 0


@lru_cache(maxsize=1)
def _longest() -> int:
    """Tokens of the longest word."""
    return max(map(len, dictionary()), default=1)
