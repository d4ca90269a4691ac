"""The card of a run as ``run.json``."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

from model.foreign_files import read_text, shown_name, utf8
from model.messages import UserError
from model.runs.card import RunCard
from viz_app.storage.run_errors import RunError, missing, reading

CARD = "run.json"


def card_bytes(card: RunCard) -> bytes:
    """JSON that every program reads: what is no number is ``null``."""
    values = {name: _finite(value) for name, value in card.to_json().items()}
    return utf8(json.dumps(values, ensure_ascii=False, indent=1) + "\n")


def read_card(folder: Path) -> RunCard:
    """The card in a run's folder; its id is the folder's name, also of a folder that was copied.

    Raises:
        RunError: there is none, or it cannot be understood.
    """
    path = folder / CARD
    with reading(path):
        try:
            text = read_text(path)
        except FileNotFoundError as error:
            raise missing(folder.name) from error
    return card_of(text, path, folder=folder.name)


def card_of(text: str, path: Path, *, folder: str) -> RunCard:
    """The card that is written in a file, as that of a run's folder.

    Raises:
        RunError: it cannot be understood.
    """
    with reading(path):
        try:
            card = RunCard.from_json(json.loads(text))
        except UserError as error:
            raise RunError("{path} is not readable: {error}", path=path, error=error) from error
    return dataclasses.replace(card, run_id=folder, name=shown_name(card.name))


def _finite(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value
