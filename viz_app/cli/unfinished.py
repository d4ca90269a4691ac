"""The run that is not finished: saved now and then, left to be gone on with, or gone on with."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from model.atomic import WriteError
from model.messages import TrainingError
from model.runs.progress import TrainingProgress
from viz_app.cli.terminal import complain

if TYPE_CHECKING:
    from model.training.run import TrainingRun

SAVE_SECONDS = 60.0


def unfinished_path(checkpoint: Path) -> Path:
    """Where the unfinished run of a checkpoint is kept: beside it, ``.run`` added."""
    return checkpoint.with_name(f"{checkpoint.name}.run")


def check_free(checkpoint: Path, *, resume: bool) -> None:
    """Refuse to begin anew over an unfinished run.

    Raises:
        TrainingError: there is one, and nobody asked to go on with it.
    """
    path = unfinished_path(checkpoint)
    if path.exists() and not resume:
        raise TrainingError(
            "{path} holds an unfinished run; add --resume to go on with it, or remove it.",
            path=path,
        )


def has_ended(checkpoint: Path) -> bool:
    """Whether the checkpoint is there, and no unfinished run of it that could go on."""
    return checkpoint.exists() and not unfinished_path(checkpoint).exists()


class UnfinishedRun:
    """Keeps a run's state beside its checkpoint; only the first of several processes writes."""

    def __init__(
        self, run: TrainingRun, checkpoint: Path, *, seconds: float = SAVE_SECONDS
    ) -> None:
        """Saved every ``seconds``."""
        self._run = run
        self._path = unfinished_path(checkpoint)
        self._seconds = seconds

    def saved_now_and_then(self) -> Iterator[TrainingProgress]:
        """The run's reports; a disk that is full is told, and does not end the run."""
        saved = time.monotonic()
        for report in self._run.reports():
            yield report
            if time.monotonic() - saved >= self._seconds:
                self._save()
                saved = time.monotonic()

    def go_on(self) -> None:
        """Put the run where it was left.

        Raises:
            UserError: the saved run is damaged, or one of something else.
        """
        from model.training.saved_run import restore_run

        if not self._path.exists():
            if self._run.replicas.first:
                complain(f"There is no unfinished run {self._path}; beginning anew.")
            return
        restore_run(self._run, self._path)
        if self._run.replicas.first:
            complain(f"Going on after update {len(self._run.curve)} of {self._run.clock.updates}.")

    def leave(self) -> None:
        """Save the run as it is and say how to go on."""
        if not self._run.replicas.first:
            return
        run = self._run
        where = f"Stopped after update {len(run.curve)} of {run.clock.updates}"
        if self._save():
            complain(f"{where}; the run is kept in {self._path}. To go on: {self._command()}")
        else:
            complain(f"{where}; the run could not be kept.")

    def remove(self) -> None:
        """The run is over; a file that cannot be removed is told."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            complain(f"{self._path} cannot be removed: {error.strerror or error}.")

    def _command(self) -> str:
        """What was typed, with ``--resume``."""
        count = self._run.replicas.count
        launcher = ["torchrun", "--nproc-per-node", str(count), "--no-python"] if count > 1 else []
        arguments = [argument for argument in sys.argv[1:] if argument != "--resume"]
        return shlex.join([*launcher, "headlight", *arguments, "--resume"])

    def _save(self) -> bool:
        from model.training.saved_run import save_run

        if not self._run.replicas.first:
            return False
        try:
            save_run(self._run, self._path)
        except WriteError as error:
            complain(error.message)
            return False
        return True
