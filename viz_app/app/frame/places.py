"""The three places of the window, always in view: look, understand, train."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QSizePolicy

from viz_app.app.menus.entries import PLACE_ENTRIES
from viz_app.design.theme import light_theme
from viz_app.texts.without_mnemonic import without_mnemonic
from viz_app.widgets.segments import Segments
from viz_app.workbench.panel import PLACES

HIGH, LOW = 9, 7
"""Units of height, as high as the fields beside them; where there is little room."""


class PlaceButtons(Segments):
    """One button a place, as the menu names it."""

    def __init__(self) -> None:
        """The first is pressed."""
        self._compact = False
        super().__init__(light_theme(), names=PLACES, texts=_texts)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_compact(self, *, compact: bool) -> None:
        """Be lower."""
        self._compact = compact
        self._dress()

    def _dress(self) -> None:
        super()._dress()
        unit, high = self.theme.unit, LOW if self._compact else HIGH
        self.setStyleSheet(
            f"QPushButton {{ min-height: {high * unit - 2}px; font-weight: bold;"
            f" padding: 0 {(2 if self._compact else 3) * unit}px; }}"
        )


def _texts() -> Mapping[str, tuple[str, str]]:
    return {place: _text(place) for place in PLACES}


def _text(name: str) -> tuple[str, str]:
    translate, entry = QCoreApplication.translate, PLACE_ENTRIES[name]
    text = without_mnemonic(translate(entry.context, entry.text))
    return text, f"{translate(entry.context, entry.tip)} ({entry.keys})"
