"""The composition root: creates all parts of the application and connects them."""

from __future__ import annotations

import os
import sys
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

import viz_app.engine.plain_imports  # noqa: F401 - before all that follows

# isort: split
from model.messages import Message
from viz_app.app.app_state import AppState, Services, as_seen, field_slot, tab_opened, zoomed
from viz_app.app.appearance import Appearance, Languages, PreferencesController
from viz_app.app.late_panels import LatePanels, WindowRooms, page_imports, panel_room, plot_imports
from viz_app.app.lesson_state import LessonHandle
from viz_app.app.main_window import MainWindow
from viz_app.app.panels import TRAINING
from viz_app.app.undo import remembered
from viz_app.app.window_options import WindowOptions
from viz_app.app.wiring import ShutdownController, UserWork, connect_map, show_state
from viz_app.design.icons import app_icon
from viz_app.design.theme import STYLE, open_icon_plugins
from viz_app.engine.jobs import JobBridge, JobClient, warm_up_steps
from viz_app.engine.presenter import Presenter
from viz_app.engine.runtime import Collector, ProcessSignals, Turns
from viz_app.engine.store import Store
from viz_app.panels.attention.controller import AlignmentController, EffectController
from viz_app.panels.attention.room import AttentionHandle
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.timeline.room import TimelineHandle
from viz_app.panels.timeline.view.panel import Timeline
from viz_app.storage.autosaves import sweep_steps
from viz_app.storage.desktop_files import APPLICATION_ID
from viz_app.storage.library import Library
from viz_app.storage.settings import Settings, load_settings, settings_path
from viz_app.texts.labels import MISSING_CJK_FONT, missing_cjk_font
from viz_app.widgets.accessible import install_factory
from viz_app.widgets.picture_view import SPOTLIGHT
from viz_app.workbench.changes.models import failed, note_passed, notice_dismissed, told
from viz_app.workbench.changes.selection import word_chosen
from viz_app.workbench.controllers import (
    BranchingController,
    ModelController,
    PlaybackController,
    TranslationController,
)
from viz_app.workbench.room import Panel, RoomHandle
from viz_app.workbench.state import AttentionOptions, Workbench

if TYPE_CHECKING:
    from viz_app.app.training_tab import TrainingTab

MISSING_LANGUAGE = Message(
    "This installation has no texts in the chosen language; Headlight uses English."
)

SWITCH_SECONDS = 1e-4
"""Seconds after which a thread releases Python's lock to another that waits for it.

The GUI thread waits for it after each of the hundreds of Qt calls that a page takes: with Python's
default of 5 ms a page would take half a second beside a worker that reads a corpus.
"""


class Application(QObject):
    """The window and everything behind it; ``ended`` is emitted once the worker has ended, too."""

    ended = Signal()

    def __init__(
        self,
        options: WindowOptions,
        *,
        library: Library | None = None,
        settings_file: Path | None = None,
    ) -> None:
        """``library`` and ``settings_file`` are the user's own by default."""
        super().__init__()
        install_factory()
        self.options = options
        self.library = library or Library()
        self._settings_file = path = settings_file or settings_path()
        settings, self._settings_notice = load_settings(path)
        bench = Workbench(
            settings=options.over(settings),
            attention=AttentionOptions(colour_map=settings.colour_map, glosses=settings.glosses),
            source_text=options.text or "",
            models=self.library.entries(),
        )
        self.store = Store(AppState(bench=bench), self, remember=remembered)
        self.training_tab: TrainingTab | None = None
        self.collector = Collector(self)
        self.bridge = JobBridge(self)
        self.desk = JobClient(self.bridge, self)
        self.languages = Languages(self)
        self.presenter = Presenter(self.store, self, meanwhile=self.bridge.way, seen=as_seen)
        self.services = Services(
            self.store, self.desk, presenter=self.presenter, library=self.library
        )
        self.bench, self.screen = self.services.bench, self.services.screen
        self.imports = Turns(chain(plot_imports(), [self._furnish], page_imports()), self)
        self._make_controllers(path, settings)
        self.appearance = Appearance(bench.settings, self.languages, self)
        self.window = MainWindow(self.appearance.theme, rooms=self._rooms())
        self.window.work_within(self.bridge.way)
        self.appearance.changing.connect(self.window.drop_pages)
        self.appearance.changed.connect(self.window.renew)
        self.appearance.changed.connect(self._tell_of_language)
        self.window.resized.connect(self.appearance.fit)
        self._connect_views()
        self._connect_shutdown()
        self.presenter.show(self.bench, attrgetter("settings"), self._use_settings)
        show_state(self.window, self.services)

    def start(self) -> None:
        # later it would wait, and the window with it, while the system's loader is busy opening
        # torch's libraries for the worker
        open_icon_plugins()
        self.sessions.put_back(self.window)
        self.sessions.begin(self.options, self.window)
        self.window.show()
        self.collector.take_over()
        self.bridge.runner.start()
        # after the first picture, which nothing should hold up
        self.desk.submit(
            warm_up_steps,
            on_item=lambda _: None,
            on_failed=self._on_not_warm,
            on_finished=self.imports.start,
            priority=-1,
        )
        if self._settings_notice is not None:
            self.bench.apply(told, self._settings_notice, "warning")
        self._tell_of_language()
        if missing_cjk_font():
            self.bench.apply(told, MISSING_CJK_FONT, "warning")

    def _on_not_warm(self, message: Message, details: str) -> None:
        self.models.on_failed(message, details)
        self.imports.start()

    def _furnish(self) -> None:
        # After the first picture: imports and parts that were not needed for it.
        from viz_app.app.training_tab import TrainingTab

        animate = self.work.animations.open
        self.training_tab = TrainingTab(self.services, self.models, animate=animate, parent=self)
        self.training_tab.training.model_changed.connect(self.translation.translate_again)
        self.training_tab.join(self.window)
        self.window.furnish()
        self.training_tab.begin()
        self.work.join_runs(self.training_tab.runs)
        if self.options.greets and not self.bench.now.settings.greeted:
            self.work.lessons.show_list()
        # What killed processes have left is removed.
        sessions = self.sessions.autosaves.folder
        self.desk.submit(
            lambda: sweep_steps(self.library, settings=self._settings_file, sessions=sessions),
            on_item=lambda _: None,
            on_failed=self.bench.applying(failed),
        )

    def _make_controllers(self, settings_file: Path, kept: Settings) -> None:
        bench, screen, desk = self.bench, self.screen, self.desk
        model_cache = self.services.model_cache
        self.translation = TranslationController(bench, desk, model_cache, parent=self)
        self.branching = BranchingController(bench, desk, model_cache, screen=screen, parent=self)
        self.models = ModelController(bench, desk, model_cache, library=self.library, parent=self)
        self.playback = PlaybackController(screen, self)
        self.alignments = AlignmentController(screen, desk, model_cache, parent=self)
        self.effects = EffectController(bench, desk, model_cache, self)
        self.panels = LatePanels(
            self.store, desk, model_cache, presenter=self.presenter, parent=self
        )
        self.preferences = PreferencesController(
            bench, desk, path=settings_file, kept=kept, parent=self
        )
        self.work = UserWork(
            self.services,
            models=self.models,
            translation=self.translation,
            branching=self.branching,
            parent=self,
        )
        self.sessions = self.work.sessions
        self.shutdown = ShutdownController(
            bench, desk, last=self.sessions.keeping.farewell, parent=self
        )
        self.models.model_changed.connect(self.translation.translate_again)
        self.models.model_found.connect(self.translation.go_on)

    def _rooms(self) -> WindowRooms:
        branching, pick = self.branching, self.preferences.pick
        timeline = TimelineHandle(
            self.screen.apply,
            branch=branching.branch,
            type_token=branching.type_token,
            give_target=branching.give_target,
            delete_branch=branching.delete,
            mask=self.translation.mask,
            fold=lambda folded: pick("timeline", "folded" if folded else "whole"),
        )
        attention = AttentionHandle(
            self.screen.apply,
            zoom=field_slot(self.store, "zooms").applying(zoomed),
            read_gold=self.alignments.read_gold,
            read_pairs=self.effects.read_pairs,
            show_effects=self.work.show_effects,
        )
        lessons = self.work.lessons
        lesson = LessonHandle(
            open=lessons.open_shipped,
            go=lessons.go,
            answer=lessons.answer,
            leave=lessons.leave,
            show_term=lessons.show_term,
        )
        scenes = self.work.scenes.handle
        return WindowRooms(self._room_of, attention, timeline, scenes, lesson)

    def _room_of(self, panel: Panel) -> RoomHandle[Any]:
        if panel is TRAINING and self.training_tab is not None:
            return self.training_tab.handle
        return panel_room(self.store, panel)

    @Slot(str)
    def _open_tab(self, tab: str) -> None:
        comes = tab != self.bench.now.tab  # a session that is opened has it in front already
        self.store.apply(lambda state: tab_opened(state, tab))
        if comes and tab == ONE_HEAD.name:
            self.screen.apply(word_chosen)

    def _connect_views(self) -> None:
        window, models, asked = self.window, self.models, self.window.header.intents
        asked.translate_requested.connect(self.translation.translate)
        asked.translation_cancelled.connect(self.branching.drop)
        asked.translation_cancelled.connect(self.translation.cancel)
        asked.model_picked.connect(self.sessions.open_model)
        window.menus.setting_picked.connect(self.preferences.pick)
        window.menus.device_picked.connect(models.move)
        self.panels.join(window.late)
        connect_map(window, self.store)
        self.work.join(window)
        window.tabs.tab_picked.connect(self.bench.applying(note_passed))
        window.tabs.tab_shown.connect(self._open_tab)
        window.drop_refused.connect(lambda why: self.bench.apply(told, why, "warning"))
        window.notices.dismissed.connect(self.bench.applying(notice_dismissed))
        window.notices.example_requested.connect(window.header.translate_this)
        window.files.model_save_requested.connect(models.save)

    def _connect_shutdown(self) -> None:
        self.window.close_requested.connect(self.window.hide)
        self.window.close_requested.connect(self.imports.stop)
        self.window.close_requested.connect(self.shutdown.begin)
        self.shutdown.finished.connect(self._end)
        if self.options.quit_after_first_picture:
            self.window.first_picture_painted.connect(self.window.close)

    def _use_settings(self, settings: Settings) -> None:
        self.appearance.use(settings)
        self.window.menus.set_settings(settings)
        self.window.setProperty(SPOTLIGHT, settings.spotlight)
        self.window.update()
        self.window.timeline_page.always(Timeline.set_folded, folded=settings.timeline == "folded")

    @Slot()
    def _tell_of_language(self) -> None:
        if not self.appearance.is_translated:
            self.bench.apply(told, MISSING_LANGUAGE, "warning")

    @Slot()
    def _end(self) -> None:
        self.bridge.runner.join()
        self.collector.hand_back()
        self.window.allow_close()
        self.window.close()
        self.ended.emit()


def run_window(options: WindowOptions) -> int:
    """Run the application until the window is closed; returns the exit status."""
    if sys.platform == "win32":
        import torch  # noqa: F401 - on Windows torch's libraries load before Qt's or not at all
    sys.setswitchinterval(SWITCH_SECONDS)
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    app = QApplication.instance() or QApplication([*sys.argv[:1], "-style", STYLE])
    app.setApplicationName("Headlight")
    QGuiApplication.setDesktopFileName(APPLICATION_ID)
    QGuiApplication.setWindowIcon(app_icon())
    application = Application(options)
    application.ended.connect(app.quit, Qt.ConnectionType.QueuedConnection)
    # the worker is stuck: a regular exit would wait for it for ever
    application.shutdown.overdue.connect(lambda: os._exit(0))
    signals = ProcessSignals()
    signals.asked_to_end.connect(application.window.close)
    application.start()
    try:
        return app.exec()
    finally:
        signals.close()
        application.bridge.runner.close()
        application.bridge.runner.join()
