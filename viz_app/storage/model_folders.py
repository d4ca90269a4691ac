"""Where this user's models and runs are."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def user_folder() -> Path:
    """This user's data folder: trained models and runs."""
    return Path(platformdirs.user_data_dir("headlight"))
