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
# The unfinished run: saved at intervals, interrupted, or resumed.


SAVE_SECONDS = 60.0


def unfinished_path(checkpoint: Path) -> Path:
    return checkpoint.with_name(f"{checkpoint.name}.run")


def check_free(checkpoint: Path, *, resume: bool) -> None:
    """Raise TrainingError for an unfinished run, unless it is resumed."""
    path = unfinished_path(checkpoint)
    if path.exists() and not resume:
        raise TrainingError(
            "{path} contains an unfinished run; add --resume to continue it, or delete it.",
            path=path,
        )


def has_ended(checkpoint: Path) -> bool:
    """Whether the checkpoint exists, and no unfinished run of it."""
    return checkpoint.exists() and not unfinished_path(checkpoint).exists()


class UnfinishedRun:
    """Keeps a run's state beside its checkpoint; only the first of several processes writes."""

    def __init__(
        self, run: TrainingRun, checkpoint: Path, *, seconds: float = SAVE_SECONDS
    ) -> None:
        self._run = run
        self._path = unfinished_path(checkpoint)
        self._seconds = seconds

    def saved_now_and_then(self) -> Iterator[TrainingProgress]:
        # A full disk is reported, and does not end the run.
        saved = time.monotonic()
        for report in self._run.reports():
            yield report
            if time.monotonic() - saved >= self._seconds:
                self._save()
                saved = time.monotonic()

    def go_on(self) -> None:
        """Restore the saved state; raises UserError if damaged, or of another configuration."""
        from model.training.saved_run import restore_run

        if not self._path.exists():
            if self._run.replicas.first:
                complain(f"No unfinished run {self._path}; starting over.")
            return
        restore_run(self._run, self._path)
        if self._run.replicas.first:
            complain(
                f"Continuing after update {len(self._run.curve)} of {self._run.clock.updates}."
            )

    def leave(self) -> None:
        if not self._run.replicas.first:
            return
        run = self._run
        where = f"Stopped after update {len(run.curve)} of {run.clock.updates}"
        if self._save():
            complain(f"{where}; the run is saved in {self._path}. To continue: {self._command()}")
        else:
            complain(f"{where}; the run could not be saved.")

    def remove(self) -> None:
        # A file that cannot be removed is reported.
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            complain(f"{self._path} cannot be removed: {error.strerror or error}.")

    def _command(self) -> str:
        """The command line with ``--resume``."""
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
"""Settings with an option of their own."""


def add_train_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "task",
        metavar=f"TASK|{CORPUS}",
        help=f"{', '.join(TASKS)}, a file of tab-separated pairs, or two line-aligned files",
    )
    command.add_argument(
        "--validation",
        metavar=f"N|{CORPUS}",
        help="validation pairs: a number held out of the corpus, or a separate corpus",
    )
    command.add_argument(
        "--from",
        dest="base",
        metavar="NAME|FILE",
        help="model to continue training, with its sizes and tokenizers (default: a new model)",
    )
    _add_training_numbers(command)
    _add_written_file(command)
    command.add_argument("--threads", type=given.threads, metavar="N", help="number of CPU threads")


def _add_training_numbers(command: argparse.ArgumentParser) -> None:
    command.add_argument("--preset", choices=PRESETS, help="preset of model and training settings")
    command.add_argument("--epochs", type=given.epochs, metavar="N", help="passes over the corpus")
    command.add_argument("--seed", type=given.seed, metavar="N", help="random seed (default: 0)")
    command.add_argument(
        "--set",
        type=given.change,
        action="append",
        default=[],
        dest="changes",
        metavar="NAME=VALUE",
        help=(
            "override a preset value, such as d_model=256; may be repeated; model: "
            f"{', '.join(names_of(ModelConfig))}; training: "
            f"{', '.join(names_of(TrainingConfig))}; not in the window's form, because only "
            f"imported models need them: {', '.join(ONLY_HERE)}"
        ),
    )


def _add_written_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("-o", "--output", metavar="FILE", type=Path, required=True)
    command.add_argument("--resume", action="store_true", help="continue a stopped run")
    command.add_argument(
        "--save-every",
        type=given.seconds,
        default=SAVE_SECONDS,
        metavar="SECONDS",
        help=f"seconds between saves of the unfinished run (default: {SAVE_SECONDS:.0f})",
    )
    command.add_argument("--name", type=given.filled, help="task name stored in the checkpoint")
    command.add_argument(
        "--attribution", type=given.filled, metavar="TEXT", help="source of the data"
    )
    command.add_argument(
        "--half", action="store_true", help="save 16-bit instead of 32-bit weights"
    )


def names_of(numbers: type[ModelConfig | TrainingConfig]) -> tuple[str, ...]:
    # Lists of ids are not options: they belong to models of other programs.
    names = (field.name for field in dataclasses.fields(numbers))
    return tuple(name for name in names if name != "forbidden")


def wrong_numbers(options: Namespace) -> str | None:
    """An error message on a setting that is given twice, or None."""
    names = [name for name, _ in options.changes]
    for name in _ALSO_OPTIONS:
        if name in names and getattr(options, name) is not None:
            return f"--{name} and --set {name}=… cannot be combined"
    return None
