"""The three places of the window, always in view: look, understand, train."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QSizePolicy

from viz_app.app.menus.entries import PLACE_ENTRIES
from viz_app.design.theme import Theme, frame_theme, light_theme
from viz_app.texts.without_mnemonic import without_mnemonic
from viz_app.widgets.band import put_in_frame
from viz_app.widgets.segments import Segments
from viz_app.workbench.panel import PLACES

HIGH = 7
"""Units of height, as high as the fields beside them."""


class PlaceButtons(Segments):
    """One button a place, as the menu names it."""

    def __init__(self) -> None:
        """The first is pressed."""
        super().__init__(light_theme(), names=PLACES, texts=_texts)
        put_in_frame(self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Show the theme's colours, and sizes at 100 %."""
        super().set_theme(frame_theme(theme))
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
