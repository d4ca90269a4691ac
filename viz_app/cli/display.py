"""Whether a window could open here, asked before Qt is: Qt aborts the process when none can."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

PLATFORM = "QT_QPA_PLATFORM"
OFFSCREEN = "offscreen"

_NEEDS_DISPLAY = frozenset({"", "xcb", "wayland", "wayland-egl", "wayland-xcomposite-egl"})
_X_DISPLAY = re.compile(r"(?P<host>.*):(?P<number>\d+)(\.\d+)?")
_X_SOCKETS = "/tmp/.X11-unix/X"
_X_FIRST_PORT = 6000
_PATIENCE_SECONDS = 2.0


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether there is a screen, or Qt was told to do without one."""
    if not sys.platform.startswith("linux"):
        return True
    if not _needs_display(environment):
        return True
    return _wayland_answers(environment) or _x_answers(environment.get("DISPLAY", ""))


def draw_without_display() -> None:
    """Make Qt need no screen, on Linux; elsewhere it has one or fonts would be missing."""
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
