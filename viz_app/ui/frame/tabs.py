"""The tabs of the window, by name."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from viz_app.ui.design.theme import Theme


class Tabs(QTabWidget):
    """Pages by name: attention, masks, positions, training."""

    tab_shown = Signal(str)

    def __init__(self, pages: Mapping[str, QWidget], parent: QWidget | None = None) -> None:
        """The first page is in front."""
        super().__init__(parent)
        self._pages = dict(pages)
        for page in self._pages.values():
            self.addTab(page, "")
        self.currentChanged.connect(self._on_changed)
        self.retranslate()

    @Slot(str)
    def show_tab(self, name: str) -> None:
        """Bring a page to the front."""
        self.setCurrentWidget(self._pages[name])

    def current_name(self) -> str:
        """The page in front."""
        return list(self._pages)[self.currentIndex()]

    def set_theme(self, theme: Theme) -> None:
        """Keep the pages off the line under the tabs."""
        for page in self._pages.values():
            page.setContentsMargins(0, 3 * theme.unit, 0, 0)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        texts = {
            "attention": (self.tr("Attention"), self.tr("What every head attends to (Ctrl+1)")),
            "masks": (self.tr("Masks"), self.tr("The masks of a batch (Ctrl+2)")),
            "positions": (self.tr("Positions"), self.tr("The positional encodings (Ctrl+3)")),
            "training": (self.tr("Training"), self.tr("Train a model (Ctrl+4)")),
        }
        for place, name in enumerate(self._pages):
            text, tip = texts[name]
            self.setTabText(place, text)
            self.setTabToolTip(place, tip)
        self.tabBar().setAccessibleName(self.tr("Views"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @Slot()
    def _on_changed(self) -> None:
        self.tab_shown.emit(self.current_name())
