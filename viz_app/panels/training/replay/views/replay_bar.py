"""The bar of a time-lapse: play, the loss curve to move along, the sentence, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.replay.snapshot import ReplaySnapshot
from viz_app.panels.training.replay.views.replay_strip import ReplayStrip
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.buttons import set_tab_order
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

CHARACTERS, FEW_CHARACTERS = 12, 6
"""Of a sentence that are in view while the list is closed: usually, and in a narrow bar."""

NARROW = 640
"""A bar below this width, in px at 100 %, leaves the room to the curve."""


class ReplayBar(Themed, Translated, QFrame):
    """Shows where a time-lapse is, and asks for other moments."""

    def __init__(
        self,
        theme: Theme,
        intents: TrainingIntents,
        *,
        closable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Nothing to play; only a ``closable`` bar has a way back."""
        super().__init__(parent)
        self.theme = theme
        self._snapshot: ReplaySnapshot | None = None
        self.play, self.close_button = QPushButton(self), QPushButton(self)
        self.save = QPushButton(self)
        self.strip = ReplayStrip(theme, intents)
        self.probes = CalmCombo(self, characters=CHARACTERS)
        self.close_button.setVisible(closable)
        self._arrange()
        self._connect(intents)
        self._retranslate()
        self.set_theme(theme)
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: ReplaySnapshot | None) -> None:
        """Show a run's time-lapse, or that there is none; does not modify state."""
        turned = _playing(snapshot) != _playing(self._snapshot)
        self._snapshot = snapshot
        self.strip.set_snapshot(snapshot)
        sources = snapshot.sources if snapshot else ()
        self.probes.show_entries(sources, snapshot.probe if snapshot else -1)
        self.probes.setVisible(len(sources) > 1)
        self._explain_probes()
        self.play.setEnabled(snapshot is not None and len(snapshot.updates) > 1)
        self.save.setEnabled(snapshot is not None)
        if turned:
            self._show_play()

    def _dress(self) -> None:
        unit, size = self.theme.unit, icon_size(self.theme)
        self._row.setContentsMargins(3 * unit, unit, 3 * unit, unit)
        self._row.setSpacing(3 * unit)
        for button in (self.play, self.save, self.close_button):
            button.setIconSize(QSize(size, size))
        self.save.setIcon(themed_icon("save", self.theme))
        self.close_button.setIcon(themed_icon("close", self.theme))
        self._fit()
        self._show_play()

    def set_compact(self, *, compact: bool) -> None:
        """Be lower where there is little room."""
        self.strip.set_compact(compact=compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Less of the sentence in a narrow bar."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the style too."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _retranslate(self) -> None:
        self.probes.setAccessibleName(self.tr("Sentence"))
        self._explain_probes()
        back = self.tr("Back to your own sentence")
        save = self.tr("Save the time-lapse as MP4 or GIF")
        for button, text in ((self.close_button, back), (self.save, save)):
            button.setAccessibleName(text)
            button.setToolTip(tool_tip(text))
        self._show_play()

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        self.probes.setProperty("compact", True)
        for button in (self.play, self.save, self.close_button):
            button.setProperty("flat_icon", True)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.play)
        self._row.addWidget(self.strip, 1)
        self._row.addWidget(self.probes)
        self._row.addWidget(self.save)
        self._row.addWidget(self.close_button)
        set_tab_order((self.play, self.strip, self.probes, self.save, self.close_button))

    def _connect(self, intents: TrainingIntents) -> None:
        self.play.clicked.connect(intents.play_toggled)
        self.strip.valueChanged.connect(intents.moment_picked)
        self.probes.activated.connect(intents.probe_picked)
        self.save.clicked.connect(intents.animation_requested)
        self.close_button.clicked.connect(intents.replay_closed)

    def _fit(self) -> None:
        narrow = self.width() < NARROW * self.theme.scale
        self.probes.setMinimumContentsLength(FEW_CHARACTERS if narrow else CHARACTERS)
        self.probes.setFixedWidth(self.probes.sizeHint().width())  # Qt keeps the old minimum

    def _explain_probes(self) -> None:
        """The whole sentence, and what it is."""
        explained = self.tr(
            "The sentence whose attention is recorded. Its target is given (teacher forcing), so "
            "every moment has the same rows and columns"
        )
        sentence = self.probes.currentText()
        whole = f"{sentence}\n{explained}" if sentence else explained
        self.probes.setToolTip(tool_tip(whole))

    def _show_play(self) -> None:
        playing = _playing(self._snapshot)
        text = self.tr("Pause") if playing else self.tr("Play the training")
        self.play.setIcon(themed_icon("pause" if playing else "play", self.theme))
        self.play.setAccessibleName(text)
        self.play.setToolTip(tool_tip(text))


def _playing(snapshot: ReplaySnapshot | None) -> bool:
    return snapshot is not None and snapshot.playing
