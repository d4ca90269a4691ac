"""Controllers of the training panel: running and stored runs, experiments, time-lapse."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from model.messages import Message
from viz_app.app.app_state import Services, room_slot
from viz_app.app.menus.entry_menu import resolve_training_menu
from viz_app.app.panels import TRAINING
from viz_app.panels.training.changes import corpus_chosen, learned_positions_chosen
from viz_app.panels.training.controller import (
    ReplayController,
    RunsController,
    TrainingController,
)
from viz_app.panels.training.replay.room import (
    moment_passed,
    replay_toggled,
    resolve_workbench_replay,
)
from viz_app.panels.training.state import TrainingHandle
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.changes.models import told
from viz_app.workbench.controllers import ModelController
from viz_app.workbench.room import on_bench

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.app.menus.entry_menu import GroupMenu
    from viz_app.panels.positions.view import PositionsPanel

FORM_FILLED_IN = Message(
    QT_TRANSLATE_NOOP(
        "messages",
        "Learned positions are now selected in the form. Press Start; after training, "
        "return to Positions to see the table.",
    )
)


class TrainingTab(QObject):
    """Creates these controllers, and connects them once their views exist.

    Attributes:
        handle: for the views of the panel.
    """

    def __init__(
        self,
        services: Services,
        models: ModelController,
        *,
        animate: Callable[[], None],
        parent: QObject,
    ) -> None:
        """``animate`` saves the time-lapse as a file."""
        super().__init__(parent)
        self._presenter, library = services.presenter, services.library
        desk, model_cache = services.desk, services.model_cache
        self.room = room_slot(services.store, TRAINING)
        self.training = TrainingController(
            self.room, desk, model_cache, library=library, parent=self
        )
        self.runs = RunsController(
            self.room, desk, model_cache, library=library, models=models, parent=self
        )
        self.replay = ReplayController(self.room, self)
        self.training.runs_changed.connect(self.runs.refresh)
        self.handle = TrainingHandle(
            self.room.apply,
            train=self.training.start,
            train_experiment=self.training.start_experiment,
            pause=self.training.pause,
            resume=self.training.resume,
            stop=self.training.stop,
            go_on=self.training.go_on,
            use=self.runs.use,
            delete=self.runs.delete,
            rename=self.runs.rename,
            export=self.runs.export,
            restore=self.runs.undo,
            watch=self.replay.open,
            animate=animate,
        )

    def begin(self) -> None:
        self.runs.refresh()
        self.training.offer_unfinished()

    def join(self, window: MainWindow) -> None:
        show = self._presenter.show
        menu = window.menus.training
        self._connect_menu(menu)
        window.corpus_dropped.connect(self.handle.does(corpus_chosen))
        window.notices.go_on_requested.connect(self.training.go_on)
        window.notices.go_on_requested.connect(lambda: window.show_tab("training"))
        window.notices.use_requested.connect(self.runs.use)
        for wanted in (self.replay.tab_wanted, self.runs.taken):
            wanted.connect(window.show_tab)
        self._show_tab = window.show_tab
        window.late["positions"].for_each(self._on_positions_made)
        show(self.room, lambda room: resolve_training_menu(room.own), menu.set_snapshot)
        show(self.room, resolve_workbench_replay, window.replay.set_snapshot)

    def _on_positions_made(self, panel: PositionsPanel) -> None:
        asked = panel.training_requested
        asked.connect(self.handle.does(learned_positions_chosen))
        asked.connect(self._go_to_form)

    @Slot()
    def _go_to_form(self) -> None:
        self._show_tab("training")
        self.room.apply(on_bench(told), FORM_FILLED_IN)

    def _connect_menu(self, menu: GroupMenu) -> None:
        training, runs, change = self.training, self.runs, self.room.apply
        menu.action("pause").triggered.connect(training.pause_or_resume)
        menu.action("stop").triggered.connect(training.stop)
        menu.action("use").triggered.connect(runs.use_shown)
        menu.action("watch").triggered.connect(self.replay.open_or_close)
        menu.action("earlier").triggered.connect(partial(change, moment_passed, -1))
        menu.action("later").triggered.connect(partial(change, moment_passed, 1))
        menu.action("play").triggered.connect(partial(change, replay_toggled))
