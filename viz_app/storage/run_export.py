"""A run as one ``.zip``: readable with NumPy and a spreadsheet, without Headlight."""

from __future__ import annotations

import dataclasses
import io
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

from model.atomic import write_atomically
from model.foreign_files import LARGEST_HISTORY, LARGEST_WEIGHTS, read_file
from model.text.tasks import task_name
from viz_app.storage.card_files import CARD, card_bytes
from viz_app.storage.curve_files import curve_csv
from viz_app.storage.run_errors import reading
from viz_app.storage.run_folder import CURVE, MODEL, MOMENTS, SAMPLES, RunFolder, is_moment

CURVE_TABLE = "curve.csv"


def export_steps(folder: RunFolder, path: Path) -> Iterator[None]:
    """Write ``run.json``, the curve (also as CSV), translations, moments and the checkpoint.

    What is needed to go on stays here, and so do the folders of this machine: the task is named as
    a checkpoint names it. Each ``yield`` is a place to take turns; the file is there
    at the end, at once.

    Links are not followed: in a run that was received they could lead to any file of the user's.

    Raises:
        RunError: a file of the run cannot be read, or is a link.
        WriteError: the file cannot be written there.
    """
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CURVE_TABLE, curve_csv(folder.read_curve()))
        card = dataclasses.replace(folder.card, task=task_name(folder.card.task))
        archive.writestr(CARD, card_bytes(card))
        for file in _files(folder):
            _add(archive, file, name=file.relative_to(folder.path).as_posix())
            yield
    write_atomically(path, data.getvalue())


def _files(folder: RunFolder) -> Iterator[Path]:
    """What Headlight wrote of it; what is a link is refused when it is read."""
    for name in (CURVE, SAMPLES, MODEL):
        if os.path.lexists(folder.path / name):
            yield folder.path / name
    moments = folder.path / MOMENTS
    if moments.is_symlink():
        yield moments
    else:
        yield from sorted(file for file in moments.glob("*.npz") if is_moment(file.name))


def _add(archive: zipfile.ZipFile, file: Path, *, name: str) -> None:
    """Arrays and weights are stored as they are: they would hardly become smaller."""
    packed = file.suffix in {".npz", ".safetensors"}
    most = LARGEST_WEIGHTS if name == MODEL else LARGEST_HISTORY
    with reading(file):
        data = read_file(file, most=most, links=False)
    archive.writestr(name, data, zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED)
