"""Choosing what a model learns: a task of ours, or files."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QWidget

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
        """Nothing to choose from yet."""
        super().__init__(parent)
        self._shown = 0
        self.activated.connect(self._on_activated)

    def set_tasks(self, tasks: tuple[str, ...]) -> None:
        """List tasks; what is shown stays. Does not modify state."""
        task = self.task()
        with QSignalBlocker(self):
            self.clear()
            for name in tasks:
                self.addItem(corpus_text(name), name)
            self.insertSeparator(self.count())
            self.addItem(self.tr("File…"))
        if task:
            self.set_task(task)

    def task(self) -> str:
        """The task that is shown."""
        return str(self.currentData() or "")

    def set_task(self, task: str) -> None:
        """Show a task; files that are not listed yet come first. Does not modify state."""
        with QSignalBlocker(self):
            if self.findData(task) < 0:
                self.insertItem(0, corpus_text(task), task)
            self._shown = self.findData(task)
            self.setCurrentIndex(self._shown)

    def _retranslate(self) -> None:
        if self.count():
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
