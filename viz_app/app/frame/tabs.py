"""The places of the window, and the tabs of the place in front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTabBar, QVBoxLayout, QWidget

from viz_app.app.frame.places import PlaceButtons
from viz_app.app.panels import PANELS, tab_key, tabs_of
from viz_app.design.theme import frame_theme
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.band import put_in_frame
from viz_app.widgets.filled import filled
from viz_app.widgets.late_page import LatePage
from viz_app.widgets.pages import Pages
from viz_app.widgets.painted_later import PaintLater
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.panel import PLACES, Panel, Place


class Tabs(Themed, Translated, QWidget):
    """Pages by the names of their panels; a place comes back with the tab that it was left with.

    Signals:
        tab_picked: the user himself goes to another tab, which is shown next.
        tab_shown: by its name, whoever has brought it to the front.

    Attributes:
        places: the choice of a place, for the window to put where it is always in view.
        bars: the tabs of each place; a place with a single one shows none.
    """

    tab_picked = Signal()
    tab_shown = Signal(str)

    def __init__(self, pages: Mapping[str, QWidget], panels: Sequence[Panel] = PANELS) -> None:
        """The first tab is in front."""
        super().__init__()
        self._pages, self._panels = dict(pages), {panel.name: panel for panel in panels}
        self._tabs = {place: tabs_of(place, panels) for place in PLACES}
        self._place, self._shown = panels[0].place, panels[0].name
        self.places, self._band, self._stack = PlaceButtons(), QFrame(), Pages()
        self._painting = PaintLater(self._stack)
        self.bars = {place: self._bar(tabs) for place, tabs in self._tabs.items()}
        self._compact = self._picture_only = False
        self._arrange()
        for page in pages.values():
            if isinstance(page, LatePage):
                page.made.connect(self._on_made)
        self.places.picked.connect(self.pick_place)
        self._show_bars()
        self._retranslate()

    @Slot(str)
    def pick_tab(self, name: str) -> None:
        """The user goes to a tab."""
        if name != self._shown:
            self.tab_picked.emit()
        self.show_tab(name)

    @Slot(str)
    def pick_place(self, place: Place) -> None:
        """The user goes to a place."""
        self.pick_tab(self._tab_of(place))

    @Slot(str)
    def show_tab(self, name: str) -> None:
        """Bring a page to the front."""
        panel = self._panels[name]
        bar = self.bars[panel.place]
        with QSignalBlocker(bar):
            bar.setCurrentIndex(self._tabs[panel.place].index(panel))
        self.show_place(panel.place)

    @Slot(str)
    def show_place(self, place: Place) -> None:
        """Bring a place to the front, with the tab that it was left with."""
        held = self.bars[self._place].hasFocus()
        self._place = place
        self._show_bars()
        if held:
            self._focusable().setFocus(Qt.FocusReason.OtherFocusReason)
        name = self.current_name()
        if name == self._shown:
            return
        self._shown = name
        with self._painting:
            self._stack.bring(self.page())
        self.tab_shown.emit(name)

    def show_next(self) -> None:
        """Bring the next tab of the place to the front; stop at the last."""
        self._step(1)

    def show_previous(self) -> None:
        """Bring the tab before to the front; stop at the first."""
        self._step(-1)

    def current_name(self) -> str:
        """The tab in front."""
        return self._tab_of(self._place)

    def current_place(self) -> Place:
        """The place in front."""
        return self._place

    def page(self) -> QWidget:
        """What is in front, below the tabs."""
        return self._pages[self._panels[self.current_name()].page_name]

    def set_compact(self, *, compact: bool) -> None:
        """Be lower, and nearer to the pages."""
        if compact != self._compact:
            self._compact = compact
            self._dress()

    def show_picture_only(self, *, only: bool) -> None:
        """The pictures of the pages without what stands around them, or all of it."""
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

    def _dress(self) -> None:
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
        filled(QHBoxLayout(self._band), *self.bars.values())
        self._rows = filled(QVBoxLayout(self), self._band, (self._stack, 1))
        self._stack.fill(self._pages.values())  # last: a page is large, each new parent costs

    def _show_bars(self) -> None:
        self.places.set_current(self._place)
        for place, bar in self.bars.items():
            bar.setVisible(place == self._place)
        self._band.setVisible(len(self._tabs[self._place]) > 1 and not self._picture_only)

    def _focusable(self) -> QWidget:
        bar = self.bars[self._place]
        return bar if bar.isVisible() else self.places.button(self._place)

    def _step(self, by: int) -> None:
        bar = self.bars[self._place]
        bar.setCurrentIndex(max(0, min(bar.currentIndex() + by, bar.count() - 1)))


def _show_picture_only(page: QWidget, *, only: bool) -> None:
    """Tell all that has something around its pictures."""
    for view in (page, *page.findChildren(QWidget)):
        if hasattr(view, "show_picture_only"):
            view.show_picture_only(only=only)


def _translated(text: str) -> str:
    return QCoreApplication.translate("panels", text)
