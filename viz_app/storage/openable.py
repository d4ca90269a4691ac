"""What kind of file a path is: checkpoint, session, run, recording, foreign model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from os.path import isdir, isfile
from pathlib import Path
from typing import Literal

from model.checkpoint.locations import SUFFIX as CHECKPOINT_SUFFIX
from model.messages import UserError
from viz_app.storage.run_folder import CARD
from viz_app.storage.session import SUFFIX as SESSION_SUFFIX

RUN_SUFFIX = ".zip"
LESSON_SUFFIX = ".md"

Openable = Literal["session", "model", "run", "lesson", "foreign"]
"""``foreign``: a model of another program, by its name."""

FOREIGN_SUFFIXES = (".bin", ".ckpt", ".pt", ".pth", ".th")
_CONFIG = "config.json"
_PARTS = (_CONFIG, "model.bin", "model.safetensors", "pytorch_model.bin")
"""Files in a folder of the hub, or of CTranslate2, that are not a model alone."""
_MOST_LOOKED_AT = 1000
"""Files of an unknown folder that are looked at."""

_SUFFIXES: dict[str, Openable] = {
    SESSION_SUFFIX: "session",
    CHECKPOINT_SUFFIX: "model",
    RUN_SUFFIX: "run",
    LESSON_SUFFIX: "lesson",
}


def openable(path: Path) -> Openable | None:
    """By the name alone, of a folder by its files; the content is not checked."""
    if path.is_dir():
        if (path / CARD).exists():
            return "run"
        return "foreign" if (path / _CONFIG).exists() or any(_weights_in(path)) else None
    suffix = path.suffix.lower()
    return "foreign" if suffix in FOREIGN_SUFFIXES else _SUFFIXES.get(suffix)


def model_root(path: Path) -> Path:
    """The folder of a foreign model of which one file was given, or its only file of weights.

    The file of a training loop stands alone; a folder has its configuration beside the weights.
    """
    # those of Path raise an error for names that are too long
    if isdir(path) and not isfile(path / _CONFIG):  # noqa: PTH112, PTH113
        weights = [*islice(_weights_in(path), 2)]
        alone = len(weights) == 1 and weights[0].name not in _PARTS
        return weights[0] if alone else path
    is_part = path.name in _PARTS and isfile(path.parent / _CONFIG)  # noqa: PTH113
    return path.parent if is_part else path


def what_is(path: Path) -> Openable:
    """As :func:`openable`; raises UserError if the file is missing or cannot be opened."""
    kind = openable(path)
    if not path.exists():
        raise UserError("File not found: {path}.", path=path)
    if kind is None and path.is_dir():
        raise UserError("{path} is a folder without a run: it has no {card}.", path=path, card=CARD)
    if kind is None:
        raise UserError(
            "{path} cannot be opened. Supported: a session (.headlight), a model "
            "(.safetensors), a run (its folder or an exported .zip), a lesson (.md), or another "
            "program's model (its folder, or a .pt, .pth, .bin or .ckpt file).",
            path=path,
        )
    return kind


def _weights_in(folder: Path) -> Iterator[Path]:
    # Only the first files of a folder are looked at.
    suffixes = (CHECKPOINT_SUFFIX, *FOREIGN_SUFFIXES)
    try:
        for file in islice(folder.iterdir(), _MOST_LOOKED_AT):
            if file.suffix.lower() in suffixes and not file.name.startswith("."):
                yield file
    except OSError:  # a folder that nobody may look into: who reads it says so
        return


def check_openable(path: Path) -> None:
    """Raise UserError unless the content of a file or folder matches its name."""
    kind = what_is(path)
    if kind == "session":
        from viz_app.storage.session import load_session

        load_session(path)
    elif kind == "model":
        from model.checkpoint.header import OtherProgramError, read_checksum

        with suppress(OtherProgramError):  # the page that imports looks at it
            read_checksum(path)
    elif kind == "run":
        from viz_app.storage.runs import card_in

        card_in(path)
    elif kind == "lesson":
        from viz_app.storage.lessons import read_lesson

        read_lesson(path)
