"""How the list of branches looks: a small tree, its columns and its size."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTreeWidget,
    QWidget,
)

from viz_app.panels.timeline.views.branch_items import (
    COMPARED,
    LABEL,
    NUMBER,
    row_height,
    style_sheet,
)
from viz_app.widgets.themed import Themed

FEWEST = 2
"""Rows that there is always room for."""

WIDTH = 60
"""In units of spacing."""


class OpenTree(Themed, QTreeWidget):
    """A tree with all its rows open: a label, a number and a box in each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No rows."""
        super().__init__(parent)
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._dress_header()

    def _dress(self) -> None:
        theme = self.theme
        self.setFont(theme.font(theme.small))
        self.setIndentation(3 * theme.unit)
        self.setFixedWidth(WIDTH * theme.unit)
        self.header().resizeSection(COMPARED, 6 * theme.unit)
        self.setStyleSheet(style_sheet(theme))

    def sizeHint(self) -> QSize:
        """As little as it can do with: it takes the height that there is."""
        height = FEWEST * row_height(self.theme) + self.theme.unit
        return QSize(WIDTH * self.theme.unit, height)

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def _dress_header(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(LABEL, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(NUMBER, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(COMPARED, QHeaderView.ResizeMode.Fixed)
