"""The snapshot of the training panel. No Qt, no torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from model.messages import Message
from model.runs.estimates import SpeedEstimate
from model.runs.experiments import ExperimentName, experiment_named
from model.runs.progress import MEASURED, CurvePoint, RunCard, TrainingProgress
from model.text.tasks import Score
from model.traces.head_measures import Probe, SampleTranslations
from viz_app.panels.training.changes import counted_parameters, estimate_of, size_problem
from viz_app.panels.training.experiments.room import (
    ExperimentsSnapshot,
    recorded_arms,
    resolve_experiments,
)
from viz_app.panels.training.replay.room import (
    HeadHistorySnapshot,
    MomentCrossSnapshot,
    MomentMosaicSnapshot,
    ReplaySnapshot,
    resolve_head_history,
    resolve_moment_cross,
    resolve_moment_mosaic,
    resolve_replay,
)
from viz_app.panels.training.runs.room import RunsSnapshot, resolve_runs, resumable, usable
from viz_app.panels.training.state import (
    LiveRun,
    RunHistory,
    TrainingRequest,
    TrainingRoom,
    TrainingTabName,
    in_front,
)

# --------------------------------------------------------------------------------------------- run


NEWEST = ("loss", "learning_rate", "gradient_norm")
"""Values that every point has; values measured less often are in the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunViewSnapshot:
    """What the training panel shows of a run; None is what is not there.

    Attributes:
        history: of the shown run; None until it is read.
        live: the shown run while it is live.
        samples: translations at the shown moment, or the newest ones.
        other_samples: those of the compared run, if it has the same sentences.
        starting: a run without id yet, whose corpus is being read.
        elsewhere: card of a live run that is not the shown one.
        paused: whether all live runs are paused.
        replay, heads, mosaic: the time-lapse.
        cross: cross-attention at the shown moment, beside the curves.
        not_run: the open experiment while it has no runs; then only shipped runs are shown.
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
    cross: MomentCrossSnapshot | None = None
    not_run: ExperimentName | None = None
    log_loss: bool = False

    @property
    def update(self) -> int | None:
        """Update of the moment in the time-lapse; None without one."""
        return self.replay.updates[self.replay.index] if self.replay else None

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        return self.history.curve if self.history else ()

    @property
    def compared_curve(self) -> tuple[CurvePoint, ...]:
        return self.compared.curve if self.compared else ()

    @property
    def names(self) -> tuple[str, str]:
        """Names of the shown and the compared run; empty without one."""
        other = self.compared.card.name if self.compared else ""
        return self.card.name if self.card else "", other

    @property
    def is_watched(self) -> bool:
        """Whether its network is foreign, so that Headlight cannot translate with it."""
        return self.card is not None and bool(self.card.module)

    @property
    def score(self) -> Score:
        return self.card.score if self.card else "exact"

    @property
    def progress(self) -> TrainingProgress | None:
        return self.live.progress if self.live else None

    @property
    def probes(self) -> tuple[Probe, ...]:
        return self.card.probes if self.card else ()

    @property
    def can_be_used(self) -> bool:
        return self.card is not None and usable(self.card, self.live)

    @property
    def can_go_on(self) -> bool:
        """Whether it can be resumed now: not while a run is live."""
        if any(other is not None for other in (self.live, self.starting, self.elsewhere)):
            return False
        return self.card is not None and resumable(self.card)

    @property
    def numbers(self) -> dict[str, float | None]:
        """Values of the newest point; values measured less often come from the card."""
        card = self.card
        last = self.curve[-1] if self.curve else card
        newest = {name: getattr(last, name, None) for name in NEWEST}
        return newest | {name: getattr(card, name, None) for name in MEASURED}


def resolve_run_view(room: TrainingRoom) -> RunViewSnapshot:
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
        cross=resolve_moment_cross(room),
        log_loss=training.log_loss,
    )


def resolve_recorded_view(room: TrainingRoom, name: ExperimentName) -> RunViewSnapshot:
    """Both shipped arms of an experiment that has not run here; no run without them."""
    arms = recorded_arms(room, experiment_named(name))
    if not arms:
        return RunViewSnapshot(not_run=name)
    first, second = arms
    return RunViewSnapshot(
        card=first.card,
        history=first,
        compared=second,
        samples=samples_at(first, None),
        other_samples=_compared_samples(first, second, None),
        elsewhere=_elsewhere(room),
        not_run=name,
        log_loss=room.own.log_loss,
    )


def samples_at(history: RunHistory | None, update: int | None) -> SampleTranslations | None:
    """Last translations made up to an update; the newest for None."""
    if history is None or not history.samples:
        return None
    if update is None:
        return history.samples[-1]
    before = [samples for samples in history.samples if samples.update <= update]
    return before[-1] if before else history.samples[0]


def _compared_samples(
    history: RunHistory | None, compared: RunHistory | None, update: int | None
) -> SampleTranslations | None:
    """The other run's translations of the same sentences; None if it has others."""
    if history is None or compared is None or history.card.probes != compared.card.probes:
        return None
    return samples_at(compared, update)


def _elsewhere(room: TrainingRoom) -> RunCard | None:
    cards = (room.own.runs.card(run.run_id) for run in room.own.live if run.run_id)
    return next((card for card in cards if card is not None), None)


# ------------------------------------------------------------------------------------------- panel


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSnapshot:
    """The request, and its estimate.

    Attributes:
        left_out: lines of the corpus that cannot be used.
        problem: why it cannot be measured.
        too_large: whether the network must not be created, as ``problem`` says.
        n_parameters: of the requested model; None while its vocabularies are unknown.
        active: whether a run is live, so that no other can start.
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
    """What the tab in front shows: usually a page at the left, with the run beside it.

    Attributes:
        runs, experiments: of the page in front; None for a hidden page, which remains unchanged.
    """

    tab: TrainingTabName = "training"
    form: FormSnapshot = FormSnapshot()
    view: RunViewSnapshot = RunViewSnapshot()
    runs: RunsSnapshot | None = None
    experiments: ExperimentsSnapshot | None = None


def resolve_training(room: TrainingRoom) -> TrainingSnapshot | None:
    """The tab in front; None for another tab, as nothing hidden is drawn."""
    if not in_front(room):
        return None
    tab = cast("TrainingTabName", room.bench.tab)
    experiments = resolve_experiments(room) if tab == "experiments" else None
    chosen = experiments.chosen if experiments else None
    not_run = chosen.experiment.name if chosen and chosen.status == "new" else None
    return TrainingSnapshot(
        tab=tab,
        form=resolve_form(room),
        view=resolve_recorded_view(room, not_run) if not_run else resolve_run_view(room),
        runs=resolve_runs(room) if tab == "runs" else None,
        experiments=experiments,
    )


def resolve_form(room: TrainingRoom) -> FormSnapshot:
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
