"""Controllers of the training panel: running and stored runs, experiments, time-lapse."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from model.messages import Message
from viz_app.app.app_state import Services, room_slot
from viz_app.app.menus.entry_menu import resolve_training_menu
from viz_app.app.panels import TRAINING
from viz_app.panels.training.controller import (
    ReplayController,
    RunsController,
    TrainingController,
    TrainingRoomController,
)
from viz_app.panels.training.replay.room import (
    moment_passed,
    replay_toggled,
    resolve_workbench_replay,
)
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.changes.models import told
from viz_app.workbench.controllers import ModelController
from viz_app.workbench.room import on_bench

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.app.menus.entry_menu import GroupMenu
    from viz_app.panels.positions.view import PositionsPanel
    from viz_app.panels.training.intents import TrainingIntents
    from viz_app.panels.training.view.panel import TrainingPanel
    from viz_app.widgets.pages import LatePage

FORM_FILLED_IN = Message(
    QT_TRANSLATE_NOOP(
        "messages",
        "Learned positions are now selected in the form. Press Start; after training, "
        "return to Positions to see the table.",
    )
)


class TrainingTab(QObject):
    """Creates these controllers, and connects them once their views exist."""

    def __init__(self, services: Services, models: ModelController, parent: QObject) -> None:
        super().__init__(parent)
        self._presenter, library = services.presenter, services.library
        desk, model_cache = services.desk, services.model_cache
        self.room = room_slot(services.store, TRAINING)
        self._is_shown = False
        self.training = TrainingController(
            self.room, desk, model_cache, library=library, parent=self
        )
        self.controller = TrainingRoomController(self.room, desk, model_cache, parent=self)
        self.runs = RunsController(
            self.room, desk, model_cache, library=library, models=models, parent=self
        )
        self.replay = ReplayController(self.room, self)
        self.training.runs_changed.connect(self.runs.refresh)

    def begin(self) -> None:
        self.runs.refresh()
        self.training.offer_unfinished()

    def join(self, window: MainWindow) -> None:
        show = self._presenter.show
        page, menu = window.late["training"], window.menus.training
        page.for_each(partial(self._on_made, page))
        self._connect_menu(menu)
        self.controller.attach(window.replay)
        window.corpus_dropped.connect(self.controller.choose_corpus)
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
        asked.connect(self.controller.choose_learned_positions)
        asked.connect(self._go_to_form)

    @Slot()
    def _go_to_form(self) -> None:
        self._show_tab("training")
        self.room.apply(on_bench(told), FORM_FILLED_IN)

    def _on_made(self, page: LatePage, panel: TrainingPanel) -> None:
        from viz_app.panels.training.snapshot import resolve_training

        self.controller.attach(panel)
        self._connect_panel(panel.intents)
        if not self._is_shown:
            self._is_shown = True
            self._presenter.show(self.room, resolve_training, page.set_snapshot)

    def _connect_panel(self, asked: TrainingIntents) -> None:
        training, runs = self.training, self.runs
        asked.training_requested.connect(training.start)
        asked.experiment_requested.connect(training.start_experiment)
        asked.pause_requested.connect(training.pause)
        asked.resume_requested.connect(training.resume)
        asked.stop_requested.connect(training.stop)
        asked.go_on_requested.connect(training.go_on)
        asked.use_requested.connect(runs.use)
        asked.rename_requested.connect(runs.rename)
        asked.export_requested.connect(runs.export)
        asked.delete_requested.connect(runs.delete)
        asked.undo_requested.connect(runs.undo)
        asked.replay_requested.connect(self.replay.open)

    def _connect_menu(self, menu: GroupMenu) -> None:
        training, runs, change = self.training, self.runs, self.room.apply
        menu.action("pause").triggered.connect(training.pause_or_resume)
        menu.action("stop").triggered.connect(training.stop)
        menu.action("use").triggered.connect(runs.use_shown)
        menu.action("watch").triggered.connect(self.replay.open_or_close)
        menu.action("earlier").triggered.connect(partial(change, moment_passed, -1))
        menu.action("later").triggered.connect(partial(change, moment_passed, 1))
        menu.action("play").triggered.connect(partial(change, replay_toggled))
