"""The actions of a menu by name, and how they and its submenus are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from viz_app.app.menus.actions import ActionSpec, keys_of, show_texts


class ActionSet:
    """Actions in the order in which they were added, each with the texts and keys of its spec."""

    def __init__(self) -> None:
        """Empty."""
        self._actions: dict[str, QAction] = {}
        self._specs: dict[str, ActionSpec] = {}

    def __getitem__(self, name: str) -> QAction:
        """The action of a name."""
        return self._actions[name]

    def all(self) -> Sequence[QAction]:
        """Every action."""
        return list(self._actions.values())

    def add(self, menu: QMenu, name: str, spec: ActionSpec) -> QAction:
        """A new action at the end of a menu; it has no texts before :meth:`retranslate`."""
        action = QAction(menu)
        action.setShortcuts(keys_of(spec))
        menu.addAction(action)
        self._actions[name], self._specs[name] = action, spec
        return action

    def add_all(self, menu: QMenu, specs: Mapping[str, ActionSpec]) -> None:
        """New actions in the order of their specs."""
        for name, spec in specs.items():
            self.add(menu, name, spec)

    def add_choice(
        self,
        menu: QMenu,
        name: str,
        specs: Mapping[str, ActionSpec],
        picked: Callable[[str], None],
    ) -> QActionGroup:
        """Actions of which one is checked, named ``name_value``; ``picked`` hears of the value."""
        group = QActionGroup(menu)
        group.triggered.connect(lambda action: picked(action.data()))
        self.widen_choice(menu, name, specs, group)
        return group

    def widen_choice(
        self, menu: QMenu, name: str, specs: Mapping[str, ActionSpec], group: QActionGroup
    ) -> None:
        """More actions of a choice, perhaps in another menu."""
        for value, spec in specs.items():
            action = self.add(menu, f"{name}_{value}", spec)
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        for name, action in self._actions.items():
            show_texts(action, self._specs[name])


def new_menu(above: QMenu | QMenuBar, name: str = "") -> QMenu:
    """A menu at the end of another one, or of the menu bar; it has no title yet."""
    menu = QMenu(above)
    menu.setObjectName(name)
    menu.setToolTipsVisible(True)
    above.addMenu(menu)
    return menu
