"""The commands and their options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, get_args

from model.presets import PRESETS
from model.tasks import TASKS
from viz_app.cli.arguments import VIEWS, epochs, seed, trace_path, view_list
from viz_app.cli.terminal import visible
from viz_app.persistence.library import DEFAULT_MODEL
from viz_app.persistence.settings_file import CHOICES
from viz_app.state.settings import Theme

FORMATS = ("png", "svg", "pdf")
LANGUAGES = ("en", "zh_CN")

_WINDOW_OPTIONS = {"text": "--text", "lang": "--lang", "theme": "--theme"}
_DESCRIPTION = """\
See what every attention head of a Transformer looks at, while it translates and while it learns.
Without a command, the window opens.
"""
_COUNTING = "Layers, heads, queries and keys count from 1 in JSON and CSV, as in the window."


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints cannot steer the terminal."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and exit with status 2."""
        super().error(visible(message))

    def print_help(self, file: Any = None) -> None:
        """Print; argparse would keep silent where it cannot."""
        print(self.format_help(), end="", file=file)


class _Version(argparse.Action):
    """Prints the version; looks for it only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("headlight")
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"headlight {number}")
        parser.exit()


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The arguments, checked; ``command`` is None for the window.

    Raises:
        SystemExit: bad usage, or help or the version was asked for and printed.
    """
    parser = build_parser()
    options = parser.parse_args(arguments)
    given = [name for key, name in _WINDOW_OPTIONS.items() if getattr(options, key) is not None]
    if options.command is not None and given:
        parser.error(f"{given[0]} before a command is for the window only")
    return options


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = _Parser(prog="headlight", description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    _add_model(parser, default=None)
    _add_device(parser, default=None)
    window = parser.add_argument_group("window")
    window.add_argument("--text", metavar="SENTENCE", help="translate this first")
    window.add_argument("--lang", choices=LANGUAGES, help="language of the window")
    window.add_argument("--theme", choices=get_args(Theme), help="colours of the window")
    window.add_argument("--quit-after-first-picture", action="store_true", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    for add in (_add_translate, _add_render, _add_export, _add_train, _add_models):
        add(commands)
    return parser


def _add_translate(commands: Any) -> None:
    command = _command(commands, "translate", "print the translation of a sentence")
    command.add_argument(
        "sentence",
        metavar="SENTENCE",
        help="or - to translate each line of stdin; after -- it may begin with a dash",
    )
    command.add_argument(
        "--json",
        action="store_true",
        help="tokens, log-probabilities and the best candidates of each step, one object a line",
    )
    _add_model(command)
    _add_device(command)


def _add_render(commands: Any) -> None:
    command = _command(commands, "render", "draw a sentence's figures into a folder")
    command.add_argument("sentence", metavar="SENTENCE")
    command.add_argument("-o", "--output", metavar="DIR", type=Path, required=True)
    command.add_argument(
        "--views",
        type=view_list,
        default=VIEWS,
        metavar="VIEW,…",
        help=f"which figures: {','.join(VIEWS)} (all by default)",
    )
    command.add_argument("--format", choices=FORMATS, default="png")
    command.add_argument("--theme", choices=("light", "dark"), default="light", dest="figure_theme")
    _add_model(command)
    _add_device(command)


def _add_export(commands: Any) -> None:
    command = _command(commands, "export", f"write a sentence's tokens and weights. {_COUNTING}")
    command.add_argument("sentence", metavar="SENTENCE")
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=trace_path,
        required=True,
        help="ends on .npz, .json or .csv; replaced when it is there",
    )
    _add_model(command)
    _add_device(command)


def _add_train(commands: Any) -> None:
    command = _command(commands, "train", "train a model and write its checkpoint")
    command.add_argument(
        "task",
        metavar="TASK|FILE.tsv|SRC,TGT",
        help=f"{', '.join(TASKS)}, a file of tab-separated pairs, or two files line by line",
    )
    command.add_argument("-o", "--output", metavar="FILE", type=Path, required=True)
    command.add_argument("--preset", choices=PRESETS, help="size of the model and its training")
    command.add_argument("--epochs", type=epochs, metavar="N", help="passes over the corpus")
    command.add_argument("--seed", type=seed, metavar="N", help="where random numbers begin (0)")
    _add_device(command)


def _add_models(commands: Any) -> None:
    _command(commands, "models", "list the models that are shipped or were trained here")


def _command(commands: Any, name: str, summary: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=summary.partition(". ")[0], description=summary, allow_abbrev=False
    )
    return command


def _add_model(parser: argparse.ArgumentParser, default: Any = argparse.SUPPRESS) -> None:
    """``--model``; left out after a command, one given before it holds."""
    parser.add_argument(
        "--model",
        metavar="NAME|FILE",
        default=default,
        help=f"a name that `headlight models` lists, or a checkpoint ({DEFAULT_MODEL})",
    )


def _add_device(parser: argparse.ArgumentParser, default: Any = argparse.SUPPRESS) -> None:
    parser.add_argument(
        "--device", choices=CHOICES["device"], default=default, help="where to compute (auto)"
    )
