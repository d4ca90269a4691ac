"""Runs of experiments without any training behind them."""

import dataclasses

from model.runs.experiments import Experiment, experiment_named
from model.runs.progress import CurvePoint, RunCard, RunStatus, TrainingProgress
from viz_app.panels.training.experiments.room import requests
from viz_app.panels.training.state import (
    LiveRun,
    LiveStatus,
    RunHistory,
    TrainingRoom,
    with_history,
)

FINALS = {0: (0.005, 0.98, 99.0), 1: (0.97, 0.04, 11.0)}
"""Loss, exact match and BLEU of the usual and the changed arm at their end."""


def card_of(name: str, arm: int, *, run_id: str | None = None, **fields) -> RunCard:
    """A finished run of an arm."""
    experiment = experiment_named(name)
    chosen = experiment.arms[arm]
    values = {"status": "finished", "updates": 2 * chosen.training.epochs, **fields}
    return RunCard(
        run_id=run_id or f"{name}-{chosen.name}",
        name=f"{name}-{chosen.name}",
        task=experiment.task,
        model=chosen.model,
        training=chosen.training,
        experiment=name,
        arm=chosen.name,
        **values,
    )


def curve_of(
    experiment: Experiment, arm: int, *, epochs: int | None = None
) -> tuple[CurvePoint, ...]:
    """Two updates an epoch; the last has the final numbers, those before a loss of 4."""
    count = experiment.arms[arm].training.epochs if epochs is None else epochs
    loss, exact, bleu = FINALS[arm]
    points = []
    for epoch in range(1, count + 1):
        last = epoch == count
        for half in (1, 2):
            points.append(
                CurvePoint(
                    update=len(points) + 1,
                    epoch=epoch,
                    loss=loss if last else 4.0,
                    learning_rate=1e-3,
                    gradient_norm=1.0,
                    validation_loss=2 * loss if half == 2 else None,
                    exact=(exact if last else 0.0) if half == 2 else None,
                    bleu=(bleu if last else 0.0) if half == 2 else None,
                )
            )
    return tuple(points)


def with_runs(
    room: TrainingRoom, name: str, *, statuses: tuple[RunStatus, ...] = ("finished", "finished")
) -> TrainingRoom:
    """Both arms of an experiment have been run, are read and on show."""
    for arm, status in enumerate(statuses):
        card = card_of(name, arm, status=status, reason="full" if status == "failed" else "")
        history = RunHistory(card=card, curve=curve_of(experiment_named(name), arm))
        place = {("shown", "compared")[arm]: card.run_id}
        runs = dataclasses.replace(with_history(room.own.runs, history), **place)
        room = room.changed(runs=runs)
    return room


def with_live(
    room: TrainingRoom, name: str, *, updates: tuple[int | None, ...] = (6, 4), status="running"
) -> TrainingRoom:
    """Both arms are under way, so many updates far; None = not begun."""
    live = []
    for arm, update in enumerate(updates):
        live.append(live_run(name, arm, update, status=status))
        if update is not None:
            card = card_of(name, arm, run_id=f"live-{arm}", status="running")
            curve = curve_of(experiment_named(name), arm, epochs=update // 2)
            history = RunHistory(card=card, curve=curve)
            room = room.changed(runs=with_history(room.own.runs, history))
    return room.changed(live=tuple(live))


def live_run(name: str, arm: int, update: int | None, *, status: LiveStatus) -> LiveRun:
    """An arm under way."""
    request = requests(name)[arm]
    if update is None:
        return LiveRun(key=arm, request=request)
    epochs = request.training.epochs
    progress = TrainingProgress(
        epoch=update // 2,
        epochs=epochs,
        update=update,
        updates=2 * epochs,
        loss=1.0,
        validation_loss=None,
        learning_rate=1e-3,
        gradient_norm=1.0,
        tokens_per_second=1000.0,
        seconds_left=7.4,
    )
    return LiveRun(key=arm, request=request, run_id=f"live-{arm}", status=status, progress=progress)
