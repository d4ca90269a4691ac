"""What there is to say of a model without its weights. Numpy only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from model.arrays import FloatArray
from model.config import ModelConfig, Stack
from model.messages import Message

LONGEST, OFTEN = 4, 3
"""Maximum length of a repeated phrase in words, and minimum number of repetitions."""

_WORD = r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:['’]\w+)*"
"""A word with its apostrophe, or a Chinese character: there are no blanks between those.

Compiled where it is first used: that takes 1.5 ms, and the first picture needs none.
"""


@dataclass(frozen=True, slots=True)
class Repetition:
    """A repeated phrase; whether its occurrences are adjacent."""

    phrase: str
    times: int
    in_a_row: bool


def repetition_of(translation: str, source: str) -> Repetition | None:
    """The phrase that a translation repeats, or None.

    It occurs three times in a row or, with two words or more, three times anywhere. A phrase does
    not count if the source repeats itself or contains all its words, as in sorting letters.
    """
    words, given = _words(translation), _words(source)
    found = _in_a_row(words) or _scattered(words)
    if found is None or set(_words(found.phrase)) <= set(given) or _in_a_row(given):
        return None
    return found


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(_WORD, text)]


def _in_a_row(words: Sequence[str]) -> Repetition | None:
    """The most frequent phrase, the shortest of several."""
    text, found = " ".join(words), []
    for length in range(1, LONGEST + 1):
        phrase = rf"\S+(?: \S+){{{length - 1}}}"
        # the last time is not taken: another phrase may begin there
        runs = rf"(?<!\S)({phrase})((?: \1(?!\S)){{{OFTEN - 2},}})(?= \1(?!\S))"
        for run in re.finditer(runs, text):
            times = 2 + len(run[2].split()) // length
            found.append(Repetition(run[1], times, in_a_row=True))
    return max(found, key=lambda one: one.times, default=None)


def _scattered(words: Sequence[str]) -> Repetition | None:
    for length in range(LONGEST, 1, -1):
        starts = range(len(words) - length + 1)
        phrases = Counter(tuple(words[start : start + length]) for start in starts)
        for phrase in (phrase for phrase, times in phrases.items() if times >= OFTEN):
            joined = " ".join(phrase)
            times = len(re.findall(rf"(?<!\S){re.escape(joined)}(?!\S)", " ".join(words)))
            if times >= OFTEN:
                return Repetition(joined, times, in_a_row=False)
    return None


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelSummary:
    """A loaded model as shown in the window.

    Attributes:
        samples: sentences that it can read, the best first.
        scripts: those of its source vocabulary, see :func:`model.text.words.scripts_of`.
        positions: the source's positional encodings, or the target's where there is no source,
            ``[max_len, d_model]``; read-only.
        biases: of relative positions, for each stack ``[heads, distance]`` as
            :func:`bias_shape` says; read-only.
        record: how it was trained, plain values.
        lengths: of the strings that it has learned from, in letters; None of sentences.
        sample: what means of its activations are taken over; None if unknown.
    """

    name: str
    task: str
    config: ModelConfig
    n_parameters: int
    device: str
    src_vocabulary: int
    tgt_vocabulary: int
    samples: tuple[str, ...]
    positions: FloatArray
    record: Mapping[str, Any]
    scripts: tuple[str, ...] = ()
    lengths: range | None = None
    biases: Mapping[Stack, FloatArray] = field(default_factory=dict)
    sample: Message | None = None

    @property
    def largest_bias(self) -> float:
        return max((float(np.abs(heads).max()) for heads in self.biases.values()), default=0.0)


def bias_shape(config: ModelConfig, stack: Stack) -> tuple[int, int]:
    """Number of heads, and of distances from the farthest key before a query to the farthest after.

    In the decoder the last is the query itself. Keys farther away share the outermost bias.
    """
    reach = min(config.relative_distance, config.max_len - 1)
    return config.n_heads, (2 * reach if stack == "encoder" else reach) + 1
