"""The decoding, step by step: player, tokens, translation, candidates."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from viz_app.state.timeline_view import TimelineSnapshot
from viz_app.ui.design.theme import Theme
from viz_app.ui.timeline.candidate_bars import CandidateBars
from viz_app.ui.timeline.playback_buttons import PlaybackButtons
from viz_app.ui.timeline.step_strip import StepStrip
from viz_app.ui.timeline.translation_line import TranslationLine


class Timeline(QFrame):
    """Shows where the decoding is, and asks for other steps."""

    step_picked = Signal(int)
    first_requested = Signal()
    back_requested = Signal()
    forward_requested = Signal()
    last_requested = Signal()
    play_toggled = Signal()
    speed_picked = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing decoded."""
        super().__init__(parent)
        self._snapshot = TimelineSnapshot()
        self.player = PlaybackButtons(self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.step_label, self.entropy = QLabel(self), QLabel(self)
        self._candidates_label = QLabel(self)
        self.tokens = StepStrip()
        self._scroll = QScrollArea(self)
        self.translation = TranslationLine(self)
        self.candidates = CandidateBars(self)
        self._dress()
        self._arrange()
        self._connect()
        self._show()
        self.retranslate()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        """Show the decoding at a step; shows, never modifies state."""
        if snapshot != self._snapshot:
            self._snapshot = snapshot
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Take colours and sizes."""
        unit = theme.unit
        self._columns.setContentsMargins(4 * unit, 3 * unit, 4 * unit, 3 * unit)
        self._columns.setSpacing(6 * unit)
        self._rows.setSpacing(2 * unit)
        self._side.setSpacing(unit)
        self._player_row.setSpacing(4 * unit)
        for view in (self.player, self.tokens, self.translation, self.candidates):
            view.set_theme(theme)
        self.slider.setMinimumHeight(6 * unit)
        self.step_label.setMinimumWidth(20 * unit)
        self._scroll.setFixedHeight(self.tokens.sizeHint().height() + 3 * unit)

    @Slot()
    def copy_translation(self) -> None:
        """Put the translation on the clipboard."""
        self.translation.copy_translation()

    def set_compact(self, *, compact: bool) -> None:
        """Leave out the translation as text where there is little room; its tokens stay."""
        self.translation.setVisible(not compact)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self.slider.setAccessibleName(self.tr("Step"))
        self.slider.setToolTip(self.tr("Drag to go to a step"))
        self._candidates_label.setText(self.tr("Next token"))
        self.entropy.setToolTip(
            self.tr("Entropy of the next-token distribution: 0 bits when it is certain")
        )
        for view in (self.player, self.tokens, self.translation, self.candidates):
            view.retranslate()
        self._show_texts()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the step in view."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._scroll_to_step)

    def showEvent(self, event: QShowEvent) -> None:
        """Bring the step into view."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._scroll_to_step)

    def _dress(self) -> None:
        self.setProperty("panel", True)
        for label in (self.step_label, self.entropy, self._candidates_label):
            label.setProperty("role", "small")
        self._scroll.setWidget(self.tokens)
        for ground in (self.tokens, self._scroll.viewport()):
            ground.setAutoFillBackground(False)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _arrange(self) -> None:
        self._columns = QHBoxLayout(self)
        self._rows, self._side = QVBoxLayout(), QVBoxLayout()
        self._player_row, heading = QHBoxLayout(), QHBoxLayout()
        self._player_row.addWidget(self.player)
        self._player_row.addWidget(self.slider, 1)
        self._player_row.addWidget(self.step_label)
        heading.addWidget(self._candidates_label, 1)
        heading.addWidget(self.entropy)
        self._rows.addLayout(self._player_row)
        self._rows.addWidget(self._scroll)
        self._rows.addWidget(self.translation)
        self._side.addLayout(heading)
        self._side.addWidget(self.candidates, 1)
        self._columns.addLayout(self._rows, 1)
        self._columns.addLayout(self._side)

    def _connect(self) -> None:
        player = self.player
        player.first_requested.connect(self.first_requested)
        player.back_requested.connect(self.back_requested)
        player.play_toggled.connect(self.play_toggled)
        player.forward_requested.connect(self.forward_requested)
        player.last_requested.connect(self.last_requested)
        player.speed_picked.connect(self.speed_picked)
        self.slider.valueChanged.connect(self.step_picked)
        self.tokens.step_picked.connect(self.step_picked)

    def _show(self) -> None:
        snapshot = self._snapshot
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(0, snapshot.n_steps - 1))
            self.slider.setValue(snapshot.step)
        self.slider.setEnabled(snapshot.n_steps > 1)
        self.player.set_steps(snapshot.n_steps)
        self.player.set_playing(playing=snapshot.playing, speed=snapshot.speed)
        self.tokens.set_tokens(snapshot.tokens, snapshot.step)
        self.candidates.set_candidates(snapshot.candidates, snapshot.chosen_id)
        self.translation.set_translation(snapshot.translation, snapshot.stop)
        self._show_texts()
        self._scroll_to_step()

    def _show_texts(self) -> None:
        snapshot = self._snapshot
        self.step_label.setText(self._place())
        self.slider.setAccessibleDescription(self._place())
        bits = self.tr("{bits} bits").format(bits=f"{snapshot.entropy:.2f}")
        self.entropy.setText(bits if snapshot.tokens else "")

    def _place(self) -> str:
        snapshot = self._snapshot
        if not snapshot.tokens:
            return self.tr("no step yet")
        template = (
            self.tr("step {step} of {steps}…")
            if snapshot.translating
            else self.tr("step {step} of {steps}")
        )
        return template.format(step=snapshot.step + 1, steps=snapshot.n_steps)

    @Slot()
    def _scroll_to_step(self) -> None:
        if self._snapshot.tokens:
            chip = self.tokens.chip_rect(self._snapshot.step)
            margin = max(round(chip.width() / 2) + 8, self._scroll.viewport().width() // 3)
            self._scroll.ensureVisible(round(chip.center().x()), 0, margin, 0)
