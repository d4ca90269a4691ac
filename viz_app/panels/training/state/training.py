"""The training panel's state: what is asked for, and the runs under way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from model.config import ModelConfig
from model.runs.presets import TrainingConfig
from model.runs.time_presets import time_preset
from viz_app.panels.training.state.estimate import EstimateAnswer
from viz_app.panels.training.state.replay import ReplayState
from viz_app.panels.training.state.runs import RunsState
from viz_app.workbench.room import Room

if TYPE_CHECKING:
    from model.runs.progress import TrainingProgress

LiveStatus = Literal["starting", "running", "paused", "stopping"]
TrainingTabName = Literal["training", "runs", "time_lapse", "experiments"]
TABS: tuple[TrainingTabName, ...] = get_args(TrainingTabName)
"""Of the window: the form, the runs, how attention formed in one of them, prepared experiments."""

_FIRST = time_preset("reverse", "one-minute")
"""What the form asks for before the user has chosen anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRequest:
    """What the user asks for.

    Attributes:
        task: a task's name, a ``.tsv`` file or ``SOURCE,TARGET`` files.
        preset: name of the preset that the numbers come from; empty when the user changed one.
        model, training: the numbers.
        device: ``auto | cpu | cuda | mps``.
        experiment, arm: when it is part of a prepared experiment; else empty.
    """

    task: str = "reverse"
    preset: str = _FIRST.name
    model: ModelConfig = _FIRST.model
    training: TrainingConfig = _FIRST.training
    device: str = "auto"
    experiment: str = ""
    arm: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRun:
    """A run under way.

    Attributes:
        key: of its job; a run that goes on after a stop has another one.
        run_id: empty until its folder is made.
        progress: the newest report.
    """

    key: int
    request: TrainingRequest
    run_id: str = ""
    status: LiveStatus = "starting"
    progress: TrainingProgress | None = None

    @property
    def ending(self) -> bool:
        """Whether nothing is left to pause or stop: the model is being kept."""
        done = self.progress is not None and self.progress.done
        return done or self.status == "stopping"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentsState:
    """What the user has chosen and predicted.

    Attributes:
        chosen: name of the experiment that is open, or None.
        predictions: by experiment, the option that the user has picked.
    """

    chosen: str | None = None
    predictions: tuple[tuple[str, str], ...] = ()

    def prediction(self, experiment: str) -> str | None:
        """The option picked for an experiment, or None."""
        return dict(self.predictions).get(experiment)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingState:
    """What the form shows, the runs under way, and what the tab's own rooms show.

    Attributes:
        live: the runs under way: one, or the arms of an experiment.
    """

    request: TrainingRequest = TrainingRequest()
    estimate: EstimateAnswer = EstimateAnswer()
    live: tuple[LiveRun, ...] = ()
    runs: RunsState = RunsState()
    replay: ReplayState = ReplayState()
    experiments: ExperimentsState = ExperimentsState()

    @property
    def active(self) -> bool:
        """Whether a run is under way, paused or not."""
        return bool(self.live)

    @property
    def paused(self) -> bool:
        """Whether all runs under way wait."""
        return self.active and all(run.status == "paused" for run in self.live)

    def live_run(self, run_id: str | None) -> LiveRun | None:
        """The run under way with that id, or None."""
        return next((run for run in self.live if run.run_id and run.run_id == run_id), None)


TrainingRoom = Room[TrainingState]


def in_front(room: TrainingRoom) -> bool:
    """Whether one of the tabs of training is."""
    return room.bench.tab in TABS


def with_live(room: TrainingRoom, key: int, change: Callable[[LiveRun], LiveRun]) -> TrainingRoom:
    """The run of a job has changed; one that is not under way any more stays so."""
    return room.changed(live=tuple(change(run) if run.key == key else run for run in room.own.live))


def with_new_live(room: TrainingRoom, run: LiveRun) -> TrainingRoom:
    """One run more is under way."""
    return room.changed(live=(*room.own.live, run))


def without_live(room: TrainingRoom, key: int) -> TrainingRoom:
    """A run has ended."""
    return room.changed(live=tuple(run for run in room.own.live if run.key != key))
