"""The field for the source sentence."""

from __future__ import annotations

import re

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QWidget

LONGEST = 20_000
"""Characters that the field takes; what is too long for a model is for the model to say."""

_LINE_BREAKS = re.compile(r"[\r\n\t\f\v\u0085\u2028\u2029]+")


class SourceField(QLineEdit):
    """One line of text; line breaks in what is pasted become blanks, and undo still works."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """An empty field."""
        super().__init__(parent)
        self.setMaxLength(LONGEST)
        self.textChanged.connect(self._on_text)

    @Slot(str)
    def _on_text(self, text: str) -> None:
        if not _LINE_BREAKS.search(text):
            return
        after = _LINE_BREAKS.sub(" ", text[self.cursorPosition() :])
        self.selectAll()
        self.insert(_LINE_BREAKS.sub(" ", text))
        self.setCursorPosition(len(self.text()) - len(after))
