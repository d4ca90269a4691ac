"""Snapshots of the training tab, without a model behind them."""

import dataclasses

from model.runs.estimates import SpeedEstimate
from model.runs.progress import RunCard
from model.traces.head_measures import SampleTranslations
from tests.viz_app.recorded_runs import history
from tests.viz_app.states import curve_of, progress_of, training_room
from viz_app.panels.training.changes import speed_question, with_time
from viz_app.panels.training.snapshot import (
    FormSnapshot,
    RunViewSnapshot,
    resolve_form,
    resolve_run_view,
)
from viz_app.panels.training.state import (
    EstimateAnswer,
    LiveRun,
    RunHistory,
    RunsState,
    TrainingRequest,
)

SPEED = SpeedEstimate(
    updates_per_epoch=40,
    seconds_per_update=0.1,
    seconds_per_epoch=0.5,
    tokens_per_second=40_000,
    pairs=12_000,
    src_vocabulary=24,
    tgt_vocabulary=30,
)
"""4.5 s for an epoch."""


REQUEST = with_time(TrainingRequest(task="reverse"), "one-minute")


def form_of(request: TrainingRequest | None = None, *, speed=SPEED, **training) -> FormSnapshot:
    """The form, with the speed of just what it asks for; None = not measured."""
    request = request or REQUEST
    question = speed_question(request) if speed is not None else None
    estimate = EstimateAnswer(question=question, estimate=speed)
    return resolve_form(training_room(request=request, estimate=estimate, **training))


def card_of(name: str = "reverse-1", **fields) -> RunCard:
    """A run that has made 40 updates; ``fields`` of the card."""
    return dataclasses.replace(history(name).card, **{"epoch": 4, "seconds": 52.4, **fields})


def history_of(name: str = "reverse-1", *, points: int = 40, moments=(), **fields) -> RunHistory:
    """A run with a curve, samples and, where asked for, moments at updates."""
    known = history(name, updates=moments)
    said = SampleTranslations(update=20, epoch=2, translations=("c b a", "d e"))
    later = SampleTranslations(update=40, epoch=4, translations=("c b a", "e d"))
    return dataclasses.replace(
        known, card=card_of(name, **fields), curve=curve_of(points), samples=(said, later)
    )


def view_of(
    *histories: RunHistory, status=None, compared=False, key: int = 1, **progress
) -> RunViewSnapshot:
    """The first run on show, under way if it has a status; the second beside it if compared."""
    names = [known.card.run_id for known in histories]
    live = LiveRun(
        key=key,
        request=TrainingRequest(),
        run_id=names[0] if names else "",
        status=status or "running",
        progress=None if status == "starting" else progress_of(**progress),
    )
    runs = RunsState(
        cards=tuple(known.card for known in histories),
        shown=names[0] if names else None,
        compared=names[1] if compared else None,
        histories=histories,
    )
    return resolve_run_view(training_room(live=(live,) if status else (), runs=runs))
