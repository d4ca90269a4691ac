"""Pictures and texts of heads in the time-lapse: the axis of moments, a head's history."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.runs.progress import Numbers
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.colours import Rgba
from viz_app.design.theme import Theme, Weight
from viz_app.panels.training.replay.room import (
    HeadHistorySnapshot,
    MomentMosaicSnapshot,
    ReplaySnapshot,
)
from viz_app.panels.training.run_lines import run_colour, run_pen
from viz_app.pictures.cell_image import CellGrid, Ticks, paint_cells
from viz_app.pictures.labels import TIGHT, round_step, text_width
from viz_app.pictures.legend import bar_width, paint_bar
from viz_app.pictures.matrix import number_cells, paint_frame
from viz_app.pictures.mosaic_layout import names_of_layers, short_head_name
from viz_app.pictures.picture import CellSpots, Picture
from viz_app.pictures.plot import Axes, paint_left_ticks
from viz_app.pictures.typeset import paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import short_loss
from viz_app.texts.measures import (
    end_number,
    measure_explanation,
    measure_name,
    measure_number,
    measured_text,
    with_unit,
)
from viz_app.texts.sentences import head_title, kind_name, titled
from viz_app.texts.visible_token import isolated
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------------ replay


translate = QCoreApplication.translate


def replay_sentence(snapshot: ReplaySnapshot) -> str:
    """``reverse-1 · update 400 of 2,400, epoch 2 · loss 0.310``, and the compared run."""
    place = _place_parts(snapshot, snapshot.index)
    return " · ".join((isolated(snapshot.run), *place, *_live(snapshot), *_beside(snapshot)))


def replay_sentences(snapshot: ReplaySnapshot) -> tuple[str, ...]:
    """The same, then ever shorter: without the text of the legend, at last the moment only."""
    place, live = _place_parts(snapshot, snapshot.index), _live(snapshot)
    moment = moment_name(snapshot.updates[snapshot.index], snapshot.epochs[snapshot.index])
    shorter = (
        (isolated(snapshot.run), *place, *live),
        (*place, *live),
        (moment, *place[1:], *live),
        (moment,),
    )
    return (replay_sentence(snapshot), *(" · ".join(parts) for parts in shorter))


def moment_sentence(snapshot: ReplaySnapshot, index: int) -> str:
    return " · ".join(_place_parts(snapshot, index))


def spacing_note() -> str:
    return translate("replay", "moments evenly spaced")


def strip_hint() -> str:
    return translate(
        "replay",
        "Drag, click or press the arrow keys to move through the training. Moments are "
        "drawn evenly spaced, although early moments are closer together in time.",
    )


def epoch_word(epochs: Sequence[int]) -> str:
    return translate("replay", "epoch") if any(epochs) else translate("replay", "update")


def curve_names(snapshot: ReplaySnapshot) -> tuple[str, ...]:
    """Legend: line, dots, and the line of the compared run; with one, both have run names."""
    dots = translate("replay", "validation")
    if snapshot.compared_curve:
        return snapshot.run, dots, snapshot.compared
    return translate("replay", "training"), dots


def no_moments() -> str:
    return translate("replay", "No attention is recorded yet.")


def moment_name(update: int, epoch: int) -> str:
    """``update 400, epoch 2``; without recorded epochs only the update."""
    if update == 0:
        return translate("replay", "before the first update")
    if epoch == 0:
        return translate("replay", "update {update}").format(update=f"{update:,}")
    template = translate("replay", "update {update}, epoch {epoch}")
    return template.format(update=f"{update:,}", epoch=epoch)


def mosaic_title(snapshot: MomentMosaicSnapshot) -> str:
    name = moment_name(snapshot.update, snapshot.epoch)
    if not snapshot.mosaic.looks_ahead:
        return name
    return translate("replay", "{moment} · no causal mask").format(moment=name)


def losses_title() -> str:
    return translate("replay", "loss, by update")


def moments_table(snapshot: ReplaySnapshot) -> ValueTable:
    """One row per moment: epoch, loss, and a 1 at the shown one."""
    points = (snapshot.loss_at(index) for index in range(len(snapshot.updates)))
    losses = [np.nan if point is None else point.loss for point in points]
    shown = np.arange(len(losses)) == snapshot.index
    return ValueTable(
        name=translate("replay", "moments, by update"),
        rows=tuple(map(str, snapshot.updates)),
        columns=(
            translate("replay", "epoch"),
            translate("replay", "loss"),
            translate("replay", "shown"),
        ),
        values=np.stack([snapshot.epochs, losses, shown], axis=1).astype(np.float64),
    )


def history_title() -> str:
    return translate("replay", "Every head during training")


def history_sentence(snapshot: HeadHistorySnapshot) -> str:
    """The selected head at the shown moment, and the meaning of the measure."""
    here = head_sentence(snapshot, layer=snapshot.layer, head=snapshot.head, index=snapshot.index)
    return f"{here} {measure_explanation(snapshot.number)}"


def head_sentence(snapshot: HeadHistorySnapshot, *, layer: int, head: int, index: int) -> str:
    """``Cross · layer 2 · head 3: Diagonality 0.93 at update 400, epoch 2.``."""
    value = float(snapshot.values[layer, head, index])
    template = translate("replay", "{measured} at {moment}.")
    said = template.format(
        measured=measured_text(snapshot.number, value),
        moment=moment_name(snapshot.updates[index], snapshot.epochs[index]),
    )
    return titled(head_title(snapshot.kind, layer=layer, head=head), said)


def line_title(snapshot: HeadHistorySnapshot) -> str:
    """``layer 2 · head 3: Diagonality 0.93``."""
    value = float(snapshot.values[snapshot.layer, snapshot.head, snapshot.index])
    template = translate("replay", "layer {layer} · head {head}: {measured}")
    return template.format(
        layer=snapshot.layer + 1,
        head=snapshot.head + 1,
        measured=measured_text(snapshot.number, value),
    )


def compared_title(snapshot: HeadHistorySnapshot) -> str:
    """Name and value of the compared run, if its training has reached the update."""
    if snapshot.compared_values is None:
        return ""
    update = snapshot.updates[snapshot.index]
    nearest = min(
        range(len(snapshot.compared_updates)),
        key=lambda index: abs(snapshot.compared_updates[index] - update),
    )
    number = measure_number(float(snapshot.compared_values[nearest]))
    return translate("replay", "dashed: {run} {number}").format(
        run=isolated(snapshot.compared), number=with_unit(snapshot.number, number)
    )


def _live(snapshot: ReplaySnapshot) -> list[str]:
    return [translate("replay", "live")] if snapshot.live and snapshot.follows else []


def _beside(snapshot: ReplaySnapshot) -> list[str]:
    if snapshot.compared_update is not None:
        beside = translate("replay", "compared with {run} at update {update}")
        name = isolated(snapshot.compared)
        return [beside.format(run=name, update=f"{snapshot.compared_update:,}")]
    if snapshot.compared:
        alone = translate("replay", "{run} has no attention to compare with")
        return [alone.format(run=isolated(snapshot.compared))]
    return []


def _place_parts(snapshot: ReplaySnapshot, index: int) -> list[str]:
    update, epoch = snapshot.updates[index], snapshot.epochs[index]
    place = moment_name(update, epoch)
    if update and snapshot.planned >= update:
        template = (
            translate("replay", "update {update} of {planned}, epoch {epoch}")
            if epoch
            else translate("replay", "update {update} of {planned}")
        )
        place = template.format(update=f"{update:,}", planned=f"{snapshot.planned:,}", epoch=epoch)
    point = snapshot.loss_at(index)
    if point is None:
        return [place]
    return [place, translate("replay", "loss {loss}").format(loss=short_loss(point.loss))]


# ------------------------------------------------------------------------------------- moment axis
# The axis of a time-lapse: moments evenly spaced, and what lies between them in proportion.


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentAxis:
    """Horizontal places of moments, in px.

    Attributes:
        left, right: of the first and the last place.
        updates: of the moments, ascending; the last may be the current update of a live run.
        count: of the moments.
    """

    left: float
    right: float
    updates: tuple[int, ...]
    count: int

    def x(self, index: float) -> float:
        """Place of a moment; fractions are interpolated."""
        return self.left + index * self._step

    def at(self, updates: npt.ArrayLike) -> Numbers:
        """Places of updates, clamped to the ends."""
        wanted = np.asarray(updates, dtype=np.float64)
        known = np.asarray(self.updates, dtype=np.float64)
        places = np.interp(wanted, known, np.arange(len(known), dtype=np.float64))
        return self.left + np.asarray(places, dtype=np.float64) * self._step

    def index_at(self, x: float) -> int:
        if self._step == 0:
            return 0
        return max(0, min(round((x - self.left) / self._step), self.count - 1))

    @property
    def _step(self) -> float:
        return (self.right - self.left) / max(len(self.updates) - 1, 1)


def moment_axis(
    left: float, right: float, updates: Sequence[int], *, newest: int = 0
) -> MomentAxis:
    """Axis of moments; a run that has reached ``newest`` gets one more place."""
    beyond = (newest,) if newest > updates[-1] else ()
    return MomentAxis(left=left, right=right, updates=(*updates, *beyond), count=len(updates))


def marks_of(updates: Sequence[int], epochs: Sequence[int]) -> Sequence[int]:
    """Labels of the moments: epochs, or updates if epochs were not recorded."""
    return epochs if any(epochs) else updates


def paint_epochs(
    painter: QPainter, axis: MomentAxis, epochs: Sequence[int], top: float, theme: Theme
) -> None:
    """Ticks at all moments, with as many epoch numbers as fit."""
    painter.setPen(QColor(theme.soft_text))
    for index in range(axis.count):
        x = axis.x(index)
        painter.drawLine(round(x), round(top), round(x), round(top + 0.75 * theme.unit))
    for index, text in roomy_epochs(axis, epochs, theme):
        x, width = axis.x(index), text_width(theme, text, size=theme.small)
        place = QRectF(x - width, top + theme.unit, 2 * width, theme.small * TIGHT)
        paint_line(painter, place, text, theme, side="centre", whole=True)


def roomy_epochs(axis: MomentAxis, epochs: Sequence[int], theme: Theme) -> list[tuple[int, str]]:
    """Last moment of each epoch with its number, from the left as many as fit before the last."""
    every = [
        (index, str(epoch))
        for index, epoch in enumerate(epochs)
        if index == len(epochs) - 1 or epoch != epochs[index + 1]
    ]
    gap, shown = 2 * theme.unit, every[-1:]
    half = {text: text_width(theme, text, size=theme.small) / 2 for _, text in every}
    free = -np.inf
    end = min((axis.x(index) - half[text] - gap for index, text in shown), default=np.inf)
    for index, text in every[:-1]:
        x = axis.x(index)
        if x - half[text] >= free and x + half[text] <= end:
            free = x + half[text] + gap
            shown.append((index, text))
    return sorted(shown)


# ------------------------------------------------------------------------------------ head history


NAMED = 100
"""In less height than this, in px at 100 %, the axis of the line has no name."""

MANY = 40
"""From this many moments on, the line has no dots."""

LINE_SHARE, LINE_LEAST = 0.36, 72
"""The line's part of the height, and its least height in px at 100 %."""

SPARSEST = 2
"""Every second head at least is labelled, or only the selected one."""

HIGHEST_ROW = 22
"""In px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLayout:
    """Where the parts are, in px.

    Attributes:
        grid: one row per head, layer by layer; one column per moment.
        bar: of the colours.
        title: of the line.
        axis, axes: of the line: moments across, the measure up.
        named: whether the name of its axis fits.
    """

    grid: CellGrid
    bar: QRectF
    title: QRectF
    axis: MomentAxis
    axes: Axes
    named: bool


def history_lut(snapshot: HeadHistorySnapshot, theme: Theme) -> Rgba:
    """Diverging colours for measures with both signs, else those of the kind."""
    return diverging_lut(theme) if snapshot.ends[0] < 0 else kind_lut(theme, snapshot.kind)


def history_ticks(snapshot: HeadHistorySnapshot) -> Ticks:
    """Ends and middle of the range, for the colour bar and the axis of the line."""
    low, high = snapshot.ends
    marks = ((0.0, low), (0.5, (low + high) / 2), (1.0, high))
    return tuple((share, end_number(round(value, 2) + 0.0)) for share, value in marks)


def layout_history(rect: QRectF, snapshot: HeadHistorySnapshot, theme: Theme) -> HistoryLayout:
    layers, heads, moments = snapshot.values.shape
    unit, bar = theme.unit, bar_width(theme, history_ticks(snapshot))
    names = (names_of_layers(layers, theme, width=rect.width()), [short_head_name(heads - 1)])
    left = 5 * unit + sum(
        max(text_width(theme, name, size=theme.small) for name in texts) for texts in names
    )
    line = max(LINE_SHARE * rect.height(), LINE_LEAST * theme.scale)
    row = max(rect.height() - line - 2 * unit, 1.0) / (layers * heads)
    row = min(row, HIGHEST_ROW * theme.scale)
    grid = CellGrid(
        left=rect.left() + left,
        top=rect.top(),
        cell_width=max(rect.width() - left - bar - 3 * unit, 1.0) / moments,
        cell_height=float(int(row)) if row >= 2 else row,
        rows=layers * heads,
        columns=moments,
    )
    top = grid.rect.bottom() + 2 * unit
    bottom = max(rect.bottom(), top + 1)
    named = bottom - top >= NAMED * theme.scale
    title = QRectF(rect.left(), top, rect.width(), theme.small * 1.4)
    area = QRectF(grid.left, title.bottom() + 2 * unit, grid.rect.width(), 1)
    below = (2 if named else 1) * (theme.small * TIGHT + unit)
    area.setBottom(max(bottom - below, area.top() + 1))
    first, last = grid.middle(0, 0).x(), grid.middle(0, moments - 1).x()
    return HistoryLayout(
        grid=grid,
        bar=QRectF(
            grid.rect.right() + 3 * unit, grid.top, bar, max(grid.rect.height(), 3 * theme.small)
        ),
        title=title,
        axis=moment_axis(first, last, snapshot.updates),
        axes=Axes(area=area, across=(0.0, 1.0), up=snapshot.ends),
        named=named,
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class HeadHistory(Picture):
    """One measure of every head at every moment, and that of the chosen head as a line."""

    snapshot: HeadHistorySnapshot

    natural = (460, 320)
    smallest = (240, 180)

    def say(self, spot: Cell) -> str:
        layer, head = self.head_at(spot)
        return head_sentence(self.snapshot, layer=layer, head=head, index=spot.column)

    def head_at(self, spot: Cell) -> tuple[int, int]:
        """Layer and head of a row."""
        return divmod(spot.row, self.snapshot.values.shape[1])

    def tables(self) -> Tables:
        """One row per head, one column per moment, named by its update."""
        shown = self.snapshot
        layers, heads, moments = shown.values.shape
        table = ValueTable(
            name=measure_name(shown.number),
            rows=tuple(
                head_title(shown.kind, layer=layer, head=head)
                for layer in range(layers)
                for head in range(heads)
            ),
            columns=tuple(map(str, shown.updates)),
            values=shown.values.reshape(-1, moments),
        )
        return (table,)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> CellSpots:
        painter.save()
        layout, ticks = layout_history(rect, self.snapshot, theme), history_ticks(self.snapshot)
        self._paint_cells(painter, layout.grid, theme)
        self._paint_names(painter, rect, layout.grid, theme)
        paint_bar(painter, layout.bar, history_lut(self.snapshot, theme), theme, ticks=ticks)
        self._paint_place(painter, layout.grid, theme)
        self._paint_axes(painter, rect, layout, theme)
        self._paint_title(painter, layout.title, theme)
        self._paint_lines(painter, layout, theme)
        painter.restore()
        return CellSpots(layout.grid, first=Cell(self._row, self.snapshot.index))

    @property
    def _row(self) -> int:
        """Of the chosen head."""
        return self.snapshot.layer * self.snapshot.values.shape[1] + self.snapshot.head

    def _paint_cells(self, painter: QPainter, grid: CellGrid, theme: Theme) -> None:
        # With lines between layers; NaN is grey.
        shown = self.snapshot
        _, heads, moments = shown.values.shape
        lut, values = history_lut(shown, theme), shown.values.reshape(-1, moments)
        cells = number_cells(values, lut, theme, levels=shown.ends)
        paint_cells(painter, grid, cells.codes, cells.table, peaks=False)
        painter.setPen(QPen(QColor(theme.text), 1))
        for row in range(heads, grid.rows, heads):
            y = round(grid.top + row * grid.cell_height) + 0.0
            painter.drawLine(QPointF(grid.left, y), QPointF(grid.rect.right(), y))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawRect(grid.rect)

    def _paint_names(self, painter: QPainter, rect: QRectF, grid: CellGrid, theme: Theme) -> None:
        layers, heads, _ = self.snapshot.values.shape
        high, tight = 2.0 * theme.small, theme.small * TIGHT
        names = list(enumerate(names_of_layers(layers, theme, width=rect.width())))
        step = max(1, round(tight / max(heads * grid.cell_height, 1) + 0.49))
        for layer, name in names[::step]:
            middle = grid.rows_rect(layer * heads, (layer + 1) * heads).center().y()
            place = QRectF(rect.left(), middle - high / 2, 1, high)
            paint_line(painter, place, name, theme, whole=True)
        for row in self._named_rows(tight / grid.cell_height):
            top = grid.middle(row, 0).y() - high / 2
            place = QRectF(grid.left - 102, top, 100 - theme.unit, high)
            weight: Weight = "bold" if row == self._row else "normal"
            ink, name = theme.text if row == self._row else "", short_head_name(row % heads)
            paint_line(
                painter, place, name, theme, colour=ink, weight=weight, side="right", whole=True
            )

    def _named_rows(self, apart: float) -> list[int]:
        """Rows whose head is labelled: the chosen one, and others at a distance in rows from it.

        If fewer than every second one fits, only the chosen one: the others would confuse.
        """
        layers, heads, _ = self.snapshot.values.shape
        step = round_step(max(1, round(apart + 0.49)))
        if step > SPARSEST:
            return [self._row]
        free, rows = -apart, []
        for row in range(layers * heads):
            fits = row - free >= apart and abs(row - self._row) >= apart
            if row % heads % step == 0 and fits:
                free = row
                rows.append(row)
        return [*rows, self._row]

    def _paint_place(self, painter: QPainter, grid: CellGrid, theme: Theme) -> None:
        x = grid.middle(0, self.snapshot.index).x()
        painter.setPen(QPen(QColor(theme.text), 1.2 * theme.scale, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, grid.top), QPointF(x, grid.rect.bottom()))
        row = grid.rows_rect(self._row, self._row + 1)
        paint_frame(painter, row, theme.kind_colour(self.snapshot.kind), theme)

    def _paint_axes(
        self, painter: QPainter, rect: QRectF, layout: HistoryLayout, theme: Theme
    ) -> None:
        shown, area, tight = self.snapshot, layout.axes.area, theme.small * TIGHT
        low, high = shown.ends
        levels = [(low + share * (high - low), text) for share, text in history_ticks(shown)]
        paint_left_ticks(painter, layout.axes, levels, theme)
        painter.setPen(QPen(QColor(theme.text), 1.2 * theme.scale, Qt.PenStyle.DashLine))
        x = layout.axis.x(shown.index)
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        marks = marks_of(shown.updates, shown.epochs)
        paint_epochs(painter, layout.axis, marks, area.bottom(), theme)
        if layout.named:
            place = QRectF(area.left(), rect.bottom() - tight, area.width(), tight)
            name = f"{epoch_word(shown.epochs)} · {spacing_note()}"
            paint_line(painter, place, name, theme, side="centre", whole=True)

    def _paint_title(self, painter: QPainter, line: QRectF, theme: Theme) -> None:
        shown = self.snapshot
        title, colour = line_title(shown), theme.kind_colour(shown.kind)
        paint_line(painter, line, title, theme, colour=colour, weight="bold")
        used = text_width(theme, title, size=theme.small, weight="bold") + 4 * theme.unit
        if shown.compared_values is not None and used < line.width():
            rest, colour = line.adjusted(used, 0, 0, 0), run_colour(theme, own=False)
            paint_line(painter, rest, compared_title(shown), theme, colour=colour)

    def _paint_lines(self, painter: QPainter, layout: HistoryLayout, theme: Theme) -> None:
        """A line through all finite values of the chosen head, with dots if there are few."""
        shown = self.snapshot
        own = QPen(QColor(theme.kind_colour(shown.kind)), 1.8 * theme.scale)
        lines = [(own, shown.updates, shown.values[shown.layer, shown.head])]
        if shown.compared_values is not None:
            other = run_pen(theme, own=False)
            lines.insert(0, (other, shown.compared_updates, shown.compared_values))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pen, updates, values in lines:
            places = zip(layout.axis.at(updates).tolist(), values.tolist(), strict=True)
            points = [
                QPointF(x, layout.axes.y(value)) for x, value in places if not math.isnan(value)
            ]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))
            if len(points) < MANY:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(pen.color())
                for point in points:
                    painter.drawEllipse(point, 2.0 * theme.scale, 2.0 * theme.scale)


def history_picture(snapshot: HeadHistorySnapshot) -> HeadHistory:
    kind = titled(history_title(), kind_name(snapshot.kind))
    return HeadHistory(
        title=titled(kind, measure_name(snapshot.number)),
        note=history_sentence(snapshot),
        snapshot=snapshot,
    )
