"""Training while it is watched: now and then the probes' attention and translations."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from model.runs.moment_schedule import moment_updates
from model.runs.progress import TrainingProgress
from model.traces.moment import Moment
from model.traces.probe import Probe, SampleTranslations
from model.training.moment_recording import moment_steps, sample_steps
from model.training.run import TrainingRun

Watched = TrainingProgress | Moment | SampleTranslations | None


def watched_steps(run: TrainingRun, probes: Sequence[Probe]) -> Generator[Watched]:
    """Train; yields every report, and what the probes look like at some updates.

    A moment and the samples of an update come *before* its report: who saves the run at a report
    has everything that belongs to it already. None is a place to stop, but not one to save at.

    The moments are those of :func:`model.runs.moment_schedule.moment_updates`, and the run's last
    update; samples come with each of them and at the end of each epoch. A run that goes on after
    a stop keeps to the same plan. Watching draws no random numbers and changes no weight: the
    curve is that of :meth:`TrainingRun.steps`. Without probes there are only reports.

    Raises:
        TrainingError: as :meth:`TrainingRun.steps`.
        SourceError, ValueError: as :func:`model.training.moment_recording.moment_steps`.
    """
    if not probes:
        yield from run.steps()
        return
    planned = moment_updates(per_epoch=run.per_epoch, epochs=run.training.epochs)
    if not run.curve:
        yield from _looked_at(run, probes, update=0, epoch=0)
    for report in run.steps():
        if report is not None:
            recorded = report.update in planned or report.done
            if recorded or report.update % run.per_epoch == 0:
                update, epoch = report.update, report.epoch
                yield from _looked_at(run, probes, update=update, epoch=epoch, attention=recorded)
        yield report


def _looked_at(
    run: TrainingRun, probes: Sequence[Probe], *, update: int, epoch: int, attention: bool = True
) -> Generator[Watched]:
    """The probes' attention, if it is asked for, and their translations."""
    if attention:
        yield (yield from moment_steps(run.model, probes, update=update, epoch=epoch))
    yield (yield from sample_steps(run.model, probes, update=update, epoch=epoch))
