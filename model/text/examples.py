"""Sentences to begin with, for each task: what each of them shows, and its translation. No torch.

The first one of a task is on screen when its shipped model is opened. What a note says is true of
the shipped model: ``tests/model/text/test_examples.py`` computes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from model.messages import Message
from model.text.tasks import known_links, known_reference
from model.text.words import normalise


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, what it shows in half a sentence, and its right translation.

    ``links`` are those of the words of both, as in a Pharaoh file; empty where nobody wrote them.
    """

    text: str
    shows: Message
    reference: str
    links: str = ""


_CHINESE = (
    Example(
        "桌子上有三本书。",
        Message("word order: the place comes first in Chinese, last in English"),
        "There are three books on the table.",
    ),
    Example(
        "他把门关上了。",
        Message("word order: 把 puts the object before the verb"),
        "He closed the door.",
    ),
    Example(
        "我昨天买的书很有意思。",
        Message("word order: a clause with 的 comes before its noun"),
        "The book I bought yesterday is very interesting.",
    ),
    Example(
        "昨天他没有来学校。",
        Message("negation with 没有; the time moves to the end"),
        "He didn't come to school yesterday.",
    ),
    Example(
        "我有三百六十五本书。", Message("a number: characters become digits"), "I have 365 books."
    ),
    Example(
        "我姓马。",
        Message("a mistake of the model: the surname 马 (Ma) becomes “horse”"),
        "My last name is Ma.",
    ),
)

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "zh-en": _CHINESE,
    "zh-en-large": _CHINESE,
    "passive": (
        Example(
            "The small dog chased my two black cats in the garden.",
            Message("reordering: the object becomes the subject, the place stays at the end"),
            "My two black cats were chased by the small dog in the garden.",
            "4-0 5-1 6-2 7-3 3-4 3-5 0-7 1-8 2-9 8-10 9-11 10-12 11-13",
        ),
        Example(
            "The cat chased the dog.",
            Message("roles: “cat” and “dog” change places"),
            "The dog was chased by the cat.",
            "3-0 4-1 2-2 2-3 0-5 1-6 5-7",
        ),
        Example(
            "The girl has fed the ducks.",
            Message("agreement: “has” becomes “have”, as the ducks are several"),
            "The ducks have been fed by the girl.",
            "4-0 5-1 2-2 2-3 3-4 0-6 1-7 6-8",
        ),
        Example(
            "Zork kicked the blue ball.",
            Message("an unknown word: the subwords of “Zork” are copied"),
            "The blue ball was kicked by Zork.",
            "2-0 3-1 4-2 1-3 1-4 0-6 5-7",
        ),
        Example(
            "Tomorrow my sister will paint the old house.",
            Message("a time that keeps its position"),
            "Tomorrow the old house will be painted by my sister.",
            "0-0 5-1 6-2 7-3 3-4 3-5 4-6 1-8 2-9 8-10",
        ),
        Example(
            "She gave me a book.",
            Message("a mistake of the model: the second object, “a book”, is lost"),
            "I was given a book by her.",
        ),
    ),
}
"""By task; a sentence with a word that a model does not know is left out where it is open."""


def example_of(task: str, text: str) -> Example | None:
    sentence = normalise(text)
    known = EXAMPLES.get(task, ())
    return next((one for one in known if normalise(one.text) == sentence), None)


def right_translation(task: str, text: str) -> str:
    """The answer from an example or :func:`known_reference`, else empty; raises CorpusError."""
    example = example_of(task, text)
    return example.reference if example else known_reference(task, text)


def right_links(task: str, text: str, target: str) -> tuple[tuple[int, int], ...] | None:
    """Exact links of the words of an example, or :func:`known_links`; None if they are unknown."""
    example = example_of(task, text)
    if example is None or not example.links or normalise(target) != example.reference:
        return known_links(task, text, target)
    pairs = (link.split("-") for link in example.links.split())
    return tuple((int(source), int(word)) for source, word in pairs)
