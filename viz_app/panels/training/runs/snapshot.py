"""Snapshot for the list of runs."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from viz_app.panels.training.runs.usable import resumable, usable
from viz_app.panels.training.state.training import LiveStatus, TrainingRoom

if TYPE_CHECKING:
    from model.runs.card import RunCard
    from viz_app.panels.training.state.training import LiveRun

RowStatus = LiveStatus | Literal["interrupted", "stopped", "finished", "failed"]
"""``interrupted``: ended without a word, or trained by another window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One run in the list.

    Attributes:
        card: as it was written last; while it is trained with the epoch and the scores of now.
        status: what it does now, or what became of it.
        shown, compared: whether it is on show, or beside the one on show.
        can_use: its model can translate, with its weights of now while it is trained.
        can_go_on: it can be taken up where it was saved.
        can_change: it can be renamed and deleted.
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
        """Whether it is under way, paused or not."""
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
        """The row on show."""
        return next((row for row in self.rows if row.shown), None)

    @property
    def compared(self) -> RunRow | None:
        """The row that it is compared with."""
        return next((row for row in self.rows if row.compared), None)


def resolve_runs(room: TrainingRoom) -> RunsSnapshot:
    """The list of runs, and what can be done with each."""
    deleted = room.own.runs.deleted
    return RunsSnapshot(
        rows=tuple(_row(room, card) for card in room.own.runs.cards),
        deleted=None if deleted is None else deleted.name,
    )


def _row(room: TrainingRoom, card: RunCard) -> RunRow:
    runs, live = room.own.runs, room.own.live_run(card.run_id)
    return RunRow(
        card=card if live is None else _as_told(card, live),
        status=_status(card, live),
        shown=card.run_id == runs.shown,
        compared=card.run_id == runs.compared,
        can_use=usable(card, live),
        can_go_on=resumable(card) and not room.own.active,
        can_change=live is None,
    )


def _as_told(card: RunCard, live: LiveRun) -> RunCard:
    """What changes once an epoch: the list need not be drawn with every report."""
    return dataclasses.replace(card, epoch=live.progress.epoch) if live.progress else card


def _status(card: RunCard, live: LiveRun | None) -> RowStatus:
    if live is not None:
        return live.status
    return "interrupted" if card.status == "running" else card.status
