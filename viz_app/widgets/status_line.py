"""What a view has to say for the status line, which the window shows."""

from __future__ import annotations

from PySide6.QtGui import QStatusTipEvent
from PySide6.QtWidgets import QApplication, QWidget


class Sentence(QStatusTipEvent):
    """Says what is under the mouse or the cursor of the keys; an empty one: nothing any more.

    Qt passes it up from parent to parent, as far as the window. It is a type of its own because
    Qt sends the hints of menu entries in the same way, and those only cover what a view has said.
    """

    def __init__(self, sentence: str, view: QWidget) -> None:
        """In plain text, said by ``view``."""
        super().__init__(sentence)
        self.view = view


def tell(view: QWidget, sentence: str) -> None:
    """Let everything that ``view`` stands in know what it says."""
    QApplication.sendEvent(view, Sentence(sentence, view))
