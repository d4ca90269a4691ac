"""The runs as a model for Qt's list."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from viz_app.panels.training.runs.snapshot import RunRow
from viz_app.panels.training.runs.texts.rows import row_sentence
from viz_app.texts.isolates import safe
from viz_app.texts.token_text import tool_tip

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The :class:`RunRow` itself."""

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RunsModel(QAbstractListModel):
    """Read-only; rows keep their places while the same runs are there."""

    def __init__(self, parent: QObject | None = None) -> None:
        """No runs."""
        super().__init__(parent)
        self._rows: tuple[RunRow, ...] = ()

    def set_rows(self, rows: tuple[RunRow, ...]) -> bool:
        """Show other runs; whether other ones are there than before."""
        old, same = self._rows, _ids(rows) == _ids(self._rows)
        if same:
            self._rows = rows
            for place, (was, now) in enumerate(zip(old, rows, strict=True)):
                if was != now:
                    self.dataChanged.emit(self.index(place), self.index(place))
        else:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        return not same

    def retranslate(self) -> None:
        """Every text is another one."""
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def row_at(self, index: Index) -> RunRow | None:
        """The run in a place of the list."""
        place = index.row()
        return self._rows[place] if index.isValid() and place < len(self._rows) else None

    def index_of(self, run_id: str) -> QModelIndex:
        """Where a run is; nowhere when it is not in the list."""
        ids = _ids(self._rows)
        return self.index(ids.index(run_id)) if run_id in ids else QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """One for each run."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The name; as tool tip and for who hears it, all of the row."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            name = row.card.name
            return name if role == Qt.ItemDataRole.EditRole else safe(name)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row_sentence(row)
        return tool_tip(row_sentence(row)) if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The name of a run that has ended can be edited."""
        flags = super().flags(index)
        row = self.row_at(index)
        return flags | Qt.ItemFlag.ItemIsEditable if row is not None and row.can_change else flags


def _ids(rows: tuple[RunRow, ...]) -> list[str]:
    return [row.card.run_id for row in rows]
