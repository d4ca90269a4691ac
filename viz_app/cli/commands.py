"""The commands and their options; those of a command are made when it is given."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

from viz_app.cli import arguments as given
from viz_app.storage.library import DEFAULT_MODEL
from viz_app.storage.settings import ThemeName
from viz_app.storage.settings_file import CHOICES

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
    from viz_app.cli.render_options import add_render_options, wrong_together

    add_render_options(command)
    _add_who_translates(command)
    command.set_defaults(wrong=wrong_together)


def _animate(command: argparse.ArgumentParser) -> None:
    from viz_app.cli.animate_options import add_animate_options
    from viz_app.cli.render_options import wrong_head

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
    from viz_app.cli.import_model import add_import_options

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
