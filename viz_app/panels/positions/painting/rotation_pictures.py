"""A rotation of positions as matrices with words, and as dials of pairs of dimensions.

A dial is a clock: its hands are where PE(pos) points, and where the rotation turns it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.arrays import FloatArray, IntArray
from model.lessons.positions.rotation_study import RotationStudy, Turn
from viz_app.design.theme import Theme, Weight
from viz_app.panels.positions.painting.position_pictures import numbers_apart, table_level
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.texts.pages import turn_angle, turn_name
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.value_painter import ValuePicture
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.numbers import MINUS, decimal_number
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate

MOST = 32
"""Rows of the matrix that are shown: of more, the blocks could not be seen."""


def rotation_picture(study: RotationStudy) -> ValuePicture:
    """The rows and columns of R that turn the first pairs."""
    places = _shown_places(study)
    names = numbers_apart(study.dimensions[place] for place in places)
    text = translate("positions", "the first {shown} of {all} pairs of dimensions, −1 … 1")
    return ValuePicture(
        title=translate("positions", "R for k = {offset}").format(offset=study.offset),
        subtitle=text.format(shown=len(places) // 2, all=len(study.pairs)),
        rows=names,
        columns=names,
        level=1.0,
        square=True,
        values=np.ascontiguousarray(study.matrix[np.ix_(places, places)]),
    )


def rotation_sentence(study: RotationStudy, cell: Cell) -> str:
    """One number of R."""
    text = translate("positions", "{value} · R, row {row}, column {column}")
    row, column = (int(_shown_places(study)[place]) for place in (cell.row, cell.column))
    return text.format(
        value=decimal_number(float(study.matrix[row, column]), 4),
        row=study.dimensions[row],
        column=study.dimensions[column],
    )


def _shown_places(study: RotationStudy) -> IntArray:
    """Of the first pairs' sines and cosines among the dimensions, in the table's order."""
    return np.sort(study.pairs[: MOST // 2].ravel())


def rotated_rows_picture(study: RotationStudy, snapshot: PositionsSnapshot) -> ValuePicture:
    """PE(pos), R·PE(pos) and PE(pos + k), one below the other."""
    return ValuePicture(
        title=translate("positions", "Rows of the table"),
        subtitle=translate("positions", "column: dimension"),
        rows=row_names(study),
        columns=numbers_apart(study.dimensions),
        level=table_level(snapshot),
        square=False,
        stretch=32.0,
        values=study.rows,
    )


def row_names(study: RotationStudy) -> tuple[str, str, str]:
    """``PE(2)``, ``R·PE(2)``, ``PE(5)``."""
    later = study.position + study.offset
    return f"PE({study.position})", f"R·PE({study.position})", f"PE({later})"


def rotated_row_sentence(study: RotationStudy, cell: Cell) -> str:
    """One number of the three rows."""
    text = translate("positions", "{value} · {row}, dimension {dimension}")
    value = decimal_number(float(study.rows[cell.row, cell.column]), 4)
    dimension = study.dimensions[cell.column]
    return text.format(value=value, row=row_names(study)[cell.row], dimension=dimension)


def dials_of(study: RotationStudy) -> tuple[Dial, ...]:
    """The pairs that are shown one by one; all dials are to the same scale."""
    lengths = [
        np.linalg.norm(vector) for turn in study.turns for vector in (turn.before, turn.after)
    ]
    reach = float(max(lengths, default=1.0)) or 1.0
    return tuple(
        Dial(
            name=turn_name(turn),
            angle_text=turn_angle(turn),
            block=turn.block,
            before=turn.before,
            turned=turn.turned,
            after=turn.after,
            reach=reach,
        )
        for turn in study.turns
    )


def turns_table(study: RotationStudy, indices: Iterable[int], *, name: str) -> ValueTable:
    """Of some pairs the angle, sine and cosine of the three vectors, and the block."""
    turns = [study.turns[index] for index in indices]
    both = translate("positions", "{row}, sine"), translate("positions", "{row}, cosine")
    block = translate("positions", "R, row {row}, column {column}")
    return ValueTable(
        name=name,
        rows=tuple(
            translate("positions", "dimensions {name}").format(name=turn_name(turn))
            for turn in turns
        ),
        columns=(
            translate("positions", "degrees"),
            *(part.format(row=row) for row in row_names(study) for part in both),
            *(block.format(row=row, column=column) for row in (0, 1) for column in (0, 1)),
        ),
        values=np.array([_turn_numbers(turn) for turn in turns]),
    )


def _turn_numbers(turn: Turn) -> list[float]:
    vectors = np.concatenate([turn.before, turn.turned, turn.after, turn.block.ravel()])
    return [turn.degrees, *vectors.tolist()]


SMALLEST = 88
"""Least width of a dial with its words, in px at 100 %."""

LINES, LINE, ANGLE = 4, 1.35, 1
"""Below a dial: its name, its angle, two rows of its block; height of a line in text sizes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """One pair; a vector is (sine, cosine).

    Attributes:
        name, angle_text: what stands below it.
        block: what turns it, ``[2, 2]``.
        before: PE(pos), ``[2]``.
        turned: the block times that, ``[2]``.
        after: PE(pos + k) in the table, ``[2]``.
        reach: the length that the dial's radius stands for.
    """

    name: str
    angle_text: str
    block: FloatArray = field(compare=False, repr=False)
    before: FloatArray = field(compare=False, repr=False)
    turned: FloatArray = field(compare=False, repr=False)
    after: FloatArray = field(compare=False, repr=False)
    reach: float = 1.0


def those_with_room(count: int, width: float, theme: Theme) -> list[int]:
    """Indices of dials that have room side by side: all, or some that lie evenly apart."""
    room = max(1, int(width // (SMALLEST * theme.scale)))
    if count <= room:
        return list(range(count))
    return [round(place * (count - 1) / max(room - 1, 1)) for place in range(room)]


def paint_dials(
    painter: QPainter, rect: QRectF, dials: tuple[Dial, ...], theme: Theme
) -> tuple[QRectF, ...]:
    """Paint them side by side; where each of them is."""
    width = rect.width() / max(len(dials), 1)
    places = tuple(
        QRectF(rect.left() + index * width, rect.top(), width, rect.height())
        for index in range(len(dials))
    )
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for dial, place in zip(dials, places, strict=True):
        _paint_dial(painter, place, dial, theme)
    painter.restore()
    return places


def _paint_dial(painter: QPainter, place: QRectF, dial: Dial, theme: Theme) -> None:
    words = theme.small * LINE * LINES + theme.unit
    side = max(min(place.width() - 4 * theme.unit, place.height() - words - theme.unit), 8.0)
    circle = QRectF(place.center().x() - side / 2, place.top(), side, side)
    painter.setPen(QPen(QColor(theme.line), 1.5 * theme.scale))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(circle)
    tips = [_tip(circle, vector, dial.reach) for vector in (dial.before, dial.turned, dial.after)]
    before, turned, after = tips
    _paint_hand(painter, circle.center(), before, QPen(QColor(theme.soft_text), 2 * theme.scale))
    _paint_hand(painter, circle.center(), turned, QPen(QColor(theme.accent), 2.4 * theme.scale))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.text), 1.6 * theme.scale))
    painter.drawEllipse(after, 4 * theme.scale, 4 * theme.scale)
    below = QRectF(place.left(), circle.bottom() + theme.unit, place.width(), words)
    _paint_words(painter, below, dial, theme)


def _tip(circle: QRectF, vector: FloatArray, reach: float) -> QPointF:
    """Sines upwards, cosines to the right: angles grow against the clock."""
    sine, cosine = (float(value) / reach * circle.width() / 2 for value in vector)
    return circle.center() + QPointF(cosine, -sine)


def _paint_hand(painter: QPainter, middle: QPointF, tip: QPointF, pen: QPen) -> None:
    painter.setPen(pen)
    painter.drawLine(middle, tip)
    along = tip - middle
    length = math.hypot(along.x(), along.y())
    if length < 1e-6:
        return
    ahead = along / length * min(3.2 * pen.widthF(), length)
    across = QPointF(-ahead.y(), ahead.x()) * 0.5
    painter.setBrush(pen.color())
    painter.drawPolygon(QPolygonF([tip, tip - ahead + across, tip - ahead - across]))


def _paint_words(painter: QPainter, place: QRectF, dial: Dial, theme: Theme) -> None:
    (a, b), (c, d) = dial.block.tolist()
    height = theme.small * LINE
    lines = (dial.name, dial.angle_text, _row(a, b), _row(c, d))
    for number, text in enumerate(lines):
        weight: Weight = "normal" if number else "bold"
        line = QRectF(place.left(), place.top() + number * height, place.width(), height)
        colour = "" if number == ANGLE else theme.text
        paint_line(painter, line, text, theme, colour=colour, weight=weight, side="centre")


def _row(left: float, right: float) -> str:
    """A row of a block, both numbers equally wide: ``−0.84  0.54``."""
    return f"{_signed(left)}  {_signed(right)}"


def _signed(value: float) -> str:
    text = decimal_number(value)
    return text if text.startswith(MINUS) else f"\u2007{text}"
