"""One head's weights as a table of numbers."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from model.arrays import BoolArray
from viz_app.design.theme import Theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.views.table_model import AttentionTableModel, column_names
from viz_app.pictures.axis_labels import text_width, text_widths
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.selection import Cell

WIDEST_NAME = 30
"""Width of the rows' names at most, in heights of the text."""

WIDEST_COLUMN = 12
"""Width of a column's name at most, in heights of the text."""


class AttentionTable(Themed, Translated, QTableView):
    """Shows what a heatmap shows; the current cell is the cursor."""

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__()
        self.intents = intents
        self._model = AttentionTableModel(theme, self)
        self._following = False
        self._columns: tuple[str, ...] = ()
        self.setModel(self._model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(True)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        """Show a head."""
        self._following = True
        self._model.set_snapshot(snapshot)
        columns = () if snapshot is None else column_names(snapshot)
        if columns != self._columns:
            self._columns = columns
            self._fit_columns()
        cell = None if snapshot is None else snapshot.cell
        index = QModelIndex() if cell is None else self._model.index(cell.row, cell.column)
        if index != self.currentIndex():  # the same again would end the selection around it
            self.setCurrentIndex(index)
        self._following = False

    def _dress(self) -> None:
        theme = self.theme
        self._model.set_theme(theme)
        self.setFont(theme.font(theme.body))
        down = self.verticalHeader()
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        down.setDefaultSectionSize(round(1.8 * theme.body))
        down.setMaximumWidth(WIDEST_NAME * theme.body)
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns share the width where that is enough for all."""
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Wide enough for a number and the longest token; wider where there is room for all."""
        theme, across = self.theme, self.horizontalHeader()
        names = self._columns
        number = text_width(theme, "−0.0000", size=theme.body)
        longest = max(text_widths(theme, names, size=theme.body), default=0.0)
        width = round(max(number, min(longest, WIDEST_COLUMN * theme.body))) + 5 * theme.unit
        shared = self.viewport().width() // max(len(names), 1)
        across.setDefaultSectionSize(max(width, shared))

    def copy(self) -> None:
        """Copy the selected cells as lines with tabs."""
        _to_clipboard(self._model.copied(self._chosen()))

    def copy_all(self) -> None:
        """Copy everything, with the tokens."""
        shape = (self._model.rowCount(), self._model.columnCount())
        _to_clipboard(self._model.copied(np.ones(shape, dtype=np.bool_), with_names=True))

    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Tell of a cell that the user has reached."""
        super().currentChanged(current, previous)
        shown = self._model.snapshot
        if current.isValid() and not self._following and shown is not None:
            self.intents.cell_picked.emit(shown.kind, Cell(current.row(), current.column()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys for copying copy; the others move."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt makes the first cell current when there is none: nobody has picked it."""
        self._following = True
        super().focusInEvent(event)
        self._following = False

    def _chosen(self) -> BoolArray:
        chosen = np.zeros((self._model.rowCount(), self._model.columnCount()), dtype=np.bool_)
        for part in self.selectionModel().selection().toList():
            chosen[part.top() : part.bottom() + 1, part.left() : part.right() + 1] = True
        return chosen

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Weights as a table"))
        self._model.refresh()


def _to_clipboard(text: str) -> None:
    if text:
        QGuiApplication.clipboard().setText(text)
