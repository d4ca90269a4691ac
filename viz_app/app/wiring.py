"""Connects the parts of the window to their controllers, from the start to the shutdown."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QWidget

from viz_app.app.app_state import AppState, Services, room_slot
from viz_app.app.frame.places import resolve_map
from viz_app.app.header_snapshot import (
    HeaderSnapshot,
    next_sentence,
    resolve_header,
    resolve_translated,
)
from viz_app.app.interventions import InterventionController, scope_around
from viz_app.app.lesson_steering import LessonController
from viz_app.app.menus.entry_menu import resolve_branch_menu, resolve_cover_menu
from viz_app.app.menus.menu_bar import TAKE_ALONG
from viz_app.app.panels import ARCHITECTURE, EMBEDDING, TRAINING
from viz_app.app.report import ReportFile
from viz_app.app.scenes import SceneController
from viz_app.app.sessions import Sessions
from viz_app.app.undo import UndoController
from viz_app.engine.jobs import JobClient
from viz_app.engine.store import Slot as StateSlot
from viz_app.engine.store import Store
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.attention.view.panel import AttentionPanel
from viz_app.panels.embedding.room import looked_at_from_map
from viz_app.panels.timeline.room import TimelineSnapshot, resolve_timeline
from viz_app.panels.training.replay.room import replay_closed
from viz_app.workbench.changes.selection import stopped_playing
from viz_app.workbench.controllers import (
    BranchingController,
    ModelController,
    TranslationController,
)
from viz_app.workbench.covers import cover_names
from viz_app.workbench.state import Workbench

if TYPE_CHECKING:
    from viz_app.app.dialogs.animation import AnimationDialog
    from viz_app.app.dialogs.checking import CheckDialog
    from viz_app.app.dialogs.effects import EffectsDialog
    from viz_app.app.dialogs.importing import ImportDialog
    from viz_app.app.main_window import MainWindow
    from viz_app.app.picture_export import PictureExporter
    from viz_app.app.second_display import SecondDisplay
    from viz_app.panels.architecture.room import BlockPlace
    from viz_app.panels.training.controller import RunsController


def show_state(window: MainWindow, services: Services) -> None:
    show = services.presenter.show
    own, seen = partial(show, services.bench), partial(show, services.screen)
    seen(attrgetter("selection"), window.menus.set_selection)
    own(attrgetter("attention"), window.menus.attention.set_options)

    def show_header(snapshot: HeaderSnapshot) -> None:
        for view in (window.header, window.menus, window.files):
            view.set_snapshot(snapshot)

    seen(resolve_header, show_header)
    attention = window.attention_page
    seen(resolve_attention, attention.set_snapshot)
    show(
        services.whole,
        attrgetter("zooms"),
        lambda parts: attention.always(AttentionPanel.show_zooms, parts),
    )
    seen(resolve_timeline, partial(_show_timeline, window))
    own(cover_names, window.cover_mark.set_covers)
    own(resolve_cover_menu, window.menus.covers.set_snapshot)
    own(attrgetter("notice"), window.notices.set_notice)
    seen(next_sentence, window.hint.set_hint)
    seen(resolve_translated, window.centre.translated.setText)
    seen(resolve_map, window.tabs.strip.set_stacks)


def connect_map(window: MainWindow, store: Store[AppState]) -> None:
    def opened(place: BlockPlace, tab: str) -> None:
        if tab == EMBEDDING.name:
            output = place.kind != "embedding"
            room_slot(store, EMBEDDING).apply(looked_at_from_map, place.side, output=output)
        window.tabs.pick_tab(tab)

    window.late[ARCHITECTURE.name].made.connect(lambda panel: panel.block_opened.connect(opened))


def _show_timeline(window: MainWindow, snapshot: TimelineSnapshot) -> None:
    window.timeline_page.set_snapshot(snapshot)
    window.menus.branches.set_snapshot(resolve_branch_menu(snapshot))
    window.menus.action("mask_token").setEnabled(snapshot.can_mask)


class LazyDialog(QObject):
    """Opens a dialog, which is imported and made at its first use."""

    def __init__(self, window: MainWindow, entry: str, make: Callable[[], Any]) -> None:
        """``entry`` names the entry of the menu that opens it."""
        super().__init__(window)
        self._make = make
        self.dialog: Any = None
        window.menus.action(entry).triggered.connect(self.open)

    @Slot()
    def open(self) -> None:
        if self.dialog is None:
            self.dialog = self._make()
        self.dialog.open_page()


class TakeAlong(QObject):
    """Imports and creates the export of pictures at its first use: not needed at the start."""

    def __init__(
        self, window: MainWindow, services: Services, interventions: InterventionController
    ) -> None:
        super().__init__(window)
        self._window, self._services, self._interventions = window, services, interventions
        self._made: PictureExporter | None = None
        for name in TAKE_ALONG:
            window.menus.edit.action(name).triggered.connect(partial(self._take, name))
        window.installEventFilter(self)

    def join(self, page: QWidget) -> None:
        """Offer the same keys and menu for the pictures of a separate page."""
        for name in TAKE_ALONG:
            page.addAction(self._window.menus.edit.action(name))
        page.installEventFilter(self)

    @property
    def exporter(self) -> PictureExporter:
        from viz_app.app.picture_export import PictureExporter

        if self._made is None:
            self._made = PictureExporter(self._window, self._services)
        return self._made

    def _take(self, name: str) -> None:
        # The action has the name of the method.
        getattr(self.exporter, name)()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A view without a menu of its own passes the event up to the window.
        if isinstance(event, QContextMenuEvent) and isinstance(watched, QWidget):
            by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
            meant = watched.focusWidget() if by_keys else watched.childAt(event.pos())
            place = event.globalPos()
            scope = scope_around(meant, None if by_keys else place)
            fill = None
            if scope is not None and self._window.tabs.current_place() != "train":
                fill = partial(self._interventions.fill, scope=scope)  # else of another model
            return self.exporter.offer(meant, place, fill)
        return super().eventFilter(watched, event)


class UserWork(QObject):
    """Creates undo, sessions, scenes, imports, pictures, reports; ends what they replace."""

    def __init__(
        self,
        services: Services,
        *,
        models: ModelController,
        translation: TranslationController,
        branching: BranchingController,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._branching = branching
        self.undo = UndoController(services, translation, branching, self)
        self.sessions = Sessions(services, models, self)
        self.scenes = SceneController(services, self.sessions, models, self)
        for end in (branching.forget, translation.cancel, self._close_replay):
            self.sessions.replaced.connect(end)
        for end in (translation.drop, branching.forget):  # undo decodes on
            self.scenes.left.connect(end)
        for end in (branching.forget, self._close_replay):
            translation.begun.connect(end)
        self.lessons = LessonController(
            services,
            self.sessions,
            models=models,
            translation=translation,
            branching=branching,
            parent=self,
        )

    def join(self, window: MainWindow) -> None:
        self._window = window
        self.undo.join(window)
        self.sessions.join(window)
        self.scenes.join(window)
        self.lessons.join(window)
        self.interventions = InterventionController(
            window, self._services, self._branching, self.lessons.ask_before
        )
        self.taking = TakeAlong(window, self._services, self.interventions)
        self.report = ReportFile(window, self._services)
        self.animations = LazyDialog(window, "save_animation", self._animations)
        self.checks = LazyDialog(window, "check_model", self._checks)
        self.imports = LazyDialog(window, "import_model", self._imports)
        self.effects = LazyDialog(window, "head_effects", self._effects)
        self.display = LazyDialog(window, "second_display", self._display)
        self.sessions.foreign_found.connect(self.look_at)
        self.sessions.lesson_found.connect(self.lessons.open)

    def join_runs(self, runs: RunsController) -> None:
        self.undo.ask_for_runs(runs)
        self.sessions.join_runs(runs)
        self.scenes.furnish()

    @Slot(object)
    def look_at(self, path: Path) -> None:
        """Open the import page with a model of another program."""
        self.imports.open()
        self.imports.dialog.controller.choose(path)

    @Slot()
    def show_effects(self) -> None:
        self.effects.open()

    def _animations(self) -> AnimationDialog:
        from viz_app.app.dialogs.animation import AnimationDialog

        return AnimationDialog(self._window.theme, self._services, self._window)

    def _checks(self) -> CheckDialog:
        from viz_app.app.dialogs.checking import CheckDialog

        dialog = CheckDialog(self._window.theme, self._services, self._window)
        self.taking.join(dialog)
        return dialog

    def _effects(self) -> EffectsDialog:
        from viz_app.app.dialogs.effects import EffectsDialog

        dialog = EffectsDialog(self._window.theme, self._services, self._window)
        self.taking.join(dialog)
        return dialog

    def _display(self) -> SecondDisplay:
        from viz_app.app.second_display import SecondDisplay

        return SecondDisplay(self._window, self._services.store)

    def _imports(self) -> ImportDialog:
        from viz_app.app.dialogs.importing import ImportDialog

        dialog = ImportDialog(self._window.theme, self._services, self._window)
        dialog.controller.imported.connect(self.sessions.open_model)
        return dialog

    @Slot()
    def _close_replay(self) -> None:
        # A translation is shown in place of a recorded moment.
        room_slot(self._services.store, TRAINING).apply(replay_closed)


PATIENCE_SECONDS = 1.5
"""Seconds for a worker that reads or computes; what it would lose is saved twice a minute."""
SAVING_SECONDS = 30.0
"""Seconds for one that writes what is nowhere else: a file the user saves, a run under way."""


class ShutdownController(QObject):
    """Close every job at its next ``yield``, which cuts no checkpoint; end without blocking.

    Signals:
        finished: all jobs are closed.
        overdue: they are not closed in time: the worker is stuck, or slow.
    """

    finished = Signal()
    overdue = Signal()

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobClient,
        *,
        last: Callable[[], Callable[[], None]] = lambda: lambda: None,
        parent: QObject | None = None,
    ) -> None:
        """``last`` is called by :meth:`begin`, and returns the worker's last action."""
        super().__init__(parent)
        self._bench = bench
        self._desk, self._last = desk, last
        self._begun: float | None = None
        self._timer = QTimer(self, interval=100)
        self._timer.timeout.connect(self._look)
        desk.stopped.connect(self._timer.stop)
        desk.stopped.connect(self.finished)

    @Slot()
    def begin(self) -> None:
        if self._begun is None:
            self._begun = time.monotonic()
            self._bench.apply(stopped_playing)
            self._timer.start()
            self._desk.close(self._last())

    @Slot()
    def _look(self) -> None:
        # The worker is given up when its time is over.
        patience = SAVING_SECONDS if self._desk.saving else PATIENCE_SECONDS
        if self._begun is not None and time.monotonic() - self._begun >= patience:
            self._timer.stop()
            self.overdue.emit()
