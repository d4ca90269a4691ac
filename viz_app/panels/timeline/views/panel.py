"""The decoding, step by step: player, tokens, translation, candidates, branches."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.snapshot import TimelineSnapshot
from viz_app.panels.timeline.views.player_row import PlayerRow
from viz_app.panels.timeline.views.side_columns import SideColumns
from viz_app.panels.timeline.views.step_strip import StepStrip
from viz_app.panels.timeline.views.translation_line import TranslationLine
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

NARROW = 280
"""Units of width under which branches and candidates share a column."""


class Timeline(Themed, Translated, QFrame):
    """Shows where the decoding is, and asks for other steps and other ways to decode."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing decoded."""
        super().__init__(parent)
        self._snapshot = TimelineSnapshot()
        self._compact = False
        self.intents = TimelineIntents(self)
        self._player_row = PlayerRow(self.intents, self)
        self.player, self.slider = self._player_row.player, self._player_row.slider
        self.step_label = self._player_row.label
        self.tokens = StepStrip(self.intents)
        self._scroll = QScrollArea(self)
        self.translation = TranslationLine(self.intents, self)
        self.side = SideColumns(self.intents, self)
        self.branches, self.candidates = self.side.branches, self.side.candidates
        self.token_field, self.entropy = self.side.token_field, self.side.entropy
        self._prepare()
        self._arrange()
        self._connect()
        self._show()
        self._retranslate()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        """Show the decoding at a step."""
        if snapshot != self._snapshot:
            self._snapshot = snapshot
            self._show()

    @Slot()
    def branch_on_next_candidate(self) -> None:
        """Ask to decode on with the candidate after the token taken at this step."""
        candidate = self._snapshot.next_candidate
        if candidate is not None:
            self.intents.branch_requested.emit(self._snapshot.step, candidate.token_id)

    def set_compact(self, *, compact: bool) -> None:
        """Be lower where there is little room: no translation as text, fewer candidates in view."""
        if compact == self._compact:
            return
        self._compact = compact
        for view in (self._player_row, self.tokens, self.side):
            view.set_compact(compact=compact)
        self._dress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the step in view."""
        super().resizeEvent(event)
        self._fit()
        QTimer.singleShot(0, self, self._scroll_to_step)

    def showEvent(self, event: QShowEvent) -> None:
        """Bring the step into view."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._scroll_to_step)

    def _retranslate(self) -> None:
        self.slider.setAccessibleName(self.tr("Step"))
        self.slider.setToolTip(self.tr("Drag to go to a step"))
        self._show_place()

    def _prepare(self) -> None:
        self.setProperty("panel", True)
        self._scroll.setWidget(self.tokens)
        for ground in (self.tokens, self._scroll.viewport()):
            ground.setAutoFillBackground(False)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _arrange(self) -> None:
        self._columns = QHBoxLayout(self)
        self._rows = QVBoxLayout()
        self._rows.addWidget(self._player_row)
        self._rows.addWidget(self._scroll)
        self._rows.addWidget(self.translation)
        self._columns.addLayout(self._rows, 1)
        self._columns.addWidget(self.side)
        self.setTabOrder(self.slider, self.tokens)

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self.intents.step_picked)
        self.translation.editing_changed.connect(self._fit)

    def _show(self) -> None:
        snapshot = self._snapshot
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(0, snapshot.n_steps - 1))
            self.slider.setValue(snapshot.step)
        self.slider.setEnabled(snapshot.n_steps > 1)
        self.player.set_steps(snapshot.n_steps)
        self.player.set_playing(playing=snapshot.playing, speed=snapshot.speed)
        self.tokens.set_line(
            snapshot.line,
            snapshot.step,
            whole=snapshot.whole,
            left_at=snapshot.left_at,
            comparison=snapshot.comparison,
        )
        self.side.set_snapshot(snapshot)
        self.translation.set_translation(snapshot.translation, snapshot.stop)
        self.translation.set_given(given=snapshot.given)
        self.translation.set_available(available=snapshot.can_branch)
        self.translation.set_refused(snapshot.refused_target)
        self._fit()
        self._show_place()
        self._scroll_to_step()

    def _dress(self) -> None:
        # the scroll bar, where there is one, stands in the margin of a low timeline
        unit, low = self.theme.unit, self._compact
        side = (3 if low else 4) * unit
        self._columns.setContentsMargins(side, side - unit, side, unit // 2 if low else side - unit)
        self._columns.setSpacing((4 if low else 6) * unit)
        self._rows.setSpacing((1 if low else 2) * unit)
        self.side.setContentsMargins(0, 0, 0, unit if low else 0)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """The translation is written out wherever there is room, beside a compared one too."""
        unit, written = self.theme.unit, not self._compact
        self.translation.setVisible(written or self.translation.editing)
        below = 2 * unit if self._compact and self.translation.editing else 0
        self._rows.setContentsMargins(0, 0, 0, below)
        self.side.set_narrow(narrow=self.width() < NARROW * unit)
        bar = (5 * unit // 2) if self._compact else 3 * unit
        self._scroll.setFixedHeight(self.tokens.sizeHint().height() + bar)

    def _show_place(self) -> None:
        snapshot = self._snapshot
        numbers = f"{snapshot.step + 1}/{snapshot.n_steps}" if snapshot.tokens else ""
        self._player_row.show_place(self._place(), numbers)
        self.slider.setAccessibleDescription(self._place())

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
