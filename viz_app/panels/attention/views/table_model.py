"""One head's weights as a Qt model: asked cell by cell, so that nothing is made in advance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor

from model.arrays import BoolArray
from viz_app.design.theme import Theme, faded
from viz_app.texts.key_sentences import exact_weight, exact_weights
from viz_app.texts.label_text import listed_name, listed_row, shown_name
from viz_app.texts.sentences import cell_sentence
from viz_app.texts.token_text import tool_tip
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate

_Role = Qt.ItemDataRole
_Answer = Callable[[FocusSnapshot, int, int], object]
NOWHERE = QModelIndex()
"""Cells have no cells below them."""

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_Index = QModelIndex | QPersistentModelIndex


class AttentionTableModel(QAbstractTableModel):
    """Rows are queries, columns are keys; four digits."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._snapshot: FocusSnapshot | None = None

    @property
    def snapshot(self) -> FocusSnapshot | None:
        """What is shown."""
        return self._snapshot

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        """Show a head. With the same number of rows and columns, what is selected stays."""
        if _shape(snapshot) != _shape(self._snapshot):
            self.beginResetModel()
            self._snapshot = snapshot
            self.endResetModel()
            return
        self._snapshot = snapshot
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Whatever is in view is asked for again: other values, another language."""
        rows, columns = self.rowCount(), self.columnCount()
        if rows and columns:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, columns - 1)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, rows - 1)

    def rowCount(self, parent: _Index = NOWHERE) -> int:
        """Queries."""
        return 0 if parent.isValid() else _shape(self._snapshot)[0]

    def columnCount(self, parent: _Index = NOWHERE) -> int:
        """Keys."""
        return 0 if parent.isValid() else _shape(self._snapshot)[1]

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """A weight with four digits, ``masked``, or nothing where the row is not decoded."""
        shown = self._snapshot
        if shown is None or not index.isValid():
            return None
        answers: dict[int, _Answer] = {
            _Role.DisplayRole: self._text,
            _Role.AccessibleTextRole: _sentence,
            _Role.ToolTipRole: _tip,
            _Role.ForegroundRole: self._colour,
            _Role.TextAlignmentRole: _alignment,
        }
        answer = answers.get(role)
        return None if answer is None else answer(shown, index.row(), index.column())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        """The tokens' names, with what source tokens mean."""
        shown = self._snapshot
        rows = orientation == Qt.Orientation.Vertical
        if shown is None or section >= len(shown.rows if rows else shown.columns):
            return None
        if role == _Role.TextAlignmentRole and rows:
            return RIGHT
        if role not in {_Role.DisplayRole, _Role.ToolTipRole}:
            return None
        if rows:
            name = listed_row(shown.rows[section], shown.row_labels)
        else:
            name = _column_name(shown, section)
        return tool_tip(name) if role == _Role.ToolTipRole else name

    def copied(self, chosen: BoolArray, *, with_names: bool = False) -> str:
        """Cells as lines with tabs, from the first chosen row and column to the last ones.

        Args:
            chosen: ``[row, column]``; cells between that are not chosen are empty.
            with_names: a line and a column of tokens come first, as the model has them.
        """
        shown = self._snapshot
        if shown is None or not chosen.any():
            return ""
        rows, columns = _extent(chosen), _extent(chosen.T)
        lines = [self._line(shown, row, columns, chosen[row]) for row in rows]
        if with_names:
            lines = [
                f"{row_name(shown, row)}\t{line}" for row, line in zip(rows, lines, strict=True)
            ]
            lines.insert(0, "\t".join(["", *(shown_name(shown.columns[key]) for key in columns)]))
        return "\n".join(lines)

    def _line(self, shown: FocusSnapshot, row: int, columns: range, chosen: BoolArray) -> str:
        if row >= shown.decoded_rows:
            return "\t" * (len(columns) - 1)
        part = slice(columns.start, columns.stop)
        texts = exact_weights(shown, row, part)
        masked = translate("attention", "masked")
        for at in np.flatnonzero(~shown.mask[row, part]):
            texts[at] = masked
        for at in np.flatnonzero(~chosen[part]):
            texts[at] = ""
        return "\t".join(texts)

    def _colour(self, shown: FocusSnapshot, row: int, column: int) -> QColor | None:
        return None if shown.mask[row, column] else QColor(faded(self._theme))

    def _text(self, shown: FocusSnapshot, row: int, column: int) -> str:
        if row >= shown.decoded_rows:
            return ""
        if not shown.mask[row, column]:
            return translate("attention", "masked")
        return exact_weight(shown, row, column)


def column_names(shown: FocusSnapshot) -> tuple[str, ...]:
    """Of all columns: ``猫 (cat)`` where it is known and wanted what tokens mean."""
    return tuple(_column_name(shown, column) for column in range(len(shown.columns)))


def _column_name(shown: FocusSnapshot, column: int) -> str:
    return listed_name(shown.columns[column], shown.glosses[column] if shown.glosses else "")


def row_name(shown: FocusSnapshot, row: int) -> str:
    """A row's name as the switch says: ``a → cat``, ``a`` or ``cat``."""
    return shown.rows[row].text(shown.row_labels, shown_name)


def _sentence(shown: FocusSnapshot, row: int, column: int) -> str:
    return cell_sentence(shown, Cell(row, column))


def _tip(shown: FocusSnapshot, row: int, column: int) -> str:
    return tool_tip(_sentence(shown, row, column))


def _alignment(shown: FocusSnapshot, row: int, column: int) -> Qt.AlignmentFlag:
    return RIGHT


def _shape(snapshot: FocusSnapshot | None) -> tuple[int, int]:
    return (0, 0) if snapshot is None else (len(snapshot.rows), len(snapshot.columns))


def _extent(chosen: BoolArray) -> range:
    """From the first to the last row in which something is set."""
    at = np.nonzero(chosen)[0]
    return range(int(at.min()), int(at.max()) + 1)
