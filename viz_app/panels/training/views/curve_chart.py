"""One number of a run by update, beside that of another run, with a cursor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from model.arrays import DoubleArray
from model.runs.curve import SMALLEST, CurveColumns, CurvePoint
from viz_app.design.theme import Theme
from viz_app.panels.training.painting import run_lines
from viz_app.panels.training.texts.curves import point_sentence
from viz_app.pictures.curves import Curve, PlotAxis, Reach, curve_table, line_pen
from viz_app.storage.value_tables import Tables
from viz_app.texts.picture_caption import compared_part
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.labels import text_label
from viz_app.widgets.pictured import Pictured

SIDE = 16
"""How far the texts of the axis below may reach beyond it, in px at 100 %."""

AIR = 0.09
"""Of the range of the vertical axis, above and below: so the texts of its ends have room."""

FEWEST_UPDATES = 10.0


@dataclass(frozen=True, slots=True)
class RunLine:
    """A number of a point, joined by a line; those measured now and then have dots."""

    number: str
    dots: bool = False


class CurveChart(Pictured, CurvePlot):
    """The lines of one or two runs; the keys begin at the newest update.

    Signals:
        update_picked: the user has clicked there: the nearest update of the curve.
    """

    update_picked = Signal(int)

    low, enters_at_end = 0, True

    def __init__(
        self, theme: Theme, *, lines: tuple[RunLine, ...], parent: QWidget | None = None
    ) -> None:
        """Empty axes."""
        super().__init__(theme, parent)
        self._lines = lines
        self._runs = CurveColumns(), CurveColumns()
        self.names = "", ""  # of both runs, in a table
        self._drawn: list[tuple[Curve, ...]] = [(), ()]
        self._x = PlotAxis(reach=(0.0, FEWEST_UPDATES), padding=0.01)
        self._y = PlotAxis(reach=(0.0, 1.0), padding=0.0)
        self.title, self.marker = text_label(parent=self), self.plot.standing_line()
        self.title.setProperty("role", "title")
        self._rows.insertWidget(0, self.title)
        self.plot.keep_axes()
        self.set_theme(theme)

    def set_curves(self, own: tuple[CurvePoint, ...], other: tuple[CurvePoint, ...]) -> None:
        """Show the points of the run on show and of the one below it; modifies no state."""
        last = [curve[-1].update for curve in (own, other) if curve]
        self._x = replace(self._x, reach=update_range(last))
        self._show([run.take(curve) for run, curve in zip(self._runs, (own, other), strict=True)])

    def set_lines(self, lines: tuple[RunLine, ...], *, shares: bool) -> None:
        """Show other numbers; the axis of shares goes from 0 to 100 %, whatever there is."""
        factor = 100.0 if shares else 1.0
        if (lines, factor) != (self._lines, self._y.factor):
            self._lines, self._y = lines, replace(self._y, factor=factor)
            self._show()

    def shown_values(self) -> Tables:
        """The points of both runs."""
        named = [
            replace(curve, name=" · ".join(filter(None, (curve.name, name))))
            for curves, name in zip(self._drawn, self.names, strict=True)
            for curve in curves
            if np.size(curve.x)
        ]
        name = self.accessibleName()
        return (curve_table(named, self._x, name=name),) if named else ()

    def caption_parts(self) -> tuple[str, ...]:
        """What is drawn, and which other run lies below."""
        other = self.names[1] if np.any([np.size(curve.x) for curve in self._drawn[1]]) else ""
        return (*super().caption_parts(), *compared_part(other))

    def set_cursor(self, update: int | None) -> None:
        """Where the time-lapse stands."""
        self.marker.setVisible(update is not None)
        if update is not None:
            self.marker.setValue(float(update))

    def set_log(self, *, on: bool) -> None:
        """Let the vertical axis be logarithmic, or not."""
        self._y = replace(self._y, log=on, digits=on)
        self._show()

    def set_title(self, title: str, *, bottom: str = "", left: str = "") -> None:
        """What is shown, and what stands beside the axes."""
        self.title.setText(title)
        self.setAccessibleName(title)
        self._x, self._y = replace(self._x, name=bottom), replace(self._y, name=left)
        self._show((False, False))

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        super().set_theme(theme)
        side, margin = round(SIDE * theme.scale), max(2, theme.unit // 2)
        self.plot.getAxis("bottom").setStyle(hideOverlappingLabels=side)
        self.plot.set_margin(side)
        self._rows.setSpacing(theme.unit)
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self.marker.setPen(line_pen(theme, theme.text, width=1.2))
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click picks the nearest update."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            place = self.place_at(event.position().toPoint())
            if place is not None and event.button() == Qt.MouseButton.LeftButton:
                self._pick(place)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return picks what the cursor has reached."""
        place = self.place()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and place is not None:
            self._pick(place)
        else:
            super().keyPressEvent(event)

    def _pick(self, place: int) -> None:
        self.update_picked.emit(self._runs[0].curve[place].update)

    def _show(self, others: Sequence[bool] = (True, True)) -> None:
        """Draw the runs that are others than before; axes and cursor follow."""
        for index, run in enumerate(self._runs):
            if others[index]:
                self._drawn[index] = tuple(
                    self._curve(run, line, own=index == 0) for line in self._lines
                )
        numbers = [run.column(line.number) for run in self._runs for line in self._lines]
        reach = value_range(np.concatenate(numbers), log=self._y.log)
        if reach is not None and self._y.factor != 1 and not self._y.log:
            reach = 0.0, 1.0
        if reach is not None:
            self._y = replace(self._y, reach=reach, padding=AIR)
        own, other = self._drawn
        self.show_curves(
            [*other, *own],  # the other run lies below
            x=replace(self._x, numbers=reach is not None),
            y=replace(self._y, numbers=reach is not None),
            places=self._runs[0].column("update"),
            say=lambda place: point_sentence(self._runs[0].curve[place]),
        )

    def _curve(self, run: CurveColumns, line: RunLine, *, own: bool) -> Curve:
        updates, values = (run.positive if self._y.log else run.measured)(line.number)
        colour = run_lines.dot_colour if line.dots else run_lines.run_colour
        return Curve(
            x=updates,
            y=values,
            colour=colour(self.theme, own=own),
            style=run_lines.run_style(own=own),
            symbol="o" if line.dots else "",
            hollow=not own,
            width=run_lines.THIN if line.dots else run_lines.WIDTH,
            outline=1.2,
            size=6.0,
            grows=own,
            name=line.number,
        )


def roomy(value: float) -> float:
    """The next round number: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    steps = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
    return next(step * power for step in steps if step * power >= value)


def update_range(updates: Sequence[int]) -> Reach:
    """From the start to a little after the last: to draw new ticks costs more than the curve."""
    return 0.0, roomy(max((FEWEST_UPDATES, *map(float, updates))))


def value_range(values: DoubleArray, *, log: bool) -> Reach | None:
    """Of a vertical axis; in powers of ten where it is logarithmic; None without a number."""
    seen = values[np.isfinite(values)]
    if not seen.size:
        return None
    low, high = float(seen.min()), float(seen.max())
    if not log:
        return 0.0, roomy(max(high, SMALLEST))
    low, high = math.log10(max(low, SMALLEST)), math.log10(max(high, SMALLEST))
    return math.floor(4 * low) / 4, max(math.ceil(4 * high) / 4, math.floor(4 * low) / 4 + 0.25)
