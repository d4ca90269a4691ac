"""Snapshot and transitions of stored runs: select, compare, rename, delete, restore."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from model.messages import Message
from viz_app.engine.step import quoted, undoable
from viz_app.panels.training.state import (
    LiveStatus,
    RecordedRuns,
    RunHistory,
    RunsState,
    TrainingRoom,
    in_front,
    with_card,
    with_history,
)
from viz_app.storage.library import ModelEntry
from viz_app.workbench.changes.models import also_told, models_listed, run_model_renamed

if TYPE_CHECKING:
    from model.runs.progress import RunCard
    from viz_app.panels.training.state import LiveRun

# ----------------------------------------------------------------------------------------- changes


def runs_listed(
    room: TrainingRoom, cards: Sequence[RunCard], *, models: Sequence[ModelEntry]
) -> TrainingRoom:
    """Set the runs on disk, newest first; live runs keep their reported cards.

    Shows the newest if no run is shown.
    """
    runs, live = room.own.runs, _live_ids(room)
    told = {card.run_id: card for card in runs.cards if card.run_id in live}
    there = {card.run_id for card in cards}
    lost = tuple(card for run_id, card in told.items() if run_id not in there)
    listed = (*lost, *(told.get(card.run_id, card) for card in cards))
    runs = _with_cards(runs, listed)
    if runs.shown is None and listed:
        runs = dataclasses.replace(runs, shown=listed[0].run_id)
    runs = dataclasses.replace(runs, listed=True)
    return _with_recorded(room.changed(runs=runs)).on_bench(models_listed, models)


def recorded_question(room: TrainingRoom) -> bool | None:
    """True once, when a training tab is first shown: the shipped runs must be read."""
    return True if in_front(room) and room.own.recorded is None else None


def recorded_read(room: TrainingRoom, recorded: RecordedRuns) -> TrainingRoom:
    room, problem = _with_recorded(room.changed(recorded=recorded)), recorded.problem
    return room if problem is None else room.on_bench(also_told, problem, "warning")


def _with_recorded(room: TrainingRoom) -> TrainingRoom:
    runs, recorded = room.own.runs, room.own.recorded
    if not runs.listed or runs.cards or recorded is None or recorded.run is None:
        return room
    history = recorded.run
    return room.changed(
        runs=dataclasses.replace(
            runs, cards=(history.card,), histories=(history,), shown=history.card.run_id
        )
    )


def run_picked(room: TrainingRoom, run_id: str) -> TrainingRoom:
    runs = room.own.runs
    if runs.card(run_id) is None or runs.shown == run_id:
        return room
    compared = None if runs.compared == run_id else runs.compared
    return put_on_show(room, shown=run_id, compared=compared)


def run_compared(room: TrainingRoom, run_id: str | None) -> TrainingRoom:
    """Compare a run with the shown one; None ends the comparison."""
    runs = room.own.runs
    known = run_id is None or runs.card(run_id) is not None
    if run_id in {runs.compared, runs.shown} or not known:
        return room
    return put_on_show(room, shown=runs.shown, compared=run_id)


def history_read(room: TrainingRoom, history: RunHistory) -> TrainingRoom:
    """Add a history, unless its run is gone or live again."""
    run_id = history.card.run_id
    card = room.own.runs.card(run_id)
    if card is None or run_id in _live_ids(room):
        return room
    history = dataclasses.replace(history, card=card)
    return room.changed(runs=with_history(room.own.runs, history))


def unread(room: TrainingRoom) -> frozenset[str]:
    """Ids of shown runs that must be read; live runs report everything themselves."""
    runs = room.own.runs
    shown = {run_id for run_id in (runs.shown, runs.compared) if run_id is not None}
    known = {history.card.run_id for history in runs.histories}
    return frozenset(shown - known - _live_ids(room))


def run_renamed(room: TrainingRoom, card: RunCard) -> TrainingRoom:
    room = room.changed(runs=with_card(room.own.runs, card))
    return room.on_bench(run_model_renamed, card.run_id, card.name)


@undoable("run", lambda _, card: Message("run “{run}” deleted", {"run": quoted(card.name)}))
def run_deleted(room: TrainingRoom, card: RunCard) -> TrainingRoom:
    """Remove a run from the list; if it was shown, the next one is."""
    runs = room.own.runs
    ids = [known.run_id for known in runs.cards]
    kept = tuple(known for known in runs.cards if known.run_id != card.run_id)
    shown = runs.shown
    if shown == card.run_id:
        place = min(ids.index(card.run_id), len(kept) - 1) if card.run_id in ids else 0
        shown = kept[place].run_id if kept else None
    compared = None if runs.compared in {card.run_id, shown} else runs.compared
    runs = dataclasses.replace(_with_cards(runs, kept), deleted=card)
    room = put_on_show(room.changed(runs=runs), shown=shown, compared=compared)
    return _with_recorded(room)


def run_restored(room: TrainingRoom, card: RunCard) -> TrainingRoom:
    runs = with_card(room.own.runs, card)
    if runs.deleted is not None and runs.deleted.run_id == card.run_id:
        runs = dataclasses.replace(runs, deleted=None)
    return run_picked(room.changed(runs=runs), card.run_id)


def run_taken(room: TrainingRoom, card: RunCard) -> TrainingRoom:
    runs = room.own.runs
    kept = tuple(history for history in runs.histories if history.card.run_id != card.run_id)
    runs = dataclasses.replace(with_card(runs, card), histories=kept)
    return run_picked(room.changed(runs=runs), card.run_id)


def run_gone(room: TrainingRoom) -> TrainingRoom:
    return room.changed(runs=dataclasses.replace(room.own.runs, deleted=None))


def put_on_show(room: TrainingRoom, *, shown: str | None, compared: str | None) -> TrainingRoom:
    # Other histories are dropped: reading a run again takes a second.
    needed = _live_ids(room) | {shown, compared}
    histories = tuple(h for h in room.own.runs.histories if h.card.run_id in needed)
    runs = dataclasses.replace(room.own.runs, shown=shown, compared=compared, histories=histories)
    return room.changed(runs=runs)


def _with_cards(runs: RunsState, cards: tuple[RunCard, ...]) -> RunsState:
    """Set the list; removed runs are no longer shown."""
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


def _live_ids(room: TrainingRoom) -> set[str | None]:
    return {run.run_id for run in room.own.live if run.run_id}


# ------------------------------------------------------------------------------------------ usable
# What a run can still be used for: the same wherever a button or a menu offers it.


def usable(card: RunCard, live: LiveRun | None) -> bool:
    """Whether it can translate, with its current weights or its saved model.

    Not a live run of an experiment: its network may be changed.
    """
    if live is None:
        return card.has_model
    return live.progress is not None and not card.experiment


def resumable(card: RunCard) -> bool:
    """Whether it can be resumed from its last save.

    Arms of an experiment are run again as a whole, which takes two minutes. Watched runs were
    trained by other programs.
    """
    own = not card.experiment and not card.module
    return own and card.status != "finished" and card.update > 0


# ---------------------------------------------------------------------------------------- snapshot


RowStatus = LiveStatus | Literal["interrupted", "stopped", "finished", "failed"]
"""``interrupted``: ended without a final status, or trained by another window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One run in the list.

    Attributes:
        card: as last written; of a live run with its current epoch and scores.
        can_use: its model can translate; of a live run with the current weights.
        can_go_on: it can be resumed from its last save.
        can_change: it can be renamed and deleted; a shipped run cannot.
    """

    card: RunCard
    status: RowStatus
    shown: bool = False
    compared: bool = False
    can_use: bool = False
    can_go_on: bool = False
    can_change: bool = True

    @property
    def live(self) -> bool:
        return self.status in {"starting", "running", "paused", "stopping"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsSnapshot:
    """What the page of runs shows.

    Attributes:
        rows: newest first.
        deleted: name of the run that can be brought back, or None.
    """

    rows: tuple[RunRow, ...] = ()
    deleted: str | None = None

    @property
    def shown(self) -> RunRow | None:
        return next((row for row in self.rows if row.shown), None)

    @property
    def compared(self) -> RunRow | None:
        return next((row for row in self.rows if row.compared), None)


def resolve_runs(room: TrainingRoom) -> RunsSnapshot:
    runs = room.own.runs
    rows = tuple(_row(room, card) for card in runs.cards)
    return RunsSnapshot(rows=rows, deleted=runs.deleted.name if runs.deleted else None)


def _row(room: TrainingRoom, card: RunCard) -> RunRow:
    runs, live = room.own.runs, room.own.live_run(card.run_id)
    told = card
    if live is not None and live.progress:
        # Changes once per epoch, so that not every report redraws the list.
        told = dataclasses.replace(card, epoch=live.progress.epoch)
    return RunRow(
        card=told,
        status=_status(card, live),
        shown=card.run_id == runs.shown,
        compared=card.run_id == runs.compared,
        can_use=usable(card, live),
        can_go_on=resumable(card) and not room.own.active,
        can_change=live is None and not card.recorded,
    )


def _status(card: RunCard, live: LiveRun | None) -> RowStatus:
    if live is not None:
        return live.status
    return "interrupted" if card.status == "running" else card.status
