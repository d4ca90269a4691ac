"""The branches as a small tree: walk, name, compare, delete."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeWidgetItem, QWidget

from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.views import branch_tree
from viz_app.panels.timeline.views.branch_name_editor import BranchNameEditor
from viz_app.widgets.translated import Translated
from viz_app.workbench.snapshots.branch_rows import BranchRow
from viz_app.workbench.state.branches import ROOT


class BranchList(Translated, branch_tree.OpenTree):
    """Shows branches and which one is on screen; what it asks for is shown when it has happened."""

    def __init__(self, intents: TimelineIntents, parent: QWidget | None = None) -> None:
        """No branches."""
        super().__init__(parent)
        self.intents = intents
        self._rows: tuple[BranchRow, ...] = ()
        self._current, self._are_runs = ROOT, False
        self._compared: int | None = None
        self._items: dict[int, branch_tree.BranchItem] = {}
        self._names = BranchNameEditor(intents, self)
        self._picks: dict[str, QAction] = {}
        self.setItemDelegateForColumn(branch_tree.LABEL, self._names)
        self._connect()
        self._retranslate()

    @property
    def shows_runs(self) -> bool:
        """Whether its rows are moments of runs, which are only looked at."""
        return self._are_runs

    def set_branches(
        self,
        rows: tuple[BranchRow, ...],
        current: int,
        compared: int | None = None,
        *,
        runs: bool = False,
    ) -> None:
        """Show branches, depth first; or the moments of ``runs``, which keep their names."""
        if runs != self._are_runs:
            self._are_runs = runs
            self._retranslate()
        if (rows, current, compared) == (self._rows, self._current, self._compared):
            return
        moved = current != self._current
        self._rows, self._current, self._compared = rows, current, compared
        if [row.id for row in rows] != list(self._items):
            self._make_items()
            moved = True
        self._show_items()
        if moved:
            self._go_to_current()

    def _dress(self) -> None:
        super()._dress()
        self._show_items()

    @Slot()
    def pick_next(self) -> None:
        """Ask for the branch after the one on screen."""
        self._pick_near(1)

    @Slot()
    def pick_previous(self) -> None:
        """Ask for the branch before the one on screen."""
        self._pick_near(-1)

    @Slot()
    def edit_name(self) -> None:
        """Edit the name of the branch under the cursor, or on screen."""
        item = self._items.get(self._meant())
        if item is not None and self.isVisible():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.editItem(item, branch_tree.LABEL)

    @Slot()
    def delete_meant(self) -> None:
        """Ask for the branch under the cursor, or on screen, to go; the original stays."""
        row = self._row(self._meant())
        if row is not None and row.parent is not None:
            self.intents.branch_deleted.emit(row.id)

    @Slot()
    def compare_with_parent(self) -> None:
        """Ask for a comparison of the branch on screen with the one that it left."""
        row = self._row(self._current)
        if row is not None and row.parent is not None:
            self.intents.compare_picked.emit(row.parent)

    @Slot()
    def stop_comparing(self) -> None:
        """Ask for no comparison."""
        self.intents.compare_picked.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return shows, Space compares, Delete deletes; arrow keys move the cursor."""
        key, branch = Qt.Key(event.key()), self._under_cursor()
        if self._is_editing():  # the line passes on the Return that ends it
            event.accept()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and branch is not None:
            self.intents.branch_picked.emit(branch)
        elif key == Qt.Key.Key_Space and branch is not None:
            self._toggle_compared(branch)
        elif key == Qt.Key.Key_Delete:
            self.delete_meant()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The cursor goes back to the branch on screen, unless a menu or an editor is over it."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self._is_editing():
            self._go_to_current()

    def _retranslate(self) -> None:
        runs = self._are_runs
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
        self._show_items()
        if self.topLevelItemCount():  # the first widget of Qt's own that is asked for costs 10 ms
            self.viewport().update()

    def _connect(self) -> None:
        self.itemClicked.connect(self._on_clicked)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        does: dict[str, Callable[[int], None]] = {
            "show": self.intents.branch_picked.emit,
            "compare": self._toggle_compared,
            "rename": lambda _: self.edit_name(),
            "delete": lambda _: self.delete_meant(),
        }
        for name, do in does.items():
            self._picks[name] = action = QAction(self)
            action.triggered.connect(lambda _=False, do=do: self._with_cursor(do))
            self.addAction(action)

    def _make_items(self) -> None:
        """One item for each branch; a half-typed name is lost with its row."""
        self.clear()
        self._items = {}
        for row in self._rows:
            above = self if row.parent is None else self._items[row.parent]
            self._items[row.id] = branch_tree.BranchItem(above, self._shown(row))
        self.expandAll()

    def _show_items(self) -> None:
        for row in self._rows:
            self._items[row.id].show_row(self._shown(row))
        self._fit_numbers()

    def _fit_numbers(self) -> None:
        """Room for the widest: the least probable, or one with more than its number."""
        if not self._rows:
            return
        least = min(self._rows, key=lambda row: row.log_probability).id
        wide = {least, self._current, *(row.id for row in self._rows if row.growing)}
        items = (item for branch, item in self._items.items() if branch in wide)
        places = (self.indexFromItem(item, branch_tree.NUMBER) for item in items)
        widths = [self.sizeHintForIndex(place).width() for place in places]
        self.header().resizeSection(branch_tree.NUMBER, max(widths))
        self.fit_names(self._rows)

    def _shown(self, row: BranchRow) -> branch_tree.ShownRow:
        current = row.id == self._current
        return branch_tree.ShownRow(
            row=row,
            current=current,
            compared=row.id == self._compared,
            compare_tip="" if current else _compare_text(runs=self._are_runs),
            theme=self.theme,
        )

    def _go_to_current(self) -> None:
        item = self._items.get(self._current)
        if item is not None:
            self.setCurrentItem(item)

    def _is_editing(self) -> bool:
        return self.state() == QAbstractItemView.State.EditingState

    def _row(self, branch: int | None) -> BranchRow | None:
        return next((row for row in self._rows if row.id == branch), None)

    def _under_cursor(self) -> int | None:
        item = self.currentItem()
        return None if item is None else branch_tree.branch_of(item)

    def _meant(self) -> int:
        """The branch under the cursor while the keyboard is here, else the one on screen."""
        branch = self._under_cursor()
        return self._current if branch is None else branch

    def _with_cursor(self, do: Callable[[int], None]) -> None:
        branch = self._under_cursor()
        if branch is not None:
            do(branch)

    def _pick_near(self, offset: int) -> None:
        ids = [row.id for row in self._rows]
        place = ids.index(self._current) + offset if self._current in ids else -1
        if 0 <= place < len(ids):
            self.intents.branch_picked.emit(ids[place])

    def _toggle_compared(self, branch: int) -> None:
        if branch != self._current:
            self.intents.compare_picked.emit(None if branch == self._compared else branch)

    @Slot(QTreeWidgetItem, int)
    def _on_clicked(self, item: QTreeWidgetItem, column: int) -> None:
        branch = branch_tree.branch_of(item)
        if column == branch_tree.COMPARED:
            self._toggle_compared(branch)
        elif branch != self._current:
            self.intents.branch_picked.emit(branch)


def _compare_text(*, runs: bool) -> str:
    """What a box in the list is for."""
    if runs:
        return QCoreApplication.translate("branches", "Compare with this run")
    return QCoreApplication.translate("branches", "Compare with this branch")
