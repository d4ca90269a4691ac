"""Description of a foreign model as plain values, for whoever shows it. No torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from model.config import ModelConfig
from model.messages import Message
from model.runs.estimates import Sizes

PlaceStatus = Literal["placed", "created", "missing", "ignored", "unplaced"]
"""Of a line of the table: copied, only ours, missing, only theirs."""


FIELDS: Mapping[str, str] = {
    "heads": "n_heads",
    "norm": "norm",
    "activation": "activation",
    "positions": "positions",
    "epsilon": "norm_epsilon",
    "scaled": "scaled_embedding",
    "norm-type": "norm_type",
}
"""Fields of the configuration that questions ask for, by the questions' names."""


@dataclass(frozen=True, slots=True)
class ImportQuestion:
    """One thing that a reader needs to know.

    Attributes:
        name: of the flag, too: ``heads`` is ``--heads``.
        choices: what can be answered; empty: a whole number from ``smallest`` to ``largest``.
        answer: what is used.
        told: the model itself says so; it is shown, and need not be asked.
        open: nobody has said it: ``answer`` is only used to show what it would come to.
        is_path: the answer is the path of a file, empty while nobody has said it.
    """

    name: str
    answer: str
    choices: tuple[str, ...] = ()
    smallest: int = 0
    largest: int = 0
    told: bool = False
    open: bool = False
    is_path: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorRow:
    """A line of the table: foreign tensors and what of ours they become.

    Attributes:
        theirs: names of foreign tensors; empty where nothing of theirs is it.
        missing: those of them that are not there.
        ours: the name of our parameter, empty for what is theirs alone.
        shape: of ours, else of theirs.
        how: what is done beside copying, in a word or two of English.
    """

    theirs: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    ours: str = ""
    shape: Sizes = ()
    how: str = ""
    status: PlaceStatus = "placed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReading:
    """A foreign model as a page shows it.

    Attributes:
        source_tokens, target_tokens: sizes of the vocabularies.
        added: special tokens around each text, ``<s> … </s>``, by the side that has them.
        questions: with the answers that are used.
        n_numbers: of all foreign tensors.
        half: they have 16 bits.
        not_followed: settings by which the original generates other texts than are decoded here.
        problem: what stands in the way of an import beside open questions.
    """

    family: str
    config: ModelConfig
    source_tokens: int
    target_tokens: int
    added: Mapping[str, str]
    questions: Sequence[ImportQuestion]
    rows: Sequence[TensorRow]
    n_numbers: int
    half: bool
    not_followed: Mapping[str, Any] = field(default_factory=dict)
    problem: Message | None = None

    @property
    def unsaid(self) -> frozenset[str]:
        return frozenset(FIELDS[name] for name in self.open if name in FIELDS)

    @property
    def open(self) -> tuple[str, ...]:
        return tuple(question.name for question in self.questions if question.open)

    def counts(self) -> Mapping[PlaceStatus, int]:
        found: dict[PlaceStatus, int] = {}
        for row in self.rows:
            found[row.status] = found.get(row.status, 0) + 1
        return found

    def rows_of_ours(self) -> Iterator[TensorRow]:
        return (row for row in self.rows if row.ours)

    def of_status(self, status: PlaceStatus) -> Iterator[TensorRow]:
        return (row for row in self.rows if row.status == status)
