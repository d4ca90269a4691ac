"""Where ``headlight`` and ``python -m viz_app`` begin."""

from __future__ import annotations

import sys

from viz_app.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
