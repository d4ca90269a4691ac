"""The commands with their options, parsed and checked."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, get_args

from model.config import DEVICES
from viz_app.cli import arguments as given
from viz_app.cli.terminal import visible
from viz_app.storage.library import DEFAULT_MODEL, ENGLISH_MODEL
from viz_app.storage.settings import ThemeName

# ---------------------------------------------------------------------------------------- commands
# The commands and their options, which are created when a command is given.


ANSWERS = "answers"
"""Destination of options of any name: answers to the questions of readers."""

ASKING = ("check", "import")
"""Commands with such options."""

HELDOUT = 1000

_COUNTING = "Layers, heads, queries and keys are numbered from 1 in JSON and CSV, as in the window."


def add_commands(commands: Any) -> None:
    """Add every command to subparsers; its options are added when it has arguments."""
    for name, (summary, fill) in COMMANDS.items():
        others = {"others": ANSWERS} if name in ASKING else {}
        command = commands.add_parser(
            name,
            help=summary.partition(". ")[0],
            description=summary,
            allow_abbrev=False,
            fill=fill,
            **others,
        )
        command.set_defaults(refuse=command.error)


def add_model(parser: argparse.ArgumentParser, default: Any = argparse.SUPPRESS) -> None:
    """``--model``; an option given before the command is its default."""
    parser.add_argument(
        "--model",
        type=given.filled,
        metavar="NAME|FILE",
        default=default,
        help="model name from `headlight models`, or checkpoint file "
        f"(default: {ENGLISH_MODEL} for English, else {DEFAULT_MODEL})",
    )


def add_device(parser: argparse.ArgumentParser, default: Any = argparse.SUPPRESS) -> None:
    # An option given before the command is its default, as with ``--model``.
    parser.add_argument(
        "--device",
        choices=DEVICES,
        default=default,
        help="compute device (default: auto)",
    )


def _translate(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "sentence",
        metavar="SENTENCE",
        help="sentence, or - to read one per line from stdin; put -- before a leading dash",
    )
    command.add_argument(
        "--json",
        action="store_true",
        help="print tokens, log-probabilities and top candidates of each step as JSON lines",
    )
    _add_who_translates(command)


def _render(command: argparse.ArgumentParser) -> None:
    from viz_app.cli.picture_options import add_render_options, wrong_together

    add_render_options(command)
    _add_who_translates(command)
    command.set_defaults(wrong=wrong_together)


def _animate(command: argparse.ArgumentParser) -> None:
    from viz_app.cli.picture_options import add_animate_options, wrong_head

    add_animate_options(command)
    _add_who_translates(command)
    command.set_defaults(wrong=wrong_head)


def _export(command: argparse.ArgumentParser) -> None:
    _add_sentence_to(command, "FILE", given.trace_path, ends=".npz, .json or .csv")
    command.add_argument(
        "--safe-csv",
        action="store_true",
        help="in CSV, put an apostrophe before tokens that begin with =, @, + or -: spreadsheets "
        "evaluate such cells",
    )
    _add_who_translates(command)
    command.set_defaults(wrong=_csv_alone)


def _csv_alone(options: argparse.Namespace) -> str | None:
    """An error message on ``--safe-csv`` with another format, or None."""
    if options.safe_csv and options.output.suffix.lower() != ".csv":
        return f"--safe-csv applies to .csv files only, not to {options.output}"
    return None


def _report(command: argparse.ArgumentParser) -> None:
    _add_sentence_to(command, "FILE.html", given.page_path, ends=".html")
    command.add_argument(
        "--lang",
        choices=given.LANGUAGES,
        default="en",
        dest="page_language",
        help="language of the page (default: en)",
    )
    command.add_argument(
        "--theme",
        choices=get_args(ThemeName),
        default="system",
        dest="page_theme",
        help="colour theme of the page (default: the reader's system; print is always light)",
    )
    _add_who_translates(command)


def _add_who_translates(command: argparse.ArgumentParser) -> None:
    add_model(command)
    add_device(command)


def _add_sentence_to(
    command: argparse.ArgumentParser, name: str, path: Callable[[str], Path], *, ends: str
) -> None:
    command.add_argument("sentence", metavar="SENTENCE")
    command.add_argument(
        "-o",
        "--output",
        metavar=name,
        type=path,
        required=True,
        help=f"output file ({ends}); an existing file is overwritten",
    )


def _train(command: argparse.ArgumentParser) -> None:
    from viz_app.cli.train_options import add_train_options, wrong_numbers

    add_train_options(command)
    add_device(command)
    command.set_defaults(wrong=wrong_numbers)


def _split(command: argparse.ArgumentParser) -> None:
    from viz_app.cli.train_options import CORPUS

    command.add_argument(
        "corpora",
        metavar="CORPUS",
        nargs="+",
        help=f"{CORPUS}: a file of tab-separated pairs, or two line-aligned files",
    )
    command.add_argument("-o", "--output", metavar="DIR", type=Path, required=True)
    command.add_argument(
        "--heldout",
        type=given.heldout,
        default=HELDOUT,
        metavar="N",
        help=f"number of pairs of the first corpus to hold out (default: {HELDOUT})",
    )
    command.add_argument(
        "--seed", type=given.seed, default=0, metavar="N", help="random seed (default: 0)"
    )


def _evaluate(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "evaluated",
        metavar="NAME|FILE",
        help="model name from `headlight models`, or checkpoint file",
    )
    command.add_argument(
        "--source", metavar="FILE", type=Path, required=True, help="one sentence per line"
    )
    command.add_argument(
        "--reference",
        metavar="FILE",
        type=Path,
        required=True,
        action="append",
        dest="references",
        help="reference translations, one per line; may be repeated",
    )
    command.add_argument("--lowercase", action="store_true", help="ignore case")
    add_device(command)


def _check(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "checked",
        metavar="MODEL|PATH",
        type=given.filled,
        help="model name from `headlight models`, checkpoint, or another program's file or folder",
    )
    command.add_argument(
        "--json", action="store_true", help="print all findings as one JSON object on one line"
    )
    command.epilog = (
        "Another program's model is imported into memory, with the same options as "
        "`headlight import`, such as --heads 8; nothing is written. Exit status: 0 passed, "
        "possibly with warnings; 1 a check failed; 2 the model could not be read."
    )
    add_device(command)


def _import(command: argparse.ArgumentParser) -> None:
    from viz_app.cli.models import add_import_options

    add_import_options(command)


def _open(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "path",
        metavar="FILE|FOLDER",
        type=Path,
        nargs="?",
        help=(
            "a session (.headlight), checkpoint (.safetensors), exported run (.zip) or its "
            "folder, or another program's model (opens the import page); without it, the window "
            "opens as usual"
        ),
    )
    add_device(command)


def _install_desktop(command: argparse.ArgumentParser) -> None:
    command.add_argument("--remove", action="store_true", help="undo the installation")


COMMANDS: Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], None] | None]] = {
    "translate": ("print the translation of a sentence", _translate),
    "render": ("save pictures of a sentence's attention to files", _render),
    "animate": (
        "save the decoding of a sentence, or the time-lapse of a run, as GIF or MP4",
        _animate,
    ),
    "export": (f"write the tokens and attention weights of a sentence. {_COUNTING}", _export),
    "report": ("write an HTML page with a sentence, its translation and all attention", _report),
    "train": ("train a model and write its checkpoint", _train),
    "split": ("split corpora into a training part and a held-out part", _split),
    "evaluate": ("translate a file and print BLEU and chrF", _evaluate),
    "check": ("check whether a model works correctly", _check),
    "import": ("convert another program's model to a checkpoint", _import),
    "models": ("list the shipped, trained and imported models", None),
    "open": ("open a session, a model or a run in the window", _open),
    "install-desktop": (
        "add Headlight to the desktop menu, and open .headlight files with it",
        _install_desktop,
    ),
}
"""Each with its summary, and what adds its options; None: it has none."""

# ------------------------------------------------------------------------------------------ parser


_WITHOUT = {
    "train": ("model",),
    "evaluate": ("model",),
    "check": ("model",),
    "split": ("model", "device"),
    "models": ("model", "device"),
    "import": ("model", "device"),
    "install-desktop": ("model", "device"),
}
"""Options allowed before a command, and the commands that do not use them."""

_DESCRIPTION = (
    "Show what every attention head of a Transformer attends to during translation and "
    "training.\nWithout a command, the window opens.\n"
)


class _Parser(argparse.ArgumentParser):
    """An argument parser with short error messages, control characters escaped."""

    def __init__(
        self,
        *,
        others: str = "",
        fill: Callable[[argparse.ArgumentParser], None] | None = None,
        **options: Any,
    ) -> None:
        """``others``: destination of unknown options; ``fill``: adds options at the first use."""
        super().__init__(**options)
        self._others, self._fill = others, fill

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._fill is not None:
            self._fill(self)
            self._fill = None
        if not self._others:
            return super().parse_known_args(args, namespace)
        known, others = self._apart(list(args))
        found, rest = super().parse_known_args(known, namespace)
        setattr(found, self._others, others)
        return found, rest

    def _apart(self, arguments: list[str]) -> tuple[list[str], dict[str, str]]:
        """Known arguments, and values of unknown options by their names."""
        known: list[str] = []
        others: dict[str, str] = {}
        rest = iter(arguments)
        for argument in rest:
            name, given, value = argument.partition("=")
            if argument == "--" or not name.startswith("--") or name in self._option_string_actions:
                known += [argument, *(rest if argument == "--" else ())]
                continue
            value = value if given else next(rest, "--")
            if not given and value.startswith("--"):
                self.error(f"argument {name}: expected one argument")
            others[name.removeprefix("--")] = value
        return known, others

    def error(self, message: str) -> NoReturn:
        said = f"{self.prog}: error: {visible(message)}"
        self.exit(2, f"{said}\nSee `{self.prog} --help` for usage.\n")

    def print_help(self, file: Any = None) -> None:
        # argparse would hide an error while printing.
        print(self.format_help(), end="", file=file)


class _Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("headlight")
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"headlight {number}")
        parser.exit()


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """``command`` is None for the window; raises SystemExit for bad usage, help and version."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.command not in {None, "open"}:
        _refuse_before(parser, options)
    wrong = options.wrong(options) if "wrong" in options else None
    if wrong is not None:
        options.refuse(wrong)
    return options


def _refuse_before(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Report an option before a command that does not use it."""
    for name in ("text", "lang", "theme"):
        if getattr(options, name) is not None:
            parser.error(f"--{name} before a command applies to the window only")
    for name in _WITHOUT.get(options.command, ()):
        if getattr(options, name) is not None:
            parser.error(
                f"--{name} has no effect before {options.command}: the command does not take it"
            )


def build_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="headlight", description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    add_model(parser, default=None)
    add_device(parser, default=None)
    window = parser.add_argument_group("window")
    window.add_argument(
        "--text", type=given.sentence, metavar="SENTENCE", help="sentence to translate at start"
    )
    window.add_argument("--lang", choices=given.LANGUAGES, help="language of the window")
    window.add_argument("--theme", choices=get_args(ThemeName), help="colour theme of the window")
    window.add_argument("--quit-after-first-picture", action="store_true", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    add_commands(commands)
    return parser
