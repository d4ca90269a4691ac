"""``headlight import``: another program's model becomes a checkpoint."""

from __future__ import annotations

import os
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from model.atomic import WriteError
from model.foreign_files import path_named, shown_name
from viz_app.cli.destination import check_writable
from viz_app.cli.progress import follow_tensors
from viz_app.cli.stopping import stopping_on_signals
from viz_app.cli.terminal import DONE, columns_of, show, visible
from viz_app.storage.library import Library

if TYPE_CHECKING:
    from model.checkpoint.readers.places import TensorOrigin
    from model.checkpoint.readers.questions import ImportQuestion
    from model.checkpoint.readers.recognised import Recognised

ANSWERS = "answers"
"""Where the parser keeps options of any name: readers ask what they need to know."""


def add_import_options(command: ArgumentParser) -> None:
    """All but the answers."""
    command.add_argument(
        "path",
        metavar="FOLDER|FILE",
        type=path_named,
        help="as the Hugging Face hub or the model's own program has it",
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help="the checkpoint; replaced when it is there (a new one among your models)",
    )
    command.add_argument(
        "--dry-run",
        action="store_true",
        help="print what was recognised and the place of every tensor; write nothing",
    )
    command.epilog = (
        "What a model does not say of itself is asked for by name, and given as --NAME VALUE, as "
        "in --heads 8; --dry-run lists what can be given."
    )


def import_model(options: Namespace) -> int:
    """Recognise, then print the table, or write the checkpoint and print its path.

    The table is printed also where something is missing, which is said after it.

    Raises:
        UserError: it is no model that is known, something is not said or has no place, or the file
            cannot be written.
    """
    if not options.dry_run and options.output is not None:
        _check_output(options.output, options.path)
    from model.checkpoint.importing import recognise

    recognised = recognise(options.path, options.answers)
    if options.dry_run:
        for line in _table(recognised):
            show(visible(line))
    recognised.check()
    if options.dry_run:
        return DONE
    output = options.output or Library().new_path(_stem(options.path))
    check_writable(output)
    _write(recognised, output)
    show(str(output))
    return DONE


def _check_output(output: Path, source: Path) -> None:
    """Raise WriteError where nothing may be written: before the model is looked at."""
    Library().check_not_shipped(output)
    check_writable(output)
    read = [source] if source.is_file() else []
    if source.is_dir() and os.access(source, os.R_OK):
        read = [path for path in source.iterdir() if path.is_file()]
    if output.exists() and any(output.samefile(path) for path in read):
        raise WriteError(
            "{path} is being read and would be replaced. Choose another folder.", path=output
        )


def _stem(path: Path) -> str:
    real = path.resolve()
    return shown_name(real.name if real.is_dir() else real.stem)


def _write(recognised: Recognised, output: Path) -> None:
    """Ctrl-C ends it between two tensors, and nothing is left behind."""
    from model.checkpoint.importing import import_steps

    asked = threading.Event()
    with stopping_on_signals(asked.set):
        steps = import_steps(recognised, output)

        def _done() -> Iterator[int]:
            for step in steps:
                if asked.is_set():
                    steps.close()
                    raise KeyboardInterrupt
                yield step.done

        follow_tensors(_done(), total=2 * len(recognised.shapes), stream=sys.stderr)


def _table(recognised: Recognised) -> Iterator[str]:
    """All that was understood, in lines."""
    yield f"family         {recognised.family}"
    for name, value in recognised.config.to_json().items():
        yield f"{name:<22} {_written(value)}"
    for side, tokenizer in (
        ("source", recognised.src_tokenizer),
        ("target", recognised.tgt_tokenizer),
    ):
        yield f"{side + ' vocabulary':<22} {len(tokenizer):,} tokens"
    yield from _titled("questions", map(_question, recognised.questions))
    yield from _titled("tensors", _places(recognised))
    left_out = [name for name in recognised.left_out if name in recognised.file.shapes]
    yield from _titled("left out: another tensor, or the configuration, says the same", left_out)
    yield from _titled("without a place", recognised.unplaced)


def _titled(title: str, lines: Iterator[str] | list[str] | tuple[str, ...]) -> Iterator[str]:
    found = [*lines]
    if found:
        yield from ("", title, *(f"  {line}" for line in found))


def _written(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value[:8])) + (" …" if len(value) > 8 else "")
    return str(value)


def _question(question: ImportQuestion) -> str:
    """As the option that answers it, and who has said so."""
    who = "the model says so" if question.told else "given"
    if question.open:
        who = "not said"
    range_ = f"{question.smallest} to {question.largest}"
    can = ", ".join(question.choices) or ("a file" if question.is_path else range_)
    return f"--{question.name} {question.answer or 'FILE'}   {who}; can be: {can}"


def _places(recognised: Recognised) -> Iterator[str]:
    """Theirs → ours, shape, how; columns one under the other."""
    rows = [
        (_theirs(place, recognised.file.shapes), name, _shape(shape), place.how if place else "")
        for name, shape in recognised.shapes.items()
        for place in (recognised.places.get(name),)
    ]
    width = max(columns_of(theirs) for theirs, *_ in rows)
    ours = max(len(name) for _, name, *_ in rows)
    for theirs, name, shape, how in rows:
        beside = f"  ({how})" if how else ""
        blanks = " " * (width - columns_of(theirs))
        yield f"{theirs}{blanks} → {name:<{ours}}  {shape}{beside}"


def _theirs(place: TensorOrigin | None, known: Mapping[str, object]) -> str:
    if place is None:
        return "nothing"
    names = (name if name in known else f"{name} (missing)" for name in place.names)
    return ", ".join(names) or "made up"


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) or "one number"
