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
from model.runs.curve import last_measured
from model.traces.moment import Moment
from model.traces.probe import SampleTranslations
from viz_app.storage.run_folder import RunFolder

if TYPE_CHECKING:
    from model.training.run import TrainingRun

SAVE_SECONDS = 30.0

LEAVING_SECONDS = 0.3
"""A save that takes longer is not begun when the window closes: that has two seconds in all, in
which the update under way has to end, too."""

SAVED_IN_A_SECOND = 30_000_000
"""Parameters with what the optimizer keeps of them: a guess, until a run was saved once."""


class RunKeeper:
    """Collects what a run tells and writes it, now and then and at its end.

    A disk that is full, or a folder that cannot be made again, is said once and tried again at the
    next time; the run goes on.
    """

    def __init__(
        self,
        folder: RunFolder,
        run: TrainingRun,
        *,
        resumable: bool,
        samples: tuple[SampleTranslations, ...] = (),
        seconds: float = SAVE_SECONDS,
    ) -> None:
        """``resumable``: keep what is needed to go on; ``samples``: those of before a stop."""
        self.folder = folder
        self._card = folder.card
        self._run = run
        self._resumable = resumable
        self._seconds = seconds
        self._samples = samples
        self._took = folder.card.n_parameters / SAVED_IN_A_SECOND
        self._saved = -math.inf  # due at once: a run is kept from its first update on
        self._told = False

    @property
    def card(self) -> RunCard:
        """The run's card as its curve is now; what was measured last stays until the next time."""
        curve = self._run.curve
        if not curve:
            return self._card
        return dataclasses.replace(
            self._card,
            epoch=curve[-1].epoch,
            update=curve[-1].update,
            updates=curve[-1].updates,
            loss=curve[-1].loss,
            seconds=self._run.clock.seconds,
            **last_measured(curve.thinned()),
        )

    def sampled(self, samples: SampleTranslations) -> None:
        """The probes were translated."""
        self._samples = (*self._samples, samples)

    def recorded(self, moment: Moment) -> Message | None:
        """Write a moment at once; what went wrong, unless it was said before."""
        return self._tried(lambda: self.folder.write_moment(moment))

    def due(self) -> bool:
        """Whether it is time to save."""
        return time.monotonic() - self._saved >= self._seconds

    def save(self) -> Message | None:
        """Write everything; what went wrong, unless it was said before.

        To be called where the run is whole: between two reports.
        """
        self._saved = begun = time.monotonic()
        told = self._tried(self._write)
        self._took = time.monotonic() - begun
        return told

    def leave(self, *, seconds: float = LEAVING_SECONDS) -> Message | None:
        """The window closes: save, unless that took longer the last time.

        Then the run goes on from where it was saved last, which is what a crash leaves, too.
        """
        return self.save() if self._took < seconds else None

    def end(self, status: RunStatus, *, reason: str = "", has_model: bool = False) -> None:
        """The run is over: write the last of it.

        A run that was stopped can go on from here; one that failed, from where it was saved last.

        Raises:
            WriteError: it cannot be written.
        """
        self._card = dataclasses.replace(
            self._card, status=status, reason=reason, has_model=has_model
        )
        if status == "stopped":
            self._write()
        else:
            self._write_history()
        if status == "finished":
            self.folder.forget_state()

    def end_unwell(self, reason: str) -> Message | None:
        """The run has failed in a way that nobody expected; what was saved last stays."""
        self._card = dataclasses.replace(self._card, status="failed", reason=reason)
        return self._tried(self._write_history)

    def _write(self) -> None:
        from model.training.saved_run import save_run

        self._write_history()
        if self._resumable and self._run.curve:
            save_run(self._run, self.folder.state_path)

    def _write_history(self) -> None:
        self.folder.write_card(self.card)
        self.folder.write_curve(self._run.curve.thinned())
        self.folder.write_samples(self._samples)

    def _tried(self, write: Callable[[], None]) -> Message | None:
        try:
            write()
        except WriteError as error:
            told, self._told = self._told, True
            return None if told else _unwritten(error)
        self._told = False
        return None


def _unwritten(error: WriteError) -> Message:
    return Message(
        "{reason} The run goes on and tries again; until then a crash would lose it.",
        {"reason": error.message},
    )
