"""From arguments to options, checked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn, get_args

from viz_app.cli.commands import LANGUAGES, add_commands, add_device, add_model
from viz_app.cli.render_options import wrong_together
from viz_app.cli.terminal import visible
from viz_app.storage.settings import ThemeName

_WINDOW_OPTIONS = {"text": "--text", "lang": "--lang", "theme": "--theme"}
_DESCRIPTION = """\
See what every attention head of a Transformer looks at, while it translates and while it learns.
Without a command, the window opens.
"""


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
    if options.command not in {None, "open"} and given:
        parser.error(f"{given[0]} before a command is for the window only")
    wrong = wrong_together(options) if options.command == "render" else None
    if wrong is not None:
        options.refuse(wrong)
    return options


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = _Parser(prog="headlight", description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    add_model(parser, default=None)
    add_device(parser, default=None)
    window = parser.add_argument_group("window")
    window.add_argument("--text", metavar="SENTENCE", help="translate this first")
    window.add_argument("--lang", choices=LANGUAGES, help="language of the window")
    window.add_argument("--theme", choices=get_args(ThemeName), help="colours of the window")
    window.add_argument("--quit-after-first-picture", action="store_true", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    add_commands(commands)
    return parser
