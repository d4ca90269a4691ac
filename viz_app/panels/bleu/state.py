"""What the user has chosen in the BLEU tab, and the worker's last answers for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from model import values
from model.lessons.bleu.explained import MAX_ORDER
from viz_app.workbench.kept import KeptField, Plan
from viz_app.workbench.room import Room

if TYPE_CHECKING:
    from model.lessons.bleu.explained import BleuExplained


@dataclass(frozen=True, slots=True)
class BleuQuestion:
    """BLEU of a translation against a reference."""

    translation: str
    reference: str
    ignores_case: bool


@dataclass(frozen=True, slots=True)
class ReferenceQuestion:
    """Whether Headlight knows the right translation of a source."""

    task: str
    source: str


@dataclass(frozen=True, slots=True)
class ExplainedScore:
    """The answer to a question."""

    question: BleuQuestion
    bleu: BleuExplained


@dataclass(frozen=True, slots=True)
class KnownReference:
    """The right translation of a source, or nothing where none is known."""

    question: ReferenceQuestion
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BleuState:
    """Choices and answers.

    Attributes:
        order: words of the n-grams that are marked, 1 … 4.
        typed: the reference that the user has typed, for the source ``typed_for``; None where they
            have typed none.
    """

    order: int = 1
    ignores_case: bool = False
    typed: str | None = None
    typed_for: str = ""
    known: KnownReference | None = None
    explained: ExplainedScore | None = None


BleuRoom = Room[BleuState]


KEPT: Plan = {
    "order": KeptField(values.whole(1, MAX_ORDER)),
    "ignores_case": KeptField(values.flag),
    "typed": KeptField(values.maybe(values.text())),
    "typed_for": KeptField(values.text()),
}
