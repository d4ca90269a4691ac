"""The checkpoints that come with Headlight, and which files of a folder are some. No torch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from model.foreign_files import path_named, read_text
from model.messages import CheckpointError, Message

SUFFIX = ".safetensors"
SHIPPED_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "checkpoints"

CHECKSUMS = "checksums.tsv"
"""Beside shipped checkpoints: a file's name, a tab, its checksum; ``.ci/update-checksums``."""


def checkpoints_in(folder: Path) -> list[Path]:
    """By name; one that is being written is none of them, nor is any in a folder without access."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except OSError:  # what cannot be listed cannot be opened by name; writing there says why
        return []
    return [path for path in files if not path.name.startswith(".")]


def shipped_checksums(folder: Path = SHIPPED_FOLDER) -> Mapping[str, str]:
    """The checksums of the checkpoints as they were shipped, by file name; empty without a list.

    Raises:
        CheckpointError: the list cannot be read.
    """
    path = folder / CHECKSUMS
    if not path.exists():
        return {}
    try:
        rows = read_text(path).splitlines()
        return dict(map(_name_and_checksum, rows))
    except (OSError, ValueError) as error:
        raise CheckpointError(
            "{path} cannot be read: {reason}.", path=path, reason=error
        ) from error


def _name_and_checksum(row: str) -> tuple[str, str]:
    name, checksum = row.split("\t")
    return name, checksum


def is_altered(path: Path, checksum: str) -> bool:
    """Whether a file beside a list of checksums is not what the list says.

    Raises:
        CheckpointError: the list cannot be read.
    """
    listed = shipped_checksums(path.parent)
    return bool(listed) and listed.get(path.name) != checksum


def shipped_or_file(name_or_path: str | Path) -> Path:
    """The file of a shipped model, or the path itself.

    Raises:
        CheckpointError: there is neither such a model nor such a file.
    """
    shipped = {path.stem: path for path in checkpoints_in(SHIPPED_FOLDER)}
    path = shipped.get(str(name_or_path), path_named(name_or_path))
    if path.is_file():
        return path
    raise CheckpointError(
        "There is no model or file {name!r}. Models: {models}.",
        name=str(name_or_path),
        models=", ".join(shipped) or Message("none"),
    )
