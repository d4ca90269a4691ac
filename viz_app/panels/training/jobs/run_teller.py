"""Turns what a run does into events: updates gathered, moments and samples kept and told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from model.messages import Message
from model.runs.progress import TrainingProgress
from model.traces.moment import Moment
from model.traces.probe import SampleTranslations
from viz_app.panels.training.jobs.run_keeper import RunKeeper
from viz_app.panels.training.jobs.training_events import TrainingEvent, TrainingReported

if TYPE_CHECKING:
    from model.training.run import TrainingRun

REPORT_SECONDS = 0.25
"""The curves are drawn anew at most four times a second: more would slow the run down."""


class RunTeller:
    """Tells of one run; everything that it tells, its folder keeps."""

    def __init__(
        self, keeper: RunKeeper, run: TrainingRun, *, seconds: float = REPORT_SECONDS
    ) -> None:
        """Updates are told at most every ``seconds``."""
        self._keeper = keeper
        self._run = run
        self._seconds = seconds
        self._untold = False
        self._sent = -seconds
        self._slept = run.clock.slept_seconds

    def told(
        self, item: TrainingProgress | Moment | SampleTranslations | None
    ) -> list[TrainingEvent]:
        """The events of one item, oldest first; of most items there are none yet.

        None, from a run that is validating, is a place to take turns and nothing to tell.
        """
        match item:
            case TrainingProgress():
                return self._updated(item)
            case Moment():
                notice = self._keeper.recorded(item)
                return [*self.waiting(), item, *told(notice)]
            case SampleTranslations():
                self._keeper.sampled(item)
                return [*self.waiting(), item]
        return []

    def waiting(self) -> list[TrainingEvent]:
        """What was not told yet."""
        if not self._untold:
            return []
        self._untold, self._sent = False, time.monotonic()
        return [TrainingReported(self._run.curve.thinned())]

    def _updated(self, report: TrainingProgress) -> list[TrainingEvent]:
        self._untold = True
        events: list[TrainingEvent] = [*told(report.notice), *self._woken()]
        if report.done or events or time.monotonic() - self._sent >= self._seconds:
            return [*self.waiting(), *events]
        return events

    def _woken(self) -> list[TrainingEvent]:
        """One sentence when the machine has slept during an update."""
        before, self._slept = self._slept, self._run.clock.slept_seconds
        slept = self._slept - before
        if slept <= 0:
            return []
        minutes = max(1, round(slept / 60))
        notice = Message(
            "The machine slept for about {minutes} minutes; the run goes on where it was.",
            {"minutes": minutes},
        )
        return [notice]


def told(notice: Message | None) -> list[TrainingEvent]:
    """A sentence, if there is one."""
    return [] if notice is None else [notice]
