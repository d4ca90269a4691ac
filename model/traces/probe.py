"""Sentences that a run is asked again and again while it learns. No torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Probe:
    """A source with the target that it should have; neither is learned from, where possible."""

    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleTranslations:
    """What a run makes of its probes after so many updates, decoded greedily.

    Attributes:
        update: weight updates done; 0 = untrained.
        epoch: the epoch of that update, from 1; 0 before the first update.
        translations: one for each probe, in their order.
    """

    update: int
    epoch: int
    translations: tuple[str, ...]
