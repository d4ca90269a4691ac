"""A list of every action that has keys, and of the keys inside the views."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from viz_app.ui.texts.mnemonic import without_mnemonic
from viz_app.ui.texts.translation_mark import QT_TRANSLATE_NOOP

ROW_HEIGHT = 1.6
"""In heights of the text."""

IN_VIEWS = (
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "Source: translate it"),
        QT_TRANSLATE_NOOP("shortcuts_box", "Return"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "All heads: choose one"),
        QT_TRANSLATE_NOOP("shortcuts_box", "arrow keys, Home, End, Page up, Page down"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "One head: move the cell, no cell"),
        QT_TRANSLATE_NOOP("shortcuts_box", "arrow keys, Home, End, Page up, Page down; Esc"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "One head: zoom, move, fit"),
        QT_TRANSLATE_NOOP("shortcuts_box", "+, −, 0; Ctrl and wheel, drag, double-click"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "Links: choose a token, change the side, none"),
        QT_TRANSLATE_NOOP("shortcuts_box", "↑, ↓, Home, End; ←, →; Esc"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "Text: choose a key token, a query token"),
        QT_TRANSLATE_NOOP("shortcuts_box", "←, →; ↑, ↓"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "Decoded tokens: choose a step"),
        QT_TRANSLATE_NOOP("shortcuts_box", "←, →, Home, End"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "Candidates: tell their values, branch"),
        QT_TRANSLATE_NOOP("shortcuts_box", "↑, ↓; Return"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "Branches: go there, compare, delete, rename"),
        QT_TRANSLATE_NOOP("shortcuts_box", "Return; Space; Del; F2"),
    ),
    (
        QT_TRANSLATE_NOOP("shortcuts_box", "Message: close it"),
        QT_TRANSLATE_NOOP("shortcuts_box", "Esc"),
    ),
)


def show_shortcuts(parent: QWidget, actions: Iterable[QAction]) -> QDialog:
    """Show the keys in a window of their own; returns at once."""
    box = ShortcutsBox(parent, actions)
    box.show()
    return box


class ShortcutsBox(QDialog):
    """A table of actions and keys."""

    def __init__(self, parent: QWidget, actions: Iterable[QAction]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._actions = tuple(actions)
        self._table = table = QTreeWidget()
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(table)
        layout.addWidget(buttons)
        self._retranslate()
        self.resize(table.sizeHintForColumn(0) + table.sizeHintForColumn(1) + 80, 640)

    def changeEvent(self, event: QEvent) -> None:
        """List the actions in another language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        title = QCoreApplication.translate("shortcuts_box", "Keyboard shortcuts")
        self.setWindowTitle(title)
        self._table.setAccessibleName(title)
        _fill(self._table, self._actions)


def _fill(table: QTreeWidget, actions: Iterable[QAction]) -> None:
    translate = QCoreApplication.translate
    table.clear()
    table.setHeaderLabels(
        [translate("shortcuts_box", "Action"), translate("shortcuts_box", "Keys")]
    )
    metrics = table.fontMetrics()
    height = round(ROW_HEIGHT * metrics.height())
    rows = [_action_row(action) for action in actions if action.shortcuts()]
    rows += [
        QTreeWidgetItem([translate("shortcuts_box", what), translate("shortcuts_box", keys)])
        for what, keys in IN_VIEWS
    ]
    for row in rows:
        width = metrics.horizontalAdvance(row.text(0)) + 2 * height
        row.setSizeHint(0, QSize(width, height))
    table.addTopLevelItems(rows)
    table.resizeColumnToContents(0)


def _action_row(action: QAction) -> QTreeWidgetItem:
    shown = QKeySequence.SequenceFormat.NativeText
    names = dict.fromkeys(keys.toString(shown) for keys in action.shortcuts())
    row = QTreeWidgetItem([without_mnemonic(action.text()), "   ".join(names)])
    row.setToolTip(0, action.toolTip())
    return row
