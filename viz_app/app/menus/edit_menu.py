"""The menu that takes steps back and does them again; each entry names its step."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from model.messages import Message
from viz_app.app.menus.entries import EDIT
from viz_app.app.menus.entry_menu import EntryMenu
from viz_app.texts.message_text import message_text
from viz_app.texts.without_mnemonic import verbatim


class EditMenu(EntryMenu):
    """Fills the menu Edit."""

    def __init__(self, menu: QMenu) -> None:
        """Nothing was done yet."""
        super().__init__(menu)
        self._steps: dict[str, Message | None] = {}
        self.add_groups(menu, EDIT)
        self.set_steps(undo=None, redo=None)

    def set_steps(self, *, undo: Message | None, redo: Message | None) -> None:
        """What would be taken back, and what would be done again; None: nothing."""
        self._steps = {"undo": undo, "redo": redo}
        for name, step in self._steps.items():
            self.action(name).setEnabled(step is not None)
        self.retranslate()

    def retranslate(self) -> None:
        """Show all texts in the current language, with the names of the steps."""
        super().retranslate()
        templates = {"undo": self.tr("&Undo: {step}"), "redo": self.tr("&Redo: {step}")}
        for name, step in self._steps.items():
            if step is not None:
                text = templates[name].format(step=verbatim(message_text(step)))
                self.action(name).setText(text)
