"""A list of every action that has keys."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)


def show_shortcuts(parent: QWidget, actions: Iterable[QAction]) -> QDialog:
    """Show the keys in a window of their own; returns at once."""
    title = QCoreApplication.translate("shortcuts_box", "Keyboard shortcuts")
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    table = _table(actions)
    table.setAccessibleName(title)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.close)
    layout = QVBoxLayout(dialog)
    layout.addWidget(table)
    layout.addWidget(buttons)
    dialog.resize(table.sizeHintForColumn(0) + table.sizeHintForColumn(1) + 120, 560)
    dialog.show()
    return dialog


def _table(actions: Iterable[QAction]) -> QTreeWidget:
    translate = QCoreApplication.translate
    table = QTreeWidget()
    table.setRootIsDecorated(False)
    table.setHeaderLabels(
        [translate("shortcuts_box", "Action"), translate("shortcuts_box", "Keys")]
    )
    table.addTopLevelItems([_row(action) for action in actions if action.shortcuts()])
    table.resizeColumnToContents(0)
    return table


def _row(action: QAction) -> QTreeWidgetItem:
    shown = QKeySequence.SequenceFormat.NativeText
    keys = "   ".join(keys.toString(shown) for keys in action.shortcuts())
    row = QTreeWidgetItem([action.text().replace("&", ""), keys])
    row.setToolTip(0, action.toolTip())
    return row
