"""The branches as a tree: select, rename, compare, delete."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Template
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Slot,
)
from PySide6.QtGui import QAction, QColor, QFocusEvent, QFont, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from viz_app.design.theme import Theme, mixed
from viz_app.panels.timeline.pictures import branch_label, branch_sentence
from viz_app.panels.timeline.room import TimelineHandle, TimelineSnapshot
from viz_app.pictures.labels import text_width
from viz_app.texts.labels import tool_tip, with_log_p
from viz_app.workbench.changes.translation import (
    branch_compared,
    branch_renamed,
    branch_walked_to,
)
from viz_app.workbench.snapshots.token_axes import BranchRow

# ------------------------------------------------------------------------------ branch name editor


ID_ROLE, NAME_ROLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
"""The id of a row's branch, and the user's name for it."""

_Index = QModelIndex | QPersistentModelIndex


class BranchNameEditor(QStyledItemDelegate):
    """Requests another name; the list shows it with the next snapshot."""

    def __init__(self, room: TimelineHandle, parent: QWidget) -> None:
        super().__init__(parent)
        self._rename = room.does(branch_renamed)

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> QLineEdit:
        del option, index
        line = QLineEdit(parent)
        line.setMaxLength(80)
        line.setStyleSheet("QLineEdit { min-height: 0; border-radius: 0; padding: 0; }")
        line.setAccessibleName(self.tr("Name of the branch"))
        line.setPlaceholderText(self.tr("name"))
        return line

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(index.data(NAME_ROLE))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        del model
        if isinstance(editor, QLineEdit):
            self._rename(index.data(ID_ROLE), editor.text())


# -------------------------------------------------------------------------------------------- rows


translate = QCoreApplication.translate

LABEL, NUMBER, COMPARED = range(3)
"""Columns."""

ROW_HEIGHT, FEWEST = 1.7, 2
"""Of a row in text sizes, and how many always fit."""

WIDTH, WIDEST = 60, 90
"""In units of spacing: at least, and where there is room for longer names."""

STYLE_SHEET = """
QTreeWidget { background: $panel; border: 1px solid $line; border-radius: ${radius}px; }
QTreeWidget:focus { border-color: $accent; }
QTreeWidget::item:selected { background: $tint; color: $text; }
QTreeWidget::branch { background: transparent; border-image: none; image: none; }
QTreeWidget::branch:selected { background: $tint; }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRow:
    """What a row shows: the branch on screen is bold, and has no box to be compared with.

    Attributes:
        runs: whether rows are moments of training runs, which are read-only.
    """

    row: BranchRow
    current: bool
    compared: bool
    runs: bool
    theme: Theme


class BranchItem(QTreeWidgetItem):
    """A row that computes its data on request: of many branches few are in view."""

    def __init__(self, above: QTreeWidget | QTreeWidgetItem, shown: ShownRow) -> None:
        self.shown = shown  # the list asks as soon as there is a row
        super().__init__(above)
        self.setFlags(self.flags() | Qt.ItemFlag.ItemIsEditable)

    def show_row(self, shown: ShownRow) -> None:
        if shown != self.shown:
            self.shown = shown
            self.emitDataChanged()

    def data(self, column: int, role: int) -> Any:
        tell = _TOLD.get((column, role))
        return super().data(column, role) if tell is None else tell(self.shown)


def _font(shown: ShownRow) -> QFont:
    return shown.theme.font(shown.theme.small, "bold" if shown.current else "normal")


def _box(shown: ShownRow) -> Qt.CheckState | None:
    if shown.current:
        return None
    return Qt.CheckState.Checked if shown.compared else Qt.CheckState.Unchecked


_Role = Qt.ItemDataRole
_TOLD: Mapping[tuple[int, int], Callable[[ShownRow], Any]] = {
    (LABEL, ID_ROLE): lambda shown: shown.row.id,
    (LABEL, NAME_ROLE): lambda shown: shown.row.name,
    (LABEL, _Role.DisplayRole): lambda shown: branch_label(shown.row),
    (LABEL, _Role.AccessibleTextRole): lambda shown: branch_sentence(shown.row),
    (LABEL, _Role.ToolTipRole): lambda shown: tool_tip(branch_sentence(shown.row)),
    (LABEL, _Role.SizeHintRole): lambda shown: QSize(0, round(ROW_HEIGHT * shown.theme.small)),
    (LABEL, _Role.FontRole): _font,
    (NUMBER, _Role.FontRole): _font,
    (NUMBER, _Role.DisplayRole): lambda shown: (
        with_log_p(shown.row.log_probability) + ("…" if shown.row.growing else "")
    ),
    (NUMBER, _Role.ForegroundRole): lambda shown: QColor(shown.theme.soft_text),
    (NUMBER, _Role.TextAlignmentRole): lambda _: (
        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    ),
    (NUMBER, _Role.ToolTipRole): lambda _: translate(
        "branches", "Sum of the log-probabilities of its tokens, in nats"
    ),
    (COMPARED, _Role.CheckStateRole): _box,
    (COMPARED, _Role.ToolTipRole): lambda shown: (
        "" if shown.current else tool_tip(_compare_text(runs=shown.runs))
    ),
}


def _compare_text(*, runs: bool) -> str:
    if runs:
        return translate("branches", "Compare with this run")
    return translate("branches", "Compare with this branch")


# ------------------------------------------------------------------------------------- branch list


class BranchList(QTreeWidget):
    """Shows all branches as a tree and which one is on screen.

    Requests take effect with the next snapshot.
    """

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._walk_to, self._delete = room.does(branch_walked_to), room.delete_branch
        self._compare = room.does(branch_compared)
        self._snapshot = TimelineSnapshot()
        self._names_width = 0.0
        self._items: dict[int, BranchItem] = {}
        self._names = BranchNameEditor(room, self)
        self._picks: dict[str, QAction] = {}
        self._set_up_tree()
        self._connect()
        self._show_texts()

    @property
    def shows_runs(self) -> bool:
        """Whether the rows are moments of training runs, which are read-only."""
        return self._snapshot.recorded

    @property
    def _compared(self) -> int | None:
        comparison = self._snapshot.comparison
        return comparison.compared.id if comparison else None

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        if snapshot.recorded != before.recorded:
            self._show_texts()
        if _content(snapshot) == _content(before):
            return
        rows, moved = snapshot.branches, snapshot.branch != before.branch
        if [row.id for row in rows] != list(self._items):
            self.clear()
            self._items = {}
            for row in rows:
                above = self if row.parent is None else self._items[row.parent]
                self._items[row.id] = BranchItem(above, self._shown(row))
            self.expandAll()
            moved = True
        self._show_items()
        if moved:
            self._go_to_current()

    def sizeHint(self) -> QSize:
        unit, header = self.theme.unit, self.header()
        others = header.sectionSize(NUMBER) + header.sectionSize(COMPARED) + 4 * unit
        width = min(max(WIDTH * unit, math.ceil(self._names_width) + others), WIDEST * unit)
        return QSize(width, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        row, unit = round(ROW_HEIGHT * self.theme.small), self.theme.unit
        return QSize(WIDTH * unit, FEWEST * row + unit)

    @Slot()
    def pick_next(self) -> None:
        self._pick_near(1)

    @Slot()
    def pick_previous(self) -> None:
        self._pick_near(-1)

    @Slot()
    def edit_name(self) -> None:
        item = self._items.get(self._meant())
        if item is not None and self.isVisible():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.editItem(item, LABEL)

    @Slot()
    def delete_meant(self) -> None:
        # The original cannot be deleted.
        row = self._row(self._meant())
        if row is not None and row.parent is not None:
            self._delete(row.id)

    @Slot()
    def compare_with_parent(self) -> None:
        row = self._row(self._snapshot.branch)
        if row is not None and row.parent is not None:
            self._compare(row.parent)

    @Slot()
    def stop_comparing(self) -> None:
        self._compare(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, branch = Qt.Key(event.key()), self._under_cursor()
        if self._is_editing():  # the line passes on the Return that ends it
            event.accept()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and branch is not None:
            self._walk_to(branch)
        elif key == Qt.Key.Key_Space and branch is not None:
            self._toggle_compared(branch)
        elif key == Qt.Key.Key_Delete:
            self.delete_meant()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        # The cursor returns to the branch on screen, unless a menu or an editor is over it.
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self._is_editing():
            self._go_to_current()

    def _show_texts(self) -> None:
        runs = self.shows_runs
        self.setAccessibleName(self.tr("Runs") if runs else self.tr("Branches"))
        self.setToolTip(
            self.tr("Return shows a run, Space compares with it")
            if runs
            else self.tr(
                "Return shows a branch, F2 names it, Space compares with it, Del deletes it"
            )
        )
        for name, text in {
            "show": self.tr("Show this run") if runs else self.tr("Show this branch"),
            "compare": _compare_text(runs=runs),
            "rename": self.tr("Rename…"),
            "delete": self.tr("Delete"),
        }.items():
            self._picks[name].setText(text)
        for name in ("rename", "delete"):
            self._picks[name].setVisible(not runs)

    def _set_up_tree(self) -> None:
        theme = self.theme
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setItemDelegateForColumn(LABEL, self._names)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(LABEL, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(COMPARED, 6 * theme.unit)
        self.setFont(theme.font(theme.small))
        self.setIndentation(3 * theme.unit)
        self.setMinimumWidth(WIDTH * theme.unit)
        self.setStyleSheet(
            Template(STYLE_SHEET).substitute(
                panel=theme.panel,
                line=theme.line,
                text=theme.text,
                accent=theme.accent,
                tint=mixed(theme.panel, theme.accent, share=0.12),
                radius=theme.small_radius,
            )
        )

    def _connect(self) -> None:
        self.itemClicked.connect(self._on_clicked)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        does: dict[str, Callable[[int], None]] = {
            "show": self._walk_to,
            "compare": self._toggle_compared,
            "rename": lambda _: self.edit_name(),
            "delete": lambda _: self.delete_meant(),
        }
        for name, do in does.items():
            self._picks[name] = action = QAction(self)
            action.setObjectName(f"action-branch-{name}")
            action.triggered.connect(lambda _=False, do=do: self._with_cursor(do))
            self.addAction(action)

    def _show_items(self) -> None:
        rows = self._snapshot.branches
        for row in rows:
            self._items[row.id].show_row(self._shown(row))
        if not rows:
            return
        # Only rows that can be the widest: the least probable, and those with more than a number.
        least = min(rows, key=lambda row: row.log_probability).id
        wide = {least, self._snapshot.branch, *(row.id for row in rows if row.growing)}
        items = (item for branch, item in self._items.items() if branch in wide)
        places = (self.indexFromItem(item, NUMBER) for item in items)
        widths = [self.sizeHintForIndex(place).width() for place in places]
        self.header().resizeSection(NUMBER, max(widths))
        # The width of the longest label at the deepest level.
        depths: dict[int | None, int] = {}
        for row in rows:
            depths[row.id] = depths.get(row.parent, -1) + 1
        longest = max(rows, key=lambda row: len(row.name) + len(row.text))
        names = (
            text_width(self.theme, branch_label(row), size=self.theme.small, weight="bold")
            for row in (rows[0], longest)
        )
        self._names_width = max(names) + max(depths.values()) * self.indentation()
        self.updateGeometry()

    def _shown(self, row: BranchRow) -> ShownRow:
        return ShownRow(
            row=row,
            current=row.id == self._snapshot.branch,
            compared=row.id == self._compared,
            runs=self.shows_runs,
            theme=self.theme,
        )

    def _go_to_current(self) -> None:
        item = self._items.get(self._snapshot.branch)
        if item is not None:
            self.setCurrentItem(item)

    def _is_editing(self) -> bool:
        return self.state() == QAbstractItemView.State.EditingState

    def _row(self, branch: int | None) -> BranchRow | None:
        return next((row for row in self._snapshot.branches if row.id == branch), None)

    def _under_cursor(self) -> int | None:
        item = self.currentItem()
        return None if item is None else int(item.data(LABEL, ID_ROLE))

    def _meant(self) -> int:
        """Branch under the cursor while the list has the focus, else the one on screen."""
        branch = self._under_cursor()
        return self._snapshot.branch if branch is None else branch

    def _with_cursor(self, do: Callable[[int], None]) -> None:
        branch = self._under_cursor()
        if branch is not None:
            do(branch)

    def _pick_near(self, offset: int) -> None:
        ids = [row.id for row in self._snapshot.branches]
        place = ids.index(self._snapshot.branch) + offset if self._snapshot.branch in ids else -1
        if 0 <= place < len(ids):
            self._walk_to(ids[place])

    def _toggle_compared(self, branch: int) -> None:
        if branch != self._snapshot.branch:
            self._compare(None if branch == self._compared else branch)

    @Slot(QTreeWidgetItem, int)
    def _on_clicked(self, item: QTreeWidgetItem, column: int) -> None:
        branch = int(item.data(LABEL, ID_ROLE))
        if column == COMPARED:
            self._toggle_compared(branch)
        elif branch != self._snapshot.branch:
            self._walk_to(branch)


def _content(snapshot: TimelineSnapshot) -> tuple[object, ...]:
    """What the list shows of a snapshot."""
    compared = snapshot.comparison and snapshot.comparison.compared.id
    return snapshot.branches, snapshot.branch, compared, snapshot.recorded
