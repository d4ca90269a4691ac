"""Editing a branch's name where it stands in the list."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from viz_app.panels.timeline.intents import TimelineIntents

ID_ROLE = Qt.ItemDataRole.UserRole
"""The id of a row's branch."""

NAME_ROLE = ID_ROLE + 1
"""The user's name for it."""

LONGEST = 80
"""Characters of a name."""

_Index = QModelIndex | QPersistentModelIndex


class BranchNameEditor(QStyledItemDelegate):
    """Asks for another name; the list shows it when it has happened."""

    def __init__(self, intents: TimelineIntents, parent: QWidget) -> None:
        """For the list in ``parent``."""
        super().__init__(parent)
        self._intents = intents

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> QLineEdit:
        """A line over the row."""
        del option, index
        line = QLineEdit(parent)
        line.setMaxLength(LONGEST)
        line.setStyleSheet("QLineEdit { min-height: 0; border-radius: 0; padding: 0; }")
        line.setAccessibleName(self.tr("Name of the branch"))
        line.setPlaceholderText(self.tr("name"))
        return line

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        """Begin with the name that it has."""
        if isinstance(editor, QLineEdit):
            editor.setText(index.data(NAME_ROLE))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        """Ask for the name that was typed."""
        del model
        if isinstance(editor, QLineEdit):
            self._intents.branch_renamed.emit(index.data(ID_ROLE), editor.text())
