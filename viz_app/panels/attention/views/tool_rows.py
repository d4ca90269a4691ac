"""Rows of widgets that change places without changing parents: the keyboard stays where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.panels.attention.views.tool_places import Row, Tool


class ToolRows(QVBoxLayout):
    """Lays out tools of one parent."""

    def __init__(self, parent: QWidget, tools: Mapping[Tool, QWidget]) -> None:
        super().__init__(parent)
        self._tools = tools
        self._lines: list[QHBoxLayout] = []
        self._shown: tuple[Row, ...] = ()
        self._unit = 1
        self.setContentsMargins(0, 0, 0, 0)

    @property
    def gap(self) -> int:
        """Between two tools, in px."""
        return 3 * self._unit

    def set_unit(self, unit: int) -> None:
        """Take the unit of spacing, in px."""
        self._unit = unit
        self.setSpacing(unit)
        for line in self._lines:
            line.setSpacing(self.gap)

    def fill(self, rows: tuple[Row, ...]) -> None:
        """Show the tools where the rows have them, and no others; Tab follows the rows."""
        if rows == self._shown:
            return
        self._shown = rows
        for line in self._lines:
            while line.count():
                line.takeAt(0)
        while len(self._lines) < len(rows):
            self._add_line()
        for row, line in zip(rows, self._lines, strict=False):
            self._fill_line(line, row)
        order = [tool for row in rows for tool in row.tools]
        for tool, widget in self._tools.items():
            widget.setVisible(tool in order)
        _order_tabs(self._tools[tool] for tool in order)

    def _add_line(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(self.gap)
        self.addLayout(line)
        self._lines.append(line)

    def _fill_line(self, line: QHBoxLayout, row: Row) -> None:
        for tool in row.left:
            line.addWidget(self._tools[tool])
        line.addStretch(1)
        for tool in row.right:
            line.addWidget(self._tools[tool])


def _order_tabs(widgets: Iterator[QWidget]) -> None:
    """Let Tab go from one to the next."""
    for before, after in pairwise(chain.from_iterable(map(_stops, widgets))):
        QWidget.setTabOrder(before, after)


def _stops(widget: QWidget) -> Iterator[QWidget]:
    """Where Tab stops in a widget: at itself, or at what its own row has.

    The row is not asked for its items: Python would hold them when Qt has deleted them, and take
    for one of them what is in that place then.
    """
    row = widget.layout()
    if row is None:
        yield widget
        return
    inside = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    for one in sorted(inside, key=row.indexOf):
        if row.indexOf(one) >= 0 and one.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield one
