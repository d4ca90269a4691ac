"""What the command line says: results to stdout, sentences to stderr, always UTF-8."""

from __future__ import annotations

import io
import os
import sys
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from model.foreign_files import shown_name
from model.messages import Message

DONE, FAILED = 0, 1
READER_GONE = 128 + 13
"""As a shell says it of a program that wrote to a closed pipe."""

_HIDDEN = frozenset({"Cc", "Cf", "Zl", "Zp"})


def use_utf8() -> None:
    """Make stdout and stderr UTF-8 also where the locale is ``C``; nothing can fail to print."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def show(text: str) -> None:
    """Print one line of a result at once, so that a pipe's reader gets it now."""
    print(text, flush=True)


def complain(text: str | Message) -> None:
    """Say one sentence on stderr; what it quotes cannot steer the terminal.

    Where stderr itself is gone there is nobody to tell.
    """
    with suppress(OSError):
        print(f"headlight: {visible(str(text))}", file=sys.stderr, flush=True)


def visible(text: str) -> str:
    """The text with control, direction and line characters spelled out, as ``U+202E`` is."""
    return "".join(
        _spelled(char) if unicodedata.category(char) in _HIDDEN else char
        for char in shown_name(text)
    )


def columns_of(text: str) -> int:
    """Columns that a text takes in a terminal: Chinese characters take two."""
    wide = sum(unicodedata.east_asian_width(char) in {"W", "F"} for char in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def finish() -> OSError | None:
    """Write out what stdout and stderr still hold; why one of them could not be written.

    What cannot be written is let go, or Python would complain at its exit.
    """
    streams = (sys.stdout, sys.stderr)
    errors = [_flushed(stream) for stream in streams if stream is not None]
    return next((error for error in errors if error is not None), None)


def _flushed(stream: TextIO) -> OSError | None:
    try:
        stream.flush()
    except OSError as error:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())
        return error
    return None


def _spelled(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
