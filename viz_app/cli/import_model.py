"""``headlight import``: another program's model becomes a checkpoint."""

from __future__ import annotations

import os
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from model.atomic import WriteError
from model.checkpoint.foreign_paths import stem_at
from model.foreign_files import path_named
from viz_app.cli.destination import check_writable
from viz_app.cli.progress import follow_tensors
from viz_app.cli.stopping import stopping_on_signals
from viz_app.cli.terminal import DONE, columns_of, show, visible
from viz_app.storage.library import Library

if TYPE_CHECKING:
    from model.checkpoint.import_reading import ImportQuestion, ImportReading, TensorRow
    from model.checkpoint.readers.recognised import Recognised


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
    command.set_defaults(wrong=_wrong_together)


def _wrong_together(options: Namespace) -> str | None:
    """A sentence on a file that would not be written, or None."""
    if options.dry_run and options.output is not None:
        return "--dry-run writes nothing, and -o says where to write; give one of them"
    return None


def import_model(options: Namespace) -> int:
    """Recognise, then print the table, or write the checkpoint and print its path.

    The table is printed also where something is missing, which is said after it.

    Raises:
        UserError: it is no model that is known, something is not said or has no place, or the file
            cannot be written.
    """
    if options.output is not None:
        _check_output(options.output, options.path)
    from model.checkpoint.importing import check_tokenizers, recognise

    recognised = recognise(options.path, options.answers)
    if options.dry_run:
        for line in _table(recognised.reading()):
            show(visible(line))
    recognised.check()
    if options.dry_run:
        check_tokenizers(recognised)
        return DONE
    output = options.output or Library().new_path(stem_at(options.path), imported=True)
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


def _table(reading: ImportReading) -> Iterator[str]:
    """All that was understood, in lines."""
    from viz_app.texts.import_texts import status_title

    yield f"{'family':<22} {reading.family}"
    for name, value in reading.config.to_json().items():
        if name != "dropout":  # nothing of it was trained
            said = "not said" if name in reading.unsaid else _written(value)
            yield f"{name:<22} {said}"
    for side, count in (("source", reading.source_tokens), ("target", reading.target_tokens)):
        yield f"{side + ' vocabulary':<22} {count:,} tokens"
    answered = (question for question in reading.questions if not question.open)
    yield from _titled("answered, and can be said otherwise", map(_answered, answered))
    yield from _titled(status_title("placed"), _places([*reading.rows_of_ours()]))
    for status in ("left out", "unplaced"):
        rows = reading.of_status(status)
        yield from _titled(status_title(status), (row.theirs[0] for row in rows))
    settings = (f"{name} = {_written(value)}" for name, value in reading.not_followed.items())
    yield from _titled("not followed: here the likeliest token is taken at every step", settings)
    open_ = (question for question in reading.questions if question.open)
    yield from _titled("still to be answered", map(_asked, open_))


def _titled(title: str, lines: Iterator[str]) -> Iterator[str]:
    found = [*lines]
    if found:
        yield from ("", title, *(f"  {line}" for line in found))


def _written(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value[:8])) + (" …" if len(value) > 8 else "")
    return str(value)


def _answered(question: ImportQuestion) -> str:
    """As the option that answers it, and who has said so."""
    from viz_app.texts.import_texts import who_said

    return f"--{question.name} {question.answer}   {who_said(question)}; {_can_be(question)}"


def _asked(question: ImportQuestion) -> str:
    """As the option that would answer it; what is used until then is no answer."""
    return f"--{question.name} {'FILE' if question.is_path else 'VALUE'}   {_can_be(question)}"


def _can_be(question: ImportQuestion) -> str:
    from viz_app.texts.import_texts import range_text

    said = ", ".join(question.choices) or ("a file" if question.is_path else range_text(question))
    return f"can be: {said}"


def _places(rows: list[TensorRow]) -> Iterator[str]:
    """Theirs → ours, shape, how; columns one under the other."""
    from viz_app.texts.import_texts import how_text, shape_text, theirs_text

    width = max(columns_of(theirs_text(row)) for row in rows)
    ours = max(len(row.ours) for row in rows)
    for row in rows:
        beside = f"  ({how_text(row)})" if row.how else ""
        blanks = " " * (width - columns_of(theirs_text(row)))
        yield f"{theirs_text(row)}{blanks} → {row.ours:<{ours}}  {shape_text(row)}{beside}"
