"""The field for the source sentence."""

from __future__ import annotations

import re

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QDragEnterEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from viz_app.widgets.step_keys import COPY_KEYS, UNDO_KEYS, StepKeys

LONGEST = 20_000
"""Characters that the field takes; what is too long for a model is for the model to say."""

_LINE_BREAKS = re.compile(r"[\r\n\t\f\v\u0085\u2028\u2029]+")


class SourceField(QLineEdit):
    """One line of text; line breaks in what is pasted become blanks, and undo still works.

    The keys of the steps are the window's until the text is edited, and so are those of undo while
    there is nothing typed to take back, or to type again. An arrow at its end, and Alt
    with Down, list sentences to choose among: ``sentence_picked`` tells which.
    """

    sentence_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """An empty field."""
        super().__init__(parent)
        self._last = ""
        self.setMaxLength(LONGEST)
        self._examples: tuple[str, ...] = ()
        self._asked: tuple[str, ...] = ()
        self.choices: QMenu | None = None
        self.arrow = QAction(self)
        self.arrow.triggered.connect(self.show_choices)
        self.addAction(self.arrow, QLineEdit.ActionPosition.TrailingPosition)
        self.textChanged.connect(self._on_text)
        StepKeys(self, self.isModified)
        StepKeys(self, self._was_edited, keys=UNDO_KEYS)
        StepKeys(self, self.hasSelectedText, keys=COPY_KEYS)

    def set_choices(self, *, examples: tuple[str, ...], asked: tuple[str, ...]) -> None:
        """What is listed: sentences that the model reads, and those of this window."""
        self._examples, self._asked = examples, asked
        self.arrow.setEnabled(bool(examples or asked))

    @Slot()
    def show_choices(self) -> None:
        """List them under the field, as wide as it is."""
        from viz_app.app.header.source_menu import SourceMenu

        menu = SourceMenu(self._examples, self._asked, self)
        if not menu.sentences():
            return
        menu.sentence_picked.connect(self.sentence_picked)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.aboutToHide.connect(self._forget)
        menu.setMinimumWidth(self.width())
        self.choices = menu
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt and Down list the sentences."""
        down = event.key() == Qt.Key.Key_Down
        if down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.show_choices()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A dragged text is put in; files are for the window."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def _was_edited(self) -> bool:
        return self.isUndoAvailable() or self.isRedoAvailable()

    @Slot()
    def _forget(self) -> None:
        self.choices = None

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
