"""Right translations that Headlight knows: of its own phrases, and of its toy tasks. No torch."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from model.text.corpora import Pair, read_lines
from model.text.tasks import GENERATED, SHIPPED, task_files
from model.text.words import normalise, split_words


def known_reference(task: str, text: str) -> str:
    """The right translation of a sentence, or nothing where the task's own pairs have none.

    Raises:
        CorpusError: the task's phrases cannot be read.
    """
    sentence = normalise(text)
    if task in GENERATED:
        return " ".join(GENERATED[task](sentence.split()))
    return next((pair.target for pair in _own_pairs(task) if pair.source == sentence), "")


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
        columns = line.split("\t")
        if len(columns) > 1:
            yield Pair(_folded(columns[0]), _folded(columns[1]))


def _folded(text: str) -> str:
    """The text normalised, apart from control characters, of which our own phrases have none.

    To look for them would take ten times as long.
    """
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _has_fewer(pair: Pair, most: tuple[int, int]) -> bool:
    source, target = most
    return 0 < len(split_words(pair.source)) < source and 0 < len(split_words(pair.target)) < target
