"""What can be done with training runs, as a menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from viz_app.app.menus.action_set import ActionSet, new_menu
from viz_app.app.menus.training_actions import GROUPS
from viz_app.app.menus.training_snapshot import TrainingMenuSnapshot


class TrainingMenu(QObject):
    """Fills a menu; its actions are found by their names in :mod:`.training_actions`."""

    def __init__(self, bar: QMenuBar | QMenu) -> None:
        """Add a menu to a menu bar."""
        super().__init__(bar)
        self.menu = new_menu(bar, "training")
        self._actions = ActionSet()
        for number, group in enumerate(GROUPS):
            if number:
                self.menu.addSeparator()
            self._actions.add_all(self.menu, group)
        self._actions["watch"].setCheckable(True)
        self.set_snapshot(TrainingMenuSnapshot())
        self.retranslate()

    def action(self, name: str) -> QAction:
        """An action by its name."""
        return self._actions[name]

    def all_actions(self) -> Sequence[QAction]:
        """Every action, in the order of the menu."""
        return self._actions.all()

    def set_snapshot(self, snapshot: TrainingMenuSnapshot) -> None:
        """Enable what can be done; shows, never modifies state."""
        for name, can in {
            "pause": snapshot.can_pause,
            "stop": snapshot.can_pause,
            "use": snapshot.can_use,
            "watch": snapshot.moments > 0,
            "earlier": snapshot.index > 0,
            "later": snapshot.index < snapshot.moments - 1,
            "play": snapshot.moments > 1,
        }.items():
            self._actions[name].setEnabled(can)
        self._actions["watch"].setChecked(snapshot.watching)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self.menu.setTitle(self.tr("Trai&ning"))
        self._actions.retranslate()
