"""What leaves the notebook: warnings, and Headlight's window in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from model.messages import UserError
from viz_app.cli.display import has_display


class HeadlightWarning(UserWarning):
    """Something that was done otherwise than asked, or could not be understood."""


class WindowError(UserError):
    """The window cannot open here."""


def check_display() -> None:
    """Raise WindowError where no window can open."""
    if not has_display():
        raise WindowError(
            "There is no display, so no window can open here; what was saved can be opened "
            "elsewhere, by headlight open."
        )


def open_in_window(path: Path) -> None:
    """Start the window with a session's file or a run's folder, and go on at once.

    Raises:
        WindowError: there is no display.
    """
    check_display()
    subprocess.Popen([sys.executable, "-m", "viz_app", "open", str(path)], start_new_session=True)
