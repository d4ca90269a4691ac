"""The form of the training tab: what is asked for, how long it would take, which page shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import Slot

from viz_app.panels.training.changes.estimating import (
    estimate_arrived,
    estimate_question,
    request_made,
)
from viz_app.panels.training.changes.request_choices import with_task
from viz_app.panels.training.jobs.estimate import estimate_steps
from viz_app.panels.training.state.training import TrainingPage
from viz_app.workbench.controllers.room import Asked, Intents, RoomController, sets


class TrainingFormController(RoomController):
    """Keeps what the user chooses; measures it while it is in front and nothing is trained."""

    intents: ClassVar[Intents] = {"page_picked": sets("page"), "request_changed": request_made}

    def inquiries(self) -> Iterable[Asked]:
        """How fast the asked run would be."""
        yield Asked(estimate_question, estimate_steps, estimate_arrived)

    @Slot(str)
    def choose_corpus(self, task: str) -> None:
        """A file was dropped: ask for it, with the numbers that suit it."""
        self.room.apply(request_made, with_task(self.room.now.own.request, task))
        self.open_page("new")

    def open_page(self, page: TrainingPage) -> None:
        """Another page of the tab is in front."""
        self.room.apply(sets("page"), page)
