"""The strip under the heatmaps with its caption, in a frame."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.attention.views.token_strip import FEW_LINES, LINE, TokenStrip, strip_of
from viz_app.texts.sentences import past_compared_sentence, strip_caption
from viz_app.widgets.translated import Translated
from viz_app.workbench.snapshots.pictures import FocusSnapshot


class StripPanel(Translated, QFrame):
    """Where the model looks from the row in view, mean over a layer's heads.

    Signals:
        cell_picked: the :class:`Cell` whose token was clicked.
    """

    cell_picked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._snapshot: FocusSnapshot | None = None
        self._caption = QLabel(self)
        self._caption.setProperty("role", "small")
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._strip = TokenStrip(theme)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._strip)
        self._area.viewport().setAutoFillBackground(False)
        self._strip.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.addWidget(self._caption)
        column.addWidget(self._area)
        self._strip.cell_picked.connect(self.cell_picked)
        self.set_theme(theme)

    def show_focus(self, snapshot: FocusSnapshot | None) -> None:
        """Show the strip of a head's layer; does not modify state."""
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

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        unit = theme.unit
        column = self.layout()
        if column is not None:
            column.setContentsMargins(4 * unit, 3 * unit, 4 * unit, 3 * unit)
            column.setSpacing(2 * unit)
        self._strip.set_theme(theme)
        self._fit()

    def _retranslate(self) -> None:
        self.show_focus(self._snapshot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines wrap anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the lines need; above a few of them, it scrolls."""
        theme = self._strip.theme
        margins = self.contentsMargins()
        column = self.layout()
        if column is not None:
            margins = column.contentsMargins()
        width = self.width() - margins.left() - margins.right() - 2
        most = FEW_LINES * (theme.large * LINE + theme.unit)
        needed = self._strip.heightForWidth(max(width, 1))
        self._area.setFixedHeight(math.ceil(min(needed, most)))
