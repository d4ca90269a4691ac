"""Transitions, requests and snapshot of the prepared experiments."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from model.runs.experiments import (
    EXPERIMENTS,
    Arm,
    ArmResult,
    Experiment,
    ExperimentName,
    ExperimentResult,
    arm_result,
    experiment_named,
    experiment_result,
)
from viz_app.panels.training.runs.room import run_compared, run_picked
from viz_app.panels.training.state import LiveRun, RunHistory, TrainingRequest, TrainingRoom

if TYPE_CHECKING:
    from model.runs.progress import RunCard

ExperimentStatus = Literal["new", "running", "stopped", "failed", "answered"]
_ARMS = 2
Cards = tuple["RunCard | None", ...]
"""The newest run of each arm."""


@dataclass(frozen=True, slots=True)
class ExperimentLine:
    """One experiment in the list; ``recorded``: there is a shipped result."""

    name: ExperimentName
    status: ExperimentStatus
    recorded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenExperiment:
    """The open experiment.

    Attributes:
        prediction: option picked by the user, or None.
        can_run: whether no other run is live.
        percent: progress of both arms together, while they run.
        seconds_left: while they run and it is known, else None.
        arms: results of each arm; None while unknown.
        result: conclusion; None until both arms are finished and read.
        reason: why an arm has failed, in English as raised; else empty.
        recorded: duration of the shipped runs in seconds, if ``arms`` are theirs because the user
            has none; the conclusion is shown once the user has predicted.
    """

    experiment: Experiment
    status: ExperimentStatus = "new"
    prediction: str | None = None
    can_run: bool = True
    percent: int = 0
    seconds_left: int | None = None
    paused: bool = False
    arms: tuple[ArmResult | None, ...] = (None, None)
    result: ExperimentResult | None = None
    reason: str = ""
    recorded: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentsSnapshot:
    """The page of experiments: one of them, or the list."""

    lines: tuple[ExperimentLine, ...] = ()
    chosen: OpenExperiment | None = None


def experiment_opened(room: TrainingRoom, name: str) -> TrainingRoom:
    """Open an experiment and show its runs, if any; "" opens the list."""
    opened = dataclasses.replace(room.own.experiments, chosen=name or None)
    room = room.changed(experiments=opened)
    if not name:
        return room
    first, second = _cards(room, experiment_named(name))
    if first is None or second is None:
        return room
    return run_compared(run_picked(room, first.run_id), second.run_id)


def option_predicted(room: TrainingRoom, name: str, option: str) -> TrainingRoom:
    """Set the prediction of the user; the last one counts."""
    own = room.own.experiments
    predictions = {**dict(own.predictions), name: option}
    predicted = dataclasses.replace(own, predictions=tuple(predictions.items()))
    return room.changed(experiments=predicted)


def requests(name: str) -> tuple[TrainingRequest, ...]:
    """One request per arm.

    Always on the CPU: models this small are no faster elsewhere, and the results are reproducible
    on equal hardware.

    Raises:
        ConfigError: the experiment is unknown.
    """
    experiment = experiment_named(name)
    return tuple(
        TrainingRequest(
            task=experiment.task,
            preset="",
            model=arm.model,
            training=arm.training,
            device="cpu",
            experiment=experiment.name,
            arm=arm.name,
        )
        for arm in experiment.arms
    )


def resolve_experiments(room: TrainingRoom) -> ExperimentsSnapshot:
    chosen = room.own.experiments.chosen
    return ExperimentsSnapshot(
        lines=tuple(
            ExperimentLine(e.name, _status(room, e), bool(recorded_arms(room, e)))
            for e in EXPERIMENTS
        ),
        chosen=None if chosen is None else _open(room, experiment_named(chosen)),
    )


def _open(room: TrainingRoom, experiment: Experiment) -> OpenExperiment:
    status, cards = _status(room, experiment), _cards(room, experiment)
    arms = tuple(_arm_result(room, card, experiment) for card in cards)
    prediction = room.own.experiments.prediction(experiment.name)
    recorded = recorded_arms(room, experiment) if status == "new" else ()
    if status == "new":
        read = tuple(arm_result(arm.curve, experiment.score) for arm in recorded)
        arms = read or (None, None)
    concluded = status == "answered" or (bool(recorded) and prediction is not None)
    live = _live(room, experiment)
    told = [run.progress for run in live if run.progress is not None]
    shares = sum(progress.update / progress.updates for progress in told)
    failed = (card.reason for card in cards if card is not None and card.status == "failed")
    return OpenExperiment(
        experiment=experiment,
        status=status,
        prediction=prediction,
        can_run=not room.own.active,
        percent=int(100 * (_ARMS - len(live) + shares) / _ARMS) if live else 0,
        # each run's clock counts only its own turns, so the times add up
        seconds_left=(
            round(sum(progress.seconds_left for progress in told))
            if told and len(told) == len(live)
            else None
        ),
        paused=bool(live) and all(run.status == "paused" for run in live),
        arms=arms,
        result=_result(experiment, arms) if concluded else None,
        reason=next(failed, "") if status == "failed" else "",
        recorded=sum(arm.card.seconds for arm in recorded) if recorded else None,
    )


def recorded_arms(room: TrainingRoom, experiment: Experiment) -> tuple[RunHistory, ...]:
    """Shipped run of each arm; empty unless all exist with the settings of this version."""
    known = room.own.recorded.arms if room.own.recorded is not None else ()
    arms = [[h for h in known if _is_of(h.card, experiment, arm)] for arm in experiment.arms]
    return tuple(found[0] for found in arms) if all(arms) else ()


def _status(room: TrainingRoom, experiment: Experiment) -> ExperimentStatus:
    if _live(room, experiment):
        return "running"
    statuses = [None if card is None else card.status for card in _cards(room, experiment)]
    if None in statuses:
        return "new"
    if "failed" in statuses:
        return "failed"
    return "answered" if set(statuses) == {"finished"} else "stopped"


def _live(room: TrainingRoom, experiment: Experiment) -> tuple[LiveRun, ...]:
    live = room.own.live
    return tuple(run for run in live if run.request.experiment == experiment.name)


def _cards(room: TrainingRoom, experiment: Experiment) -> Cards:
    """Newest run of each arm; while one is live, the other must have run beside it."""
    live = _live(room, experiment)
    newest = tuple(_newest(room, experiment, arm, live) for arm in experiment.arms)
    begun = min((card.begun for card in newest if card and _is_live(card, live)), default="")
    return tuple(
        card if card is None or _is_live(card, live) or _end(card) >= begun else None
        for card in newest
    )


def _newest(
    room: TrainingRoom, experiment: Experiment, arm: Arm, live: tuple[LiveRun, ...]
) -> RunCard | None:
    """The live run of an arm, else its last one."""
    trained = any(run.request.arm == arm.name for run in live)
    cards = (card for card in room.own.runs.cards if _is_of(card, experiment, arm))
    return next((card for card in cards if not trained or _is_live(card, live)), None)


def _is_live(card: RunCard, live: tuple[LiveRun, ...]) -> bool:
    return any(run.run_id == card.run_id for run in live)


def _end(card: RunCard) -> str:
    """Earliest end of training, in the format of ``card.begun``; empty if unknown."""
    if not card.begun:
        return ""
    end = datetime.fromisoformat(card.begun) + timedelta(seconds=card.seconds)
    return end.isoformat(timespec="seconds")


def _is_of(card: RunCard, experiment: Experiment, arm: Arm) -> bool:
    """Whether it is a run of that arm, with the settings of this version."""
    named = (card.experiment, card.arm) == (experiment.name, arm.name)
    return named and (card.model, card.training) == (arm.model, arm.training)


def _arm_result(
    room: TrainingRoom, card: RunCard | None, experiment: Experiment
) -> ArmResult | None:
    history = room.own.runs.history(card.run_id) if card is not None else None
    return None if history is None else arm_result(history.curve, experiment.score)


def _result(experiment: Experiment, arms: tuple[ArmResult | None, ...]) -> ExperimentResult | None:
    """Conclusion from both arms; None until their last epochs are known."""
    usual, changed = arms
    if usual is None or changed is None:
        return None
    ends = tuple(arm.training.epochs for arm in experiment.arms)
    if (usual.epoch, changed.epoch) != ends:
        return None
    return experiment_result(experiment, (usual, changed))
