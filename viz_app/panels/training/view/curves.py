"""The curves of a run: loss, learning rate, gradient norm and score."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from model.arrays import DoubleArray
from model.runs.progress import SMALLEST, CurveColumns, CurvePoint
from viz_app.design.theme import Theme
from viz_app.panels.training import run_lines
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.pictures import chart_sentence, point_sentence, unscored_sentence
from viz_app.panels.training.run_lines import dot_pen, paint_dot, run_pen
from viz_app.panels.training.snapshot import RunViewSnapshot
from viz_app.pictures.plot import Curve, PlotAxis, Reach, curve_table, line_pen
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip, without_mnemonic
from viz_app.texts.picture_caption import compared_part
from viz_app.texts.visible_token import safe
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.curve_plot import CurvePlot, LineKey
from viz_app.widgets.layout import text_label
from viz_app.widgets.themed import Pictured, Themed, Translated

# ------------------------------------------------------------------------------------- curve chart
# One number of a run by update, beside that of another run, with a cursor.


SIDE = 16
"""How far the labels of the horizontal axis may extend beyond it, in px at 100 %."""

AIR = 0.09
"""Of the range of the vertical axis, above and below: so the texts of its ends have room."""

FEWEST_UPDATES = 10.0

NARROW = 240
"""A chart narrower than this, in px at 100 %, has three numbers below."""


@dataclass(frozen=True, slots=True)
class RunLine:
    """A value of the points as a line; values measured less often have dots."""

    number: str
    dots: bool = False


class CurveChart(Pictured, Themed, CurvePlot):
    """Lines of one or two runs; the keyboard cursor starts at the newest update.

    Signals:
        update_picked: update nearest to a click.
    """

    update_picked = Signal(int)

    low, enters_at_end = 0, True

    def __init__(
        self, theme: Theme, *, lines: tuple[RunLine, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self._lines = lines
        self._runs = CurveColumns(), CurveColumns()
        self.names = "", ""  # of both runs, in a table
        self._drawn: list[tuple[Curve, ...]] = [(), ()]
        self._x, self._spaced = PlotAxis(reach=(0.0, FEWEST_UPDATES), padding=0.01), 0.0
        self._y = PlotAxis(reach=(0.0, 1.0), padding=0.0)
        self.title, self.marker = text_label(parent=self), self.plot.standing_line()
        self.title.setProperty("role", "title")
        self._rows.insertWidget(0, self.title)
        self.plot.keep_axes()
        self.set_theme(theme)

    def set_curves(self, own: tuple[CurvePoint, ...], other: tuple[CurvePoint, ...]) -> None:
        last = [curve[-1].update for curve in (own, other) if curve]
        self._x = replace(self._x, reach=update_range(last))
        self._space_ticks()
        self._show([run.take(curve) for run, curve in zip(self._runs, (own, other), strict=True)])

    def set_lines(self, lines: tuple[RunLine, ...], *, shares: bool) -> None:
        """Show other values; ``shares``: the axis is always 0 to 100 %."""
        factor = 100.0 if shares else 1.0
        if (lines, factor) != (self._lines, self._y.factor):
            self._lines, self._y = lines, replace(self._y, factor=factor)
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

    def set_title(self, title: str, *, bottom: str = "", left: str = "") -> None:
        self.title.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(chart_sentence())
        self._x, self._y = replace(self._x, name=bottom), replace(self._y, name=left)
        self._show((False, False))

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        side, margin = round(SIDE * theme.scale), max(2, theme.unit // 2)
        self.plot.getAxis("bottom").setStyle(hideOverlappingLabels=side)
        self.plot.set_margin(side)
        self._rows.setSpacing(theme.unit)
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self.marker.setPen(line_pen(theme, theme.text, width=1.2))
        self._show()

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

    def _show(self, others: Sequence[bool] = (True, True)) -> None:
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


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A name, and its marker: ``line`` for training, ``dots`` for validation."""

    name: str
    line: bool = True
    dots: bool = True
    own: bool = True


class CurveKey(Themed, Translated, LineKey):
    """Legend of one or two runs."""

    lengths, gaps = (6.0, 6.0), (4.0, 4.0)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._names = ("", "")
        self._retranslate()

    def set_names(self, own: str, other: str) -> None:
        self._names = own, other
        self._retranslate()

    def entries(self) -> tuple[KeyEntry, ...]:
        own, other = self._names
        if not other:
            training = KeyEntry(self.tr("training"), dots=False)
            return training, KeyEntry(self.tr("validation"), line=False)
        return KeyEntry(own), KeyEntry(other, own=False)

    def names(self) -> list[str]:
        return [entry.name for entry in self.entries()]

    def paint_mark(self, painter: QPainter, line: QLineF, index: int) -> None:
        theme, entry = self.theme, self.entries()[index]
        painter.setPen((run_pen if entry.line else dot_pen)(theme, own=entry.own))
        painter.drawLine(line)
        if entry.dots:
            paint_dot(painter, line.center(), theme, own=entry.own, radius=DOT)

    def _retranslate(self) -> None:
        said = self.tr("Line: training; dots: validation, on held-out pairs")
        _, other = self._names
        if other:
            dashed = self.tr("Dashed, with hollow dots: {name}").format(name=safe(other))
            said = f"{said}. {dashed}"
        self.setToolTip(tool_tip(said))
        self.setAccessibleName(", ".join(map(safe, self.names())))
        self.setAccessibleDescription(said)
        self.update()


# ------------------------------------------------------------------------------------- curves view


CHARTS = ("loss", "rate", "norm", "score")

LINES: dict[str, tuple[RunLine, ...]] = {
    "loss": (RunLine("loss"), RunLine("validation_loss", dots=True)),
    "rate": (RunLine("learning_rate"),),
    "norm": (RunLine("gradient_norm"),),
    "score": (RunLine("exact", dots=True),),
}
BLEU = (RunLine("bleu", dots=True),)

TURN_MS = 60
"""From one of the small charts of a run under way to the next."""

HIGH, WIDE = 300, 480
"""Least size for all charts, in px at 100 %; a smaller view has one, which can be chosen."""


class CurvesView(Pictured, Themed, Translated, QWidget):
    """Four charts over the same updates; where there is less room, the chosen one."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._intents = theme, intents
        self._snapshot = RunViewSnapshot()
        self._waiting: list[str] = []
        self._turn = QTimer(self, singleShot=True, interval=TURN_MS)
        self._turn.timeout.connect(self._draw_next)
        self._roomy: tuple[str, ...] = ()
        self.charts = {name: CurveChart(theme, lines=LINES[name], parent=self) for name in CHARTS}
        self.title, self.choice = text_label(parent=self), CalmCombo(self, characters=7)
        self.unscored = text_label(parent=self)
        self.legend, self.log_scale = CurveKey(theme, self), QPushButton(self)
        self._arrange()
        self.choice.activated.connect(self._show_room)
        self.log_scale.clicked.connect(intents.log_toggled)
        self.set_theme(theme)

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
            self._name_charts()
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

    def _apply_theme(self) -> None:
        self._head.setSpacing(3 * self.theme.unit)
        for layout in (self._rows, self._small):
            layout.setSpacing(2 * self.theme.unit)
        self._retranslate()
        self._show_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wanted() != self._roomy:
            self._show_room()

    def _retranslate(self) -> None:
        self._name_charts()
        for row, text in enumerate(self._titles().values()):
            self.choice.setItemText(row, text)
        self.title.setText(self.tr("Loss"))
        self.unscored.setText(unscored_sentence())
        self.choice.setAccessibleName(self.tr("Curve"))
        self.choice.setToolTip(self.tr("Which curve is shown; a larger window shows all"))
        self.log_scale.setText(self.tr("Lo&g scale"))
        self.log_scale.setToolTip(self.tr("Draw the loss on a logarithmic scale"))
        self.log_scale.setAccessibleName(without_mnemonic(self.log_scale.text()))

    def _arrange(self) -> None:
        self.log_scale.setProperty("segment", True)
        self.log_scale.setCheckable(True)
        self.choice.setProperty("compact", True)
        for name in CHARTS:
            self.choice.addItem(name, name)
        self.title.setProperty("role", "title")
        self._head = QHBoxLayout()
        for widget in (self.title, self.choice):
            self._head.addWidget(widget)
        self._head.addWidget(self.legend, 1)
        self._head.addWidget(self.log_scale)
        self._small = QHBoxLayout()
        for name, chart in self.charts.items():
            chart.update_picked.connect(self._on_update)
            if name != "loss":
                self._small.addWidget(chart, 1)
        self.unscored.setProperty("role", "soft")
        self.unscored.setWordWrap(True)
        self.unscored.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._small.addWidget(self.unscored, 1)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addLayout(self._head)
        self._rows.addWidget(self.charts["loss"], 5)
        self._rows.addLayout(self._small, 3)

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
            self._intents.moment_picked.emit(away.index(min(away)))

    def _name_charts(self) -> None:
        # The score depends on the task: exact matches, or BLEU for text.
        is_bleu = self._snapshot.score == "bleu"
        score = self.tr("BLEU") if is_bleu else self.tr("Exact match (%)")
        axes = {"loss": (self.tr("update"), self.tr("nats per token"))}
        for name, title in {**self._titles(), "score": score}.items():
            bottom, left = axes.get(name, ("", ""))
            self.charts[name].set_title(title, bottom=bottom, left=left)
        lines = BLEU if is_bleu else LINES["score"]
        self.charts["score"].set_lines(lines, shares=not is_bleu)

    def _titles(self) -> dict[str, str]:
        return {
            "loss": self.tr("Loss"),
            "rate": self.tr("Learning rate"),
            "norm": self.tr("Gradient norm"),
            "score": self.tr("Score"),
        }


def _grown(old: RunViewSnapshot, new: RunViewSnapshot) -> bool:
    """Whether only the end of the curve is new."""
    return _shown(old)[1:] == _shown(new)[1:] and new.curve[: len(old.curve)] == old.curve


def _unscored(snapshot: RunViewSnapshot) -> bool:
    """Whether a reason is shown instead of scores."""
    return snapshot.is_watched and not snapshot.compared_curve


def _shown(snapshot: RunViewSnapshot) -> tuple[object, ...]:
    curves = snapshot.curve, snapshot.compared_curve
    return *curves, snapshot.names, snapshot.update, _unscored(snapshot)
