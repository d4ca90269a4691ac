"""The strip under the heatmaps with its caption, in a frame."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from viz_app.design.theme import Theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.views.token_strip import FEW_LINES, LINE, TokenStrip, strip_of
from viz_app.texts.sentences import past_compared_sentence, strip_caption
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.snapshots.pictures import FocusSnapshot


class StripPanel(Themed, Translated, QFrame):
    """Where the model looks from the row in view, mean over a layer's heads."""

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__()
        self.setProperty("panel", True)
        self._snapshot: FocusSnapshot | None = None
        self._caption = text_label(parent=self)
        self._caption.setProperty("role", "small")
        self._strip = TokenStrip(theme, intents)
        self._area = scrolled(self._strip)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._caption)
        self._column.addWidget(self._area)
        self.set_theme(theme)

    def show_focus(self, snapshot: FocusSnapshot | None) -> None:
        """Show the strip of a head's layer."""
        self._snapshot = snapshot
        strip = strip_of(snapshot)
        caption = strip_caption(snapshot, strip.row) if snapshot and strip else ""
        if snapshot is not None and snapshot.past_compared:
            caption = past_compared_sentence()
        self._caption.setText(caption)
        self._strip.set_strip(strip, caption)
        self._fit()

    def caption(self) -> str:
        """What stands above the tokens."""
        return self._caption.text()

    def strip(self) -> TokenStrip:
        """The coloured tokens."""
        return self._strip

    def _dress(self) -> None:
        unit = self.theme.unit
        self._column.setContentsMargins(4 * unit, 3 * unit, 4 * unit, 3 * unit)
        self._column.setSpacing(2 * unit)
        self._fit()

    def _retranslate(self) -> None:
        self.show_focus(self._snapshot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines wrap anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the lines need; above a few of them, it scrolls."""
        theme, margins = self.theme, self._column.contentsMargins()
        width = self.width() - margins.left() - margins.right() - 2
        most = FEW_LINES * (theme.large * LINE + theme.unit)
        needed = self._strip.heightForWidth(max(width, 1))
        self._area.setFixedHeight(math.ceil(min(needed, most)))
