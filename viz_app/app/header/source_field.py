"""The field for the source sentence."""

from __future__ import annotations

import re

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from viz_app.widgets.step_keys import StepKeys

LONGEST = 20_000
"""Characters that the field takes; what is too long for a model is for the model to say."""

_LINE_BREAKS = re.compile(r"[\r\n\t\f\v\u0085\u2028\u2029]+")


class SourceField(QLineEdit):
    """One line of text; line breaks in what is pasted become blanks, and undo still works.

    The keys of the steps are the window's until the text is edited.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """An empty field."""
        super().__init__(parent)
        self._last = ""
        self.setMaxLength(LONGEST)
        self.textChanged.connect(self._on_text)
        StepKeys(self, self.isModified)

    @Slot(str)
    def _on_text(self, text: str) -> None:
        line = _LINE_BREAKS.sub(" ", text)
        if line == text:
            self._last = text
        elif self.isRedoAvailable():
            self._pass_over(line)
        else:
            self._replace(line, len(_LINE_BREAKS.sub(" ", text[self.cursorPosition() :])))

    def _replace(self, line: str, after: int) -> None:
        """Put a line in place of all; the cursor goes before its last ``after`` characters."""
        self.selectAll()
        self.insert(line)
        self.setCursorPosition(len(self.text()) - after)

    def _pass_over(self, line: str) -> None:
        """Undo or redo has come to the text as it was pasted: go on in the same direction."""
        if line == self._last and self.isUndoAvailable():
            self.undo()
        else:
            self.redo()
