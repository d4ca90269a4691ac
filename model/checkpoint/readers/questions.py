"""What a foreign model does not say of itself, and what was answered."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

from model.checkpoint.import_reading import ImportQuestion
from model.checkpoint.readers.tensor_files import ForeignModelError

_MOST_DIGITS = 20


class Answers:
    """What a user has said, asked for by a reader; it keeps each question in its order.

    Attributes:
        questions: so far.
    """

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        """``given``: by the names of questions."""
        self._given = dict(given or {})
        self.questions: list[ImportQuestion] = []

    def choice(self, name: str, choices: Sequence[str], *, told: str | None = None) -> str:
        """One of some; ``told`` is what the model says itself.

        Raises:
            ForeignModelError: the answer is none of them.
        """
        answer = self._given.get(name, told)
        if answer is not None and answer not in choices:
            raise ForeignModelError(
                "{name} ({answer!r}) must be one of {choices}.",
                name=name,
                answer=answer,
                choices=", ".join(choices),
            )
        used = choices[0] if answer is None else answer
        self._keep(ImportQuestion(name, used, tuple(choices)), told=told)
        return used

    def number(
        self, name: str, *, default: int, smallest: int, largest: int, told: int | None = None
    ) -> int:
        """A whole number; ``default`` shows what an open question would come to.

        Raises:
            ForeignModelError: the answer is none, or out of range.
        """
        said = None if told is None else str(told)
        answer = self._given.get(name, said)
        used = str(default) if answer is None else answer
        if not _is_short(used) or not smallest <= int(used) <= largest:
            raise ForeignModelError(
                "{name} ({answer!r}) must be a whole number from {smallest} to {largest}.",
                name=name,
                answer=used,
                smallest=smallest,
                largest=largest,
            )
        self._keep(ImportQuestion(name, used, (), smallest, largest), told=said)
        return int(used)

    def path(self, name: str, *, told: Path | None = None) -> Path | None:
        """A file's path; None while nobody has said it."""
        said = None if told is None else str(told)
        used = self._given.get(name, said) or ""
        self._keep(ImportQuestion(name, used, is_path=True), told=said)
        return Path(used) if used else None

    def unused(self) -> tuple[str, ...]:
        """Names of answers that nobody has asked for."""
        asked = {question.name for question in self.questions}
        return tuple(name for name in self._given if name not in asked)

    def _keep(self, question: ImportQuestion, *, told: str | None) -> None:
        given = question.name in self._given
        known, open_ = told is not None and not given, told is None and not given
        self.questions.append(dataclasses.replace(question, told=known, open=open_))


def _is_short(answer: str) -> bool:
    """A whole number of so few digits that Python reads it."""
    return answer.isdecimal() and len(answer) <= _MOST_DIGITS
