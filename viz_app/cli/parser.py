"""The commands with their options, parsed and checked."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, get_args

from viz_app.cli import arguments as given
from viz_app.cli.terminal import visible
from viz_app.storage.library import DEFAULT_MODEL
from viz_app.storage.settings import CHOICES, ThemeName

# ---------------------------------------------------------------------------------------- commands
# The commands and their options; those of a command are made when it is given.


ANSWERS = "answers"
"""Where the parser keeps options of any name: readers ask what they need to know."""

ASKING = ("check", "import")
"""Commands with such options."""

HELDOUT = 1000

_COUNTING = "Layers, heads, queries and keys count from 1 in JSON and CSV, as in the window."


def add_commands(commands: Any) -> None:
    """Every command, to a parser's subparsers; its options follow when it has arguments."""
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
    """``--model``; left out after a command, one given before it holds."""
    parser.add_argument(
        "--model",
        type=given.filled,
        metavar="NAME|FILE",
        default=default,
        help=f"a name that `headlight models` lists, or a checkpoint ({DEFAULT_MODEL})",
    )


def add_device(parser: argparse.ArgumentParser, default: Any = argparse.SUPPRESS) -> None:
    """``--device``, in the same way."""
    parser.add_argument(
        "--device", choices=CHOICES["device"], default=default, help="where to compute (auto)"
    )


def _translate(command: argparse.ArgumentParser) -> None:
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
    _add_who_translates(command)


def _report(command: argparse.ArgumentParser) -> None:
    _add_sentence_to(command, "FILE.html", given.page_path, ends=".html")
    command.add_argument(
        "--lang",
        choices=given.LANGUAGES,
        default="en",
        dest="page_language",
        help="language of the page (en)",
    )
    command.add_argument(
        "--theme",
        choices=get_args(ThemeName),
        default="system",
        dest="page_theme",
        help="colours of the page: those of its reader's system by default; paper is light",
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
        help=f"ends on {ends}; replaced when it is there",
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
        help=f"{CORPUS}: a file of tab-separated pairs, or two files line by line",
    )
    command.add_argument("-o", "--output", metavar="DIR", type=Path, required=True)
    command.add_argument(
        "--heldout",
        type=given.heldout,
        default=HELDOUT,
        metavar="N",
        help=f"pairs of the first corpus to hold out ({HELDOUT})",
    )
    command.add_argument(
        "--seed", type=given.seed, default=0, metavar="N", help="where random numbers begin (0)"
    )


def _evaluate(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "evaluated",
        metavar="NAME|FILE",
        help="a name that `headlight models` lists, or a checkpoint",
    )
    command.add_argument(
        "--source", metavar="FILE", type=Path, required=True, help="one sentence a line"
    )
    command.add_argument(
        "--reference",
        metavar="FILE",
        type=Path,
        required=True,
        action="append",
        dest="references",
        help="its translations, line by line; may be given again",
    )
    command.add_argument(
        "--lowercase", action="store_true", help="upper and lower case count as the same"
    )
    add_device(command)


def _check(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "checked",
        metavar="MODEL|PATH",
        type=given.filled,
        help="a name that `headlight models` lists, a checkpoint, or a foreign file or folder",
    )
    command.add_argument(
        "--json", action="store_true", help="all that was found, as one object on one line"
    )
    command.epilog = (
        "A foreign model is imported into memory, with the answers that `headlight import` takes, "
        "as in --heads 8; nothing is written. Exit status: 0 all is well, or there are warnings "
        "alone; 1 a check failed; 2 the model could not be read."
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
        help="a session (.headlight), a checkpoint (.safetensors), an exported run (.zip) or its "
        "folder, or another program's model, for which the import page opens; without one, the "
        "window opens as ever",
    )
    add_device(command)


def _install_desktop(command: argparse.ArgumentParser) -> None:
    command.add_argument("--remove", action="store_true", help="take it out again")


COMMANDS: Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], None] | None]] = {
    "translate": ("print the translation of a sentence", _translate),
    "render": ("draw a sentence's pictures into files", _render),
    "animate": ("save a decoding, or the time-lapse of a run, as GIF or MP4", _animate),
    "export": (f"write a sentence's tokens and weights. {_COUNTING}", _export),
    "report": ("write one page with a sentence, its translation and all attention", _report),
    "train": ("train a model and write its checkpoint", _train),
    "split": ("split corpora into a training part and one held-out part", _split),
    "evaluate": ("translate a file and print BLEU and chrF", _evaluate),
    "check": ("check whether a model works as it should", _check),
    "import": ("make a checkpoint of another program's model", _import),
    "models": ("list the models that are shipped, were trained here or imported", None),
    "open": ("open a session, a model or a run in the window", _open),
    "install-desktop": (
        "put Headlight into the desktop's menu, and make it open .headlight files",
        _install_desktop,
    ),
}
"""Each with its summary, and what adds its options; None: it has none."""

# ------------------------------------------------------------------------------------------ parser


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
