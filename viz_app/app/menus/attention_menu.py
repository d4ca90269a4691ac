"""The options of the attention tab as a menu: under View, and behind a button of the tab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from viz_app.app.menus import attention_actions as entries
from viz_app.app.menus.action_set import ActionSet, new_menu
from viz_app.app.menus.actions import ActionSpec
from viz_app.workbench.state.attention_options import AttentionOptions

CHOICES: Mapping[str, Mapping[str, ActionSpec]] = {
    "view": entries.VIEW,
    "combination": entries.COMBINATION,
    "special": entries.SPECIAL,
    "scale": entries.SCALE,
    "colour_map": entries.COLOUR_MAP,
    "tint": entries.TINT,
}
"""Field of :class:`AttentionOptions`: its values."""


class AttentionMenu(QObject):
    """Fills a menu.

    Signals:
        option_picked: the name of a field of :class:`AttentionOptions`, and its value.
    """

    option_picked = Signal(str, object)

    def __init__(self, parent: QMenu) -> None:
        """Add a menu to another one."""
        super().__init__(parent)
        self.menu = new_menu(parent, "attention")
        self._actions = ActionSet()
        self._submenus: dict[str, QMenu] = {}
        for name, specs in CHOICES.items():
            self._add_choice(name, specs)
        self.menu.addSeparator()
        for name, spec in entries.SWITCHES.items():
            self._add_switch(name, spec)
        self.menu.addSeparator()
        self._actions.add_all(self.menu, entries.PICTURE)
        self.retranslate()

    def action(self, name: str) -> QAction:
        """An action by field and value, ``"scale_log"``, or by name, ``"table"``."""
        return self._actions[name]

    def all_actions(self) -> Sequence[QAction]:
        """Every action, in the order of the menu."""
        return self._actions.all()

    def set_options(self, options: AttentionOptions) -> None:
        """Mark what is chosen; shows, never modifies state."""
        for field in CHOICES:
            self._actions[f"{field}_{getattr(options, field) or ''}"].setChecked(True)
        for field in entries.SWITCHES:
            self._actions[field].setChecked(getattr(options, field))
        self._actions["sorted_by_tint"].setEnabled(options.tint is not None)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self.menu.setTitle(self.tr("Attention &options"))
        for name, title in self._titles().items():
            self._submenus[name].setTitle(title)
        self._actions.retranslate()

    def _titles(self) -> dict[str, str]:
        return {
            "view": self.tr("&View"),
            "combination": self.tr("&Heads together"),
            "special": self.tr("&Special tokens"),
            "scale": self.tr("S&cale"),
            "colour_map": self.tr("Co&lours"),
            "tint": self.tr("&Mark heads by"),
        }

    def _add_choice(self, field: str, specs: Mapping[str, ActionSpec]) -> None:
        submenu = self._submenus[field] = new_menu(self.menu)
        self._actions.add_choice(
            submenu, field, specs, lambda value: self._pick(field, value or None)
        )

    def _add_switch(self, field: str, spec: ActionSpec) -> None:
        action = self._actions.add(self.menu, field, spec)
        action.setCheckable(True)
        action.triggered.connect(lambda checked: self._pick(field, checked))

    def _pick(self, field: str, value: Any) -> None:
        self.option_picked.emit(field, value)
