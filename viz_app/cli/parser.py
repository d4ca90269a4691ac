"""From arguments to options, checked."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, get_args

from viz_app.cli import arguments as given
from viz_app.cli.commands import add_commands, add_device, add_model
from viz_app.cli.terminal import visible
from viz_app.storage.settings import ThemeName

_WINDOW_OPTIONS = ("text", "lang", "theme")
_WITHOUT = {
    "train": ("model",),
    "evaluate": ("model",),
    "check": ("model",),
    "split": ("model", "device"),
    "models": ("model", "device"),
    "import": ("model", "device"),
    "install-desktop": ("model", "device"),
}
"""What may stand before a command, and these make no use of."""

_DESCRIPTION = """\
See what every attention head of a Transformer looks at, while it translates and while it learns.
Without a command, the window opens.
"""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are short and cannot steer the terminal."""

    def __init__(
        self,
        *,
        others: str = "",
        fill: Callable[[argparse.ArgumentParser], None] | None = None,
        **options: Any,
    ) -> None:
        """Know no option but ``--help`` yet.

        Args:
            others: where options of names that it does not know are kept, with their values.
            fill: adds its options when it first has arguments; the window's start makes no others.
            **options: argparse's.
        """
        super().__init__(**options)
        self._others, self._fill = others, fill

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As usual, after options of unknown names have been put aside."""
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
        """What it knows, and values by the names of the options that it does not."""
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
        """Say what is wrong, and where the usage stands; exit with status 2."""
        said = f"{self.prog}: error: {visible(message)}"
        self.exit(2, f"{said}\n`{self.prog} --help` says how it is used.\n")

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
    if options.command not in {None, "open"}:
        _refuse_before(parser, options)
    wrong = options.wrong(options) if "wrong" in options else None
    if wrong is not None:
        options.refuse(wrong)
    return options


def _refuse_before(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Say what stands before a command that makes no use of it."""
    for name in _WINDOW_OPTIONS:
        if getattr(options, name) is not None:
            parser.error(f"--{name} before a command is for the window only")
    for name in _WITHOUT.get(options.command, ()):
        if getattr(options, name) is not None:
            parser.error(f"--{name} before {options.command} says nothing: it takes none")


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = _Parser(prog="headlight", description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    add_model(parser, default=None)
    add_device(parser, default=None)
    window = parser.add_argument_group("window")
    window.add_argument(
        "--text", type=given.filled, metavar="SENTENCE", help="translate this first"
    )
    window.add_argument("--lang", choices=given.LANGUAGES, help="language of the window")
    window.add_argument("--theme", choices=get_args(ThemeName), help="colours of the window")
    window.add_argument("--quit-after-first-picture", action="store_true", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    add_commands(commands)
    return parser
