"""How a command ends: the exit statuses. Bad usage is 2, as argparse has it."""

from __future__ import annotations

DONE = 0
FAILED = 1
INTERRUPTED = 128 + 2
"""As a shell says it of a program that Ctrl-C ended."""
READER_GONE = 128 + 13
"""As a shell says it of a program that wrote to a closed pipe."""
