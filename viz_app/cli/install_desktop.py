"""``headlight install-desktop``: into the menu of the desktop, and out of it again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from model.atomic import WriteError, make_folder, write_atomically
from model.messages import UserError
from viz_app.cli.terminal import DONE, complain, show, visible
from viz_app.storage.desktop_files import (
    ICON_SIZES,
    desktop_files,
    desktop_places,
    user_data_folder,
)

_WITHOUT_XDG = {"win32": "Windows", "darwin": "macOS"}

_INDEXES = (
    ("update-mime-database", "mime", "files that end in .headlight stay unknown to the desktop"),
    ("update-desktop-database", "applications", "a double click on a session finds no Headlight"),
)
"""What makes the desktop read a folder again, and what is missing where that is not installed."""


def install_desktop(options: Namespace) -> int:
    """Write the files, or remove them with ``--remove``; their paths go to stdout.

    Raises:
        UserError: this is Windows or macOS.
        WriteError: a file cannot be written or removed.
    """
    if sys.platform in _WITHOUT_XDG:
        raise UserError(
            "{system} has no folders for desktop entries, which Linux and BSD have.",
            system=_WITHOUT_XDG[sys.platform],
        )
    folder = user_data_folder()
    changed = _remove(folder) if options.remove else _install(folder)
    for path in changed:
        show(visible(str(path)))
    if changed:
        _read_again(folder)
    else:
        complain("Headlight is not installed in this desktop.")
    return DONE


def starting_command() -> list[str]:
    """What starts this very Headlight from anywhere: its own program, or Python with it."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-m", "viz_app"]


def _install(folder: Path) -> list[Path]:
    from viz_app.design.app_icon import icon_png

    pngs = {edge: icon_png(edge) for edge in ICON_SIZES}
    files = desktop_files(folder, program=starting_command(), pngs=pngs)
    for path, content in files.items():
        make_folder(path.parent)
        write_atomically(path, content)
    return [*files]


def _remove(folder: Path) -> list[Path]:
    there = [path for path in desktop_places(folder) if os.path.lexists(path)]
    for path in there:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise WriteError(
                "{path} cannot be removed: {reason}.", path=path, reason=error
            ) from error
    return there


def _read_again(folder: Path) -> None:
    """Let the desktop know; what it keeps of icons is old by the folder's time."""
    for program, part, otherwise in _INDEXES:
        found = shutil.which(program)
        if found is None:
            complain(f"{program} is not installed: {otherwise}.")
        elif (folder / part).is_dir():
            done = subprocess.run(
                [found, str(folder / part)], capture_output=True, check=False, text=True
            )
            if done.returncode:
                complain(f"{program} failed: {otherwise}. {done.stderr.strip()}")
    with suppress(OSError):
        os.utime(folder / "icons" / "hicolor")
