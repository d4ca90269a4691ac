"""What a path that was typed, picked or dropped can be opened as."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from model.checkpoint.shipped import SUFFIX as CHECKPOINT_SUFFIX
from model.messages import UserError
from viz_app.storage.card_files import CARD
from viz_app.storage.session.session import SUFFIX as SESSION_SUFFIX

RUN_SUFFIX = ".zip"

Openable = Literal["session", "model", "run"]

_SUFFIXES: dict[str, Openable] = {
    SESSION_SUFFIX: "session",
    CHECKPOINT_SUFFIX: "model",
    RUN_SUFFIX: "run",
}


def openable(path: Path) -> Openable | None:
    """By its name alone, of a folder by what lies in it; what is inside is read by who opens it."""
    if path.is_dir():
        return "run" if (path / CARD).exists() else None
    return _SUFFIXES.get(path.suffix.lower())


def what_is(path: Path) -> Openable:
    """The same of what is to be opened now.

    Raises:
        UserError: there is nothing, or nothing that can be opened.
    """
    kind = openable(path)
    if not path.exists():
        raise UserError("There is no file {path}.", path=path)
    if kind is None and path.is_dir():
        raise UserError(
            "{path} is a folder without a run: there is no {card} in it.", path=path, card=CARD
        )
    if kind is None:
        raise UserError(
            "{path} cannot be opened: what can be is a session (.headlight), a model "
            "(.safetensors), or a run, as its folder or as an exported .zip.",
            path=path,
        )
    return kind


def check_openable(path: Path) -> None:
    """Look into a file or folder, as far as it takes to know that it is what its name says.

    Raises:
        UserError: it is not, or there is nothing that can be opened.
    """
    kind = what_is(path)
    if kind == "session":
        from viz_app.storage.session.files import load_session

        load_session(path)
    elif kind == "model":
        from model.checkpoint.header import read_checksum

        read_checksum(path)
    else:
        from viz_app.storage.run_import import card_in

        card_in(path)
