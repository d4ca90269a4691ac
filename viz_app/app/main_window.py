"""The window: places, header, tabs, timeline, and what belongs to the frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.app.frame.focus import FocusKeeper
from viz_app.app.frame.notice_bar import NoticeBar
from viz_app.app.frame.places import Centre, HintLabel, NextButton, ReplayRow, Tabs
from viz_app.app.frame.window_files import DropWindow, WindowFiles
from viz_app.app.frame.window_modes import ScreenModes, is_low, is_roomy, limit_to_screen
from viz_app.app.header import HeaderBar
from viz_app.app.late_panels import WindowRooms, late_pages, rooms_of
from viz_app.app.menu_wiring import connect_boxes, repeat_intents
from viz_app.app.menus.menu_bar import Menus
from viz_app.app.panels import ATTENTION, PANELS
from viz_app.design.theme import Theme, frame_theme, light_theme
from viz_app.panels.attention.view.panel import AttentionPanel
from viz_app.panels.timeline.room import TimelineHandle
from viz_app.panels.timeline.view.panel import Timeline
from viz_app.widgets.layout import Sentence, name_parts, put_in_frame, text_label
from viz_app.widgets.pages import LatePage, WindowTurns
from viz_app.widgets.themed import Translated
from viz_app.workbench.room import Panel

if TYPE_CHECKING:
    from viz_app.panels.training.view.panel import TrainingPanel

_LONG = {QEvent.Type.UpdateRequest, QEvent.Type.Resize, QEvent.Type.LayoutRequest}
"""For events that reach all widgets inside, and open no box that would wait for the user."""


class MainWindow(Translated, DropWindow):
    """Composes the views, which are public; menu entries repeat the intents of their buttons."""

    close_requested = Signal()
    renewing = Signal()  # pages go, and are made anew before ``renewed``
    renewed = Signal()
    first_picture_painted = Signal()

    def __init__(
        self,
        theme: Theme | None = None,
        panels: Sequence[Panel] = PANELS,
        *,
        rooms: WindowRooms | None = None,
    ) -> None:
        super().__init__()
        theme = theme or light_theme()
        rooms = rooms or rooms_of()
        self._may_close = self._painted = False
        self._turns = WindowTurns(self)
        for bar in (self.menuBar(), self.statusBar()):
            put_in_frame(bar)
        self.header, self.notices = HeaderBar(), NoticeBar()
        self.late = late_pages(theme, rooms, panels)
        self.attention_page = LatePage(AttentionPanel, theme)
        self.timeline_page = LatePage(partial(_timeline, rooms.timeline), theme)
        self.pages = {ATTENTION.name: self.attention_page, **self.late}
        self.replay = ReplayRow(theme)
        self.tabs = Tabs(self.pages, panels)
        self.next, self.hint = NextButton(self.tabs, panels), HintLabel(self.tabs)
        self.sentence = text_label()
        self.centre = Centre(
            self,
            header=self.header,
            notices=self.notices,
            tabs=self.tabs,
            replay=self.replay,
            timeline=self.timeline_page,
        )
        self.keeper = FocusKeeper(self)
        self.menus, self.files = Menus(self.menuBar(), panels), WindowFiles(self)
        self._arrange()
        self.modes = ScreenModes(self, self.menus, self.centre)
        self.tabs.tab_shown.connect(self._on_tab)
        self.header.sentence_read.connect(self._focus_heads)
        self.corpus_dropped.connect(lambda: self.show_tab("training"))
        self._connect_menus()
        self.menus.set_tab(self.tabs.current_name())
        name_parts(self, "")
        for page, name in ((self.attention_page, "attention"), (self.timeline_page, "timeline")):
            page.setObjectName(name)
            page.make()
        self.set_theme(theme)
        self._retranslate()

    @Slot(str)
    def show_tab(self, name: str) -> None:
        self.tabs.show_tab(name)

    @property
    def attention(self) -> AttentionPanel:
        panel: AttentionPanel = self.attention_page.make()
        return panel

    @property
    def timeline(self) -> Timeline:
        panel: Timeline = self.timeline_page.make()
        return panel

    @property
    def training(self) -> TrainingPanel | None:
        """The panel of training, or None before it is first shown."""
        panel: TrainingPanel | None = self.late["training"].panel
        return panel

    @Slot()
    def show_training_form(self) -> None:
        self.show_tab("training")
        self.late["training"].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def furnish(self) -> None:
        # pyqtgraph is imported: from now on there can be plots.
        for page in self.late.values():
            page.furnish()

    @Slot()
    def drop_pages(self) -> None:
        """Delete what is made anew for another theme or language."""
        self.renewing.emit()
        for page in self._made_anew():
            page.drop()

    @Slot(object)
    def renew(self, theme: Theme) -> None:
        """Take on another theme and language, after :meth:`drop_pages`."""
        self.set_theme(theme)
        self.sentence.setText("")
        for page in self._made_anew():
            page.renew(theme)
        self.keeper.forget()
        self.renewed.emit()

    def _made_anew(self) -> Iterator[LatePage]:
        yield from (*self.pages.values(), self.timeline_page)

    def work_within(self, meanwhile: AbstractContextManager[None]) -> None:
        """Enter ``meanwhile`` while widgets are created, painted or moved."""
        self._turns.meanwhile = meanwhile

    def allow_close(self) -> None:
        """From now on closing closes the window, instead of emitting a request."""
        self._may_close = True

    def event(self, event: QEvent) -> bool:
        if isinstance(event, Sentence):
            self.sentence.setText(event.tip())
            return True
        with self._turns.meanwhile if event.type() in _LONG else nullcontext():
            done = super().event(event)
        if event.type() == QEvent.Type.ScreenChangeInternal:
            limit_to_screen(self, self.theme)
        if not self._painted and event.type() == QEvent.Type.UpdateRequest:
            self._look_for_picture()
        elif not self._painted and event.type() == QEvent.Type.Paint:
            # what is inside is painted after it, in the same turn, when the desktop exposes all
            QTimer.singleShot(0, self, self._look_for_picture)
        return done

    def _look_for_picture(self) -> None:
        if not self._painted and self.attention.weights_painted:
            self._painted = True
            self.first_picture_painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        # The desktop can end full screen, too.
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.modes.follow()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            super().closeEvent(event)
        else:
            event.ignore()
            self.close_requested.emit()

    def _apply_theme(self) -> None:
        # the application's style is for the caller to set
        frame = frame_theme(self.theme)
        self.sentence.setContentsMargins(4 * frame.unit, 0, 4 * frame.unit, 0)
        self.sentence.setFixedHeight(5 * frame.unit)  # whichever fonts its words are in
        self.statusBar().setContentsMargins(0, 0, 2 * frame.unit, 0)
        limit_to_screen(self, self.theme)
        self._fit_height()

    def _retranslate(self) -> None:
        self.files.retranslate()
        self.menus.retranslate()

    def _connect_menus(self) -> None:
        menus = self.menus
        repeat_intents(
            menus,
            header=self.header,
            timeline=self.timeline_page,
            attention=self.attention_page,
            tabs=self.tabs,
            files=self.files,
        )
        menus.action("quit").triggered.connect(self.close)
        connect_boxes(menus, self)
        menus.action("tab_training").triggered.connect(self.show_training_form)
        self.late["one_head"].made.connect(menus.walk_stages_of)

    def _arrange(self) -> None:
        self.setCentralWidget(self.centre)
        self.header.source.setFocus()  # who starts can type
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.sentence, 1)
        for widget in (self.hint, self.next):
            self.statusBar().addPermanentWidget(widget)
        self.resize(1280, 800)

    def _fit_height(self) -> None:
        for view in (self.centre, self.hint):
            view.set_compact(compact=is_low(self, self.theme))
        roomy = is_roomy(self, self.theme)
        self.attention_page.always(AttentionPanel.set_compact, compact=not roomy)

    @Slot()
    def _focus_heads(self) -> None:
        self.attention.focus_heads()

    @Slot(str)
    def _on_tab(self, name: str) -> None:
        self.menus.set_tab(name)
        self.centre.show_around()
        self.sentence.setText("")


def _timeline(room: TimelineHandle, theme: Theme, page: QWidget) -> Timeline:
    timeline = Timeline(room, page)
    timeline.set_theme(theme)
    return timeline
