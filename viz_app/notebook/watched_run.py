"""The folder of a training that somebody else does, kept up to date while it goes on."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from model.runs.card import RunCard, RunStatus
from model.runs.curve import CurvePoint
from model.traces.moment import Moment
from model.traces.trace import Trace
from viz_app.notebook.given_weights import WeightsError
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.run_names import now
from viz_app.storage.runs import Runs

SAVE_SECONDS = 30.0
"""How often the curve and the card are written before the end; moments are at once."""


class WatchedRun:
    """Moments, curve and card; locked until it is closed.

    Attributes:
        folder: where they are.
        moments: the updates of those that are kept, in order.
    """

    def __init__(self, card: RunCard, folder: Path | None) -> None:
        """Make the folder: ``folder``, or among the runs of the window.

        Raises:
            WeightsError: ``folder`` holds something already.
            WriteError: it cannot be made.
        """
        self._files = Runs().begin(card) if folder is None else _begun(card, folder)
        self.folder = self._files.path
        self.moments: list[int] = []
        self._curve: list[CurvePoint] = []
        self._begun = self._saved = time.monotonic()

    def write(self, update: int, traces: tuple[Trace, ...]) -> None:
        """One moment more; the heads' numbers follow from its weights.

        Raises:
            WriteError: it cannot be written.
        """
        self._files.write_moment(Moment(update=update, epoch=0, traces=traces, numbers={}))
        self.moments.append(update)
        if time.monotonic() - self._saved > SAVE_SECONDS:
            self._save("running", update=update)

    def keep(self, every: int) -> None:
        """Let go of the moments between: of an update that no ``every`` ends at."""
        for update in [known for known in self.moments if known % every]:
            with suppress(OSError):  # one that cannot be removed is a moment more
                self._files.moment_path(update).unlink()
            self.moments.remove(update)

    def note(
        self, update: int, losses: Sequence[float], *, learning_rate: float, gradient_norm: float
    ) -> None:
        """The mean of some losses; one that is no number has no place in a curve."""
        finite = [loss for loss in losses if math.isfinite(loss)]
        if finite:
            self._curve.append(
                CurvePoint(
                    update=update,
                    epoch=1,
                    loss=math.fsum(finite) / len(finite),
                    learning_rate=learning_rate,
                    gradient_norm=gradient_norm,
                )
            )

    def close(self, status: RunStatus, *, update: int, reason: str = "") -> None:
        """The training is over, or goes on unwatched.

        Raises:
            WriteError: the last of it cannot be written.
        """
        try:
            self._save(status, update=update, reason=reason)
        finally:
            self._files.release_lock()

    def _save(self, status: RunStatus, *, update: int, reason: str = "") -> None:
        self._saved = time.monotonic()
        self._files.write_curve(self._curve)
        self._files.write_card(
            dataclasses.replace(
                self._files.card,
                status=status,
                reason=reason,
                seconds=self._saved - self._begun,
                update=update,
                updates=update,
                loss=self._curve[-1].loss if self._curve else None,
            )
        )


def _begun(card: RunCard, folder: Path) -> RunFolder:
    try:
        taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as error:
        raise WeightsError("{path} cannot be read: {reason}.", path=folder, reason=error) from error
    if taken:
        raise WeightsError(
            "{folder} is there already; give the run a folder of its own.", folder=folder
        )
    run = RunFolder(folder, dataclasses.replace(card, run_id=folder.name, begun=now()))
    run.take_lock()
    run.write_card(run.card)
    return run
