"""Transitions of the whole room when a run under way tells something."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from model.messages import Message
from model.runs.curve import measured_numbers
from viz_app.panels.training.state.runs import RunHistory, with_card, with_history
from viz_app.panels.training.state.training import LiveStatus, TrainingRoom, with_live, without_live
from viz_app.workbench.changes.notices import also_told
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from model.runs.card import RunCard
    from model.runs.curve import CurvePoint
    from model.runs.progress import TrainingProgress
    from model.traces.probe import SampleTranslations


def run_begun(room: TrainingRoom, key: int, history: RunHistory) -> TrainingRoom:
    """A run has its folder: it comes on show, the second arm of an experiment beside the first."""
    card = history.card
    runs = with_history(room.own.runs, history)
    if _is_second_arm(room, card):
        runs = dataclasses.replace(runs, compared=card.run_id)
    else:
        runs = dataclasses.replace(runs, shown=card.run_id, compared=None)
    room = with_live(
        room,
        key,
        lambda run: dataclasses.replace(run, run_id=card.run_id, status=_running(run.status)),
    )
    return room.changed(runs=runs)


def reported(
    room: TrainingRoom,
    key: int,
    reports: Sequence[TrainingProgress],
    *,
    curve: tuple[CurvePoint, ...],
) -> TrainingRoom:
    """Some updates are done, oldest first; a paused run stays paused."""
    if not reports:
        return room
    room = with_live(
        room,
        key,
        lambda run: dataclasses.replace(run, progress=reports[-1], status=_running(run.status)),
    )
    return _with_told(
        room,
        key,
        lambda history: dataclasses.replace(
            history, curve=curve, card=_card(history.card, reports)
        ),
    )


def sampled(room: TrainingRoom, key: int, samples: SampleTranslations) -> TrainingRoom:
    """The probes were translated."""
    return _with_told(
        room,
        key,
        lambda history: dataclasses.replace(history, samples=(*history.samples, samples)),
    )


def run_ended(room: TrainingRoom, key: int, card: RunCard) -> TrainingRoom:
    """A run is over; what it has told stays on show."""
    room = _with_told(room, key, lambda history: dataclasses.replace(history, card=card))
    return without_live(room, key)


def run_lost(room: TrainingRoom, key: int, reason: str) -> TrainingRoom:
    """A run ended with an error that nobody expected, or before it had a folder."""
    room = _with_told(
        room,
        key,
        lambda history: dataclasses.replace(
            history, card=dataclasses.replace(history.card, status="failed", reason=reason)
        ),
    )
    return without_live(room, key)


def live_status(room: TrainingRoom, key: int, status: LiveStatus) -> TrainingRoom:
    """A run is paused, goes on, or is asked to stop."""
    return with_live(room, key, lambda run: dataclasses.replace(run, status=status))


def offered(room: TrainingRoom, cards: Sequence[RunCard]) -> TrainingRoom:
    """Runs were found that somebody interrupted: the newest is offered, the others are listed."""
    runs = room.own.runs
    cards = [card for card in cards if not card.experiment]
    for card in reversed(cards):
        runs = with_card(runs, card)
    room = room.changed(runs=runs)
    return room if not cards or room.own.active else room.on_bench(_offered, cards[0])


def _offered(bench: Workbench, card: RunCard) -> Workbench:
    message = Message(
        "{name} was interrupted; it is kept as it was at update {update} of {updates}.",
        {"name": card.name, "update": card.update, "updates": card.updates},
    )
    bench = also_told(bench, message)
    if bench.notice is None:
        return bench
    return dataclasses.replace(bench, notice=dataclasses.replace(bench.notice, go_on=card.run_id))


def _with_told(
    room: TrainingRoom, key: int, change: Callable[[RunHistory], RunHistory]
) -> TrainingRoom:
    """The room with a changed history of the run of a job; nothing when it has none."""
    run = next((run for run in room.own.live if run.key == key), None)
    history = room.own.runs.history(run.run_id) if run is not None else None
    if history is None:
        return room
    return room.changed(runs=with_history(room.own.runs, change(history)))


def _card(card: RunCard, reports: Sequence[TrainingProgress]) -> RunCard:
    """The card after some updates; it changes where something was measured, not at every one.

    Else the list of runs would be made anew with every report.
    """
    measured = [report for report in reports if measured_numbers(report)]
    if not measured:
        return card
    report = measured[-1]
    return dataclasses.replace(
        card,
        epoch=report.epoch,
        update=report.update,
        loss=report.loss,
        **measured_numbers(report),
    )


def _running(status: LiveStatus) -> LiveStatus:
    return "running" if status == "starting" else status


def _is_second_arm(room: TrainingRoom, card: RunCard) -> bool:
    """Whether the run on show is the first arm of the experiment that this one belongs to."""
    if not card.experiment or room.own.runs.shown is None:
        return False
    shown = room.own.runs.card(room.own.runs.shown)
    live = room.own.live_run(room.own.runs.shown) is not None
    return live and shown is not None and shown.experiment == card.experiment
