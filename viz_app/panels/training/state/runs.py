"""The runs of this machine, and those whose curves and attention are on show."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model.runs.card import RunCard
    from model.runs.curve import CurvePoint
    from model.traces.moment import Moment
    from model.traces.probe import SampleTranslations


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHistory:
    """All that a run has told: from its folder, or live.

    Attributes:
        curve: oldest first, thinned; of a live run the very points that its job keeps.
        samples: oldest first.
        moments: its time-lapse, oldest first.
    """

    card: RunCard
    curve: tuple[CurvePoint, ...] = ()
    samples: tuple[SampleTranslations, ...] = ()
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsState:
    """What is there and what is on show.

    Attributes:
        cards: every run, newest first.
        shown: the id of the run on show, or None.
        compared: the id of the run that it is compared with, or None.
        histories: of live runs and of those on show.
        deleted: the run that was deleted last and can be brought back, or None.
    """

    cards: tuple[RunCard, ...] = ()
    shown: str | None = None
    compared: str | None = None
    histories: tuple[RunHistory, ...] = ()
    deleted: RunCard | None = None

    def card(self, run_id: str | None) -> RunCard | None:
        """The card of an id, or None."""
        return next((card for card in self.cards if card.run_id == run_id), None)

    def history(self, run_id: str | None) -> RunHistory | None:
        """What a run has told, or None while it is not read."""
        return next((h for h in self.histories if h.card.run_id == run_id), None)


def with_history(runs: RunsState, history: RunHistory) -> RunsState:
    """A history is new or has grown; its card in the list follows."""
    run_id = history.card.run_id
    known = any(h.card.run_id == run_id for h in runs.histories)
    histories = (
        tuple(history if h.card.run_id == run_id else h for h in runs.histories)
        if known
        else (*runs.histories, history)
    )
    return dataclasses.replace(with_card(runs, history.card), histories=histories)


def with_card(runs: RunsState, card: RunCard) -> RunsState:
    """A card is new, which puts it first, or has changed."""
    if runs.card(card.run_id) is None:
        return dataclasses.replace(runs, cards=(card, *runs.cards))
    cards = tuple(card if known.run_id == card.run_id else known for known in runs.cards)
    histories = tuple(
        dataclasses.replace(h, card=card) if h.card.run_id == card.run_id else h
        for h in runs.histories
    )
    return dataclasses.replace(runs, cards=cards, histories=histories)
