"""The form of the training tab: what is asked for, and which page is in front."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QObject, Slot

from viz_app.engine.store import Store
from viz_app.panels.training.changes.estimating import request_made
from viz_app.panels.training.changes.request_choices import with_task
from viz_app.panels.training.state.training import TrainingPage, TrainingRequest, page_opened


class TrainingFormController(QObject):
    """Keeps in the state what the user chooses; nothing is trained by that."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        """Nothing is chosen yet."""
        super().__init__(parent)
        self._store = store

    @Slot(object)
    def ask(self, request: TrainingRequest) -> None:
        """The form shows something else."""
        self._store.apply(lambda state: request_made(state, request))

    @Slot(str)
    def choose_corpus(self, task: str) -> None:
        """A file was dropped: ask for it, with the numbers that suit it."""
        self.ask(with_task(self._store.state.training.request, task))
        self.open_page("new")

    @Slot(str)
    def open_page(self, page: TrainingPage) -> None:
        """Another page of the tab is in front."""
        self._store.apply(
            lambda state: dataclasses.replace(state, training=page_opened(state.training, page))
        )
