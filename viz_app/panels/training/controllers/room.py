"""What the user does in the Training panel without a job; and how long the asked run would take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import Slot

from viz_app.panels.training.changes import estimating
from viz_app.panels.training.experiments.snapshot import experiment_opened, option_predicted
from viz_app.panels.training.jobs.estimate import estimate_steps
from viz_app.panels.training.replay import changes as replay
from viz_app.panels.training.runs.changes import run_compared, run_picked
from viz_app.panels.training.state.training import TrainingRequest
from viz_app.workbench.changes.selection import head_picked, kind_picked
from viz_app.workbench.controllers.room import Asked, Intents, RoomController


class TrainingRoomController(RoomController):
    """Keeps what the user chooses; measures it while it is in front and nothing is trained."""

    intents: ClassVar[Intents] = {
        "request_changed": estimating.request_made,
        "run_picked": run_picked,
        "compare_picked": run_compared,
        "experiment_picked": experiment_opened,
        "predicted": option_predicted,
        "replay_closed": replay.replay_closed,
        "moment_picked": replay.moment_picked,
        "probe_picked": replay.probe_picked,
        "play_toggled": replay.replay_toggled,
        "number_picked": replay.number_picked,
        "kind_picked": replay.on_screen(kind_picked),
        "head_picked": replay.on_screen(head_picked),
    }

    def inquiries(self) -> Iterable[Asked]:
        """How fast the asked run would be."""
        yield Asked(estimating.estimate_question, estimate_steps, estimating.estimate_arrived)

    @Slot(str)
    def choose_corpus(self, task: str) -> None:
        """A file was dropped: ask for it, with the numbers that suit it."""
        self._ask_for(estimating.with_task(self.room.now.own.request, task))

    @Slot()
    def choose_learned_positions(self) -> None:
        """Ask for a short training of a model with such a table."""
        self._ask_for(estimating.learned_positions(self.room.now.own.request))

    def _ask_for(self, request: TrainingRequest) -> None:
        self.room.apply(estimating.request_made, request)
