"""Rows of widgets that change places without changing parents: the keyboard stays where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.panels.attention.views.tool_places import Row, RowPart, Tool

PARTS = 2
"""A row has so many at most."""


class ToolRows(QVBoxLayout):
    """Lays out tools of one parent."""

    def __init__(self, parent: QWidget, tools: Mapping[Tool, QWidget]) -> None:
        super().__init__(parent)
        self._tools = tools
        self._lines: list[QHBoxLayout] = []
        self._parts: list[QHBoxLayout] = []
        self._shown: tuple[Row, ...] = ()
        self._unit = 1
        self.setContentsMargins(0, 0, 0, 0)

    @property
    def gap(self) -> int:
        """Between two tools, in px."""
        return 3 * self._unit

    def set_spacing(self, *, unit: int, between_rows: int) -> None:
        """Take the unit of spacing and the space between rows, in px."""
        self._unit = unit
        self.setSpacing(between_rows)
        for line in self._lines:
            line.setSpacing(2 * unit)
        shown, self._shown = self._shown, ()
        self.fill(shown)

    def fill(self, rows: tuple[Row, ...]) -> None:
        """Show the tools where the rows have them, and no others; Tab follows the rows."""
        if rows == self._shown:
            return
        self._shown = rows
        self._clear()
        while len(self._lines) < len(rows):
            self._add_line()
        for number, row in enumerate(rows):
            for part, layout in zip(row, self._parts[PARTS * number :], strict=False):
                self._fill_part(layout, part)
        order = [tool for row in rows for part in row for tool in (*part.left, *part.right)]
        for tool, widget in self._tools.items():
            widget.setVisible(tool in order)
        _order_tabs(self._tools[tool] for tool in order)

    def _clear(self) -> None:
        for part in self._parts:
            while part.count():
                part.takeAt(0)

    def _add_line(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(2 * self._unit)
        self.addLayout(line)
        self._lines.append(line)
        for _ in range(PARTS):
            part = QHBoxLayout()
            line.addLayout(part)
            self._parts.append(part)

    def _fill_part(self, layout: QHBoxLayout, part: RowPart) -> None:
        layout.setSpacing(self._unit if part.close else self.gap)
        for tool in part.left:
            layout.addWidget(self._tools[tool])
        layout.addStretch(1)
        for tool in part.right:
            layout.addWidget(self._tools[tool])


def _order_tabs(widgets: Iterator[QWidget]) -> None:
    """Let Tab go from one to the next."""
    for before, after in pairwise(chain.from_iterable(map(_stops, widgets))):
        QWidget.setTabOrder(before, after)


def _stops(widget: QWidget) -> Iterator[QWidget]:
    """Where Tab stops in a widget: at itself, or at what its own row has."""
    row = widget.layout()
    if row is None:
        yield widget
        return
    for place in range(row.count()):
        item = row.itemAt(place)
        inside = item.widget() if item else None
        if inside is not None and inside.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield inside
