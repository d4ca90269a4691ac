"""Runs that are shipped with Headlight: read-only, compared with their checksums, never changed.

``.ci/record-runs`` writes them: one run of ``reverse``, and both arms of each experiment.
"""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

from model.checkpoint.locations import CHECKSUMS, shipped_checksums
from model.files import read_file
from model.runs.progress import RECORDED
from viz_app.storage.files import RunError, damaged, reading
from viz_app.storage.run_folder import RunFolder, read_card

RECORDED_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "runs"
REVERSE, EXPERIMENTS_FOLDER = "reverse", "experiments"

LARGEST = 2**21
"""Bytes of a file here."""


def recorded_folder(name: str, *, folder: Path = RECORDED_FOLDER) -> RunFolder:
    """A shipped run, by its place below the folder, as it was shipped.

    Raises:
        UserError: a file of it is missing, or is not what was shipped.
    """
    told = shipped_checksums(folder)
    files = [file for file in told if file.startswith(f"{name}/")]
    for file in files:
        with reading(folder / file):
            data = read_file(folder / file, most=LARGEST)
        if hashlib.sha256(data).hexdigest() != told[file]:
            raise damaged(folder / file)
    if not files:
        raise RunError("{path} cannot be read: {reason}.", path=folder / name, reason="not listed")
    card = dataclasses.replace(read_card(folder / name), run_id=f"{RECORDED}{name}")
    return RunFolder(folder / name, card)


def write_checksums(folder: Path) -> None:
    """List every file below a folder: its path there, a tab, its sha256."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != CHECKSUMS)
    lines = (
        f"{path.relative_to(folder).as_posix()}\t{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
        for path in files
    )
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8", newline="")
