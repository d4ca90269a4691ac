"""The menu Edit: steps taken back and done again, pictures and numbers taken along."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from model.messages import Message
from viz_app.app.menus.entries import EDIT, Entries, Entry
from viz_app.app.menus.entry_menu import EntryMenu
from viz_app.texts.message_text import message_text
from viz_app.texts.without_mnemonic import verbatim

TAKE_ALONG: Entries = {
    "copy_picture": Entry(
        "&Copy picture",
        "Copy the picture with the keyboard, or under the mouse, or the main one, as it is",
        "Ctrl+C",
    ),
    "copy_values": Entry(
        "Copy &values",
        "Copy the numbers of the picture as a table for a spreadsheet",
        "Ctrl+Shift+V",
    ),
    "save_picture": Entry(
        "&Save picture…",
        "Save the picture as PNG, SVG or PDF: larger, light for print, with a caption",
        "Ctrl+Shift+I",
    ),
    "save_numbers": Entry(
        "Save &numbers…", "Save the numbers of the picture as npz, JSON or CSV", "Ctrl+Shift+N"
    ),
}
"""They leave the window: the picture that is meant, and what it shows."""


class EditMenu(EntryMenu):
    """Fills the menu; what is done again and taken back is named."""

    def __init__(self, menu: QMenu) -> None:
        """Nothing was done yet."""
        super().__init__(menu)
        self._steps: dict[str, Message | None] = {}
        self.add_groups(menu, EDIT, TAKE_ALONG)
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
