"""Transitions of the runs on disk: listed, picked, compared, renamed, deleted, brought back."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from viz_app.app.app_state import AppState, ModelEntry
from viz_app.panels.training.runs.state import RunHistory, RunsState, with_card, with_history

if TYPE_CHECKING:
    from model.runs.card import RunCard


def runs_listed(
    state: AppState, cards: Sequence[RunCard], *, models: Sequence[ModelEntry]
) -> AppState:
    """These are on disk, newest first; a run under way is as it has told itself."""
    runs, live = state.runs, _live_ids(state)
    told = {card.run_id: card for card in runs.cards if card.run_id in live}
    there = {card.run_id for card in cards}
    lost = tuple(card for run_id, card in told.items() if run_id not in there)
    listed = (*lost, *(told.get(card.run_id, card) for card in cards))
    return dataclasses.replace(state, runs=_with_cards(runs, listed), models=tuple(models))


def run_picked(state: AppState, run_id: str) -> AppState:
    """A run comes on show."""
    runs = state.runs
    if runs.card(run_id) is None or runs.shown == run_id:
        return state
    compared = None if runs.compared == run_id else runs.compared
    return _on_show(state, shown=run_id, compared=compared)


def run_compared(state: AppState, run_id: str | None) -> AppState:
    """A run is compared with the one on show, or none is."""
    runs = state.runs
    known = run_id is None or runs.card(run_id) is not None
    if run_id in {runs.compared, runs.shown} or not known:
        return state
    return _on_show(state, shown=runs.shown, compared=run_id)


def history_read(state: AppState, history: RunHistory) -> AppState:
    """A run was read; one that is not there any more, or goes on meanwhile, is left alone."""
    run_id = history.card.run_id
    card = state.runs.card(run_id)
    if card is None or run_id in _live_ids(state):
        return state
    history = dataclasses.replace(history, card=card)
    return dataclasses.replace(state, runs=with_history(state.runs, history))


def unread(state: AppState) -> frozenset[str]:
    """The runs on show that nobody has read yet; those under way tell everything themselves."""
    runs = state.runs
    shown = {run_id for run_id in (runs.shown, runs.compared) if run_id is not None}
    known = {history.card.run_id for history in runs.histories}
    return frozenset(shown - known - _live_ids(state))


def run_renamed(state: AppState, card: RunCard) -> AppState:
    """A run has another name, and so has its model."""
    before = state.runs.card(card.run_id)
    model = state.model
    if model is not None and before is not None and model.name == before.name:
        model = dataclasses.replace(model, name=card.name)
    return dataclasses.replace(state, runs=with_card(state.runs, card), model=model)


def run_deleted(state: AppState, card: RunCard) -> AppState:
    """A run was put aside; when it was on show, the one below it in the list comes on show."""
    runs = state.runs
    ids = [known.run_id for known in runs.cards]
    kept = tuple(known for known in runs.cards if known.run_id != card.run_id)
    shown = runs.shown
    if shown == card.run_id:
        place = min(ids.index(card.run_id), len(kept) - 1) if card.run_id in ids else 0
        shown = kept[place].run_id if kept else None
    compared = None if runs.compared in {card.run_id, shown} else runs.compared
    runs = dataclasses.replace(_with_cards(runs, kept), deleted=card)
    return _on_show(dataclasses.replace(state, runs=runs), shown=shown, compared=compared)


def run_restored(state: AppState, card: RunCard) -> AppState:
    """A deleted run is there again, and on show."""
    runs = dataclasses.replace(with_card(state.runs, card), deleted=None)
    return run_picked(dataclasses.replace(state, runs=runs), card.run_id)


def run_gone(state: AppState) -> AppState:
    """What was deleted cannot come back."""
    return dataclasses.replace(state, runs=dataclasses.replace(state.runs, deleted=None))


def _on_show(state: AppState, *, shown: str | None, compared: str | None) -> AppState:
    """Histories that nobody looks at are let go: a run is read again in a second."""
    needed = _live_ids(state) | {shown, compared}
    histories = tuple(h for h in state.runs.histories if h.card.run_id in needed)
    runs = dataclasses.replace(state.runs, shown=shown, compared=compared, histories=histories)
    return dataclasses.replace(state, runs=runs)


def _with_cards(runs: RunsState, cards: tuple[RunCard, ...]) -> RunsState:
    """The list anew; what is gone is not on show. The very same where nothing is new."""
    known = {card.run_id: card for card in cards}
    histories = tuple(
        h if h.card == known[h.card.run_id] else dataclasses.replace(h, card=known[h.card.run_id])
        for h in runs.histories
        if h.card.run_id in known
    )
    return dataclasses.replace(
        runs,
        cards=cards,
        shown=runs.shown if runs.shown in known else None,
        compared=runs.compared if runs.compared in known else None,
        histories=histories,
    )


def _live_ids(state: AppState) -> set[str | None]:
    return {run.run_id for run in state.training.live if run.run_id}
