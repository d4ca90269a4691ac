"""Text that wraps at whatever width there is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from viz_app.design.theme import Theme
from viz_app.widgets.typeset_text import show_typeset


class WrappedLabel(QLabel):
    """Text in as many lines as it needs; unlike Qt's own, it asks for no width."""

    def __init__(self, role: str = "", *, selectable: bool = False) -> None:
        """``role`` is one of the style sheet's."""
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        self.setSizePolicy(policy)
        if role:
            self.setProperty("role", role)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def set_typeset(self, text: str, theme: Theme) -> None:
        """A text of ours with its formulas typeset."""
        show_typeset(self, text, theme)
