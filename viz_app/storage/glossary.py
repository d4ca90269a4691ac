"""The glossary: entries in ``resources/glossary``, each a scene that shows its term in the window.

Its file has the format of a lesson (:mod:`viz_app.storage.lessons`). A scene also has ``term``, the
name of the entry in every language, and ``names``: patterns of the object names of the controls and
pictures that it explains. A note links to other entries.

    ## Softmax

    ```scene
    term: softmax
    tab: one_head
    panel: {stage: softmax}
    show: one-head-equation
    names: [one-head-bar-softmax, scaling-*-softmax]
    formula: architecture_softmax
    ```

    The function that turns [scores](#scores) into weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from viz_app.storage.lessons import Lesson, LessonScene, read_lesson

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "glossary"

_LINK = re.compile(r"\[([^\]]+)\]\(#([a-z0-9-]+)\)")


@cache
def read_glossary(language: str) -> Lesson:
    """All entries in ``en`` or ``zh``, in the order of the list; raises LessonError."""
    return read_lesson(FOLDER / f"terms.{language}.md")


def alphabetical(entries: Iterable[LessonScene]) -> tuple[LessonScene, ...]:
    """Titles in Chinese stay in the order of the file, which is by subject."""
    return tuple(sorted(entries, key=lambda one: one.title.lower() if one.title.isascii() else ""))


def found(entries: Sequence[LessonScene], text: str) -> list[int]:
    """Numbers of the entries that contain all words of ``text``, in either language's name.

    First the entry with this title, then those with the words in their title.
    """
    wanted = text.lower().split()

    def contains(where: str) -> bool:
        return all(word in where.lower() for word in wanted)

    def rank(number: int) -> tuple[bool, bool, int]:
        title = entries[number].title
        return title.lower().split() != wanted, not contains(title), number

    texts = (" ".join((one.title, one.term, *map(without_links, one.note))) for one in entries)
    return sorted((number for number, each in enumerate(texts) if contains(each)), key=rank)


def entry_on(entries: Sequence[LessonScene], names: Iterable[str]) -> LessonScene | None:
    """The entry of the first object name that one explains; of several, by the longest pattern."""
    for name in names:
        fitting = {
            len(pattern): entry
            for entry in entries
            for pattern in entry.names
            if fnmatchcase(name, pattern)
        }
        if fitting:
            return fitting[max(fitting)]
    return None


def without_links(note: str) -> str:
    return _LINK.sub(r"\1", note)


def with_links(note: str, colour: str) -> str:
    """Rich text in which links are anchors."""
    return _LINK.sub(rf'<a href="#\2" style="color: {colour}">\1</a>', note)


def links_of(entry: LessonScene) -> tuple[str, ...]:
    """The terms that a note links to."""
    return tuple(term for paragraph in entry.note for _, term in _LINK.findall(paragraph))
