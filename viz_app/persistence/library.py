"""Where checkpoints are: those shipped with Headlight, and those trained here."""

from __future__ import annotations

import re
from pathlib import Path

import platformdirs

from model.atomic import make_folder
from model.messages import CheckpointError, Message
from viz_app.state.app_state import ModelEntry

SUFFIX = ".safetensors"
DEFAULT_MODEL = "zh-en"
SHIPPED_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "checkpoints"


class Library:
    """The checkpoints that can be opened by name."""

    def __init__(self, folder: Path | None = None, *, shipped: Path = SHIPPED_FOLDER) -> None:
        """``folder`` holds what is trained here; by default it is in the user's data folder."""
        self.folder = folder or Path(platformdirs.user_data_dir("headlight")) / "models"
        self.shipped = shipped

    def entries(self) -> tuple[ModelEntry, ...]:
        """Shipped ones first, each group by name."""
        return (*_entries(self.shipped, shipped=True), *_entries(self.folder, shipped=False))

    def find(self, name_or_path: str) -> Path:
        """The file of a name, or the path itself.

        Raises:
            CheckpointError: there is neither such a name nor such a file.
        """
        entries = self.entries()
        for entry in entries:
            if entry.name == name_or_path:
                return entry.path
        path = Path(name_or_path).expanduser()
        if path.exists():
            return path
        raise CheckpointError(
            "There is no model or file {name!r}. Models: {models}.",
            name=name_or_path,
            models=", ".join(entry.name for entry in entries) or Message("none"),
        )

    def new_path(self, name: str) -> Path:
        """A free path for a model trained here; makes the folder.

        Raises:
            WriteError: the folder cannot be made.
        """
        stem = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "model"
        make_folder(self.folder)
        taken = {entry.name for entry in self.entries()}
        number = 1
        while f"{stem}-{number}" in taken:
            number += 1
        return self.folder / f"{stem}-{number}{SUFFIX}"


def _entries(folder: Path, *, shipped: bool) -> tuple[ModelEntry, ...]:
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except OSError:  # what cannot be listed cannot be opened by name; writing there says why
        files = []
    return tuple(
        ModelEntry(path.stem, path, shipped) for path in files if not path.name.startswith(".")
    )
