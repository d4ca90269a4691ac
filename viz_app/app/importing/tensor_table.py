"""Every tensor's place as a table: what has none comes first, and is marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from model.checkpoint.import_reading import PlaceStatus, TensorRow
from viz_app.design.theme import Theme, light_theme
from viz_app.texts.import_texts import how_text, shape_text, short_status, status_title, theirs_text
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()

ORDER: Sequence[PlaceStatus] = ("unplaced", "missing", "made up", "placed", "left out")
"""From what is wrong to what needs no look."""

_NOTHING = "–"
_ROW_HEIGHT = 1.9
"""Of the size of its text."""


class TensorTable(Themed, Translated, QTableView):
    """Lines that hold what is typed beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No lines yet."""
        super().__init__(parent)
        self.rows = _TensorModel(self)
        self.setModel(self.rows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, share in enumerate((modes.Stretch, modes.Stretch, modes.Fixed, modes.Fixed)):
            header.setSectionResizeMode(column, share)
        self._retranslate()

    def _dress(self) -> None:
        self.setFont(self.theme.font(self.theme.small))
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(round(_ROW_HEIGHT * self.theme.small))
        for column, letters in ((2, 8), (3, 11)):
            self.setColumnWidth(column, letters * self.theme.small)
        self.rows.theme = self.theme
        self.viewport().update()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Place of every tensor"))
        self.rows.titles = (
            self.tr("In the file"),
            self.tr("Here"),
            self.tr("Shape"),
            self.tr("What is done"),
        )
        self.rows.show_again()


class _TensorModel(QAbstractTableModel):
    """Lines, asked for cell by cell."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.titles: Sequence[str] = ("",) * 4
        self.theme: Theme = light_theme()
        self._all: Sequence[TensorRow] = ()
        self._shown: Sequence[TensorRow] = ()
        self._filter = ""

    def set_rows(self, rows: Sequence[TensorRow]) -> None:
        """Show other lines."""
        self._all = sorted(rows, key=lambda row: ORDER.index(row.status))
        self.show_again()

    def set_filter(self, text: str) -> None:
        """Show the lines that hold each of these words."""
        self._filter = text.casefold()
        self.show_again()

    def show_again(self) -> None:
        """In the current language."""
        self.beginResetModel()
        words = self._filter.split()
        self._shown = [row for row in self._all if _holds(row, words)]
        self.endResetModel()

    def rowCount(self, parent: _Index = NOWHERE) -> int:
        """Lines that are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = NOWHERE) -> int:
        """Theirs, ours, shape, what is done."""
        return 0 if parent.isValid() else len(self.titles)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """A cell; what is not in order has a colour of its own, and says so."""
        if not index.isValid():
            return None
        row = self._shown[index.row()]
        if role == _Role.DisplayRole:
            return _cells(row)[index.column()]
        if role == _Role.AccessibleTextRole:
            return f"{self.titles[index.column()]} {_cells(row)[index.column()]}"
        if role == _Role.ToolTipRole:
            last = index.column() == len(self.titles) - 1
            whole = status_title(row.status) if last and row.status == "left out" else ""
            return tool_tip(whole or _cells(row)[index.column()])
        if role == _Role.ForegroundRole and (colour := self._colours().get(row.status)):
            return QColor(colour)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        """What the columns are."""
        shown = orientation == Qt.Orientation.Horizontal and role == _Role.DisplayRole
        return self.titles[section] if shown else None

    def _colours(self) -> Mapping[PlaceStatus, str]:
        theme = self.theme
        wrong, soft = theme.danger, theme.soft_text
        return {"unplaced": wrong, "missing": wrong, "left out": soft, "made up": soft}


def _cells(row: TensorRow) -> tuple[str, str, str, str]:
    how = how_text(row) if row.status in {"placed", "made up"} else short_status(row.status)
    return theirs_text(row), row.ours or _NOTHING, shape_text(row), how


def _holds(row: TensorRow, words: Sequence[str]) -> bool:
    text = " ".join(_cells(row)).casefold() if words else ""
    return all(word in text for word in words)
