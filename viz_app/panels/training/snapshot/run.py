"""Snapshot of the run on show: what it is, where it is, what it said."""

from __future__ import annotations

from dataclasses import dataclass

from model.runs.card import RunCard
from model.runs.curve import MEASURED, CurvePoint
from model.runs.progress import TrainingProgress
from model.text.tasks import Score
from model.traces.probe import Probe, SampleTranslations
from viz_app.panels.training.replay.head_history import HeadHistorySnapshot, resolve_head_history
from viz_app.panels.training.replay.snapshot import (
    MomentMosaicSnapshot,
    ReplaySnapshot,
    resolve_moment_mosaic,
    resolve_replay,
)
from viz_app.panels.training.runs.usable import resumable, usable
from viz_app.panels.training.state.runs import RunHistory
from viz_app.panels.training.state.training import LiveRun, TrainingRoom

NEWEST = ("loss", "learning_rate", "gradient_norm")
"""Numbers of a run as its newest point has them; what is measured now and then its card has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunViewSnapshot:
    """What the training panel shows of a run.

    Attributes:
        card: of the run on show, or None.
        history: what it has told, or None while that is not read.
        live: the run on show while it is under way.
        compared: another run whose curves are laid under its own.
        samples: the translations of the moment on show, or the newest ones.
        other_samples: those of the compared run, if it has the same sentences.
        starting: a run whose corpus is being read: it has no id yet.
        elsewhere: the card of a run under way that is not the one on show.
        paused: whether all runs under way wait.
        replay, heads, mosaic: its time-lapse, or None where there is none.
    """

    card: RunCard | None = None
    history: RunHistory | None = None
    live: LiveRun | None = None
    compared: RunHistory | None = None
    samples: SampleTranslations | None = None
    other_samples: SampleTranslations | None = None
    starting: LiveRun | None = None
    elsewhere: RunCard | None = None
    paused: bool = False
    replay: ReplaySnapshot | None = None
    heads: HeadHistorySnapshot | None = None
    mosaic: MomentMosaicSnapshot | None = None

    @property
    def update(self) -> int | None:
        """Of the moment that the time-lapse shows, or None where there is none."""
        return self.replay.updates[self.replay.index] if self.replay else None

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """Of the run on show."""
        return self.history.curve if self.history else ()

    @property
    def compared_curve(self) -> tuple[CurvePoint, ...]:
        """Of the run that it is compared with."""
        return self.compared.curve if self.compared else ()

    @property
    def names(self) -> tuple[str, str]:
        """Of the run on show and of the compared one; empty where there is none."""
        other = self.compared.card.name if self.compared else ""
        return self.card.name if self.card else "", other

    @property
    def is_watched(self) -> bool:
        """Whether it is of a network that Headlight cannot translate with."""
        return self.card is not None and bool(self.card.module)

    @property
    def score(self) -> Score:
        """What the task of the run on show is scored by."""
        return self.card.score if self.card else "exact"

    @property
    def progress(self) -> TrainingProgress | None:
        """The newest report of the run on show, while it is under way."""
        return self.live.progress if self.live else None

    @property
    def probes(self) -> tuple[Probe, ...]:
        """Whose translations are shown."""
        return self.card.probes if self.card else ()

    @property
    def can_be_used(self) -> bool:
        """Whether it can translate."""
        return self.card is not None and usable(self.card, self.live)

    @property
    def can_go_on(self) -> bool:
        """Whether it can be taken up again now: while nothing is trained."""
        if any(other is not None for other in (self.live, self.starting, self.elsewhere)):
            return False
        return self.card is not None and resumable(self.card)

    @property
    def numbers(self) -> dict[str, float | None]:
        """Numbers of the newest point, and those that the card has as last measured."""
        card = self.card
        last = self.curve[-1] if self.curve else card
        newest = {name: getattr(last, name, None) for name in NEWEST}
        return newest | {name: getattr(card, name, None) for name in MEASURED}


def resolve_run_view(room: TrainingRoom) -> RunViewSnapshot:
    """The run on show."""
    runs, training = room.own.runs, room.own
    history, live = runs.history(runs.shown), training.live_run(runs.shown)
    replay = resolve_replay(room)
    update = replay.updates[replay.index] if replay else None
    return RunViewSnapshot(
        card=runs.card(runs.shown),
        history=history,
        live=live,
        compared=runs.history(runs.compared),
        samples=samples_at(history, update),
        other_samples=_compared_samples(history, runs.history(runs.compared), update),
        starting=next((run for run in training.live if not run.run_id), None),
        elsewhere=_elsewhere(room) if live is None else None,
        paused=training.paused,
        replay=replay,
        heads=resolve_head_history(room),
        mosaic=resolve_moment_mosaic(room),
    )


def samples_at(history: RunHistory | None, update: int | None) -> SampleTranslations | None:
    """The translations of an update: the last that were made until then; the newest for None."""
    if history is None or not history.samples:
        return None
    if update is None:
        return history.samples[-1]
    before = [samples for samples in history.samples if samples.update <= update]
    return before[-1] if before else history.samples[0]


def _compared_samples(
    history: RunHistory | None, compared: RunHistory | None, update: int | None
) -> SampleTranslations | None:
    """What another run says to the very same sentences; None if it has others."""
    if history is None or compared is None or history.card.probes != compared.card.probes:
        return None
    return samples_at(compared, update)


def _elsewhere(room: TrainingRoom) -> RunCard | None:
    cards = (room.own.runs.card(run.run_id) for run in room.own.live if run.run_id)
    return next((card for card in cards if card is not None), None)
