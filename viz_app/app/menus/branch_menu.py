"""What can be done with branches, as a menu under Model."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from viz_app.app.menus.action_set import ActionSet, new_menu
from viz_app.app.menus.branch_actions import GROUPS
from viz_app.panels.timeline.snapshot import TimelineSnapshot


class BranchMenu(QObject):
    """Fills a menu; its actions are found by their names in :mod:`.branch_actions`."""

    def __init__(self, parent: QMenu) -> None:
        """Add a menu to another one."""
        super().__init__(parent)
        self.menu = new_menu(parent, "branches")
        self._actions = ActionSet()
        for number, group in enumerate(GROUPS):
            if number:
                self.menu.addSeparator()
            self._actions.add_all(self.menu, group)
        self.set_snapshot(TimelineSnapshot())
        self.retranslate()

    def action(self, name: str) -> QAction:
        """An action by its name."""
        return self._actions[name]

    def all_actions(self) -> Sequence[QAction]:
        """Every action, in the order of the menu."""
        return self._actions.all()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        """Enable what can be done; shows, never modifies state."""
        row, several = snapshot.current_row, len(snapshot.branches) > 1
        left = row is not None and row.parent is not None
        for name, can in {
            "next_candidate": snapshot.next_candidate is not None,
            "type_token": snapshot.can_branch and bool(snapshot.tokens),
            "own_target": snapshot.can_branch and bool(snapshot.tokens),
            "next_branch": several,
            "previous_branch": several,
            "list": several,
            "rename": several and not snapshot.recorded,
            "delete": several and not snapshot.recorded,
            "compare_parent": left,
            "stop_comparing": snapshot.comparison is not None,
        }.items():
            self._actions[name].setEnabled(can)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self.menu.setTitle(self.tr("Bra&nches"))
        self._actions.retranslate()
