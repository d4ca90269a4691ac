"""The tabs of the window, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from viz_app.app.panels import PANELS, tab_key
from viz_app.design.theme import frame_theme
from viz_app.widgets.band import put_frame_sheet
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.panel import Panel


class Tabs(Themed, Translated, QTabWidget):
    """Pages by the names of their panels."""

    tab_shown = Signal(str)

    def __init__(self, pages: Mapping[str, QWidget], panels: Sequence[Panel] = PANELS) -> None:
        """The first page is in front."""
        super().__init__()
        self._pages, self._panels = dict(pages), panels
        self._compact = False
        for page in self._pages.values():
            self.addTab(page, "")
        self.currentChanged.connect(self._on_changed)
        self._retranslate()

    @Slot(str)
    def show_tab(self, name: str) -> None:
        """Bring a page to the front."""
        self.setCurrentWidget(self._pages[name])

    def current_name(self) -> str:
        """The page in front."""
        return list(self._pages)[self.currentIndex()]

    def set_compact(self, *, compact: bool) -> None:
        """Be lower, and nearer to the pages."""
        if compact != self._compact:
            self._compact = compact
            self._dress()

    def _retranslate(self) -> None:
        for place, panel in enumerate(self._panels):
            self.setTabText(place, _translated(panel.title))
            self.setTabToolTip(place, f"{_translated(panel.tip)} ({tab_key(place)})")
        self.tabBar().setAccessibleName(self.tr("Views"))

    def _dress(self) -> None:
        # the pages keep off the line under the tabs
        unit, compact = frame_theme(self.theme).unit, self._compact
        low = f"QTabBar::tab {{ padding: {unit}px 0; margin-right: {5 * unit}px; }}"
        put_frame_sheet(self.tabBar(), self.theme, more=low if compact else "")
        for page in self._pages.values():
            page.setContentsMargins(0, (2 if compact else 3) * unit, 0, unit if compact else 0)

    @Slot()
    def _on_changed(self) -> None:
        self.tab_shown.emit(self.current_name())


def _translated(text: str) -> str:
    return QCoreApplication.translate("panels", text)
