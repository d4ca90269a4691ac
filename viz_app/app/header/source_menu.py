"""Sentences to choose among: examples of the model, and what was asked for in this window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from model.text.glosses import rough_reading
from viz_app.texts.without_mnemonic import verbatim

translate = QCoreApplication.translate

LONGEST = 60
"""Characters of a sentence that a line shows."""


class SourceMenu(QMenu):
    """Tells the sentence that was picked; beside a Chinese one stands a rough reading of it."""

    sentence_picked = Signal(str)

    def __init__(
        self, examples: Sequence[str], asked: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """With both lists, as far as they have anything."""
        super().__init__(parent)
        self._add_group(translate("SourceMenu", "Examples for this model"), examples)
        others = [text for text in asked if text not in examples]
        self._add_group(translate("SourceMenu", "Sentences of this window"), others)
        self.triggered.connect(self._on_triggered)

    def sentences(self) -> list[str]:
        """All that can be picked, from top to bottom."""
        return [action.data() for action in self.actions() if action.data()]

    def _add_group(self, title: str, sentences: Sequence[str]) -> None:
        if not sentences:
            return
        if self.actions():
            self.addSeparator()
        self.addAction(title).setEnabled(False)
        for text in sentences:
            self._add_sentence(text)

    def _add_sentence(self, text: str) -> None:
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
        reading = rough_reading(text) if len(text) <= LONGEST else ""
        # what comes after a tab stands at the right, where other menus have their keys
        action = self.addAction("\t".join(map(verbatim, filter(None, (shown, reading)))))
        action.setData(text)

    def _on_triggered(self, action: QAction) -> None:
        self.sentence_picked.emit(action.data())
