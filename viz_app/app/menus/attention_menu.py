"""The options of the attention tab as a menu: under View, and behind a button of the tab."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from viz_app.app.menus.attention_entries import CHOICES, PICTURE, SWITCHES
from viz_app.app.menus.entry_menu import EntryMenu
from viz_app.workbench.state.attention_options import AttentionOptions


class AttentionMenu(EntryMenu):
    """Adds a menu to another one.

    Signals:
        option_picked: the name of a field of :class:`AttentionOptions`, and its value.
    """

    option_picked = Signal(str, object)

    def __init__(self, above: QMenu) -> None:
        """Nothing is marked yet."""
        super().__init__(above)
        self.menu = self.add_menu("attention")
        for field, entries in CHOICES.items():
            submenu = self.add_menu(f"option_{field}", self.menu)
            self.add_choice(submenu, field, entries, partial(self._pick, field))
        self.menu.addSeparator()
        self.add_groups(self.menu, SWITCHES, PICTURE)
        for field in SWITCHES:
            self._connect(field)
        self.retranslate()

    def set_options(self, options: AttentionOptions) -> None:
        """Mark what is chosen."""
        for field in CHOICES:
            self.action(f"{field}_{getattr(options, field) or ''}").setChecked(True)
        for field in SWITCHES:
            self.action(field).setChecked(getattr(options, field))
        self.action("sorted_by_tint").setEnabled(options.tint is not None)

    def _connect(self, switch: str) -> None:
        self.action(switch).triggered.connect(lambda on: self.option_picked.emit(switch, on))

    def _pick(self, field: str, value: str) -> None:
        self.option_picked.emit(field, value or None)
