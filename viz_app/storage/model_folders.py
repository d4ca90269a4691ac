"""Where checkpoints are, and which files of a folder are some."""

from __future__ import annotations

from pathlib import Path

import platformdirs

SUFFIX = ".safetensors"
SHIPPED_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "checkpoints"


def user_folder() -> Path:
    """This user's data folder: trained models and runs."""
    return Path(platformdirs.user_data_dir("headlight"))


def checkpoints_in(folder: Path) -> list[Path]:
    """By name; one that is being written is none of them, nor is any in a folder without access."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except OSError:  # what cannot be listed cannot be opened by name; writing there says why
        return []
    return [path for path in files if not path.name.startswith(".")]
