"""What can be done with branches, as a menu under Model."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from viz_app.state.timeline_view import TimelineSnapshot
from viz_app.ui.frame.actions import ActionSpec, keys_of, show_texts
from viz_app.ui.frame.branch_actions import GROUPS


class BranchMenu(QObject):
    """Fills a menu; its actions are found by their names in :mod:`.branch_actions`."""

    def __init__(self, parent: QMenu) -> None:
        """Add a menu to another one."""
        super().__init__(parent)
        self.menu = QMenu(parent)
        self.menu.setObjectName("branches")
        self.menu.setToolTipsVisible(True)
        parent.addMenu(self.menu)
        self._actions: dict[str, QAction] = {}
        self._specs: list[tuple[QAction, ActionSpec]] = []
        for number, group in enumerate(GROUPS):
            if number:
                self.menu.addSeparator()
            for name, spec in group.items():
                self._add(name, spec)
        self.set_snapshot(TimelineSnapshot())
        self.retranslate()

    def action(self, name: str) -> QAction:
        """An action by its name."""
        return self._actions[name]

    def all_actions(self) -> Sequence[QAction]:
        """Every action, in the order of the menu."""
        return [action for action, _ in self._specs]

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        """Enable what can be done; shows, never modifies state."""
        row, several = snapshot.current_row, len(snapshot.branches) > 1
        left = row is not None and row.parent is not None
        for name, can in {
            "next_candidate": snapshot.next_candidate is not None,
            "type_token": bool(snapshot.tokens),
            "own_target": bool(snapshot.tokens),
            "next_branch": several,
            "previous_branch": several,
            "list": several,
            "rename": several,
            "delete": several,
            "compare_parent": left,
            "stop_comparing": snapshot.comparison is not None,
        }.items():
            self._actions[name].setEnabled(can)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self.menu.setTitle(self.tr("Bra&nches"))
        for action, spec in self._specs:
            show_texts(action, spec)

    def _add(self, name: str, spec: ActionSpec) -> None:
        action = QAction(self.menu)
        action.setShortcuts(keys_of(spec))
        self.menu.addAction(action)
        self._actions[name] = action
        self._specs.append((action, spec))
