"""What ``headlight train`` can be asked for: of which pairs, with which numbers, written where."""

from __future__ import annotations

import argparse
import dataclasses
from argparse import Namespace
from pathlib import Path

from model.config import ModelConfig
from model.runs.presets import PRESETS, TrainingConfig
from model.text.tasks import TASKS
from viz_app.cli import arguments as given
from viz_app.cli.unfinished import SAVE_SECONDS

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
