"""The loss of a run as a low strip: curves, ticks at moments, and a cursor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.runs.progress import CurveColumns, Numbers
from viz_app.design.theme import Theme
from viz_app.panels.training.replay.pictures import heads as words
from viz_app.panels.training.replay.pictures.heads import (
    MomentAxis,
    marks_of,
    moment_axis,
    paint_epochs,
)
from viz_app.panels.training.replay.room import ReplaySnapshot
from viz_app.panels.training.run_lines import paint_dot, run_pen
from viz_app.pictures.labels import TIGHT, elided, text_width
from viz_app.pictures.plot import Axes, Curve, left_room
from viz_app.pictures.typeset import paint_line

LOSSES = ("loss", "validation_loss")

DOT = 1.8
"""Radius of a validation loss, in px at 100 %."""

MARK, GAP = 5, 3
"""Width of a marker, and distance from a name to the next marker, in units."""

HANDLE = 5.5
"""Radius of the cursor's handle, in px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossStrip:
    """The strip of a time-lapse in its place; only the cursor moves in it.

    Attributes:
        snapshot: of the time-lapse, at any moment.
        curves: the run's, then the compared one's.
        axis, axes: moments across, losses up.
        line: area of the text.
        has_levels: the loss labels fit.
    """

    snapshot: ReplaySnapshot
    curves: Sequence[CurveColumns]
    theme: Theme
    axis: MomentAxis
    axes: Axes
    line: QRectF
    has_levels: bool

    @property
    def area(self) -> QRectF:
        return self.axes.area

    def paint_backdrop(self, painter: QPainter) -> None:
        """All parts that do not move."""
        snapshot, theme, area = self.snapshot, self.theme, self.area
        painter.save()
        self._paint_levels(painter)
        place = QRectF(area.left() - 200, area.bottom() + theme.unit, 200 - 1.5 * theme.unit, 0)
        place.setHeight(theme.small * TIGHT)
        name = words.epoch_word(snapshot.epochs)
        paint_line(painter, place, name, theme, side="right", whole=True)
        marks = marks_of(snapshot.updates, snapshot.epochs)
        paint_epochs(painter, self.axis, marks, area.bottom(), theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for own, curve in reversed(list(zip((True, False), self.curves, strict=False))):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(run_pen(theme, own=own))
            painter.drawPolyline(QPolygonF(self.points(*curve.positive("loss"))))
            for point in self.points(*curve.positive("validation_loss")):
                paint_dot(painter, point, theme, own=own, radius=DOT)
        painter.restore()

    def paint_cursor(self, painter: QPainter, snapshot: ReplaySnapshot) -> None:
        theme, area, handle = self.theme, self.area, self.handle(snapshot)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.text), 1.2 * theme.scale))
        painter.drawLine(QPointF(handle.x(), area.top()), QPointF(handle.x(), area.bottom()))
        painter.setPen(QPen(QColor(theme.panel), 1.5 * theme.scale))
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(handle, HANDLE * theme.scale, HANDLE * theme.scale)
        painter.restore()
        self._paint_words(painter, snapshot)

    def handle(self, snapshot: ReplaySnapshot) -> QPointF:
        """Shown moment on the training curve, which is constant before its first point."""
        x = self.axis.x(snapshot.index)
        updates, losses = self.curves[0].positive("loss")
        if not updates.size:
            return QPointF(x, self.area.center().y())
        log = np.interp(snapshot.updates[snapshot.index], updates, np.log(losses))
        return QPointF(x, self.axes.y(math.exp(log)))

    def points(self, updates: Numbers, values: Numbers) -> list[QPointF]:
        """Points of a curve: per px column the mean of the logarithms."""
        if not updates.size:
            return []
        inside = (updates >= self.axis.updates[0]) & (updates <= self.axis.updates[-1])
        x, logs = self.axis.at(updates[inside]), np.log(values[inside])
        columns, which = np.unique(np.rint(x), return_inverse=True)
        counts = np.bincount(which)
        means = np.bincount(which, weights=logs) / np.maximum(counts, 1)
        return [
            QPointF(float(column), self.axes.y(math.exp(mean)))
            for column, mean in zip(columns, means, strict=True)
        ]

    def _paint_levels(self, painter: QPainter) -> None:
        theme, area, half = self.theme, self.area, self.theme.small * TIGHT / 2
        for loss in self.axes.up:
            y = self.axes.y(loss)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            if self.has_levels:
                middle = min(max(y, area.top() + half / 2), area.bottom() - half)
                place = QRectF(area.left() - 200, middle - half, 200 - 1.5 * theme.unit, 2 * half)
                paint_line(painter, place, _loss_text(loss), theme, side="right", whole=True)

    def _paint_words(self, painter: QPainter, snapshot: ReplaySnapshot) -> None:
        line, theme, note = self.line, self.theme, words.spacing_note()
        gap, names = 4 * theme.unit, words.curve_names(snapshot)
        widths = [text_width(theme, name, size=theme.small) for name in names]
        legend = sum(widths) + (len(names) * (MARK + 1) + (len(names) - 1) * GAP) * theme.unit
        sentences = words.replay_sentences(snapshot)
        sentence = _fitting(sentences, theme, room=line.width(), beside=legend + gap)
        paint_line(painter, line, sentence, theme, colour=theme.text, whole=True)
        free = line.width() - text_width(theme, sentence, size=theme.small) - gap
        right = line.right()
        if free >= legend:
            right -= legend + gap
            free -= legend + gap
            self._paint_legend(painter, QPointF(right + gap, line.center().y()), names)
        if free >= text_width(theme, note, size=theme.small):
            place = line.adjusted(0, 0, right - line.right(), 0)
            paint_line(painter, place, note, theme, side="right", whole=True)

    def _paint_legend(self, painter: QPainter, place: QPointF, names: Sequence[str]) -> None:
        theme, x, y = self.theme, place.x(), place.y()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, name in enumerate(names):
            end = x + MARK * theme.unit
            if index == 1:
                paint_dot(painter, QPointF((x + end) / 2, y), theme, own=True, radius=DOT)
            else:
                painter.setPen(run_pen(theme, own=index == 0))
                painter.drawLine(QPointF(x, y), QPointF(end, y))
            width = text_width(theme, name, size=theme.small)
            rect = QRectF(end + theme.unit, y - theme.small, width, 2 * theme.small)
            paint_line(painter, rect, name, theme, whole=True)
            x = end + (1 + GAP) * theme.unit + width
        painter.restore()


def loss_strip(
    rect: QRectF, snapshot: ReplaySnapshot, curves: Sequence[CurveColumns], theme: Theme
) -> LossStrip:
    up = _levels(curves)
    line = QRectF(rect.left(), rect.top(), rect.width(), theme.small * 1.35)
    below = theme.small * TIGHT + theme.unit
    margin = HANDLE * theme.scale + 1
    area = QRectF(rect.left(), line.bottom() + margin / 2, 1, 1)
    area.setBottom(max(rect.bottom() - below, area.top() + 1))
    has_levels = area.height() >= 2 * theme.small
    texts = (_loss_text(up[0]), _loss_text(up[1])) if has_levels else ()
    area.setLeft(rect.left() + left_room(theme, (*texts, words.epoch_word(snapshot.epochs))))
    marks = marks_of(snapshot.updates, snapshot.epochs)
    last = text_width(theme, str(marks[-1]), size=theme.small)
    area.setRight(max(rect.right() - max(margin, last / 2), area.left() + 1))
    newest = snapshot.curve[-1].update if snapshot.live and snapshot.curve else 0
    return LossStrip(
        snapshot=snapshot,
        curves=curves,
        theme=theme,
        axis=moment_axis(area.left() + margin / 2, area.right(), snapshot.updates, newest=newest),
        axes=Axes(area=area, across=(0.0, 1.0), up=up, logarithmic=True),
        line=line,
        has_levels=has_levels,
    )


def drawn_losses(snapshot: ReplaySnapshot, curves: Sequence[CurveColumns]) -> tuple[Curve, ...]:
    """Curves between the first and the last moment, named as in charts."""
    first, last = snapshot.updates[0], snapshot.updates[-1]
    drawn = []
    for run, columns in zip((snapshot.run, snapshot.compared), curves, strict=False):
        for number in LOSSES:
            updates, losses = columns.measured(number)
            inside = (updates >= first) & (updates <= last)
            name = f"{number} · {run}"
            drawn.append(Curve(x=updates[inside], y=losses[inside], colour="", name=name))
    return tuple(curve for curve in drawn if np.size(curve.x))


def _levels(curves: Sequence[CurveColumns]) -> tuple[float, float]:
    """Least and greatest loss of all curves; a factor of two apart if equal."""
    every = np.concatenate([curve.positive(name)[1] for curve in curves for name in LOSSES])
    if not every.size:
        return 0.1, 10.0
    low, high = float(every.min()), float(every.max())
    return (low, high) if high > low * 1.01 else (low / 2**0.5, low * 2**0.5)


def _fitting(sentences: Sequence[str], theme: Theme, *, room: float, beside: float) -> str:
    """The longest text that fits beside another one, else the longest that fits alone.

    The shortest omits the loss, so it is never preferred to a text without neighbour.
    """
    widths = [(text_width(theme, text, size=theme.small), text) for text in sentences]
    roomy = [text for width, text in widths[:-1] if width <= room - beside]
    fitting = [text for width, text in widths if width <= room]
    shortest = elided(theme, sentences[-1], size=theme.small, width=room)
    return next(iter((*roomy, *fitting)), shortest)


def _loss_text(loss: float) -> str:
    return f"{loss:.2g}" if loss < 10 else f"{loss:.0f}"
