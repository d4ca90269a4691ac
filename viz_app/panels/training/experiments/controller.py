"""The prepared experiments: opened, predicted, run."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.training.experiments.snapshot import (
    experiment_opened,
    option_predicted,
    requests,
)
from viz_app.panels.training.state.training import TrainingRoom


class ExperimentsController(QObject):
    """Turns what the user does on the page into state and runs.

    Signals:
        runs_requested: a tuple of training requests, the arms of an experiment: they are to be
            trained by turns.
    """

    runs_requested = Signal(object)

    def __init__(self, room: StateSlot[TrainingRoom], parent: QObject | None = None) -> None:
        """No experiment is open."""
        super().__init__(parent)
        self._room = room

    @Slot(str)
    def pick(self, name: str) -> None:
        """Open an experiment, with its runs on show if there are any; "" opens the list."""
        self._room.apply(experiment_opened, name)

    @Slot(str, str)
    def predict(self, name: str, option: str) -> None:
        """The user thinks that it will come out like this."""
        self._room.apply(option_predicted, name, option)

    @Slot(str)
    def run(self, name: str) -> None:
        """Train both arms, unless something is being trained."""
        if not self._room.now.own.active:
            self.runs_requested.emit(requests(name))
