"""Whether a translation runs in circles: the same words again and again. No torch."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST, OFTEN = 4, 3
"""Words of a phrase that is looked for, and how often it must come."""

_WORD = r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:['’]\w+)*"
"""A word with its apostrophe, or a Chinese character: there are no blanks between those.

Compiled where it is first used: that takes 1.5 ms, and the first picture needs none.
"""


@dataclass(frozen=True, slots=True)
class Repetition:
    """A phrase that comes several times, and whether nothing stands between."""

    phrase: str
    times: int
    in_a_row: bool


def repetition_of(translation: str, source: str) -> Repetition | None:
    """The phrase that a translation repeats, or None.

    It comes three times in a row, or, from two words on, three times at all. What the source does
    too is no fault: it repeats itself, or holds the very words, as in sorting letters.
    """
    words, given = _words(translation), _words(source)
    found = _in_a_row(words) or _scattered(words)
    if found is None or set(_words(found.phrase)) <= set(given) or _in_a_row(given):
        return None
    return found


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(_WORD, text)]


def _in_a_row(words: Sequence[str]) -> Repetition | None:
    """The phrase that comes most often, the shortest of several."""
    best: Repetition | None = None
    for length in range(1, LONGEST + 1):
        start = 0
        while start <= len(words) - OFTEN * length:
            times = _times_from(words, start, length)
            if times >= OFTEN and (best is None or times > best.times):
                best = Repetition(" ".join(words[start : start + length]), times, in_a_row=True)
            start += 1 if times < OFTEN else (times - 1) * length
    return best


def _times_from(words: Sequence[str], start: int, length: int) -> int:
    phrase, times = words[start : start + length], 1
    while words[start + times * length : start + (times + 1) * length] == phrase:
        times += 1
    return times


def _scattered(words: Sequence[str]) -> Repetition | None:
    """The longest phrase that comes often enough, without overlaps; a single word may."""
    for length in range(LONGEST, 1, -1):
        starts = range(len(words) - length + 1)
        phrases = Counter(tuple(words[start : start + length]) for start in starts)
        for phrase in (phrase for phrase, times in phrases.items() if times >= OFTEN):
            times = _count(words, list(phrase))
            if times >= OFTEN:
                return Repetition(" ".join(phrase), times, in_a_row=False)
    return None


def _count(words: Sequence[str], phrase: Sequence[str]) -> int:
    place = times = 0
    while place <= len(words) - len(phrase):
        same = words[place : place + len(phrase)] == phrase
        times += same
        place += len(phrase) if same else 1
    return times
