"""The learning curve of a training record as a picture in a page: lines of an SVG, and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 12, 28
"""Room for the numbers beside the axes, in the picture's own units."""

MOST_POINTS = 1000
"""A record, which anybody may have written, is drawn with no more."""

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """Losses by update, ready for the template.

    Attributes:
        training, validation: the points of two lines, as SVG writes them; the latter may be empty.
        dots: those of the validation, each a place.
        x_ticks, y_ticks: the ends of the axes, as place and text.
        last: of each line that there is its name, last update and last loss.
    """

    training: str
    validation: str
    dots: Sequence[tuple[float, float]]
    x_ticks: Sequence[tuple[float, str]]
    y_ticks: Sequence[tuple[float, str]]
    last: Sequence[tuple[str, str, str]]


def learning_curve(record: Mapping[str, Any]) -> LearningCurve | None:
    """The curve of a record; None where it has none that can be drawn."""
    training = _sorted(_pairs(record.get("curve")))
    validation = _sorted(_validated(record.get("validation")))
    if len(training) < 2:
        return None
    known = [*training, *validation]
    updates, highest = max(update for update, _ in known), max(loss for _, loss in known)
    scale = (updates or 1.0, highest or 1.0)
    placed = [_placed(points, scale) for points in (training, validation)]
    lines = {"training_loss": training, "validation_loss": validation}
    return LearningCurve(
        training=_written(placed[0]),
        validation=_written(placed[1]),
        dots=placed[1],
        x_ticks=[(LEFT, "0"), (WIDTH - RIGHT, f"{updates:,.0f}")],
        y_ticks=[(HEIGHT - BOTTOM, "0"), (TOP, f"{highest:.3g}")],
        last=[
            (name, f"{points[-1][0]:,.0f}", f"{points[-1][1]:.4g}")
            for name, points in lines.items()
            if points
        ],
    )


def _pairs(curve: object) -> Iterator[tuple[object, object]]:
    """What may be points, of what should be a list of update and loss."""
    for point in curve if isinstance(curve, list | tuple) else ():
        if isinstance(point, list | tuple) and len(point) == 2:
            yield point[0], point[1]


def _validated(measured: object) -> Iterator[tuple[object, object]]:
    for point in measured if isinstance(measured, list | tuple) else ():
        if isinstance(point, Mapping):
            yield point.get("update"), point.get("loss")


def _sorted(points: Iterator[tuple[object, object]]) -> list[tuple[float, float]]:
    """Those that are numbers of an update and of a loss, thinned."""
    known = sorted({(float(x), float(y)) for x, y in points if _is_number(x) and _is_number(y)})
    stride = max(1, -(-len(known) // MOST_POINTS))
    return list(dict.fromkeys([*known[::stride], *known[-1:]]))


def _is_number(value: Any) -> TypeGuard[float]:
    is_plain = isinstance(value, int | float) and not isinstance(value, bool)
    return is_plain and 0 <= value < 1e15 and math.isfinite(value)


def _placed(points: Points, scale: tuple[float, float]) -> list[tuple[float, float]]:
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    return [
        (
            round(LEFT + width * update / scale[0], 1),
            round(HEIGHT - BOTTOM - height * loss / scale[1], 1),
        )
        for update, loss in points
    ]


def _written(points: Points) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
