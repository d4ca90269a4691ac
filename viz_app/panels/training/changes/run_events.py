"""Transitions of the whole state when a run under way tells something."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from model.messages import Message
from model.runs.curve import curve_point, thinned
from viz_app.app.app_state import AppState, Notice, also_told
from viz_app.panels.training.runs.state import RunHistory, with_card, with_history
from viz_app.panels.training.state.training import LiveStatus, changed, without_live

if TYPE_CHECKING:
    from model.runs.card import RunCard
    from model.runs.progress import TrainingProgress
    from model.traces.probe import SampleTranslations


def run_begun(state: AppState, key: int, history: RunHistory) -> AppState:
    """A run has its folder: it comes on show, the second arm of an experiment beside the first."""
    card = history.card
    training = changed(
        state.training,
        key,
        lambda run: dataclasses.replace(run, run_id=card.run_id, status=_running(run.status)),
    )
    runs = with_history(state.runs, history)
    if _is_second_arm(state, card):
        runs = dataclasses.replace(runs, compared=card.run_id)
    else:
        runs = dataclasses.replace(runs, shown=card.run_id, compared=None)
    return dataclasses.replace(state, training=training, runs=runs)


def reported(state: AppState, key: int, reports: Sequence[TrainingProgress]) -> AppState:
    """Some updates are done, oldest first; a paused run stays paused."""
    if not reports:
        return state
    training = changed(
        state.training,
        key,
        lambda run: dataclasses.replace(run, progress=reports[-1], status=_running(run.status)),
    )
    state = dataclasses.replace(state, training=training)
    points = tuple(curve_point(report) for report in reports)
    return _with_told(
        state,
        key,
        lambda history: dataclasses.replace(
            history, curve=thinned((*history.curve, *points)), card=_card(history.card, reports)
        ),
    )


def sampled(state: AppState, key: int, samples: SampleTranslations) -> AppState:
    """The probes were translated."""
    return _with_told(
        state,
        key,
        lambda history: dataclasses.replace(history, samples=(*history.samples, samples)),
    )


def run_ended(state: AppState, key: int, card: RunCard) -> AppState:
    """A run is over; what it has told stays on show."""
    state = _with_told(state, key, lambda history: dataclasses.replace(history, card=card))
    return dataclasses.replace(state, training=without_live(state.training, key))


def run_lost(state: AppState, key: int, reason: str) -> AppState:
    """A run ended with an error that nobody expected, or before it had a folder."""
    state = _with_told(
        state,
        key,
        lambda history: dataclasses.replace(
            history, card=dataclasses.replace(history.card, status="failed", reason=reason)
        ),
    )
    return dataclasses.replace(state, training=without_live(state.training, key))


def live_status(state: AppState, key: int, status: LiveStatus) -> AppState:
    """A run is paused, goes on, or is asked to stop."""
    training = changed(state.training, key, lambda run: dataclasses.replace(run, status=status))
    return dataclasses.replace(state, training=training)


def offered(state: AppState, cards: Sequence[RunCard]) -> AppState:
    """Runs were found that somebody interrupted: the newest is offered, the others are listed."""
    runs = state.runs
    cards = [card for card in cards if not card.experiment]
    for card in reversed(cards):
        runs = with_card(runs, card)
    state = dataclasses.replace(state, runs=runs)
    if not cards or state.training.active:
        return state
    newest = cards[0]
    message = Message(
        "{name} was interrupted; it is kept as it was at update {update} of {updates}.",
        {"name": newest.name, "update": newest.update, "updates": newest.updates},
    )
    notice = also_told(state, message).notice or Notice("info", message)
    return dataclasses.replace(state, notice=dataclasses.replace(notice, go_on=newest.run_id))


def _with_told(state: AppState, key: int, change: Callable[[RunHistory], RunHistory]) -> AppState:
    """The state with a changed history of the run of a job; nothing when it has none."""
    run = next((run for run in state.training.live if run.key == key), None)
    history = state.runs.history(run.run_id) if run is not None else None
    if history is None:
        return state
    return dataclasses.replace(state, runs=with_history(state.runs, change(history)))


def _card(card: RunCard, reports: Sequence[TrainingProgress]) -> RunCard:
    """The card after some updates; it changes where something was measured, not at every one.

    Else the list of runs would be made anew with every report.
    """
    measured = [report for report in reports if curve_point(report).measured]
    if not measured:
        return card
    report = measured[-1]
    names = ("validation_loss", "bleu", "chrf", "exact")
    numbers = {name: getattr(report, name) for name in names}
    return dataclasses.replace(
        card,
        epoch=report.epoch,
        update=report.update,
        loss=report.loss,
        **{name: number for name, number in numbers.items() if number is not None},
    )


def _running(status: LiveStatus) -> LiveStatus:
    return "running" if status == "starting" else status


def _is_second_arm(state: AppState, card: RunCard) -> bool:
    """Whether the run on show is the first arm of the experiment that this one belongs to."""
    if not card.experiment or state.runs.shown is None:
        return False
    shown = state.runs.card(state.runs.shown)
    live = state.training.live_run(state.runs.shown) is not None
    return live and shown is not None and shown.experiment == card.experiment
