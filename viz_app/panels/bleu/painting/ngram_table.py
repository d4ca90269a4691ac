"""Matches, totals and precisions of the four orders as lines with bars."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.lessons.bleu.explained import BleuExplained, OrderCounts
from viz_app.design.theme import Theme, Weight, faded, mixed
from viz_app.panels.bleu.texts import order_name, smoothing_mark, table_titles
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.bar_rows import BarRows, Stretch, across, paint_round_bar
from viz_app.pictures.legend import paint_hatched
from viz_app.pictures.text_line import paint_line

LINE, LOWEST_LINE = 36, 20
"""Of an order, in px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLayout(BarRows):
    """Places in the painter's px: a row an order."""

    names: Stretch
    counts: Stretch
    bars: Stretch
    precisions: Stretch

    def bar_rect(self, row: int, share: float) -> QRectF:
        """From 0 to a share of 100 %."""
        inset = 0.22 * self.row_height
        bar = across(self.row_rect(row), (self.bars[0], share * self.bars[1]))
        return bar.adjusted(0, inset, 0, -inset)


def table_height(theme: Theme, *, tight: bool) -> float:
    """Of four lines and the columns' names, in px."""
    return theme.small * 1.7 + 4 * (LOWEST_LINE if tight else LINE) * theme.scale


def layout_table(rect: QRectF, bleu: BleuExplained, theme: Theme) -> TableLayout:
    """Fit the lines into a rectangle."""
    unit = float(theme.unit)
    head = QRectF(rect.left(), rect.top(), rect.width(), theme.small * 1.7)
    line = min((rect.bottom() - head.bottom()) / len(bleu.orders), LINE * theme.scale)
    titles = table_titles()
    names = max(
        text_width(theme, order_name(order.n), size=theme.body, weight="bold") + 1
        for order in bleu.orders
    )
    counts = max(
        text_width(theme, text, size=theme.body, weight="bold")
        for text in (*(_count(order) for order in bleu.orders), titles[0])
    )
    numbers = text_width(theme, "100.00 %", size=theme.body, weight="bold") + unit
    left = rect.left() + unit
    counts_left = left + names + 4 * unit
    bars_left = counts_left + counts + 4 * unit
    bars = max(rect.right() - unit - numbers - 2 * unit - bars_left, 8.0)
    return TableLayout(
        head=head,
        top=head.bottom(),
        row_height=line,
        count=len(bleu.orders),
        left=left,
        right=bars_left + bars + 2 * unit + numbers,
        names=(left, names),
        counts=(counts_left, counts),
        bars=(bars_left, bars),
        precisions=(bars_left + bars + 2 * unit, numbers),
    )


def paint_table(
    painter: QPainter, layout: TableLayout, bleu: BleuExplained, theme: Theme, *, chosen: int
) -> None:
    """Paint the four orders; ``chosen`` (1 … 4) has a ground."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    bars = layout.bars[0], layout.right - layout.bars[0]
    for column, title in zip((layout.counts, bars), table_titles(), strict=True):
        paint_line(painter, across(layout.head, column), title, theme)
    for row, order in enumerate(bleu.orders):
        _paint_order(painter, layout, order, theme, row=row, chosen=order.n == chosen)
    painter.restore()


def _paint_order(
    painter: QPainter,
    layout: TableLayout,
    order: OrderCounts,
    theme: Theme,
    *,
    row: int,
    chosen: bool,
) -> None:
    rect = layout.row_rect(row)
    if chosen:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(theme.panel, theme.accent, share=0.1)))
        painter.drawRoundedRect(
            rect.adjusted(-theme.unit, 0, theme.unit, 0), theme.small_radius, theme.small_radius
        )
    ink = theme.text if order.total else faded(theme)
    weight: Weight = "bold" if chosen else "normal"
    texts = ((layout.names, order_name(order.n)), (layout.counts, _count(order)))
    for column, text in texts:
        place = across(rect, column)
        paint_line(painter, place, text, theme, size=theme.body, colour=ink, weight=weight)
    paint_round_bar(painter, layout.bar_rect(row, 1.0), theme.line)
    bar = layout.bar_rect(row, order.precision / 100)
    paint_round_bar(painter, bar, theme.masked if order.smoothed else theme.accent)
    if order.smoothed:
        paint_hatched(painter, bar, theme)
        _paint_mark(painter, layout.bar_rect(row, 1.0), bar.right(), theme)
    text = f"{order.precision:.2f} %" if order.total else "–"
    place = across(rect, layout.precisions)
    paint_line(painter, place, text, theme, size=theme.body, colour=ink, side="right")


def _paint_mark(painter: QPainter, bar: QRectF, start: float, theme: Theme) -> None:
    """That the number is smoothed, on the empty part of its bar, where it has room."""
    room = QRectF(start + theme.unit, bar.top(), bar.right() - start - 2 * theme.unit, bar.height())
    if text_width(theme, smoothing_mark(), size=theme.small) <= room.width():
        paint_line(painter, room, smoothing_mark(), theme, side="right")


def _count(order: OrderCounts) -> str:
    return f"{order.matched} / {order.total}"
