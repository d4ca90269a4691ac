"""The curve of a run: as a ``.npz`` with a column for each number, and as CSV to look at."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from model.runs.curve import COLUMNS, CurveColumns, CurvePoint, check_table, points_of
from viz_app.storage.npz_files import npz_bytes, read_npz
from viz_app.storage.run_errors import reading

WHOLE = ("update", "epoch")
MOST_POINTS = 100_000
"""A run's folder has a thinned curve, with what was measured at the ends of the epochs."""


def curve_bytes(points: Sequence[CurvePoint]) -> bytes:
    """One array for each number, as long as the curve; NaN where it was not measured."""
    curve = CurveColumns(tuple(points))
    kinds = {name: np.int64 if name in WHOLE else np.float64 for name in COLUMNS}
    return npz_bytes({name: curve.column(name).astype(kind) for name, kind in kinds.items()})


def read_curve(path: Path) -> tuple[CurvePoint, ...]:
    """The points, oldest first.

    Raises:
        RunError: the file is missing, damaged or no curve.
    """
    arrays = read_npz(path)
    with reading(path):
        columns = [arrays[name].astype(np.float64, casting="same_kind") for name in COLUMNS]
        table = np.stack(columns, axis=-1)
        if len(table) > MOST_POINTS:
            raise ValueError(len(table))
        check_table(table)
        return tuple(points_of(table.tolist(), CurvePoint))


def curve_csv(points: Sequence[CurvePoint]) -> str:
    """One line a point under the names of the numbers; what was not measured is empty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(point, name) for name in COLUMNS] for point in points)
    return file.getvalue()
