"""The row that walks through the steps: buttons, slider, and where one is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QWidget

from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.views.playback_buttons import PlaybackButtons
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed

LONG = 40
"""Units of a slider of good length."""

SHORTEST = 14
"""Units that a slider has at least; where it has less it is not there, as the tokens are."""

PLACE = 20
"""Units that the words of the place have at least: the slider keeps its length."""


class PlayerRow(Themed, QWidget):
    """Where it is narrow, "Play" loses its word; then the slider goes; then the place its words."""

    def __init__(self, intents: TimelineIntents, parent: QWidget | None = None) -> None:
        """Nothing to play."""
        super().__init__(parent)
        self._place, self._numbers = "", ""
        self.player = PlaybackButtons(intents, self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.label = text_label(parent=self)
        self.label.setProperty("role", "small")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.player)
        self._row.addWidget(self.slider, 1)
        self._row.addWidget(self.label)

    def whole_width(self) -> int:
        """In px, with everything and a slider of good length."""
        unit, gap = self.theme.unit, self._row.spacing()
        return self.player.whole_width() + 2 * gap + self._place_width() + LONG * unit

    def show_place(self, place: str, numbers: str) -> None:
        """Say where one is, in words, or in numbers where they have no room."""
        self._place, self._numbers = place, numbers
        self.label.setToolTip(tool_tip(place))
        self.label.setAccessibleName(place)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Some word has become longer or shorter."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More words and a slider, or less."""
        super().resizeEvent(event)
        self._fit()

    def _dress(self) -> None:
        unit = self.theme.unit
        self._row.setSpacing(2 * unit)
        self.slider.setMinimumHeight(6 * unit)
        self._fit()

    def _fit(self) -> None:
        gap, unit, player = self._row.spacing(), self.theme.unit, self.player
        place = self._place_width()
        room = self.width() - place - gap
        slider = gap + SHORTEST * unit
        player.set_worded(worded=player.whole_width() + slider <= room)
        self.slider.setVisible(player.sizeHint().width() + slider <= room)
        whole = player.sizeHint().width() <= room
        self.label.setText(self._place if whole else self._numbers)
        self.label.setMinimumWidth(place if whole else 0)

    def _place_width(self) -> int:
        words = self.label.fontMetrics().horizontalAdvance(self._place)
        return max(words, PLACE * self.theme.unit)
