"""Folders of the shipped checkpoints, and paths of foreign models that a user names. No torch."""

from __future__ import annotations

import json
import os
import re
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

from model.files import path_named, read_text, shown_name
from model.messages import CheckpointError, Message

SUFFIX = ".safetensors"
SHIPPED_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "checkpoints"

CHECKSUMS = "checksums.tsv"
"""Beside shipped checkpoints: a file's name, a tab, its checksum; ``.ci/update-checksums``."""


def checkpoints_in(folder: Path) -> list[Path]:
    """Checkpoints sorted by name, without temporary files; none if access is denied."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except OSError:  # what cannot be listed cannot be opened by name; writing there says why
        return []
    return [path for path in files if not path.name.startswith(".")]


def shipped_checksums(folder: Path = SHIPPED_FOLDER) -> Mapping[str, str]:
    """Checksums of the shipped checkpoints by file name; raises CheckpointError."""
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
    """True if a file differs from the checksum list beside it; raises CheckpointError."""
    listed = shipped_checksums(path.parent)
    return bool(listed) and listed.get(path.name) != checksum


def shipped_or_file(name_or_path: str | Path) -> Path:
    """The path of a shipped model or file; raises CheckpointError if neither exists."""
    shipped = {path.stem: path for path in checkpoints_in(SHIPPED_FOLDER)}
    path = shipped.get(str(name_or_path), path_named(name_or_path))
    if path.is_file():
        return path
    raise CheckpointError(
        "Model or file not found: {name!r}. Models: {models}.",
        name=str(name_or_path),
        models=", ".join(shipped) or Message("none"),
    )


CONFIG, CTRANSLATE2_MODEL = "config.json", "model.bin"
_SNAPSHOTS, _BLOBS = "snapshots", "blobs"
_PART = re.compile(r"config\.json|(pytorch_)?model([-.].*)?\.(safetensors|bin)(\.index\.json)?")
"""Files of a hub folder that are often taken for the model."""

_LARGEST_CONFIG = 2**20

BROKEN_ZIP = (zipfile.BadZipFile, NotImplementedError, struct.error)
"""Errors that Python raises for a damaged archive, even from ``is_zipfile``."""


def model_at(path: Path) -> Path:
    """The folder if the file is only a part of a model; for the hub's cache the snapshot."""
    if _is_folder(path):
        return _snapshot(path)
    return path.parent if _is_part(path) else path


def name_at(path: Path) -> str:
    """The model's name: its folder's or file's, without the additions of the hub's cache."""
    found = Path(os.path.abspath(model_at(path)))  # noqa: PTH100 - a link has a name of its own
    if found.parent.name == _SNAPSHOTS:
        return shown_name(found.parent.parent.name.rpartition("--")[2])
    return shown_name(found.name)


def stem_at(path: Path) -> str:
    name = name_at(path)
    return name if _is_folder(model_at(path)) else Path(name).stem


def is_inside(folder: Path, target: Path) -> bool:
    """True if a file is inside the folder after following all links."""
    # In the hub's cache a snapshot is a folder of links into the folder beside it.
    real = Path(os.path.realpath(folder))
    roots = [real]
    if real.parent.name == _SNAPSHOTS:
        roots.append(real.parent.parent / _BLOBS)
    return any(target.is_relative_to(root) for root in roots)


def _is_folder(path: Path) -> bool:
    # Path.is_dir raises an error if a name is too long for the file system.
    return os.path.isdir(path)  # noqa: PTH112


def _snapshot(path: Path) -> Path:
    try:
        known = [found for found in (path / _SNAPSHOTS).iterdir() if found.is_dir()]
        main = "" if len(known) == 1 else read_text(path / "refs" / "main", most=100).strip()
    except (OSError, ValueError):
        return path
    return next((found for found in known if main in {"", found.name}), path)


def _is_part(path: Path) -> bool:
    if not os.path.isfile(path):  # noqa: PTH113 - as above
        return False
    if path.name == CTRANSLATE2_MODEL and not _is_archive(path):  # as torch's files are
        return True
    if not _PART.fullmatch(path.name):
        return False
    try:
        config = json.loads(read_text(path.parent / CONFIG, most=_LARGEST_CONFIG))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(config, dict) and "model_type" in config


def _is_archive(path: Path) -> bool:
    try:
        return zipfile.is_zipfile(path)
    except BROKEN_ZIP:  # one that is damaged
        return True
