"""Choosing what a model learns: a task of ours, or files."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QWidget

from model.text.tasks import TASKS
from viz_app.panels.training.runs.texts.known_names import corpus_text
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.file_dialogs import ask_corpus
from viz_app.widgets.translated import Translated


class TaskCombo(Translated, CalmCombo):
    """The tasks, then “File…”; data of an entry is the task as a request names it.

    Signals:
        task_picked: a task's name, or files.
    """

    task_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """The first task is shown."""
        super().__init__(parent)
        self._shown = 0
        for name in TASKS:
            self.addItem(corpus_text(name), name)
        self.insertSeparator(self.count())
        self.addItem(self.tr("File…"))
        self.activated.connect(self._on_activated)

    def set_task(self, task: str) -> None:
        """Show a task; files that are not listed yet come first. Does not modify state."""
        with QSignalBlocker(self):
            if self.findData(task) < 0:
                self.insertItem(0, corpus_text(task), task)
            self._shown = self.findData(task)
            self.setCurrentIndex(self._shown)

    def _retranslate(self) -> None:
        for row in range(self.count() - 2):
            self.setItemText(row, corpus_text(self.itemData(row)))
        self.setItemText(self.count() - 1, self.tr("File…"))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        if row != self.count() - 1:
            self.task_picked.emit(self.itemData(row))
            return
        with QSignalBlocker(self):
            self.setCurrentIndex(self._shown)
        chosen = ask_corpus(self)
        if chosen is not None:
            self.task_picked.emit(chosen)
