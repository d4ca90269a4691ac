"""Snapshot for the training panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from model.messages import Message
from model.runs.speed_estimate import SpeedEstimate
from viz_app.panels.training.changes.estimating import counted_parameters, estimate_of, size_problem
from viz_app.panels.training.experiments.snapshot import ExperimentsSnapshot, resolve_experiments
from viz_app.panels.training.runs.snapshot import RunsSnapshot, resolve_runs
from viz_app.panels.training.snapshot.run import RunViewSnapshot, resolve_run_view
from viz_app.panels.training.state.training import (
    TrainingRequest,
    TrainingRoom,
    TrainingTabName,
    in_front,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSnapshot:
    """What is asked for, and what it would take.

    Attributes:
        estimate: of exactly that, or None while it is not measured.
        left_out: which lines of the corpus cannot be learned from, or None.
        problem: why it cannot be measured, or None.
        too_large: whether it must not be tried at all, as ``problem`` says.
        n_parameters: of the asked model, or None while its vocabularies are not known.
        active: whether a run is under way: then no other can start.
    """

    request: TrainingRequest = TrainingRequest()
    estimate: SpeedEstimate | None = None
    left_out: Message | None = None
    problem: Message | None = None
    too_large: bool = False
    n_parameters: int | None = None
    active: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSnapshot:
    """What the tab in front shows: most have a page at the left, the run on show beside it.

    Attributes:
        runs, experiments: of the page in front; None of one behind, which stays as it was.
    """

    tab: TrainingTabName = "training"
    form: FormSnapshot = FormSnapshot()
    view: RunViewSnapshot = RunViewSnapshot()
    runs: RunsSnapshot | None = None
    experiments: ExperimentsSnapshot | None = None


def resolve_training(room: TrainingRoom) -> TrainingSnapshot | None:
    """The tab in front, or None if that is another one: nothing is drawn that nobody sees."""
    if not in_front(room):
        return None
    tab = cast("TrainingTabName", room.bench.tab)
    return TrainingSnapshot(
        tab=tab,
        form=resolve_form(room),
        view=resolve_run_view(room),
        runs=resolve_runs(room) if tab == "runs" else None,
        experiments=resolve_experiments(room) if tab == "experiments" else None,
    )


def resolve_form(room: TrainingRoom) -> FormSnapshot:
    """The form."""
    training = room.own
    measured, too_large = estimate_of(training), size_problem(training.request)
    return FormSnapshot(
        request=training.request,
        estimate=measured.estimate,
        left_out=measured.left_out,
        problem=too_large or measured.problem,
        too_large=too_large is not None,
        n_parameters=counted_parameters(training.request, measured.estimate),
        active=training.active,
    )
