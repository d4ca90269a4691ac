"""First, back, play, forward, last, and how fast."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from viz_app.design.icons import Shape, icon_size, themed_icon
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.workbench import SPEEDS


class PlaybackButtons(Themed, Translated, QWidget):
    """A row of buttons; what they ask for is shown when it has happened.

    The choice of a speed stands where whoever shows the row puts it.
    """

    def __init__(self, intents: TimelineIntents, parent: QWidget | None = None) -> None:
        """Nothing to play."""
        super().__init__(parent)
        self.intents = intents
        self._playing = False
        self._worded, self._word_room = True, 0
        self.first, self.back = self._button(), self._button()
        self.play = self._button(wide=True)
        self.forward, self.last = self._button(), self._button()
        self.speed = CalmCombo(self, characters=2)
        for speed in SPEEDS:
            self.speed.addItem(f"×{speed:g}", speed)
        self._arrange()
        self._connect()
        self._retranslate()

    def set_playing(self, *, playing: bool, speed: float) -> None:
        """Show whether it plays and how fast."""
        with QSignalBlocker(self.speed):
            self.speed.setCurrentIndex(self.speed.findData(speed))
        if playing != self._playing:
            self._playing = playing
            self._show_play()

    def set_steps(self, steps: int) -> None:
        """Enable the buttons if there are steps; one greyed at an end would lose the focus."""
        for button in (self.first, self.back, self.play, self.forward, self.last):
            button.setEnabled(steps > 1)

    def _dress(self) -> None:
        icons: tuple[tuple[QPushButton, Shape], ...] = (
            (self.first, "first"),
            (self.back, "back"),
            (self.forward, "forward"),
            (self.last, "last"),
        )
        for button, shape in icons:
            button.setIcon(themed_icon(shape, self.theme))
        for button in (self.first, self.back, self.play, self.forward, self.last):
            button.setIconSize(QSize(icon_size(self.theme), icon_size(self.theme)))
        self._row.setSpacing(self.theme.unit)
        self._show_play()

    def set_worded(self, *, worded: bool) -> None:
        """Say "Play" in a word, or by its icon alone."""
        if worded != self._worded:
            self._worded = worded
            self._show_play()

    def whole_width(self) -> int:
        """In px, with the word."""
        return self.sizeHint().width() + (0 if self._worded else self._word_room)

    def _retranslate(self) -> None:
        for button, name, keys in (
            (self.first, self.tr("First step"), "Ctrl+Home"),
            (self.back, self.tr("Step back"), "Ctrl+←"),
            (self.forward, self.tr("Step forward"), "Ctrl+→"),
            (self.last, self.tr("Last step"), "Ctrl+End"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tool_tip(f"{name} ({keys})"))
        self.speed.setAccessibleName(self.tr("Speed"))
        self.speed.setToolTip(self.tr("Steps a second while playing"))
        self._show_play()

    def _button(self, *, wide: bool = False) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("flat_icon", not wide)
        button.setProperty("band", True)
        return button

    def _arrange(self) -> None:
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.speed.setProperty("compact", True)
        for button in (self.first, self.back, self.play, self.forward, self.last):
            self._row.addWidget(button)

    def _connect(self) -> None:
        for button, intent in (
            (self.first, self.intents.first_requested),
            (self.back, self.intents.back_requested),
            (self.play, self.intents.play_toggled),
            (self.forward, self.intents.forward_requested),
            (self.last, self.intents.last_requested),
        ):
            button.clicked.connect(intent)
        self.speed.activated.connect(self._on_speed)

    def _words(self) -> tuple[str, str]:
        return self.tr("Play"), self.tr("Pause")

    def _play_width(self, word: str) -> int:
        self.play.setText(word)
        return self.play.sizeHint().width()

    def _show_play(self) -> None:
        text = self._words()[self._playing]
        bare, *worded = (self._play_width(word) for word in ("", *self._words()))
        self._word_room = max(worded) - bare
        self.play.setText(text if self._worded else "")
        # what stands beside it keeps its place when the word changes
        self.play.setFixedWidth(max(worded) if self._worded else bare)
        self.play.setAccessibleName(text)
        self.play.setIcon(themed_icon("pause" if self._playing else "play", self.theme))
        self.play.setToolTip(tool_tip(f"{text} (Ctrl+Space)"))

    @Slot(int)
    def _on_speed(self, row: int) -> None:
        self.intents.speed_picked.emit(self.speed.itemData(row))
