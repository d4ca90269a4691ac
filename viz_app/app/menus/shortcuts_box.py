"""A list of every action that has keys, and of the keys inside the views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QObject, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.texts.without_mnemonic import without_mnemonic
from viz_app.widgets.screen_room import room_on_screen
from viz_app.widgets.translated import Translated

ROW_HEIGHT = 1.6
HEADING_HEIGHT = 2.1
"""In heights of the text."""

BELOW = " › "
"""Between the titles of menus, one below the other."""

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


Keys = Mapping[QAction, Sequence[QKeySequence]]
"""Of actions, in the order of the menus; their icon text is what they are called here."""


def show_shortcuts(parent: QWidget, keys: Keys) -> QDialog:
    """Show the keys in a window of their own; returns at once."""
    box = ShortcutsBox(parent, keys)
    box.show()
    return box


class ShortcutsBox(Translated, QDialog):
    """A table of actions and keys, in the groups of the menus."""

    def __init__(self, parent: QWidget, keys: Keys) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._keys = keys
        self._table = table = QTreeWidget()
        table.setRootIsDecorated(False)
        table.setItemsExpandable(False)
        table.setIndentation(round(table.fontMetrics().height() / 2))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(table)
        layout.addWidget(buttons)
        self._retranslate()
        wanted = QSize(table.sizeHintForColumn(0) + table.sizeHintForColumn(1) + 80, 640)
        self.resize(wanted.boundedTo(room_on_screen(parent)))

    def _retranslate(self) -> None:
        title = QCoreApplication.translate("shortcuts_box", "Keyboard shortcuts")
        self.setWindowTitle(title)
        self._table.setAccessibleName(title)
        _fill(self._table, self._keys)


def _fill(table: QTreeWidget, keys: Keys) -> None:
    """Under the menu where an action stands its name tells what it is: ``Go to the list``."""
    translate = QCoreApplication.translate
    table.clear()
    table.setHeaderLabels(
        [translate("shortcuts_box", "Action"), translate("shortcuts_box", "Keys")]
    )
    groups = [(BELOW.join(path), rows) for path, rows in _by_menu(keys).items()]
    in_views = [
        QTreeWidgetItem([translate("shortcuts_box", what), translate("shortcuts_box", keys)])
        for what, keys in IN_VIEWS
    ]
    groups.append((translate("shortcuts_box", "Inside the views"), in_views))
    for title, rows in groups:
        _add_group(table, title, rows)
    table.expandAll()
    table.setCurrentItem(groups[0][1][0])
    table.resizeColumnToContents(0)


def _by_menu(keys: Keys) -> dict[tuple[str, ...], list[QTreeWidgetItem]]:
    """Rows by the titles of the menus that lead to them; a menu is followed by those below it."""
    groups: dict[tuple[str, ...], list[QTreeWidgetItem]] = {}
    for action, sequences in keys.items():
        if sequences:
            groups.setdefault(_path(action), []).append(_action_row(action, sequences))
    first = list(dict.fromkeys(path[:1] for path in groups))
    return dict(sorted(groups.items(), key=lambda group: first.index(group[0][:1])))


def _path(action: QAction) -> tuple[str, ...]:
    menus = (found for found in action.associatedObjects() if isinstance(found, QMenu))
    menu: QObject | None = next(menus, None)
    titles: list[str] = []
    while isinstance(menu, QMenu):
        titles.insert(0, without_mnemonic(menu.title()))
        menu = menu.parent()
    return tuple(titles)


def _add_group(table: QTreeWidget, title: str, rows: Iterable[QTreeWidgetItem]) -> None:
    metrics = table.fontMetrics()
    height = round(ROW_HEIGHT * metrics.height())
    heading = QTreeWidgetItem([title])
    heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
    font = table.font()
    font.setBold(True)
    heading.setFont(0, font)
    table.addTopLevelItem(heading)
    heading.setFirstColumnSpanned(True)
    heading.setSizeHint(0, QSize(0, round(HEADING_HEIGHT * metrics.height())))
    for row in rows:
        width = metrics.horizontalAdvance(row.text(0)) + 2 * height
        row.setSizeHint(0, QSize(width, height))
        heading.addChild(row)


def _action_row(action: QAction, keys: Sequence[QKeySequence]) -> QTreeWidgetItem:
    shown = QKeySequence.SequenceFormat.NativeText
    names = dict.fromkeys(sequence.toString(shown) for sequence in keys)
    row = QTreeWidgetItem([without_mnemonic(action.iconText()), "   ".join(names)])
    row.setToolTip(0, action.toolTip())
    return row
