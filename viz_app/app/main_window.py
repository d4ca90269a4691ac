"""The window: header, notice, tabs, timeline, and what belongs to the frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QSizePolicy, QVBoxLayout, QWidget

from viz_app.app.frame.about_box import show_about
from viz_app.app.frame.dropped_files import take
from viz_app.app.frame.model_files import ModelFiles
from viz_app.app.frame.notice_bar import NoticeBar
from viz_app.app.frame.replay_place import ReplayRow
from viz_app.app.frame.tabs import Tabs
from viz_app.app.frame.window_size import is_low, is_roomy, smallest_size
from viz_app.app.header.header import HeaderBar
from viz_app.app.late_panels import late_pages
from viz_app.app.menus.menus import Menus
from viz_app.app.menus.shortcuts_box import show_shortcuts
from viz_app.app.menus.wiring import repeat_intents
from viz_app.app.panels import ATTENTION, PANELS
from viz_app.design.theme import Theme, frame_theme, light_theme
from viz_app.panels.attention.views.panel import AttentionPanel
from viz_app.panels.timeline.views.panel import Timeline
from viz_app.widgets.band import put_frame_sheet
from viz_app.widgets.status_line import Sentence
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.panel import Panel

if TYPE_CHECKING:
    from viz_app.panels.training.views.panel import TrainingPanel


class MainWindow(Themed, Translated, QMainWindow):
    """Composes the views, which are public; menu entries repeat the intents of their buttons."""

    close_requested = Signal()
    first_picture_painted = Signal()
    model_dropped = Signal(object)
    corpus_dropped = Signal(str)

    def __init__(self, theme: Theme | None = None, panels: Sequence[Panel] = PANELS) -> None:
        """Empty views, light unless a theme is given."""
        super().__init__()
        theme = theme or light_theme()
        self._may_close = False
        self._painted = False
        self.header, self.notices = HeaderBar(), NoticeBar()
        self.attention, self.late = AttentionPanel(theme), late_pages(theme, panels)
        self.pages: dict[str, QWidget] = {ATTENTION.name: self.attention, **self.late}
        self.timeline, self.replay = Timeline(), ReplayRow(theme)
        self.tabs, self.sentence = Tabs(self.pages, panels), QLabel()
        self.menus, self.files = Menus(self.menuBar(), panels), ModelFiles(self)
        self._arrange()
        self.tabs.tab_shown.connect(self._on_tab)
        self.header.source.returnPressed.connect(self._on_return)
        self._connect_menus()
        self.menus.set_tab(self.tabs.current_name())
        self.set_theme(theme)
        self._retranslate()

    @Slot(str)
    def show_tab(self, name: str) -> None:
        """Bring a tab to the front, by the name of its panel."""
        self.tabs.show_tab(name)

    @property
    def training(self) -> TrainingPanel | None:
        """The panel of the training tab, or None before it was shown."""
        panel: TrainingPanel | None = self.late["training"].panel
        return panel

    @Slot()
    def show_training_form(self) -> None:
        """Go where it is chosen what to train."""
        self.show_tab("training")
        if self.training is not None:
            self.training.form.task.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def furnish(self) -> None:
        """From now on there can be plots of pyqtgraph: it is imported."""
        for page in self.late.values():
            page.furnish()

    def allow_close(self) -> None:
        """From now on closing closes, instead of asking for it."""
        self._may_close = True

    def event(self, event: QEvent) -> bool:
        """Say what views tell, and notice the first picture: painted after an UpdateRequest."""
        if isinstance(event, Sentence):
            self.sentence.setText(event.tip())
            return True
        done = super().event(event)
        update = event.type() == QEvent.Type.UpdateRequest
        if update and not self._painted and self.attention.shows_weights:
            self._painted = True
            self.first_picture_painted.emit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the pictures their room in a low window."""
        super().resizeEvent(event)
        self._fit_height()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask to be closed, until :meth:`allow_close`."""
        if self._may_close:
            super().closeEvent(event)
        else:
            event.ignore()
            self.close_requested.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a checkpoint or a corpus."""
        take(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for a dropped model to be opened, or a dropped corpus to be trained on."""
        model, corpus = take(event)
        if model:
            self.model_dropped.emit(model)
        elif corpus:
            self.show_tab("training")
            self.corpus_dropped.emit(corpus)

    def _dress(self) -> None:
        # the application's style is for the caller to set
        frame = frame_theme(self.theme)
        self.sentence.setContentsMargins(4 * frame.unit, 0, 4 * frame.unit, 0)
        self.sentence.setFixedHeight(5 * frame.unit)  # whichever fonts its words are in
        for bar in (self.menuBar(), self.statusBar()):
            put_frame_sheet(bar, self.theme)
        self.setMinimumSize(smallest_size(self, self.theme))
        self._fit_height()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Headlight"))
        self.menus.retranslate()

    def _connect_menus(self) -> None:
        menus = self.menus
        repeat_intents(
            menus,
            header=self.header,
            timeline=self.timeline,
            attention=self.attention,
            files=self.files,
        )
        menus.tab_picked.connect(self.show_tab)
        menus.action("quit").triggered.connect(self.close)
        menus.action("shortcuts").triggered.connect(
            lambda: show_shortcuts(self, menus.all_actions())
        )
        menus.action("about").triggered.connect(lambda: show_about(self))
        menus.training.action("new").triggered.connect(self.show_training_form)
        for name in ("runs", "experiments"):
            menus.training.action(name).triggered.connect(lambda: self.show_tab("training"))
        self.late["one_head"].made.connect(menus.walk_stages_of)

    def _arrange(self) -> None:
        centre = QWidget()
        self._rows = QVBoxLayout(centre)
        self._rows.addWidget(self.header)
        self._rows.addWidget(self.notices)
        self._rows.addWidget(self.tabs, 1)
        self._rows.addWidget(self.replay)
        self._rows.addWidget(self.timeline)
        self.setCentralWidget(centre)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.sentence, 1)
        self.setAcceptDrops(True)
        self.resize(1280, 800)

    def _fit_height(self) -> None:
        low, unit = is_low(self, self.theme), frame_theme(self.theme).unit
        gap = unit
        self._rows.setContentsMargins(4 * unit, gap, 4 * unit, unit)
        self._rows.setSpacing(gap)
        for view in (self.tabs, self.replay, self.timeline):
            view.set_compact(compact=low)
        self.attention.set_compact(compact=not is_roomy(self, self.theme))

    @Slot(str)
    def _on_tab(self, name: str) -> None:
        self.menus.set_tab(name)
        self.timeline.setVisible(name == "attention")
        self.sentence.setText("")

    @Slot()
    def _on_return(self) -> None:
        """Whoever has sent a sentence goes on to its heads and steps."""
        self.attention.focus_heads()
