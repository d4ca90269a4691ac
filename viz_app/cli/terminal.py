"""Output of the command line: results to stdout, messages to stderr, always UTF-8."""

from __future__ import annotations

import io
import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from model.files import shown_name
from model.messages import Message

# ---------------------------------------------------------------------------------------- terminal


DONE, FAILED = 0, 1
READER_GONE = 128 + 13
"""Exit status as a shell reports it after writing to a closed pipe."""

_HIDDEN = frozenset({"Cc", "Cf", "Zl", "Zp"})


def use_utf8() -> None:
    # Also where the locale is ``C``; characters that cannot be encoded are escaped.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def show(text: str) -> None:
    """Print one line of a result and flush it, for readers of a pipe."""
    print(text, flush=True)


def complain(text: str | Message) -> None:
    """Print one sentence on stderr, with control characters escaped."""
    with suppress(OSError):
        print(f"headlight: {visible(str(text))}", file=sys.stderr, flush=True)


def visible(text: str) -> str:
    """The text with control, direction and line characters escaped, as ``U+202E``."""
    return "".join(
        _spelled(char) if unicodedata.category(char) in _HIDDEN else char
        for char in shown_name(text)
    )


def columns_of(text: str) -> int:
    """Width in columns of a terminal: Chinese characters take two."""
    wide = sum(unicodedata.east_asian_width(char) in {"W", "F"} for char in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def finish() -> OSError | None:
    """Flush stdout and stderr; returns the error if that fails.

    Output that cannot be written is dropped, or Python would report it at its exit.
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


# ----------------------------------------------------------------------------------------- display
# Whether a window can open, tested before Qt is loaded: Qt aborts the process if none can.


PLATFORM = "QT_QPA_PLATFORM"
OFFSCREEN = "offscreen"

_NEEDS_DISPLAY = frozenset({"", "xcb", "wayland", "wayland-egl", "wayland-xcomposite-egl"})
_X_DISPLAY = re.compile(r"(?P<host>.*):(?P<number>\d+)(\.\d+)?")
_X_SOCKETS = "/tmp/.X11-unix/X"
_X_FIRST_PORT = 6000
_PATIENCE_SECONDS = 2.0


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether there is a screen, or Qt is configured to do without one."""
    if not sys.platform.startswith("linux"):
        return True
    if not _needs_display(environment):
        return True
    return _wayland_answers(environment) or _x_answers(environment.get("DISPLAY", ""))


def draw_without_display() -> None:
    # On Linux only: elsewhere there is a screen, or fonts would be missing.
    if sys.platform.startswith("linux") and _needs_display(os.environ):
        os.environ[PLATFORM] = OFFSCREEN


def _needs_display(environment: Mapping[str, str]) -> bool:
    """``QT_QPA_PLATFORM`` may be a list, ``wayland;xcb``, with options, ``offscreen:…``."""
    names = environment.get(PLATFORM, "").split(";")
    return all(name.partition(":")[0] in _NEEDS_DISPLAY for name in names)


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY", "")
    folder = environment.get("XDG_RUNTIME_DIR", "")
    return bool(name) and _answers(str(Path(folder) / name))


def _x_answers(display: str) -> bool:
    """``:0`` is a socket in the file system or an abstract one; ``host:10.0`` a port."""
    parts = _X_DISPLAY.fullmatch(display)
    if parts is None:
        return False
    host, number = parts["host"], parts["number"]
    if host in {"", "unix"}:
        return any(_answers(start + _X_SOCKETS + number) for start in ("", "\0"))
    return _port_answers(host, _X_FIRST_PORT + int(number))


def _answers(address: str) -> bool:
    import socket  # not where Qt needs no display

    with socket.socket(socket.AF_UNIX) as end:
        try:
            end.connect(address)
        except OSError:
            return False
    return True


def _port_answers(host: str, port: int) -> bool:
    import socket

    try:
        socket.create_connection((host, port), timeout=_PATIENCE_SECONDS).close()
    except (OSError, OverflowError):
        return False
    return True
