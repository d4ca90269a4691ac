"""What stands below the menus, from top to bottom, and the notice that lies over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import frame_theme
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed

if TYPE_CHECKING:
    from viz_app.app.frame.notice_bar import NoticeBar
    from viz_app.app.frame.replay_place import ReplayRow
    from viz_app.app.frame.tabs import Tabs
    from viz_app.app.header.header import HeaderBar
    from viz_app.panels.timeline.views.panel import Timeline


class Centre(Themed, QWidget):
    """Places and sentence, the page in front, and the steps of the decoding where they belong.

    Attributes:
        notices: lie over the pictures.
        translated: the sentence and its translation, where only the picture is shown.
    """

    def __init__(
        self,
        window: QWidget,
        *,
        header: HeaderBar,
        notices: NoticeBar,
        tabs: Tabs,
        replay: ReplayRow,
        timeline: Timeline,
    ) -> None:
        """All of it is shown; it is the window's from the start, for each new parent costs."""
        super().__init__(window)
        self.translated = text_label("token", wraps=True)
        self._tabs, self._timeline, self._top = tabs, timeline, QWidget()
        self._inside = (tabs, replay, timeline)
        self._picture_only = False
        self._top_row = filled(QHBoxLayout(self._top), tabs.places, (header, 1))
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(self._top)
        self.notices = notices
        notices.setParent(self)  # before the pages: so Tab reaches it before them
        self._rows.addWidget(self.translated)
        self._rows.addWidget(tabs, 1)
        self._rows.addWidget(replay)
        self._rows.addWidget(timeline)
        tabs.tab_shown.connect(self._place_notice)
        self.show_around()

    def set_compact(self, *, compact: bool) -> None:
        """Be lower."""
        for view in self._inside:
            view.set_compact(compact=compact)

    def show_picture_only(self, *, only: bool) -> None:
        """The pictures of the page in front, or all that there is."""
        self._picture_only = only
        self._top.setHidden(only)
        self._tabs.show_picture_only(only=only)
        self.show_around()

    def event(self, event: QEvent) -> bool:
        """Something has another size: the notice goes where the pictures are now."""
        done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._place_notice()
        return done

    def show_around(self) -> None:
        """What belongs to the page in front: the steps are those of the picture in *Look*."""
        looks, alone = self._tabs.current_place() == "look", self._picture_only
        self._timeline.setVisible(looks and not alone)
        self.translated.setVisible(looks and alone)

    @Slot()
    def _place_notice(self) -> None:
        """At the top of the pictures in front, as wide as they are, without moving them."""
        bar = self.notices
        if bar.isVisible():
            under = pictures_of(self._tabs.page())
            corner, width = under.mapTo(self, QPoint()), under.width()
            bar.setGeometry(corner.x(), corner.y(), width, bar.heightForWidth(width))
            bar.raise_()

    def _dress(self) -> None:
        unit = frame_theme(self.theme).unit
        self._rows.setContentsMargins(4 * unit, unit, 4 * unit, unit)
        self._rows.setSpacing(unit)
        self._top_row.setSpacing(4 * unit)


def pictures_of(page: QWidget) -> QWidget:
    """What says of itself that it has the pictures of a page; else all of it."""
    inside = page.findChildren(QWidget)
    return next((view for view in inside if view.property("pictures") and view.isVisible()), page)
