"""Why one token rather than another: a logit difference as a sum of parts of the network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from model.traces.interventions import Site
from model.traces.trace import Candidate, Kind

TermPart = Literal[
    "token embedding",
    "position embedding",
    "head",
    "attention bias",
    "feed-forward",
    "norm bias",
    "output bias",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """The share of one part of the network in a logit difference.

    Attributes:
        part: which sort of part.
        kind, layer, head: where, from 0; None where they do not apply. A feed-forward has the kind
            of its stack.
        value: direct contribution, with all norm scales as they were; 0 for the encoder's heads.
        effect: by how much the difference falls if the head is zero and all after it is computed
            again; None if that was not measured.
    """

    part: TermPart
    value: float
    kind: Kind | None = None
    layer: int | None = None
    head: int | None = None
    effect: float | None = None

    @property
    def site(self) -> Site | None:
        """Of a head; None of another part."""
        if self.kind is None or self.head is None:
            return None
        return Site("z", self.kind, self.layer, self.head)


@dataclass(frozen=True, slots=True, kw_only=True)
class LensRow:
    """What the output projection makes of the residual stream after a layer.

    Attributes:
        layer: from 0.
        plain: the most probable tokens without the final norm.
        normed: with it; equal to ``plain`` where the stack has none.
    """

    layer: int
    plain: tuple[Candidate, ...]
    normed: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyRecord:
    """A logit difference at one step, taken apart (Elhage et al. 2021).

    Attributes:
        step: from 0.
        token, other: what is compared, ``logit(token) - logit(other)``.
        difference: as the network computes it.
        terms: their values sum to the difference, up to rounding.
        lens: of each layer of the decoder (nostalgebraist 2020).
        measured: heads whose effect is known so far, and all of them.
    """

    step: int
    token: str
    other: str
    difference: float
    terms: tuple[Term, ...]
    lens: tuple[LensRow, ...]
    measured: tuple[int, int]

    @property
    def total(self) -> float:
        return sum(term.value for term in self.terms)

    @property
    def error(self) -> float:
        """Of the sum, by rounding."""
        return self.total - self.difference

    @property
    def ordered(self) -> tuple[Term, ...]:
        """The largest first, whatever their sign; equal ones by their effect."""
        return tuple(
            sorted(self.terms, key=lambda term: (-abs(term.value), -abs(term.effect or 0.0)))
        )
