"""The places of the window, their tabs, and the layout below the menus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QPoint,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from model.config import STACKS, Stack
from model.messages import Message
from viz_app.app.menus.entries import PLACE_ENTRIES
from viz_app.app.panels import ARCHITECTURE, PANELS, tab_key, tabs_of
from viz_app.design.theme import Theme, band_theme, frame_theme, light_theme
from viz_app.panels.timeline.view.panel import Timeline
from viz_app.texts.labels import message_text, tool_tip, without_mnemonic
from viz_app.widgets.choosers import Segments, say
from viz_app.widgets.layout import Band, ScrolledArea, filled, name_parts, put_in_frame, text_label
from viz_app.widgets.pages import LatePage
from viz_app.widgets.themed import Pictured, Themed, Translated
from viz_app.workbench.room import PLACES, MapBlock, MapPlace, Panel, Place, RoomHandle
from viz_app.workbench.state import Workbench

if TYPE_CHECKING:
    from viz_app.app.frame.lesson_bar import ControlFrame, LessonBar
    from viz_app.app.frame.notice_bar import InterventionBar, NoticeBar
    from viz_app.app.frame.scene_side import SceneSide
    from viz_app.app.header import HeaderBar
    from viz_app.app.lesson_state import LessonHandle, LessonSnapshot
    from viz_app.app.scene_state import SceneHandle, ScenesSnapshot
    from viz_app.panels.training.replay.room import ReplaySnapshot
    from viz_app.panels.training.replay.view import ReplayBar
    from viz_app.panels.training.state import TrainingHandle

# --------------------------------------------------------------------------------------- map strip
# The strip on each tab that explains: its position on the map of the model, and the way back.


def resolve_map(bench: Workbench) -> tuple[Stack, ...]:
    """The stacks of the model; both while there is none."""
    return bench.model.config.stacks if bench.model else STACKS


def blocks_of(stack: Stack, stacks: tuple[Stack, ...]) -> tuple[MapBlock, ...]:
    """The blocks of one column in order of computation."""
    crosses = stack == "decoder" and len(stacks) > 1
    cross: tuple[MapBlock, ...] = ("cross_attention",) if crosses else ()
    output: tuple[MapBlock, ...] = ("output",) if stack == stacks[-1] else ()
    return ("embedding", "positions", "self_attention", *cross, "feed_forward", *output)


BOX, STEP, ROWS = QSize(14, 3), QSize(20, 4), 6
"""A block, and the pitch of blocks, in px at 100 %; the most blocks in a column."""


def small_map(place: MapPlace, stacks: tuple[Stack, ...], theme: Theme, ratio: float) -> QPixmap:
    """The map with the blocks of ``place`` in the accent colour, columns aligned at the bottom."""
    size = QSize(len(stacks) * STEP.width(), ROWS * STEP.height())
    picture = QPixmap(size * (theme.scale * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.scale(theme.scale, theme.scale)
        for column, stack in enumerate(stacks):
            for row, block in enumerate(blocks_of(stack, stacks)):
                colour = theme.accent if block in place.blocks else theme.masked_line
                top = size.height() - (row + 1) * STEP.height()
                box = QRectF(column * STEP.width(), top, BOX.width(), BOX.height())
                painter.fillRect(box, QColor(colour))
    return picture


HEIGHT = 26
"""Not higher than the tabs beside it, in px at 100 %."""


class MapStrip(Band, Translated, QPushButton):
    """``Map ▸ Attention ▸ Scaling`` beside the small map; leads to the map."""

    def __init__(self) -> None:
        super().__init__()
        self._panel: Panel | None = None
        self._stacks: tuple[Stack, ...] = STACKS
        self.setProperty("link", True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def set_stacks(self, stacks: tuple[Stack, ...]) -> None:
        self._stacks = stacks
        self._show()

    @Slot(str)
    def follow(self, name: str) -> None:
        # Empty for a tab that is not on the map.
        self._panel = next((panel for panel in PANELS if panel.name == name), None)
        self._show()

    def _apply_theme(self) -> None:
        self.setFixedHeight(round(HEIGHT * self.theme.scale))
        self._show()

    def _retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        panel, place = self._panel, self._panel.on_map if self._panel else None
        self.setVisible(place is not None)
        if panel is None or place is None:
            return
        names = (*place.path, panel.title)
        steps = (QCoreApplication.translate("panels", name) for name in names)
        text = " ▸ ".join((self.tr("Map"), *steps))
        say(self, text, self.tr("Show where this is on the map of the model"))
        picture = small_map(place, self._stacks, self.theme, self.devicePixelRatioF())
        self.setIconSize(picture.deviceIndependentSize().toSize())
        self.setIcon(QIcon(picture))


# ------------------------------------------------------------------------------------------ places


HIGH = 7
"""Units of height, as high as the fields beside them."""


class PlaceButtons(Segments):
    """One button a place, as the menu names it."""

    def __init__(self) -> None:
        super().__init__(light_theme(), names=PLACES, texts=_texts)
        name_parts(self, "place")
        put_in_frame(self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(band_theme(theme))
        unit = self.theme.unit
        size = f"min-height: {HIGH * unit}px; font-size: {self.theme.body}px; font-weight: bold;"
        self.setStyleSheet(
            f"QPushButton {{ {size} padding: 0 {3 * unit}px; }}"
            f"QPushButton:focus {{ min-height: {HIGH * unit - 2}px; }}"
        )


def _texts() -> Mapping[str, tuple[str, str]]:
    return {place: _text(place) for place in PLACES}


def _text(name: str) -> tuple[str, str]:
    translate, entry = QCoreApplication.translate, PLACE_ENTRIES[name]
    text = without_mnemonic(translate(entry.context, entry.text))
    return text, f"{translate(entry.context, entry.tip)} ({entry.keys})"


class Tabs(Themed, Translated, QWidget):
    """Pages by the names of their panels; each place remembers its current tab.

    Signals:
        tab_picked: the user chooses another tab, which is shown next.
        tab_shown: the name of the current tab, whether or not the user chose it.

    Attributes:
        places: buttons for the places, which the window keeps visible.
        bars: the tabs of each place; a place with a single one shows none.
        strip: the position of the current tab on the map, beside the tabs.
    """

    tab_picked = Signal()
    tab_shown = Signal(str)

    def __init__(self, pages: Mapping[str, QWidget], panels: Sequence[Panel] = PANELS) -> None:
        super().__init__()
        self._pages, self._panels = dict(pages), {panel.name: panel for panel in panels}
        self._tabs = {place: tabs_of(place, panels) for place in PLACES}
        self._place, self._shown = panels[0].place, panels[0].name
        self.places, self._band, self._stack = PlaceButtons(), QFrame(), QStackedWidget()
        self.bars = {place: self._bar(tabs) for place, tabs in self._tabs.items()}
        self.strip = MapStrip()
        self._compact = self._picture_only = False
        self._arrange()
        for page in pages.values():
            if isinstance(page, LatePage):
                page.for_each(self._on_made)
        self.places.picked.connect(self.pick_place)
        self.strip.clicked.connect(lambda: self.pick_tab(ARCHITECTURE.name))
        self.tab_shown.connect(self.strip.follow)
        self._show_bars()
        self._retranslate()

    @Slot(str)
    def pick_tab(self, name: str) -> None:
        if name != self._shown:
            self.tab_picked.emit()
        self.show_tab(name)

    @Slot(str)
    def pick_place(self, place: Place) -> None:
        self.pick_tab(self._tab_of(place))

    @Slot(str)
    def show_tab(self, name: str) -> None:
        panel = self._panels[name]
        bar = self.bars[panel.place]
        with QSignalBlocker(bar):
            bar.setCurrentIndex(self._tabs[panel.place].index(panel))
        self.show_place(panel.place)

    @Slot(str)
    def show_place(self, place: Place) -> None:
        """Show a place with the tab that was current there."""
        held = self.bars[self._place].hasFocus()
        self._place = place
        self._show_bars()
        if held:
            bar = self.bars[place]
            focusable = bar if bar.isVisible() else self.places.button(place)
            focusable.setFocus(Qt.FocusReason.OtherFocusReason)
        name = self.current_name()
        if name == self._shown:
            return
        self._shown = name
        self._stack.setCurrentWidget(self.page())
        self.tab_shown.emit(name)

    def show_next(self) -> None:
        """Show the next tab of the place; stops at the last."""
        self._step(1)

    def show_previous(self) -> None:
        """Show the previous tab of the place; stops at the first."""
        self._step(-1)

    def current_name(self) -> str:
        return self._tab_of(self._place)

    def current_place(self) -> Place:
        return self._place

    def page(self) -> QWidget:
        return self._pages[self._panels[self.current_name()].page_name]

    def set_compact(self, *, compact: bool) -> None:
        if compact != self._compact:
            self._compact = compact
            self._apply_theme()

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self._show_bars()
        for page in self._pages.values():
            _show_picture_only(page, only=only)

    @Slot(object)
    def _on_made(self, panel: QWidget) -> None:
        if self._picture_only:
            _show_picture_only(panel, only=True)

    def _retranslate(self) -> None:
        for place, tabs in self._tabs.items():
            for number, panel in enumerate(tabs):
                self.bars[place].setTabText(number, _translated(panel.title))
                keys = ", ".join(filter(None, (tab_key(number), panel.keys)))
                self.bars[place].setTabToolTip(
                    number, tool_tip(f"{_translated(panel.tip)} ({keys})")
                )
            self.bars[place].setAccessibleName(self.tr("Tabs"))

    def _apply_theme(self) -> None:
        # the pages keep off the line under the tabs
        unit, compact = frame_theme(self.theme).unit, self._compact
        low = f"QTabBar::tab {{ padding: {unit}px 0; margin-right: {5 * unit}px; }}"
        for bar in self.bars.values():
            bar.setStyleSheet(low if compact else "")
        self._rows.setSpacing((2 if compact else 3) * unit)

    def _bar(self, tabs: Sequence[Panel]) -> QTabBar:
        bar = QTabBar()
        put_in_frame(bar)
        bar.setExpanding(False)
        bar.setDrawBase(False)
        bar.setUsesScrollButtons(True)
        for _ in tabs:
            bar.addTab("")
        bar.currentChanged.connect(lambda: self.pick_tab(self.current_name()))
        return bar

    def _tab_of(self, place: Place) -> str:
        return self._tabs[place][self.bars[place].currentIndex()].name

    def _arrange(self) -> None:
        self._band.setProperty("band", True)
        row = filled(QHBoxLayout(self._band), *self.bars.values())
        row.addStretch(1)
        row.addWidget(self.strip)
        self._rows = filled(QVBoxLayout(self), self._band, (self._stack, 1))
        for page in self._pages.values():  # last: a page is large, each new parent costs
            self._stack.addWidget(page)

    def _show_bars(self) -> None:
        self.places.set_current(self._place)
        for place, bar in self.bars.items():
            bar.setVisible(place == self._place)
        self._band.setVisible(len(self._tabs[self._place]) > 1 and not self._picture_only)

    def _step(self, by: int) -> None:
        bar = self.bars[self._place]
        bar.setCurrentIndex(max(0, min(bar.currentIndex() + by, bar.count() - 1)))


def _show_picture_only(page: QWidget, *, only: bool) -> None:
    for view in (page, *page.findChildren(QWidget)):
        if hasattr(view, "show_picture_only"):
            view.show_picture_only(only=only)


def _translated(text: str) -> str:
    return QCoreApplication.translate("panels", text)


class NextButton(Translated, QPushButton):
    """At the end of each page that explains; after the last of them it leads to training."""

    def __init__(self, tabs: Tabs, panels: Sequence[Panel]) -> None:
        super().__init__()
        self._tabs = tabs
        way = (*tabs_of("understand", panels), *tabs_of("train", panels)[:1])
        self._following = {panel.name: following for panel, following in pairwise(way)}
        self._panel: Panel | None = None
        self.setProperty("link", True)
        self.clicked.connect(self._on_clicked)
        tabs.tab_shown.connect(self._follow)
        self.hide()

    @Slot(str)
    def _follow(self, name: str) -> None:
        self._panel = self._following.get(name)
        self._retranslate()
        self.setVisible(self._panel is not None)

    def _retranslate(self) -> None:
        if self._panel is not None:
            translate = QCoreApplication.translate
            title = translate("panels", self._panel.title)
            tip = translate("panels", self._panel.tip)
            say(self, self.tr("Next: {tab} →").format(tab=title), tip)

    @Slot()
    def _on_clicked(self) -> None:
        if self._panel is not None:
            self._tabs.pick_tab(self._panel.name)


class HintLabel(Translated, QLabel):
    """One line in *Look*, below the pictures: what to do next; a low window has none."""

    def __init__(self, tabs: Tabs) -> None:
        super().__init__()
        self._tabs, self._compact = tabs, False
        self._hint: Message | None = None
        self.setObjectName("hint-label")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "small")
        tabs.tab_shown.connect(self._fit)
        self._fit()

    def set_hint(self, hint: Message | None) -> None:
        self._hint = hint
        self._retranslate()
        self._fit()

    def set_compact(self, *, compact: bool) -> None:
        # The line is left to the text on the widget under the mouse.
        self._compact = compact
        self._fit()

    def _retranslate(self) -> None:
        if self._hint is not None:
            self.setText(message_text(self._hint))

    @Slot()
    def _fit(self) -> None:
        looks = self._tabs.current_place() == "look"
        self.setVisible(looks and self._hint is not None and not self._compact)


class CoverMark(Translated, QPushButton):
    """At the end of the last line: what is hidden; a click reveals the next, as Space does."""

    def __init__(self) -> None:
        super().__init__()
        self._covers: Message | None = None
        self.setProperty("link", True)
        self.hide()

    def set_covers(self, covers: Message | None) -> None:
        self._covers = covers
        self._retranslate()
        self.setVisible(covers is not None)

    def _retranslate(self) -> None:
        if self._covers is not None:
            text = self.tr("Covered: {covers} · Space reveals").format(
                covers=message_text(self._covers)
            )
            say(self, text, self.tr("Reveal what was hidden first (Space)"))


class FramePage(LatePage):
    """A page in the frame of the window, hidden at first."""

    def __init__(self, name: str, make: Callable[[Theme, QWidget], QWidget], theme: Theme) -> None:
        super().__init__(make, band_theme(theme))
        self.setObjectName(name)
        put_in_frame(self)
        self.hide()

    def renew(self, theme: Theme) -> None:
        super().renew(band_theme(theme))


class ReplayRow(Pictured, FramePage):
    """The bar of a time-lapse, created for the first one; hidden without one."""

    def __init__(self, theme: Theme, room: Callable[[], RoomHandle[Any]]) -> None:
        super().__init__("replay-bar", self._bar, theme)
        self._room = room

    def set_snapshot(self, snapshot: ReplaySnapshot | None) -> None:
        super().set_snapshot(snapshot)
        if snapshot is not None:
            self.make()
        self.setVisible(snapshot is not None)

    def set_compact(self, *, compact: bool) -> None:
        self.always(_set_compact, compact=compact)

    def _bar(self, theme: Theme, page: QWidget) -> ReplayBar:
        from viz_app.panels.training.replay.view import ReplayBar

        room = cast("TrainingHandle", self._room())
        return ReplayBar(theme, room, closable=True, parent=page)


def _set_compact(bar: ReplayBar, *, compact: bool) -> None:
    bar.set_compact(compact=compact)


SCENES_WIDTH, CROWDED = 272, 1200
"""Px of the list at 100 %; with less for the whole, a lesson takes the room of the list."""


class SceneColumn(FramePage):
    """The list of scenes, created when it is first shown; ``folded`` when it comes or goes."""

    folded = Signal()

    def __init__(self, theme: Theme, room: SceneHandle) -> None:
        super().__init__("scenes", self._list, theme)
        self._room, self._picture_only, self._wanted, self._crowded = room, False, False, False

    def set_snapshot(self, snapshot: ScenesSnapshot) -> None:
        super().set_snapshot(snapshot)
        self._wanted = snapshot.shown
        self._fit()

    def taken_width(self) -> int:
        return 0 if self.isHidden() else self.width()

    def set_crowded(self, *, crowded: bool) -> None:
        self._crowded = crowded
        self._fit()

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self._fit()

    def _fit(self) -> None:
        shown = self._wanted and not self._picture_only and not self._crowded
        if shown == self.isHidden():
            self.setVisible(shown)
            self.folded.emit()

    def _list(self, theme: Theme, page: QWidget) -> SceneSide:
        from viz_app.app.frame.scene_side import SceneSide

        self.setFixedWidth(round(SCENES_WIDTH * theme.scale))
        return SceneSide(theme, self._room, page)


class LessonSide(FramePage):
    """The bar of a lesson beside the pictures, created for the first one; hidden without one."""

    def __init__(self, theme: Theme, handle: LessonHandle) -> None:
        super().__init__("lesson", self._bar, theme)
        self._handle, self._wanted, self._picture_only = handle, False, False
        self._frame: ControlFrame | None = None

    def set_snapshot(self, snapshot: LessonSnapshot | None) -> None:
        super().set_snapshot(snapshot)
        if snapshot is not None:
            self.make()
        self._wanted = snapshot is not None
        self.show_picture_only(only=self._picture_only)
        own = snapshot.own if snapshot is not None else None
        show = own.scene.show if own is not None and own.posed and own.scene is not None else ""
        if show and self._frame is None:
            from viz_app.app.frame.lesson_bar import ControlFrame

            self._frame = ControlFrame(self.window())
        if self._frame is not None:
            self._frame.follow(show, self.theme)

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self.setVisible(self._wanted and not only)

    def _bar(self, theme: Theme, page: QWidget) -> LessonBar:
        from viz_app.app.frame.lesson_bar import LessonBar

        return LessonBar(theme, self._handle, page)


class Centre(Themed, QWidget):
    """Places and sentence, the page in front, the timeline in *Look*, and scenes at the side.

    Attributes:
        notices: lie over the pictures.
        translated: the sentence and its translation, where only the picture is shown.
        arranged: its parts may need another size.
    """

    arranged = Signal()

    def __init__(
        self,
        window: QWidget,
        *,
        header: HeaderBar,
        notices: NoticeBar,
        interventions: InterventionBar,
        tabs: Tabs,
        replay: ReplayRow,
        timeline: LatePage,
        lesson: LessonSide,
        scenes: SceneColumn,
    ) -> None:
        # Parented to the window from the start: each reparenting is expensive.
        super().__init__(window)
        self.translated = text_label("token", wraps=True)
        self._tabs, self._timeline, self._top = tabs, timeline, QWidget()
        self._beside = (lesson, scenes)
        self._inside = (tabs, replay)
        self._interventions = interventions
        self._picture_only = False
        self._top_row = filled(QHBoxLayout(self._top), tabs.places, (header, 1))
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(self._top)
        self.notices = notices
        notices.setParent(self)  # before the pages: so Tab reaches it before them
        self._rows.addWidget(self.translated)
        self._left = filled(QVBoxLayout(), interventions, (tabs, 1), replay, timeline)
        self._columns = filled(QHBoxLayout(), (self._left, 3), (lesson, 1), scenes)
        self._rows.addLayout(self._columns, 1)
        tabs.tab_shown.connect(self._place_notice)
        self.show_around()

    def least(self, room: QSize) -> QSize:
        """Px that are needed, where there is this room."""
        margins, gap = self._rows.contentsMargins(), self._columns.spacing()
        beside = sum(side.minimumWidth() + gap for side in self._beside if not side.isHidden())
        page = self._tabs.page().minimumSizeHint().width() + margins.left() + margins.right()
        wanted = max(LEAST.width(), page) + beside
        return QSize(min(wanted, room.width()) if room.width() >= WIDE else wanted, LEAST.height())

    def set_compact(self, *, compact: bool) -> None:
        for view in self._inside:
            view.set_compact(compact=compact)
        self._timeline.always(Timeline.set_compact, compact=compact)

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self._top.setHidden(only)
        self._tabs.show_picture_only(only=only)
        for column in self._beside:
            column.show_picture_only(only=only)
        self.show_around()

    def event(self, event: QEvent) -> bool:
        # Something was resized: the notice moves with the pictures.
        done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            lesson, scenes = self._beside
            scenes.set_crowded(crowded=not lesson.isHidden() and self.width() < CROWDED)
            self._place_notice()
        if event.type() == QEvent.Type.LayoutRequest:
            self.arranged.emit()
        return done

    def show_around(self) -> None:
        # The timeline belongs to the pictures in *Look*, interventions to those of the model.
        place = self._tabs.current_place()
        self._interventions.setVisible(
            self._interventions.shows and place != "train" and not self._picture_only
        )
        looks, alone = place == "look", self._picture_only
        self._timeline.setVisible(looks and not alone)
        self.translated.setVisible(looks and alone)

    @Slot()
    def _place_notice(self) -> None:
        # At the bottom of the pictures: titles and names of heads are at the top.
        bar = self.notices
        if bar.isVisible():
            under = pictures_of(self._tabs.page())
            corner, width = under.mapTo(self, QPoint()), under.width()
            height = min(bar.heightForWidth(width), under.height())
            bar.setGeometry(corner.x(), corner.y() + under.height() - height, width, height)
            bar.raise_()

    def _apply_theme(self) -> None:
        unit = frame_theme(self.theme).unit
        self._rows.setContentsMargins(4 * unit, unit, 4 * unit, unit)
        for rows in (self._rows, self._left):
            rows.setSpacing(unit)
        self._columns.setSpacing(3 * unit)
        self._top_row.setSpacing(4 * unit)


WIDE, LEAST = 900, QSize(664, 520)
"""Px from which on the window does not scroll sideways; those that its parts need in a smaller one,
more for a page that needs more. At any size of text."""


class CentreArea(ScrolledArea):
    """Scrolls the centre in a window that is smaller than its parts need."""

    def __init__(self, centre: Centre) -> None:
        super().__init__()
        self.setViewport(QWidget())
        self.setWidget(centre)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._centre, self._picture_only = centre, False
        centre.arranged.connect(self._fit)

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self._centre.show_picture_only(only=only)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        # not by Qt, which would give it the height at which no text is cut
        room, bar = self.maximumViewportSize(), self.verticalScrollBar().sizeHint().width()
        least = QSize() if self._picture_only else self._centre.least(room)
        wide, high = least.width() > room.width(), least.height() > room.height()
        self._centre.resize(least.expandedTo(room - QSize(bar * high, bar * wide)))


def pictures_of(page: QWidget) -> QWidget:
    """The widget that is marked as the pictures of a page, else the page."""
    inside = page.findChildren(QWidget)
    return next((view for view in inside if view.property("pictures") and view.isVisible()), page)
