"""Names of runs, for people, and of their folders, for every system."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import count

from model.foreign_files import shown_name
from model.runs.card import RunCard
from viz_app.storage.run_errors import RunError

LONGEST_NAME = 80
"""Characters."""

_LONGEST_STEM = 40


def checked_name(name: str) -> str:
    """The name as it is kept: in one line, without blanks around it.

    Raises:
        RunError: it is empty, too long or no name of a model.
    """
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    if not kept:
        raise RunError("A run needs a name; {name!r} is not one.", name=name)
    if len(kept) > LONGEST_NAME:
        raise RunError(
            "The name {name!r} has {length} characters; {most} is the most.",
            name=kept,
            length=len(kept),
            most=LONGEST_NAME,
        )
    if shown_name(kept) != kept:
        raise RunError("The name {name!r} holds what is no character.", name=kept)
    if any(char in "/\\" or unicodedata.category(char) == "Cc" for char in kept):
        raise RunError("The name {name!r} must not have “/” or “\\” in it.", name=kept)
    return kept


def free_name(stem: str, taken: Collection[str]) -> str:
    """``reverse-1``, or with the next number that is free.

    The stem may be any text: what no name can have in it is replaced.
    """
    stem = re.sub(r"[/\\\s\x00-\x1f\x7f]+", "-", unicodedata.normalize("NFC", stem)).strip("-.")
    stem = stem[: LONGEST_NAME - 8] or "run"
    return next(name for name in (f"{stem}-{n}" for n in count(1)) if not is_taken(name, taken))


def is_taken(name: str, taken: Collection[str]) -> bool:
    """Whether a name is among others; small and capital letters are the same."""
    return name.casefold() in {other.casefold() for other in taken}


def folder_names(card: RunCard) -> Iterator[str]:
    """Names for a run's folder, to take the first that is free: ``20250131-120501-reverse-1``.

    Only small letters, digits and hyphens of ASCII, and a digit first: no system minds those.
    """
    plain = unicodedata.normalize("NFKD", card.name).lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain)[:_LONGEST_STEM].strip("-") or "run"
    first = f"{_stamp(card.begun)}-{stem}"
    yield first
    yield from (f"{first}-{number}" for number in count(2))


def now() -> str:
    """UTC as a card has it."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _stamp(begun: str) -> str:
    return re.sub(r"[^0-9]", "", begun[:10]) + "-" + re.sub(r"[^0-9]", "", begun[11:19])
