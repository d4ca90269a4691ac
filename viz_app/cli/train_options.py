"""Options of ``headlight train``: corpus, settings, destination."""

from __future__ import annotations

import argparse
import dataclasses
import shlex
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from model.config import ModelConfig
from model.files import WriteError
from model.messages import TrainingError
from model.runs.presets import PRESETS, TrainingConfig
from model.runs.progress import TrainingProgress
from model.text.tasks import TASKS
from viz_app.cli import arguments as given
from viz_app.cli.terminal import complain

if TYPE_CHECKING:
    from model.training.run import TrainingRun

# -------------------------------------------------------------------------------------- unfinished
# The run that is not finished: saved now and then, left to be gone on with, or gone on with.


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


# ----------------------------------------------------------------------------------- train options


CORPUS = "FILE.tsv|SRC,TGT"

ONLY_HERE = (
    *("norm_epsilon", "sinusoids", "closed_sinusoids"),
    *("position_offset", "output_transform"),
)
"""Switches of the model that the window's form does not have."""

_ALSO_OPTIONS = ("epochs", "seed", "validation")
"""Numbers that can be set, and have an option of their own."""


def add_train_options(command: argparse.ArgumentParser) -> None:
    """All but the device."""
    command.add_argument(
        "task",
        metavar=f"TASK|{CORPUS}",
        help=f"{', '.join(TASKS)}, a file of tab-separated pairs, or two files line by line",
    )
    command.add_argument(
        "--validation",
        metavar=f"N|{CORPUS}",
        help="pairs to measure the loss on: so many of the corpus, or a corpus of their own",
    )
    command.add_argument(
        "--from",
        dest="base",
        metavar="NAME|FILE",
        help="a model that goes on learning, with its sizes and tokenizers (a new one)",
    )
    _add_training_numbers(command)
    _add_written_file(command)
    command.add_argument("--threads", type=given.threads, metavar="N", help="threads of the CPU")


def _add_training_numbers(command: argparse.ArgumentParser) -> None:
    command.add_argument("--preset", choices=PRESETS, help="size of the model and its training")
    command.add_argument("--epochs", type=given.epochs, metavar="N", help="passes over the corpus")
    command.add_argument(
        "--seed", type=given.seed, metavar="N", help="where random numbers begin (0)"
    )
    command.add_argument(
        "--set",
        type=given.change,
        action="append",
        default=[],
        dest="changes",
        metavar="NAME=VALUE",
        help="change a number of the preset, as in d_model=256; may be given again; of the model: "
        f"{', '.join(names_of(ModelConfig))}; of the training: "
        f"{', '.join(names_of(TrainingConfig))}; not in the window's form, "
        f"for they only fit a model of other people's: {', '.join(ONLY_HERE)}",
    )


def _add_written_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("-o", "--output", metavar="FILE", type=Path, required=True)
    command.add_argument("--resume", action="store_true", help="go on with a run that was stopped")
    command.add_argument(
        "--save-every",
        type=given.seconds,
        default=SAVE_SECONDS,
        metavar="SECONDS",
        help=f"how often the unfinished run is saved ({SAVE_SECONDS:.0f})",
    )
    command.add_argument("--name", type=given.filled, help="the task that the checkpoint names")
    command.add_argument(
        "--attribution", type=given.filled, metavar="TEXT", help="where the data is from"
    )
    command.add_argument("--half", action="store_true", help="write weights of 16 bits, not 32")


def names_of(numbers: type[ModelConfig | TrainingConfig]) -> tuple[str, ...]:
    """What can be set of a configuration: no list of ids, which are another program's."""
    names = (field.name for field in dataclasses.fields(numbers))
    return tuple(name for name in names if name != "forbidden")


def wrong_numbers(options: Namespace) -> str | None:
    """A sentence on a number that is given twice, or None."""
    names = [name for name, _ in options.changes]
    for name in _ALSO_OPTIONS:
        if name in names and getattr(options, name) is not None:
            return f"--{name} and --set {name}=… say the same; give one of them"
    return None
