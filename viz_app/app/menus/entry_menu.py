"""Menus made of a table of entries; their actions are found by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from viz_app.app.menus.entries import TITLES, Entries, Entry
from viz_app.app.menus.snapshots import MenuSnapshot
from viz_app.texts.token_text import tool_tip
from viz_app.workbench.panel import Place


class EntryMenu(QObject):
    """Fills a menu bar or a menu; actions are in the order in which they were added."""

    def __init__(self, above: QMenuBar | QMenu) -> None:
        """Nothing in it yet."""
        super().__init__(above)
        self._above = above
        self._menus: dict[str, QMenu] = {}
        self._entries: dict[str, tuple[QAction, Entry]] = {}

    def action(self, name: str) -> QAction:
        """An action by its name: ``"translate"``, of a choice ``"theme_dark"``."""
        return self._entries[name][0]

    def all_actions(self) -> Sequence[QAction]:
        """Every action."""
        return [action for action, _ in self._entries.values()]

    def add_menu(self, name: str, above: QMenu | None = None) -> QMenu:
        """A menu at the end of another one, or of what is filled."""
        around = above or self._above
        menu = self._menus[name] = QMenu(around)
        menu.setObjectName(name)
        menu.setToolTipsVisible(True)
        around.addMenu(menu)
        return menu

    def add(self, menu: QMenu, name: str, entry: Entry) -> QAction:
        """A new action at the end of a menu; it has no texts before :meth:`retranslate`."""
        action = QAction(menu, checkable=entry.checkable)
        if entry.keys:
            action.setShortcuts(_sequences(entry.keys))
        menu.addAction(action)
        self._entries[name] = action, entry
        return action

    def add_groups(self, menu: QMenu, *groups: Entries) -> None:
        """New actions in the order of their entries, with a line between two groups."""
        for number, entries in enumerate(groups):
            if number:
                menu.addSeparator()
            for name, entry in entries.items():
                self.add(menu, name, entry)

    def add_choice(
        self, menu: QMenu, name: str, entries: Entries, picked: Callable[[str], None]
    ) -> QActionGroup:
        """Actions of which one is checked, named ``name_value``; ``picked`` hears of the value."""
        group = QActionGroup(menu)
        group.triggered.connect(lambda action: picked(action.data()))
        self.widen_choice(menu, name, entries, group)
        return group

    def widen_choice(self, menu: QMenu, name: str, entries: Entries, group: QActionGroup) -> None:
        """More actions of a choice, perhaps in another menu."""
        for value, entry in entries.items():
            action = self.add(menu, f"{name}_{value}", entry)
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)

    def reword(self, entries: Entries) -> None:
        """Actions that are there do the same, by the same keys, under other words."""
        for name, words in entries.items():
            action, entry = self._entries[name]
            self._entries[name] = action, replace(entry, text=words.text, tip=words.tip)
            _say(*self._entries[name])

    def set_place(self, place: Place) -> None:
        """Let the keys do what they do in a place of the window."""
        for action, entry in self._entries.values():
            if entry.place is not None:
                action.setShortcuts(_sequences(entry.keys_in(place)))

    def keys(self) -> Mapping[QAction, Sequence[QKeySequence]]:
        """Of every action in all places."""
        return {
            action: _sequences(entry.keys_in(entry.place))
            for action, entry in self._entries.values()
        }

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        for name, menu in self._menus.items():
            menu.setTitle(QCoreApplication.translate("menus", TITLES[name]))
        for action, entry in self._entries.values():
            _say(action, entry)


class GroupMenu(EntryMenu):
    """Some groups of entries at the end of a menu."""

    def __init__(self, menu: QMenu, *groups: Entries) -> None:
        """Nothing can be done until a snapshot says so."""
        super().__init__(menu)
        self.add_groups(menu, *groups)
        self.set_snapshot(MenuSnapshot())
        self.retranslate()

    def set_snapshot(self, snapshot: MenuSnapshot) -> None:
        """Show what can be done."""
        for name, (action, entry) in self._entries.items():
            action.setEnabled(name in snapshot.enabled)
            if entry.checkable:
                action.setChecked(name in snapshot.checked)


def _sequences(keys: str) -> list[QKeySequence]:
    return QKeySequence.listFromString(keys) if keys else []


def _say(action: QAction, entry: Entry) -> None:
    """In the current language."""
    tip = QCoreApplication.translate(entry.context, entry.tip)
    action.setText(text := QCoreApplication.translate(entry.context, entry.text))
    action.setIconText(text)  # stays so while the other names a step
    action.setToolTip(tool_tip(tip))
    action.setStatusTip(tip)
