"""The way on from a tab that explains to the one that follows it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QPushButton

from viz_app.app.frame.tabs import Tabs
from viz_app.app.panels import tabs_of
from viz_app.widgets.buttons import say
from viz_app.widgets.translated import Translated
from viz_app.workbench.panel import Panel


class NextButton(Translated, QPushButton):
    """At the end of each page that explains; after the last of them one goes on to train."""

    def __init__(self, tabs: Tabs, panels: Sequence[Panel]) -> None:
        """It follows the tab in front."""
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
        """Lead on from a tab, or nowhere from one that explains nothing."""
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
