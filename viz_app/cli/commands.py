"""The commands and their options."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from viz_app.cli import arguments as given
from viz_app.cli.animate_options import add_animate_options
from viz_app.cli.import_model import ANSWERS, add_import_options
from viz_app.cli.render_options import add_render_options
from viz_app.cli.train_options import CORPUS, add_train_options
from viz_app.storage.library import DEFAULT_MODEL
from viz_app.storage.settings import ThemeName
from viz_app.storage.settings_file import CHOICES

HELDOUT = 1000

_COUNTING = "Layers, heads, queries and keys count from 1 in JSON and CSV, as in the window."


def add_commands(commands: Any) -> None:
    """Every command with its options, to a parser's subparsers."""
    for add in (_add_translate, _add_render, _add_animate, _add_export, _add_report):
        command = add(commands)
        add_model(command)
        add_device(command)
    _add_train(commands)
    _add_split(commands)
    _add_evaluate(commands)
    _add_check(commands)
    _add_import(commands)
    summary = "list the models that are shipped, were trained here or imported"
    _command(commands, "models", summary=summary)
    _add_open(commands)
    _add_install_desktop(commands)


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


def _add_translate(commands: Any) -> argparse.ArgumentParser:
    command = _command(commands, "translate", summary="print the translation of a sentence")
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
    return command


def _add_render(commands: Any) -> argparse.ArgumentParser:
    command = _command(commands, "render", summary="draw a sentence's pictures into files")
    add_render_options(command)
    return command


def _add_animate(commands: Any) -> argparse.ArgumentParser:
    summary = "save a decoding, or the time-lapse of a run, as GIF or MP4"
    command = _command(commands, "animate", summary=summary)
    add_animate_options(command)
    return command


def _add_export(commands: Any) -> argparse.ArgumentParser:
    summary = f"write a sentence's tokens and weights. {_COUNTING}"
    command = _command(commands, "export", summary=summary)
    _add_sentence_to(command, "FILE", given.trace_path, ends=".npz, .json or .csv")
    return command


def _add_report(commands: Any) -> argparse.ArgumentParser:
    summary = "write one page with a sentence, its translation and all attention"
    command = _command(commands, "report", summary=summary)
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
    return command


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


def _add_train(commands: Any) -> None:
    command = _command(commands, "train", summary="train a model and write its checkpoint")
    add_train_options(command)
    add_device(command)


def _add_split(commands: Any) -> None:
    summary = "split corpora into a training part and one held-out part"
    command = _command(commands, "split", summary=summary)
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


def _add_evaluate(commands: Any) -> None:
    command = _command(commands, "evaluate", summary="translate a file and print BLEU and chrF")
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


def _add_check(commands: Any) -> None:
    summary = "check whether a model works as it should"
    command = _command(commands, "check", summary=summary, others=ANSWERS)
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


def _add_import(commands: Any) -> None:
    summary = "make a checkpoint of another program's model"
    add_import_options(_command(commands, "import", summary=summary, others=ANSWERS))


def _add_open(commands: Any) -> None:
    summary = "open a session, a model or a run in the window"
    command = _command(commands, "open", summary=summary)
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


def _add_install_desktop(commands: Any) -> None:
    summary = "put Headlight into the desktop's menu, and make it open .headlight files"
    command = _command(commands, "install-desktop", summary=summary)
    command.add_argument("--remove", action="store_true", help="take it out again")


def _command(commands: Any, name: str, *, summary: str, **options: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=summary.partition(". ")[0], description=summary, allow_abbrev=False, **options
    )
    command.set_defaults(refuse=command.error)
    return command
