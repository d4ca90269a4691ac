"""Snapshot for the menu of training runs."""

from __future__ import annotations

from dataclasses import dataclass

from viz_app.panels.training.replay.moments import cursor
from viz_app.panels.training.runs.usable import usable
from viz_app.panels.training.state.training import TrainingState


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingMenuSnapshot:
    """What can be done with the run on show.

    Attributes:
        can_pause: whether a run is under way that can be paused, resumed or stopped.
        can_use: whether there is a model to translate with.
        moments: how many there are of its time-lapse; ``index``: which of them is on show.
        watching: whether the workbench shows the time-lapse.
    """

    can_pause: bool = False
    can_use: bool = False
    moments: int = 0
    index: int = 0
    watching: bool = False


def resolve_training_menu(training: TrainingState) -> TrainingMenuSnapshot:
    """The menu of training runs."""
    runs, replay = training.runs, cursor(training)
    card, history = runs.card(runs.shown), runs.history(runs.shown)
    live = training.live_run(runs.shown)
    return TrainingMenuSnapshot(
        can_pause=any(not run.ending for run in training.live),
        can_use=card is not None and usable(card, live),
        moments=len(history.moments) if history else 0,
        index=replay.index,
        watching=replay.in_workbench,
    )
