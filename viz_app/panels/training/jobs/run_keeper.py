"""Keeps a run's folder up to date while it trains: a crash loses half a minute at most."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from model.atomic import WriteError
from model.messages import Message
from model.runs.card import RunCard, RunStatus
from model.runs.curve import CurvePoint, curve_point, measured_numbers, thinned
from model.runs.progress import TrainingProgress
from model.traces.moment import Moment
from model.traces.probe import SampleTranslations
from viz_app.storage.run_folder import RunFolder

if TYPE_CHECKING:
    from model.training.run import TrainingRun

SAVE_SECONDS = 30.0


class RunKeeper:
    """Collects what a run tells and writes it, now and then and at its end.

    A disk that is full, or a folder that cannot be made again, is said once and tried again at the
    next time; the run goes on.
    """

    def __init__(
        self, folder: RunFolder, run: TrainingRun, *, resumable: bool, seconds: float = SAVE_SECONDS
    ) -> None:
        """Begin with what the folder holds already; ``resumable``: keep what is needed to go on."""
        self.folder = folder
        self.card = folder.card
        self._run = run
        self._resumable = resumable
        self._seconds = seconds
        self._curve: tuple[CurvePoint, ...] = ()
        self._known = len(run.curve)
        self._samples: tuple[SampleTranslations, ...] = ()
        self._saved = -math.inf  # due at once: a run is kept from its first update on
        self._told = False

    def go_on_with(
        self, curve: tuple[CurvePoint, ...], samples: tuple[SampleTranslations, ...]
    ) -> None:
        """What the run told before it was stopped."""
        self._curve, self._samples = curve, samples

    def sampled(self, samples: SampleTranslations) -> None:
        """The probes were translated."""
        self._samples = (*self._samples, samples)

    def recorded(self, moment: Moment) -> Message | None:
        """Write a moment at once; what went wrong, unless it was said before."""
        return self._tried(lambda: self.folder.write_moment(moment))

    def curve(self) -> tuple[CurvePoint, ...]:
        """What the run has told up to now, thinned: the same that its folder keeps."""
        self._catch_up()
        return self._curve

    def due(self) -> bool:
        """Whether it is time to save."""
        return time.monotonic() - self._saved >= self._seconds

    def save(self) -> Message | None:
        """Write everything; what went wrong, unless it was said before.

        To be called where the run is whole: between two reports.
        """
        self._saved = time.monotonic()
        return self._tried(self._write)

    def end(self, status: RunStatus, *, reason: str = "", has_model: bool = False) -> None:
        """The run is over: write the last of it.

        A run that was stopped can go on from here; one that failed, from where it was saved last.

        Raises:
            WriteError: it cannot be written.
        """
        self._catch_up()
        self.card = dataclasses.replace(
            self.card, status=status, reason=reason, has_model=has_model
        )
        if status == "stopped":
            self._write()
        else:
            self._write_history()
        if status == "finished":
            self.folder.forget_state()

    def end_unwell(self, reason: str) -> Message | None:
        """The run has failed in a way that nobody expected; what was saved last stays."""
        self.card = dataclasses.replace(self.card, status="failed", reason=reason)
        return self._tried(self._write_history)

    def _write(self) -> None:
        from model.training.saved_run import save_run

        self._write_history()
        if self._resumable and self._run.curve:
            save_run(self._run, self.folder.state_path)

    def _write_history(self) -> None:
        self._catch_up()
        self.folder.write_card(self.card)
        self.folder.write_curve(self._curve)
        self.folder.write_samples(self._samples)

    def _catch_up(self) -> None:
        """Take the updates since the last time from the run itself: not one can be missed."""
        new, self._known = self._run.curve[self._known :], len(self._run.curve)
        for report in new:
            self._curve = thinned((*self._curve, curve_point(report)))
            self.card = _after(self.card, report, seconds=self._run.clock.seconds)

    def _tried(self, write: Callable[[], None]) -> Message | None:
        try:
            write()
        except WriteError as error:
            told, self._told = self._told, True
            return None if told else _unwritten(error)
        self._told = False
        return None


def _after(card: RunCard, report: TrainingProgress, *, seconds: float) -> RunCard:
    """The card after an update; what was measured last stays until it is measured again."""
    return dataclasses.replace(
        card,
        epoch=report.epoch,
        update=report.update,
        updates=report.updates,
        loss=report.loss,
        seconds=seconds,
        **measured_numbers(report),
    )


def _unwritten(error: WriteError) -> Message:
    return Message(
        "{reason} The run goes on and tries again; until then a crash would lose it.",
        {"reason": error.message},
    )
