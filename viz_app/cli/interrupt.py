"""Ctrl-C at any moment: one sentence and exit status 130.

Until this module is imported, Ctrl-C shows a traceback: so it imports what Python has
imported by then, and next to nothing else.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself would take longer than all of this
    from types import FrameType

INTERRUPTED = 128 + 2
"""Exit status as a shell reports it after Ctrl-C."""

_STDERR = 2


def end_on_interrupt() -> None:
    """End the process at once on Ctrl-C, unless another handler is set, or it is ignored.

    An exception would not do: inside an import, a destructor or a call from Qt it would be printed
    or lost, or end the process by another signal. Unfinished files are removed by the next command.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: FrameType | None) -> None:
    # Written past all buffers, which may be in use at this moment, on a line of its own.
    del number, frame
    try:
        start = b"\n" if os.isatty(_STDERR) else b""
        os.write(_STDERR, start + b"headlight: Interrupted.\n")
    finally:  # also where nobody hears it
        os._exit(INTERRUPTED)
