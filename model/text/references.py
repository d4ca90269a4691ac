"""Right translations that Headlight knows: of its own phrases, and of its toy tasks. No torch."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from model.text.corpora import Pair
from model.text.lines import read_lines
from model.text.tasks import GENERATED, SHIPPED, task_files
from model.text.words import normalise, split_words

_EXAMPLES: Mapping[str, str] = {
    "我每天早上七点起床。": "I get up at seven every morning.",
    "你喜欢吃苹果吗?": "Do you like to eat apples?",
    "昨天他没有来学校。": "He didn't come to school yesterday.",
    "请给我一杯水。": "Please give me a glass of water.",
    "今天的天气很好。": "The weather is nice today.",
    "她会说三种语言。": "She can speak three languages.",
    "这本书比那本书有意思。": "This book is more interesting than that one.",
    "如果下雨,我就不去。": "If it rains, I won't go.",
    "老师问了学生一个问题。": "The teacher asked the student a question.",
}
"""Normalised sentences of the list of examples that no corpus has: not for training."""


def known_reference(task: str, text: str) -> str:
    """The right translation of a sentence, or nothing: of the task's own pairs and of the examples.

    Raises:
        CorpusError: the task's phrases cannot be read.
    """
    sentence = normalise(text)
    if task in GENERATED:
        return " ".join(GENERATED[task](sentence.split()))
    own = (pair.target for pair in _own_pairs(task) if pair.source == sentence)
    return next(own, _EXAMPLES.get(sentence, "") if task in SHIPPED else "")


def shorter_pair(task: str, source: str, target: str) -> Pair | None:
    """A pair of a task with fewer words on both sides: the first of its phrases, or half of it.

    Raises:
        CorpusError: the task's phrases cannot be read.
    """
    if task in GENERATED:
        half = source.split()[: len(source.split()) // 2]
        return Pair(" ".join(half), " ".join(GENERATED[task](half))) if half else None
    most = len(split_words(normalise(source))), len(split_words(normalise(target)))
    return next((pair for pair in _own_pairs(task) if _has_fewer(pair, most)), None)


def _own_pairs(task: str) -> Iterator[Pair]:
    """The phrases of a shipped task as far as they are asked for; of another task none."""
    if task not in SHIPPED:
        return
    (path,) = task_files(task)
    for line in read_lines(path):
        source, _, rest = line.partition("\t")
        target, _, _ = rest.partition("\t")
        yield Pair(_folded(source), _folded(target))


def _folded(text: str) -> str:
    """The text normalised, apart from control characters, of which our own phrases have none.

    To look for them would take ten times as long.
    """
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _has_fewer(pair: Pair, most: tuple[int, int]) -> bool:
    source, target = most
    return 0 < len(split_words(pair.source)) < source and 0 < len(split_words(pair.target)) < target
