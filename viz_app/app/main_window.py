"""The window: places, header, tabs, timeline, and what belongs to the frame."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from viz_app.app.frame.focus import FocusKeeper
from viz_app.app.frame.notice_bar import InterventionBar, NoticeBar
from viz_app.app.frame.places import Centre, CentreArea, CoverMark, HintLabel, NextButton, Tabs
from viz_app.app.frame.window_files import WindowFiles
from viz_app.app.frame.window_modes import (
    ScreenModes,
    is_low,
    is_roomy,
    keeps_space,
    limit_to_screen,
)
from viz_app.app.header import HeaderBar
from viz_app.app.late_panels import WindowRooms
from viz_app.app.menu_wiring import connect_boxes, repeat_intents
from viz_app.app.menus.menu_bar import Menus
from viz_app.app.paged_window import PagedWindow
from viz_app.app.panels import PANELS
from viz_app.design.theme import Theme, band_theme, frame_theme, light_theme
from viz_app.panels.attention.view.panel import AttentionPanel
from viz_app.widgets.layout import Sentence, name_parts, put_in_frame, text_label
from viz_app.widgets.themed import Translated
from viz_app.workbench.room import Panel


class MainWindow(Translated, PagedWindow):
    """Composes the views, which are public; menu entries repeat the intents of their buttons."""

    close_requested = Signal()
    resized = Signal(int, int)

    def __init__(
        self,
        theme: Theme | None = None,
        panels: Sequence[Panel] = PANELS,
        *,
        rooms: WindowRooms | None = None,
    ) -> None:
        theme = theme or light_theme()
        super().__init__(theme, panels, rooms)
        self._may_close = False
        for bar in (self.menuBar(), self.statusBar()):
            put_in_frame(bar)
        self.menuBar().setObjectName("menu-bar")
        self.header, self.notices, self.interventions = HeaderBar(), NoticeBar(), InterventionBar()
        self.tabs = Tabs(self.pages, panels)
        self.next, self.hint = NextButton(self.tabs, panels), HintLabel(self.tabs)
        self.cover_mark = CoverMark()
        self.sentence = text_label()
        self.centre = Centre(
            self,
            header=self.header,
            notices=self.notices,
            interventions=self.interventions,
            tabs=self.tabs,
            replay=self.replay,
            timeline=self.timeline_page,
            lesson=self.lesson,
            scenes=self.scenes,
        )
        self.area = CentreArea(self.centre)
        self.keeper = FocusKeeper(self)
        self.menus, self.files = Menus(self.menuBar(), panels), WindowFiles(self)
        self._arrange()
        self.modes = ScreenModes(self, self.menus, self.area)
        self.tabs.tab_shown.connect(self._on_tab)
        self.header.sentence_read.connect(self._focus_heads)
        self.renewed.connect(self._forget)
        self.scenes.folded.connect(self._limit)
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

    @Slot()
    def show_training_form(self) -> None:
        self.show_tab("training")
        self.late["training"].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def allow_close(self) -> None:
        """From now on closing closes the window, instead of emitting a request."""
        self._may_close = True

    def event(self, event: QEvent) -> bool:
        if isinstance(event, Sentence):
            self.sentence.setText(event.tip())
            return True
        if event.type() == QEvent.Type.ShortcutOverride and keeps_space(self, event):
            event.accept()
            return True
        done = super().event(event)
        if event.type() == QEvent.Type.ScreenChangeInternal:
            self._limit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()
        self.resized.emit(self.width(), self.height())

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
        frame, line = frame_theme(self.theme), round(1.4 * band_theme(self.theme).small)
        self.sentence.setContentsMargins(4 * frame.unit, 0, 4 * frame.unit, 0)
        self.sentence.setFixedHeight(max(5 * frame.unit, line))  # whichever fonts its words are in
        self.statusBar().setContentsMargins(0, 0, 2 * frame.unit, 0)
        self._limit()
        self._fit_height()

    def _retranslate(self) -> None:
        self.files.retranslate()
        self.menus.retranslate()

    def _connect_menus(self) -> None:
        menus = self.menus
        repeat_intents(
            menus,
            self.rooms,
            header=self.header,
            timeline=self.timeline_page,
            attention=self.attention_page,
            tabs=self.tabs,
            files=self.files,
            scenes=self.scenes,
        )
        self.cover_mark.clicked.connect(menus.covers.action("reveal").trigger)
        menus.action("quit").triggered.connect(self.close)
        connect_boxes(menus, self, self.rooms)
        menus.action("tab_training").triggered.connect(self.show_training_form)
        self.late["one_head"].made.connect(menus.walk_stages_of)

    def _arrange(self) -> None:
        self.setCentralWidget(self.area)
        self.header.source.setFocus()  # who starts can type
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.sentence, 1)
        for widget in (self.hint, self.cover_mark, self.next):
            self.statusBar().addPermanentWidget(widget)
        self.resize(1280, 800)

    @Slot()
    def _limit(self) -> None:
        limit_to_screen(self, self.theme, beside=self.scenes.taken_width())

    def _fit_height(self) -> None:
        for view in (self.centre, self.hint):
            view.set_compact(compact=is_low(self, self.theme))
        roomy = is_roomy(self, self.theme)
        self.attention_page.always(AttentionPanel.set_compact, compact=not roomy)

    @Slot()
    def _forget(self) -> None:
        self.keeper.forget()
        self.sentence.setText("")

    @Slot()
    def _focus_heads(self) -> None:
        self.attention.focus_heads()

    @Slot(str)
    def _on_tab(self, name: str) -> None:
        self.menus.set_tab(name)
        self.centre.show_around()
        self.sentence.setText("")
