"""Where ``headlight`` and ``python -m viz_app`` begin and end."""

from __future__ import annotations

from viz_app.cli.interrupt import end_on_interrupt

end_on_interrupt()  # before anything is imported that takes time

import os  # noqa: E402
from typing import NoReturn  # noqa: E402

from viz_app.cli.main import main as run  # noqa: E402


def main() -> NoReturn:
    """Run what the arguments say.

    All is written by then, so the process ends without Python taking itself to pieces: that takes
    half a second with torch, waits for a worker that is stuck, and hears no Ctrl-C.
    """
    os._exit(run())


if __name__ == "__main__":
    main()
