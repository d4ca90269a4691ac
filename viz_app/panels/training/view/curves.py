"""The curves of a run: loss, learning rate, gradient norm and score."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from model.arrays import DoubleArray
from model.runs.progress import MEASURED, SMALLEST, CurveColumns, CurvePoint
from viz_app.design.theme import Theme
from viz_app.panels.training import run_lines
from viz_app.panels.training.pictures import chart_sentence, point_sentence, unscored_sentence
from viz_app.panels.training.replay.room import moment_picked
from viz_app.panels.training.run_lines import dot_pen, paint_dot, run_pen
from viz_app.panels.training.snapshot import RunViewSnapshot
from viz_app.panels.training.state import TrainingHandle
from viz_app.pictures.plot import Curve, PlotAxis, Reach, curve_table, line_pen
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip, without_mnemonic
from viz_app.texts.picture_caption import compared_part
from viz_app.texts.visible_token import safe
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.curve_plot import CurvePlot, LineKey
from viz_app.widgets.layout import filled, text_label
from viz_app.widgets.themed import Pictured

# ------------------------------------------------------------------------------------- curve chart


SIDE = 16
"""How far the labels of the horizontal axis may extend beyond it, in px at 100 %."""

AIR = 0.09
"""Of the range of the vertical axis, above and below: so the texts of its ends have room."""

FEWEST_UPDATES = 10.0

NARROW = 240
"""A chart narrower than this, in px at 100 %, has three numbers below."""


class CurveChart(Pictured, CurvePlot):
    """Numbers of one or two runs by update; the keyboard cursor starts at the newest one.

    Each number is a line; one of :data:`MEASURED` has dots where it was measured.

    Signals:
        update_picked: update nearest to a click.

    Attributes:
        names: of both runs, in a table.
    """

    update_picked = Signal(int)

    low, enters_at_end = 0, True

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        numbers: tuple[str, ...],
        axes: tuple[str, str] = ("", ""),
    ) -> None:
        """``axes``: the names of the bottom and the left one."""
        super().__init__(theme, parent)
        self._numbers = numbers
        self._runs = CurveColumns(), CurveColumns()
        self.names = "", ""
        self._drawn: list[tuple[Curve, ...]] = [(), ()]
        self._x = PlotAxis(name=axes[0], reach=(0.0, FEWEST_UPDATES), padding=0.01)
        self._y = PlotAxis(name=axes[1], reach=(0.0, 1.0), padding=0.0)
        self._spaced = 0.0
        self.title, self.marker = text_label("title", parent=self), self.plot.standing_line()
        self.marker.setPen(line_pen(theme, theme.text, width=1.2))
        self.plot.set_margin(round(SIDE * theme.scale))
        self.plot.keep_axes()
        self.setAccessibleDescription(chart_sentence())
        self._rows.insertWidget(0, self.title)
        self._rows.setSpacing(theme.unit)
        self._show()

    def set_curves(self, own: tuple[CurvePoint, ...], other: tuple[CurvePoint, ...]) -> None:
        last = [curve[-1].update for curve in (own, other) if curve]
        self._x = replace(self._x, reach=update_range(last))
        self._space_ticks()
        self._show([run.take(curve) for run, curve in zip(self._runs, (own, other), strict=True)])

    def set_numbers(self, numbers: tuple[str, ...], *, shares: bool) -> None:
        """Show other numbers; ``shares``: the axis is always 0 to 100 %."""
        factor = 100.0 if shares else 1.0
        if (numbers, factor) != (self._numbers, self._y.factor):
            self._numbers, self._y = numbers, replace(self._y, factor=factor)
            self._show()

    def shown_values(self) -> Tables:
        named = [
            replace(curve, name=" · ".join(filter(None, (curve.name, name))))
            for curves, name in zip(self._drawn, self.names, strict=True)
            for curve in curves
            if np.size(curve.x)
        ]
        name = self.accessibleName()
        return (curve_table(named, self._x, name=name),) if named else ()

    def caption_parts(self) -> tuple[str, ...]:
        other = self.names[1] if np.any([np.size(curve.x) for curve in self._drawn[1]]) else ""
        return (*super().caption_parts(), *compared_part(other))

    def set_cursor(self, update: int | None) -> None:
        self.marker.setVisible(update is not None)
        if update is not None:
            self.marker.setValue(float(update))

    def set_log(self, *, on: bool) -> None:
        self._y = replace(self._y, log=on, digits=on)
        self._show()

    def set_title(self, title: str) -> None:
        self.title.setText(title)
        self.setAccessibleName(title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._space_ticks()

    def _space_ticks(self) -> None:
        # A narrow chart has labels at the ends and in the middle: updates are long numbers.
        narrow = self.width() < NARROW * self.theme.scale
        top = self._x.reach[1] if self._x.reach and narrow else 0.0
        if top != self._spaced:  # to draw an axis anew takes long
            self._spaced = top
            self.plot.getAxis("bottom").setTickSpacing(*((top / 2, top / 10) if top else ()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            place = self.place_at(event.position().toPoint())
            if place is not None and event.button() == Qt.MouseButton.LeftButton:
                self._pick(place)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        place = self.place()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and place is not None:
            self._pick(place)
        else:
            super().keyPressEvent(event)

    def _pick(self, place: int) -> None:
        self.update_picked.emit(self._runs[0].curve[place].update)

    def _show(self, changed: Sequence[bool] = (True, True)) -> None:
        for index, run in enumerate(self._runs):
            if changed[index]:
                self._drawn[index] = tuple(
                    self._curve(run, number, own=index == 0) for number in self._numbers
                )
        values = [run.column(number) for run in self._runs for number in self._numbers]
        reach = value_range(np.concatenate(values), log=self._y.log)
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

    def _curve(self, run: CurveColumns, number: str, *, own: bool) -> Curve:
        updates, values = (run.positive if self._y.log else run.measured)(number)
        dots = number in MEASURED
        colour = run_lines.dot_colour if dots else run_lines.run_colour
        return Curve(
            x=updates,
            y=values,
            colour=colour(self.theme, own=own),
            style=run_lines.run_style(own=own),
            symbol="o" if dots else "",
            hollow=not own,
            width=run_lines.THIN if dots else run_lines.WIDTH,
            outline=1.2,
            size=6.0,
            grows=own,
            name=number,
        )


def roomy(value: float) -> float:
    """The next round number: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    steps = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
    return next(step * power for step in steps if step * power >= value)


def update_range(updates: Sequence[int]) -> Reach:
    # Rounded up, as new ticks cost more than drawing the curve.
    return 0.0, roomy(max((FEWEST_UPDATES, *map(float, updates))))


def value_range(values: DoubleArray, *, log: bool) -> Reach | None:
    """Range of a vertical axis; log10 of it if ``log``; None without finite values."""
    seen = values[np.isfinite(values)]
    if not seen.size:
        return None
    low, high = float(seen.min()), float(seen.max())
    if not log:
        return 0.0, roomy(max(high, SMALLEST))
    low, high = math.log10(max(low, SMALLEST)), math.log10(max(high, SMALLEST))
    return math.floor(4 * low) / 4, max(math.ceil(4 * high) / 4, math.floor(4 * low) / 4 + 0.25)


# --------------------------------------------------------------------------------------- curve key
# What the lines of the loss are: training and validation, or those of two runs.


DOT = 2.6
"""Radius of a dot, in px at 100 %."""


class CurveKey(LineKey):
    """Legend of one or two runs."""

    lengths, gaps = (6.0, 6.0), (4.0, 4.0)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.set_names("", "")

    def set_names(self, own: str, other: str) -> None:
        self._compares = bool(other)
        names = (own, other) if other else (self.tr("training"), self.tr("validation"))
        self._names: tuple[str, ...] = names
        said = self.tr("Line: training; dots: validation, on held-out pairs")
        if other:
            dashed = self.tr("Dashed, with hollow dots: {name}").format(name=safe(other))
            said = f"{said}. {dashed}"
        self.setToolTip(tool_tip(said))
        self.setAccessibleName(", ".join(map(safe, names)))
        self.setAccessibleDescription(said)
        self.update()

    def names(self) -> tuple[str, ...]:
        return self._names

    def paint_mark(self, painter: QPainter, line: QLineF, index: int) -> None:
        # Two runs have a line with dots each; of one run the line is training, dots validation.
        theme, own = self.theme, not (self._compares and index)
        painter.setPen((run_pen if self._compares or not index else dot_pen)(theme, own=own))
        painter.drawLine(line)
        if self._compares or index:
            paint_dot(painter, line.center(), theme, own=own, radius=DOT)


# ------------------------------------------------------------------------------------- curves view


NUMBERS = {
    "loss": ("loss", "validation_loss"),
    "rate": ("learning_rate",),
    "norm": ("gradient_norm",),
    "score": ("exact",),
}
CHARTS = tuple(NUMBERS)

TURN_MS = 60
"""From one of the small charts of a run under way to the next."""

HIGH, WIDE = 300, 480
"""Least size for all charts, in px at 100 %; a smaller view has one, which can be chosen."""


class CurvesView(Pictured, QWidget):
    """Four charts over the same updates; where there is less room, the chosen one."""

    def __init__(self, theme: Theme, room: TrainingHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._pick_moment = theme, room.does(moment_picked)
        self._snapshot = RunViewSnapshot()
        self._waiting: list[str] = []
        self._turn = QTimer(self, singleShot=True, interval=TURN_MS)
        self._turn.timeout.connect(self._draw_next)
        self._roomy: tuple[str, ...] = ()
        axes = {"loss": (self.tr("update"), self.tr("nats per token"))}
        self.charts = {
            name: CurveChart(theme, self, numbers=numbers, axes=axes.get(name, ("", "")))
            for name, numbers in NUMBERS.items()
        }
        self.title, self.choice = text_label("title", parent=self), CalmCombo(self, characters=7)
        self.unscored = text_label("soft", wraps=True, parent=self)
        self.legend = CurveKey(theme, self)
        self.log_scale = QPushButton(self.tr("Lo&g scale"), self)
        self.title.setText(self.tr("Loss"))
        self.unscored.setText(unscored_sentence())
        self._arrange()
        self._name_score()
        self.choice.activated.connect(self._show_room)
        self.log_scale.clicked.connect(room.sets("log_loss"))
        self._show_room()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        old, self._snapshot = self._snapshot, snapshot
        if old.log_loss != snapshot.log_loss:
            self.log_scale.setChecked(snapshot.log_loss)
            self.charts["loss"].set_log(on=snapshot.log_loss)
        if _shown(old) == _shown(snapshot):
            return
        if old.names != snapshot.names:
            self.legend.set_names(*snapshot.names)
            for chart in self.charts.values():
                chart.names = snapshot.names
        if old.score != snapshot.score:
            self._name_score()
        if _unscored(old) != _unscored(snapshot):
            self._show_room()
        if _grown(old, snapshot):
            # The loss at once, the other charts in turns, as drawing takes long.
            self._draw(["loss"])
            self._waiting += [name for name in CHARTS[1:] if name not in self._waiting]
            if not self._turn.isActive():
                self._turn.start()
        else:
            self._draw(self.charts)

    def caption_parts(self) -> tuple[str, ...]:
        return compared_part(self._snapshot.names[1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wanted() != self._roomy:
            self._show_room()

    def _arrange(self) -> None:
        self.log_scale.setProperty("segment", True)
        self.log_scale.setCheckable(True)
        self.log_scale.setToolTip(self.tr("Draw the loss on a logarithmic scale"))
        self.log_scale.setAccessibleName(without_mnemonic(self.log_scale.text()))
        self.choice.setProperty("compact", True)
        self.choice.setAccessibleName(self.tr("Curve"))
        self.choice.setToolTip(self.tr("Which curve is shown; a larger window shows all"))
        titles = {
            "loss": self.tr("Loss"),
            "rate": self.tr("Learning rate"),
            "norm": self.tr("Gradient norm"),
            "score": self.tr("Score"),
        }
        for name, title in titles.items():
            self.choice.addItem(title, name)
            self.charts[name].set_title(title)
            self.charts[name].update_picked.connect(self._on_update)
        self.unscored.setAlignment(Qt.AlignmentFlag.AlignCenter)
        unit, (loss, *others) = self.theme.unit, self.charts.values()
        parts = self.title, self.choice, (self.legend, 1), self.log_scale
        head = filled(QHBoxLayout(), *parts, spacing=3 * unit)
        below = ((part, 1) for part in (*others, self.unscored))
        small = filled(QHBoxLayout(), *below, spacing=2 * unit)
        self._rows = filled(QVBoxLayout(self), head, (loss, 5), (small, 3), spacing=2 * unit)

    def _wanted(self) -> tuple[str, ...]:
        """Names of the charts that fit: all, or the chosen one."""
        scale = self.theme.scale
        roomy = self.height() >= HIGH * scale and self.width() >= WIDE * scale
        return CHARTS if roomy else (str(self.choice.currentData()),)

    def _draw_next(self) -> None:
        self._draw([self._waiting.pop(0)])
        if self._waiting:
            self._turn.start()

    def _draw(self, names: Iterable[str]) -> None:
        snapshot = self._snapshot
        for chart in (self.charts[name] for name in names):
            if not chart.isHidden():
                chart.set_curves(snapshot.curve, snapshot.compared_curve)
                chart.set_cursor(snapshot.update)

    def _show_room(self) -> None:
        self._roomy = wanted = self._wanted()
        single = len(wanted) == 1
        self.choice.setVisible(single)
        self.title.setVisible(not single)
        self.log_scale.setVisible("loss" in wanted)
        for name, chart in self.charts.items():
            says_why = name == "score" and _unscored(self._snapshot)
            chart.setVisible(name in wanted and not says_why)
            chart.title.setVisible(not single and name != "loss")
        self.unscored.setVisible("score" in wanted and _unscored(self._snapshot))
        self._rows.setStretch(1, 5 if "loss" in wanted else 0)
        self._rows.setStretch(2, 3 if wanted != ("loss",) else 0)
        if self._wanted() != wanted:  # resized by a layout that setVisible() activated
            self._show_room()
            return
        self._draw(self.charts)

    def _on_update(self, update: int) -> None:
        replay = self._snapshot.replay
        if replay is not None:
            away = [abs(known - update) for known in replay.updates]
            self._pick_moment(away.index(min(away)))

    def _name_score(self) -> None:
        # It depends on the task: exact matches, or BLEU for text.
        score = self._snapshot.score
        is_bleu = score == "bleu"
        self.charts["score"].set_title(self.tr("BLEU") if is_bleu else self.tr("Exact match (%)"))
        self.charts["score"].set_numbers((score,), shares=not is_bleu)


def _grown(old: RunViewSnapshot, new: RunViewSnapshot) -> bool:
    """Whether only the end of the curve is new."""
    return _shown(old)[1:] == _shown(new)[1:] and new.curve[: len(old.curve)] == old.curve


def _unscored(snapshot: RunViewSnapshot) -> bool:
    """Whether a reason is shown instead of scores."""
    return snapshot.is_watched and not snapshot.compared_curve


def _shown(snapshot: RunViewSnapshot) -> tuple[object, ...]:
    curves = snapshot.curve, snapshot.compared_curve
    return *curves, snapshot.names, snapshot.update, _unscored(snapshot)
