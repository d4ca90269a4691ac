"""Answering stdin line by line: one line in, one line out, at once."""

from __future__ import annotations

import codecs
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TextIO

from model.messages import Message, UserError
from viz_app.cli.terminal import DONE, FAILED, complain, show


class LineError(UserError):
    """A line of stdin that is no text."""


def ask_lines(answer: Callable[[str], str], *, failed: Callable[[str], str]) -> int:
    """Print the answer to each line; exit status 1 when one had none.

    Args:
        answer: from a line to its answer, or a UserError.
        failed: what to print instead, from the error's sentence, so that lines stay aligned.

    Raises:
        LineError: stdin is closed.
    """
    if sys.stdin is None:
        raise LineError("There is nothing to read: stdin is closed.")
    status = DONE
    for number, line in enumerate(_followed(sys.stdin.buffer), start=1):
        try:
            show(answer(_text(line)))
        except UserError as error:
            show(failed(str(error)))
            complain(Message("Line {line}: {error}", {"line": number, "error": error}))
            status = FAILED
    return status


def _text(line: bytes) -> str:
    try:
        return line.removeprefix(codecs.BOM_UTF8).decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise LineError("It is not UTF-8 text (byte {byte}).", byte=error.start) from error


def _followed(lines: BinaryIO) -> Iterable[bytes]:
    """The lines, with a progress bar where it helps and disturbs nobody."""
    quiet = lines.isatty() or _is_terminal(sys.stdout) or not _is_terminal(sys.stderr)
    return lines if quiet else _with_bar(lines)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _with_bar(lines: BinaryIO) -> Iterator[bytes]:
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread of its own
    options = {"unit": "B", "unit_scale": True, "file": sys.stderr, "dynamic_ncols": True}
    with tqdm(total=_size(lines), desc="Translating", **options) as bar:
        for line in lines:
            yield line
            bar.update(len(line))


def _size(file: BinaryIO) -> int | None:
    """Bytes of a regular file; None for a pipe, whose end is not known."""
    status = os.fstat(file.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else None
