"""Ctrl-C at any moment: one sentence and exit status 130.

Until this module has been read, Ctrl-C is a traceback of Python's: so it imports what Python has
imported by then, and next to nothing else.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself would take longer than all of this
    from types import FrameType

INTERRUPTED = 128 + 2
"""As a shell says it of a program that Ctrl-C ended."""

_STDERR = 2


def end_on_interrupt() -> None:
    """From now on Ctrl-C ends the process at once, unless somebody else listens, or it is ignored.

    Not by an exception: inside an import, a destructor or a call from Qt it would be printed, lost,
    or the end of the process by a signal of its own. What was being written is swept by the next.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: FrameType | None) -> None:
    """Say it past all buffers, which may be in use just now, on a line of its own."""
    del number, frame
    try:
        start = b"\n" if os.isatty(_STDERR) else b""
        os.write(_STDERR, start + b"headlight: Interrupted.\n")
    finally:  # also where nobody hears it
        os._exit(INTERRUPTED)
