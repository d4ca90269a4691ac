"""Where an idea comes from, with addresses that can be clicked."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from viz_app.design.theme import Theme
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

_ADDRESS = re.compile(r"https://\S+")


class SourceLabel(Themed, Translated, QLabel):
    """Small text that wraps; its addresses open in the browser, by mouse and by keyboard."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Empty."""
        super().__init__(parent)
        self._source = ""
        self.setProperty("role", "small")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setOpenExternalLinks(True)
        self.set_theme(theme)
        self._retranslate()

    def set_source(self, source: str) -> None:
        """Show lines of plain text, perhaps with addresses."""
        self._source = source
        self.setAccessibleDescription(source)
        self._dress()

    def source(self) -> str:
        """What is shown, as plain text."""
        return self._source

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Where this comes from"))

    def _dress(self) -> None:
        shown = _ADDRESS.sub(self._link, html.escape(self._source))
        self.setText(shown.replace("\n", "<br>"))

    def _link(self, address: re.Match[str]) -> str:
        text = address[0].removeprefix("https://")
        return f'<a href="{address[0]}" style="color: {self.theme.accent}">{text}</a>'
