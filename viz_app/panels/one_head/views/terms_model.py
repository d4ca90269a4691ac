"""The terms of one number as a Qt model: asked cell by cell."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor

from model.arrays import DoubleArray
from viz_app.panels.one_head.texts.exact_numbers import exact_number
from viz_app.panels.one_head.texts.term_rows import TermRows
from viz_app.texts.token_text import tool_tip

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

BAR_ROLE = Qt.ItemDataRole.UserRole
"""Of a term: where its bar begins and ends, from 0 at the left to 1."""

DIGITS, MORE_DIGITS = 4, 6
"""Of a number in its cell, and in its tool tip."""


class TermsModel(QAbstractTableModel):
    """A row for each term: name, factors, term, running sum."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: TermRows | None = None

    def set_rows(self, rows: TermRows | None) -> None:
        """Show other terms."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: _Index = NOWHERE) -> int:
        """Terms."""
        return 0 if parent.isValid() or self._rows is None else len(self._rows.names)

    def columnCount(self, parent: _Index = NOWHERE) -> int:
        """Name and numbers."""
        return 0 if parent.isValid() or self._rows is None else len(self._rows.titles)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Four digits of each number; a term knows its bar."""
        rows = self._rows
        if rows is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        match role:
            case _Role.DisplayRole:
                return _text(rows, row, column)
            case _Role.AccessibleTextRole:
                return f"{rows.titles[column]} {_text(rows, row, column)}"
            case _Role.ToolTipRole:
                return tool_tip(_text(rows, row, column, digits=MORE_DIGITS))
            case _Role.TextAlignmentRole:
                return RIGHT if column else LEFT
        has_bar = role == BAR_ROLE and column == rows.term_column
        return _bar(rows.terms.terms, row) if has_bar else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        """What the columns are, queries, keys and values in their colours."""
        rows = self._rows
        if rows is None or orientation == Qt.Orientation.Vertical or section >= len(rows.titles):
            return None
        if role == _Role.ForegroundRole:
            return QColor(rows.colours[section])
        if role == _Role.TextAlignmentRole:
            return RIGHT if section else LEFT
        return rows.titles[section] if role == _Role.DisplayRole else None


def _text(rows: TermRows, row: int, column: int, *, digits: int = DIGITS) -> str:
    if column == 0:
        return rows.names[row]
    return exact_number(float(rows.numbers[column - 1][row]), digits=digits)


def _bar(terms: DoubleArray, row: int) -> tuple[float, float]:
    """From the middle to the left where terms are negative; from the left where none is."""
    largest = float(np.abs(terms).max(initial=0.0))
    share = float(terms[row]) / largest if largest else 0.0
    if terms.min(initial=0.0) >= 0:
        return 0.0, share
    return 0.5, 0.5 + share / 2
