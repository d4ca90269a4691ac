"""One head's weights as a table."""

from __future__ import annotations

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
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from model.arrays import BoolArray
from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.captions import focus_title
from viz_app.panels.attention.pictures.heatmap import picture_summary
from viz_app.panels.attention.room import AttentionHandle, picture_cell_picked
from viz_app.pictures.labels import text_width, text_widths
from viz_app.texts.labels import listed_name, listed_row, shown_name, tool_tip
from viz_app.texts.sentences import cell_sentence, exact_weight, exact_weights
from viz_app.widgets.layout import name_parts, text_label
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------- table model
# One head's weights as a Qt model: asked cell by cell, so that nothing is made in advance.


translate = QCoreApplication.translate

_Role = Qt.ItemDataRole
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
        return self._snapshot

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        # With the same number of rows and columns the selection is kept.
        if _shape(snapshot) != _shape(self._snapshot):
            self.beginResetModel()
            self._snapshot = snapshot
            self.endResetModel()
            return
        self._snapshot = snapshot
        rows, columns = self.rowCount(), self.columnCount()
        if rows and columns:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, columns - 1)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, rows - 1)

    def rowCount(self, parent: _Index = NOWHERE) -> int:
        return 0 if parent.isValid() else _shape(self._snapshot)[0]

    def columnCount(self, parent: _Index = NOWHERE) -> int:
        return 0 if parent.isValid() else _shape(self._snapshot)[1]

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        shown = self._snapshot
        if shown is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        answer: Any = None
        if role == _Role.DisplayRole:
            answer = self._text(shown, row, column)
        elif role in {_Role.AccessibleTextRole, _Role.ToolTipRole}:
            sentence = cell_sentence(shown, Cell(row, column))
            answer = tool_tip(sentence) if role == _Role.ToolTipRole else sentence
        elif role == _Role.ForegroundRole and not shown.mask[row, column]:
            answer = QColor(self._theme.soft_text)
        elif role == _Role.TextAlignmentRole:
            answer = RIGHT
        return answer

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
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
        """Cells as lines with tabs, from the first to the last selected row and column.

        Args:
            chosen: ``[row, column]``; unselected cells in between are empty.
            with_names: prepend a line and a column of tokens, as the model has them.
        """
        shown = self._snapshot
        if shown is None or not chosen.any():
            return ""
        rows, columns = _extent(chosen), _extent(chosen.T)
        lines = [self._line(shown, row, columns, chosen[row]) for row in rows]
        if with_names:
            labels = (shown.rows[row].text(shown.row_labels, shown_name) for row in rows)
            lines = [f"{label}\t{line}" for label, line in zip(labels, lines, strict=True)]
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

    def _text(self, shown: FocusSnapshot, row: int, column: int) -> str:
        if row >= shown.decoded_rows:
            return ""
        if not shown.mask[row, column]:
            return translate("attention", "masked")
        return exact_weight(shown, row, column)


def _column_name(shown: FocusSnapshot, column: int) -> str:
    """``猫 (cat)`` where glosses are known and shown."""
    return listed_name(shown.columns[column], shown.glosses[column] if shown.glosses else "")


def _shape(snapshot: FocusSnapshot | None) -> tuple[int, int]:
    return (0, 0) if snapshot is None else (len(snapshot.rows), len(snapshot.columns))


def _extent(chosen: BoolArray) -> range:
    """Range from the first to the last row with a set cell."""
    at = np.nonzero(chosen)[0]
    return range(int(at.min()), int(at.max()) + 1)


# ------------------------------------------------------------------------------------------- table


WIDEST_NAME = 30
"""Width of the rows' names at most, in heights of the text."""

WIDEST_COLUMN = 12
"""Width of a column's name at most, in heights of the text."""


class AttentionTable(QTableView):
    """Shows what a heatmap shows; the current cell is the cursor."""

    def __init__(self, theme: Theme, room: AttentionHandle) -> None:
        super().__init__()
        self.theme, self._pick_cell = theme, room.does(picture_cell_picked)
        self._model = AttentionTableModel(theme, self)
        self._following = False
        self._columns: tuple[str, ...] = ()
        self.setModel(self._model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(True)
        self.setAccessibleName(self.tr("Weights as a table"))
        self.setFont(theme.font(theme.body))
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        down = self.verticalHeader()
        down.setDefaultSectionSize(round(1.8 * theme.body))
        down.setMaximumWidth(WIDEST_NAME * theme.body)

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        self._following = True
        self._model.set_snapshot(snapshot)
        columns: tuple[str, ...] = ()
        if snapshot is not None:
            columns = tuple(_column_name(snapshot, key) for key in range(len(snapshot.columns)))
        if columns != self._columns:
            self._columns = columns
            self._fit_columns()
        cell = None if snapshot is None else snapshot.cell
        index = QModelIndex() if cell is None else self._model.index(cell.row, cell.column)
        if index != self.currentIndex():  # the same again would end the selection around it
            self.setCurrentIndex(index)
        self._following = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        theme, across = self.theme, self.horizontalHeader()
        names = self._columns
        number = text_width(theme, "−0.0000", size=theme.body)
        longest = max(text_widths(theme, names, size=theme.body), default=0.0)
        width = round(max(number, min(longest, WIDEST_COLUMN * theme.body))) + 5 * theme.unit
        shared = self.viewport().width() // max(len(names), 1)
        across.setDefaultSectionSize(max(width, shared))

    def copy(self) -> None:
        chosen = np.zeros((self._model.rowCount(), self._model.columnCount()), dtype=np.bool_)
        for part in self.selectionModel().selection().toList():
            chosen[part.top() : part.bottom() + 1, part.left() : part.right() + 1] = True
        _to_clipboard(self._model.copied(chosen))

    def copy_all(self) -> None:
        shape = (self._model.rowCount(), self._model.columnCount())
        _to_clipboard(self._model.copied(np.ones(shape, dtype=np.bool_), with_names=True))

    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().currentChanged(current, previous)
        shown = self._model.snapshot
        if current.isValid() and not self._following and shown is not None:
            self._pick_cell(shown.kind, Cell(current.row(), current.column()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt makes the first cell current when there is none: the user has not picked it.
        self._following = True
        super().focusInEvent(event)
        self._following = False


def _to_clipboard(text: str) -> None:
    if text:
        QGuiApplication.clipboard().setText(text)


# ------------------------------------------------------------------------------------ table dialog


SIZE = (760, 520)
"""Px at 100 %."""


class AttentionTableDialog(QDialog):
    """Non-modal; follows the picture while it is open, and is not updated while it is hidden."""

    def __init__(self, theme: Theme, room: AttentionHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = AttentionTable(theme, room)
        self.sentence = text_label(wraps=True)
        self._snapshot: FocusSnapshot | None = None
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = self.buttons.addButton(
            self.tr("&Copy everything"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.copy_button.setToolTip(self.tr("Copy all cells with their tokens, for a spreadsheet"))
        name_parts(self, "table-dialog")
        self.setModal(False)
        self.sentence.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.sentence.setBuddy(self.table)
        column = QVBoxLayout(self)
        column.setSpacing(3 * theme.unit)
        for part in (self.sentence, self.table, self.buttons):
            column.addWidget(part)
        column.setStretchFactor(self.table, 1)
        self.copy_button.clicked.connect(self.table.copy_all)
        self.buttons.rejected.connect(self.close)
        self.resize(*(round(side * theme.scale) for side in SIZE))
        self._show()

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        self._snapshot = snapshot
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        # The table is not updated while it is hidden.
        self._show()
        super().showEvent(event)

    def _show(self) -> None:
        shown = self._snapshot
        self.table.set_snapshot(shown)
        title = self.tr("Weights as a table")
        if shown is not None:
            title = self.tr("{title} – weights as a table").format(title=focus_title(shown))
        self.setWindowTitle(title)
        self.sentence.setText(picture_summary(shown) if shown is not None else "")
        self.copy_button.setEnabled(shown is not None)
