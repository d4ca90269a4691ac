"""The commands, parsed and checked."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NoReturn

from viz_app.cli.arguments import (
    Asking,
    CommandOptions,
    PageLanguage,
    add_options,
    device,
    model,
    option,
    sentence,
    switch,
)
from viz_app.cli.terminal import visible
from viz_app.storage.settings import ThemeName

_COUNTING = "Layers, heads, queries and keys are numbered from 1 in JSON and CSV, as in the window."

COMMANDS: Mapping[str, tuple[str, str]] = {
    "translate": ("print the translation of a sentence", "translate.TranslateOptions"),
    "render": ("save pictures of a sentence's attention to files", "picture_options.RenderOptions"),
    "animate": (
        "save the decoding of a sentence, or the time-lapse of a run, as GIF or MP4",
        "picture_options.AnimateOptions",
    ),
    "export": (
        f"write the tokens and attention weights of a sentence. {_COUNTING}",
        "translate.ExportOptions",
    ),
    "report": (
        "write an HTML page with a sentence, its translation and all attention",
        "translate.ReportOptions",
    ),
    "why": (
        "take the difference of two tokens’ logits apart: what each head, layer and bias adds",
        "effects.WhyOptions",
    ),
    "sweep": (
        "measure what switching off each head does to the loss on a sample of pairs",
        "effects.SweepOptions",
    ),
    "align": (
        "print the word alignment of cross-attention in Pharaoh format, words from 0",
        "effects.AlignOptions",
    ),
    "train": ("train a model and write its checkpoint", "train.TrainOptions"),
    "split": ("split corpora into a training part and a held-out part", "train.SplitOptions"),
    "evaluate": ("translate a file and print BLEU and chrF", "translate.EvaluateOptions"),
    "lesson": (
        "check a lesson file and compute its answers, or print its questions as a worksheet",
        "lesson.LessonOptions",
    ),
    "check": ("check whether a model works correctly", "models.CheckOptions"),
    "import": ("convert another program's model to a checkpoint", "models.ImportOptions"),
    "models": ("list the shipped, trained and imported models", "models.ModelsOptions"),
    "open": ("open a session, a model or a run in the window", "window.OpenOptions"),
    "install-desktop": (
        "add Headlight to the desktop menu, and open .headlight files with it",
        "window.InstallOptions",
    ),
}
"""Each with its summary, and the class of its options, which is imported when it is given."""

_DESCRIPTION = (
    "Show what every attention head of a Transformer attends to during translation and "
    "training.\nWithout a command, the window opens.\n"
)


@dataclass(frozen=True, kw_only=True)
class StartOptions(CommandOptions):
    """Options without a command, or before one; the window opens with them."""

    run = "window.open_window"
    model: str | None = model()
    device: str | None = device()
    text: str | None = option(
        "sentence to translate at start", "SENTENCE", sentence, group="window"
    )
    language: PageLanguage | None = option(
        "language of the window", flags=("--lang",), group="window"
    )
    theme: ThemeName | None = option("colour theme of the window", group="window")
    quit_after_first_picture: bool = switch(argparse.SUPPRESS, group="window")


class _Parser(argparse.ArgumentParser):
    """An argument parser with short error messages, control characters escaped."""

    def error(self, message: str) -> NoReturn:
        said = f"{self.prog}: error: {visible(message)}"
        self.exit(2, f"{said}\nSee `{self.prog} --help` for usage.\n")

    def print_help(self, file: Any = None) -> None:
        # argparse would hide an error while printing.
        print(self.format_help(), end="", file=file)


class _CommandParser(_Parser):
    """Finds ``options``, an object of the command's class."""

    def __init__(self, *, options: str, **settings: Any) -> None:
        """``options``: file and name of the class, imported when the command is given."""
        super().__init__(**settings)
        self._options = options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        del namespace
        file, _, name = self._options.rpartition(".")
        options: type[CommandOptions] = getattr(import_module(f"viz_app.cli.{file}"), name)
        add_options(self, options)
        self.epilog = options.epilog
        answers: dict[str, Any] = {}
        if issubclass(options, Asking):
            args, answers["answers"] = self._apart(args)
        found, rest = super().parse_known_args(args)
        made = options(**vars(found), **answers)
        wrong = made.wrong()
        if wrong is not None and not rest:
            self.error(wrong)
        return argparse.Namespace(options=made), rest

    def _apart(self, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        """Known arguments, and values of unknown options by their names."""
        known: list[str] = []
        answers: dict[str, str] = {}
        rest = iter(arguments)
        for argument in rest:
            name, given, value = argument.partition("=")
            if argument == "--" or not name.startswith("--") or name in self._option_string_actions:
                known += [argument, *(rest if argument == "--" else ())]
                continue
            value = value if given else next(rest, "--")
            if not given and value.startswith("--"):
                self.error(f"argument {name}: expected one argument")
            answers[name.removeprefix("--")] = value
        return known, answers


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


def parse(arguments: Sequence[str] | None) -> CommandOptions:
    """Raises SystemExit for bad usage, help and version."""
    parser = _Parser(prog="headlight", description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument(
        "--version", action=_Version, nargs=0, default=argparse.SUPPRESS, help="print the version"
    )
    add_options(parser, StartOptions)
    commands = parser.add_subparsers(
        dest="command", title="commands", metavar="COMMAND", parser_class=_CommandParser
    )
    for name, (summary, options) in COMMANDS.items():
        commands.add_parser(
            name,
            help=summary.partition(". ")[0],
            description=summary,
            allow_abbrev=False,
            options=options,
        )
    found = vars(parser.parse_args(arguments))
    command, made = found.pop("command"), found.pop("options", None)
    window = StartOptions(**found)
    return window if made is None else _after(window, made, command=command, parser=parser)


def _after(
    window: StartOptions, options: CommandOptions, *, command: str, parser: _Parser
) -> CommandOptions:
    """The options of a command, with those given before it; reports one that it does not take."""
    names = {field.name for field in dataclasses.fields(options)}
    if "window" in names:
        return dataclasses.replace(options, **{"window": window})
    of_windows = {"text": window.text, "lang": window.language, "theme": window.theme}
    for name, value in of_windows.items():
        if value is not None:
            parser.error(f"--{name} before a command applies to the window only")
    given = {"model": window.model, "device": window.device}
    given = {name: value for name, value in given.items() if value is not None}
    for name in given:
        if name not in names:
            parser.error(f"--{name} has no effect before {command}: the command does not take it")
    return dataclasses.replace(
        options, **{name: value for name, value in given.items() if getattr(options, name) is None}
    )
