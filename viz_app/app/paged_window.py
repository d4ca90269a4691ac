"""The pages of the window: made late, made anew for another theme or language, first painted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer, Signal, Slot

from viz_app.app.frame.places import LessonSide, ReplayRow, SceneColumn
from viz_app.app.frame.window_files import DropWindow
from viz_app.app.late_panels import WindowRooms, late_pages, rooms_of
from viz_app.app.panels import ATTENTION, TRAINING
from viz_app.design.theme import Theme
from viz_app.panels.attention.view.panel import AttentionPanel
from viz_app.panels.timeline.view.panel import Timeline
from viz_app.widgets.pages import LatePage
from viz_app.workbench.room import Panel

if TYPE_CHECKING:
    from viz_app.panels.training.view.panel import TrainingPanel

_LONG = {QEvent.Type.UpdateRequest, QEvent.Type.Resize, QEvent.Type.LayoutRequest}
"""For events that reach all widgets inside, and open no box that would wait for the user."""


class PagedWindow(DropWindow):
    """Makes the pages; where they stand is for the subclass to arrange."""

    renewing = Signal()  # pages go, and are made anew before ``renewed``
    renewed = Signal()
    first_picture_painted = Signal()

    def __init__(self, theme: Theme, panels: Sequence[Panel], rooms: WindowRooms | None) -> None:
        super().__init__()
        self.rooms = rooms = rooms or rooms_of()
        self._painted = False
        self._meanwhile: AbstractContextManager[None] = nullcontext()
        self.late = late_pages(theme, rooms, panels)
        self.attention_page = LatePage(
            lambda theme, page: AttentionPanel(theme, rooms.attention, page), theme
        )
        self.timeline_page = LatePage(
            lambda theme, page: Timeline(theme, rooms.timeline, page), theme
        )
        self.replay = ReplayRow(theme, partial(rooms.panel, TRAINING))
        self.scenes = SceneColumn(theme, rooms.scenes)
        self.lesson = LessonSide(theme, rooms.lesson)
        self.pages = {ATTENTION.name: self.attention_page, **self.late}

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
        for page in self._made_anew():
            page.renew(theme)
        self.renewed.emit()

    def work_within(self, meanwhile: AbstractContextManager[None]) -> None:
        """Enter ``meanwhile`` while widgets are created, painted or moved."""
        self._meanwhile = meanwhile

    def event(self, event: QEvent) -> bool:
        with self._meanwhile if event.type() in _LONG else nullcontext():
            done = super().event(event)
        if not self._painted and event.type() == QEvent.Type.UpdateRequest:
            self._look_for_picture()
        elif not self._painted and event.type() == QEvent.Type.Paint:
            # what is inside is painted after it, in the same turn, when the desktop exposes all
            QTimer.singleShot(0, self, self._look_for_picture)
        return done

    def _made_anew(self) -> Iterator[LatePage]:
        frame = (self.timeline_page, self.replay, self.scenes, self.lesson)
        yield from (*self.pages.values(), *frame)

    def _look_for_picture(self) -> None:
        if not self._painted and self.attention.weights_painted:
            self._painted = True
            self.first_picture_painted.emit()
