"""The curve of a run: as a ``.npz`` with a column for each number, and as CSV to look at."""

from __future__ import annotations

import csv
import dataclasses
import io
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from model.runs.curve import CurvePoint
from viz_app.storage.npz_files import Arrays, npz_bytes, read_npz
from viz_app.storage.run_errors import reading

COLUMNS = tuple(field.name for field in dataclasses.fields(CurvePoint))
WHOLE = ("update", "epoch")
SOMETIMES = ("validation_loss", "bleu", "chrf", "exact")
"""Measured at some points only; elsewhere the file has no number (NaN)."""


def curve_bytes(points: Sequence[CurvePoint]) -> bytes:
    """One array for each number, as long as the curve."""
    return npz_bytes(
        {
            name: np.array(
                [_number(getattr(point, name)) for point in points],
                dtype=np.int64 if name in WHOLE else np.float64,
            )
            for name in COLUMNS
        }
    )


def read_curve(path: Path) -> tuple[CurvePoint, ...]:
    """The points, oldest first.

    Raises:
        RunError: the file is missing, damaged or no curve.
    """
    arrays = read_npz(path)
    with reading(path):
        return _points(arrays)


def curve_csv(points: Sequence[CurvePoint]) -> str:
    """One line a point under the names of the numbers; what was not measured is empty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(point, name) for name in COLUMNS] for point in points)
    return file.getvalue()


def _points(arrays: Arrays) -> tuple[CurvePoint, ...]:
    columns = [arrays[name].tolist() for name in COLUMNS]
    return tuple(_point(dict(zip(COLUMNS, row, strict=True))) for row in zip(*columns, strict=True))


def _point(row: dict[str, float]) -> CurvePoint:
    """Of the numbers in a line; NaN where something was not measured."""
    measured = {name: float(row[name]) for name in SOMETIMES}
    return CurvePoint(
        update=int(row["update"]),
        epoch=int(row["epoch"]),
        loss=float(row["loss"]),
        learning_rate=float(row["learning_rate"]),
        gradient_norm=float(row["gradient_norm"]),
        **{name: None if math.isnan(value) else value for name, value in measured.items()},
    )


def _number(value: float | None) -> float:
    return math.nan if value is None else value
