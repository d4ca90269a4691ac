"""The decoding, step by step: player, tokens, translation, candidates, branches."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.icons import icon_size, themed_icon
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.painting.chip_layout import HEIGHT
from viz_app.panels.timeline.snapshot import TimelineSnapshot
from viz_app.panels.timeline.views.candidate_line import CandidateLine
from viz_app.panels.timeline.views.player_row import PlayerRow
from viz_app.panels.timeline.views.side_columns import SideColumns
from viz_app.panels.timeline.views.step_strip import StepStrip
from viz_app.panels.timeline.views.translation_line import TranslationLine
from viz_app.storage.value_tables import Tables
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.band import Band
from viz_app.widgets.pictured import Pictured
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.translated import Translated

NARROW = 280
"""Units of width under which branches and candidates share a column."""

PLAYER_SHARE = 0.32
"""Of the line's width that buttons, slider and place may take: the tokens need the rest."""


class Timeline(Pictured, Band, Translated, QFrame):
    """Shows where the decoding is, and asks for other steps and other ways to decode.

    Folded it is one line: player, tokens, the best candidates. Unfolded, the translation as text,
    all candidates and the branches stand under it, and the tokens have the room of the best.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing decoded."""
        super().__init__(parent)
        self._snapshot = TimelineSnapshot()
        self._folded = True
        self.intents = TimelineIntents(self)
        self._player_row = PlayerRow(self.intents, self)
        self.player, self.slider = self._player_row.player, self._player_row.slider
        self.step_label = self._player_row.label
        self.tokens = StepStrip(self.intents)
        self._scroll = scrolled(self.tokens)
        self.translation = TranslationLine(self.intents, self)
        self.best, self.fold = CandidateLine(self.intents, self), QPushButton(self)
        self.details, self._end = QWidget(self), QWidget(self)
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

    @Slot()
    def mask_token(self) -> None:
        """Ask for the token in view to be masked."""
        if self._snapshot.can_mask:
            self.intents.mask_requested.emit(self._snapshot.step)

    def set_folded(self, *, folded: bool) -> None:
        """Show the line of the steps alone, or all."""
        had = any(view.hasFocus() for view in self.details.findChildren(QWidget))
        self._folded = folded
        self.tokens.set_compact(compact=folded)
        if folded and had:
            self.fold.setFocus(Qt.FocusReason.OtherFocusReason)
        self.details.setVisible(not folded)
        self.best.setVisible(folded)  # unfolded, all candidates stand below
        self._draw_fold()
        self._fit()

    def set_compact(self, *, compact: bool) -> None:
        """Have fewer candidates in view where there is little room."""
        self.side.set_compact(compact=compact)

    @Slot()
    def type_token(self) -> None:
        """Bring the keyboard to the field for another token."""
        self._unfold()
        self.side.type_token()

    @Slot()
    def show_branches(self) -> None:
        """Bring the keyboard to the list of branches."""
        self._unfold()
        self.side.show_branches()

    @Slot()
    def edit_branch_name(self) -> None:
        """Edit the name of the branch under the cursor, or on screen."""
        self._unfold()
        self.side.edit_branch_name()

    @Slot()
    def edit_target(self) -> None:
        """Let the user give a target."""
        self._unfold()
        self.translation.edit_target()

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
        self._show_fold()
        self._show_place()

    def shown_values(self) -> Tables:
        """The tokens decoded so far, and the candidates of the step in view."""
        # only who takes them along needs it
        from viz_app.panels.timeline.texts.tables import timeline_tables

        return timeline_tables(self._snapshot) if self._snapshot.tokens else ()

    def caption_parts(self) -> tuple[str, ...]:
        """Which step."""
        return (self._place(),)

    def _prepare(self) -> None:
        self.setProperty("panel", True)
        self.details.hide()
        self.tokens.set_compact(compact=True)
        for name in ("segment", "band"):
            self.fold.setProperty(name, True)
        self._scroll.setWidgetResizable(False)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _arrange(self) -> None:
        self._rows, self._line = QVBoxLayout(self), QHBoxLayout()
        self._end_row = QHBoxLayout(self._end)
        self._end_row.setContentsMargins(0, 0, 0, 0)
        self._end_row.addWidget(self.best)
        self._end_row.addWidget(self.fold)
        self._line.addWidget(self._player_row, alignment=Qt.AlignmentFlag.AlignTop)
        self._line.addWidget(self._scroll, 1)
        self._line.addWidget(self._end, alignment=Qt.AlignmentFlag.AlignTop)
        self._columns, self._text = QHBoxLayout(self.details), QHBoxLayout()
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._text.addWidget(self.player.speed)
        self._text.addWidget(self.translation, 1)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._columns.addLayout(self._text, 1)
        self._columns.addWidget(self.side)
        self._rows.addLayout(self._line)
        self._rows.addWidget(self.details)
        for first, second in (
            (self.slider, self.tokens),
            (self.tokens, self.fold),
            (self.fold, self.player.speed),
        ):
            self.setTabOrder(first, second)

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self.intents.step_picked)
        self.fold.clicked.connect(lambda: self.intents.fold_picked.emit(not self._folded))

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
            cut=snapshot.stop == "length limit",
        )
        self.best.set_candidates(
            snapshot.candidates,
            snapshot.chosen_id,
            entropy=snapshot.entropy,
            as_log=snapshot.as_log,
        )
        self.side.set_snapshot(snapshot)
        self.best.set_written(snapshot.written)
        self.translation.set_written(snapshot.written)
        self.translation.set_translation(snapshot.translation, snapshot.stop)
        self.translation.set_given(given=snapshot.given)
        self.translation.set_available(available=snapshot.can_branch)
        self.translation.set_refused(snapshot.refused_target)
        self._show_fold()
        self._fit()
        self._show_place()
        self._scroll_to_step()

    def _dress(self) -> None:
        # the scroll bar, where there is one, stands in the margin under the tokens
        unit = self.theme.unit
        self._rows.setContentsMargins(2 * unit, unit, 2 * unit, unit // 2)
        self._rows.setSpacing(unit)
        self._line.setSpacing(3 * unit)
        self._columns.setSpacing(6 * unit)
        self._text.setSpacing(2 * unit)
        for widget in (self._player_row, self._end):
            widget.setFixedHeight(HEIGHT * unit)  # as high as the tokens
        self.fold.setIconSize(QSize(icon_size(self.theme), icon_size(self.theme)))
        self._draw_fold()
        self._fit()

    def _fit(self) -> None:
        unit, narrow = self.theme.unit, self.width() < NARROW * self.theme.unit
        self.side.set_narrow(narrow=narrow)
        self.best.set_narrow(narrow=narrow)
        most = round(PLAYER_SHARE * self.width())
        self._player_row.setFixedWidth(min(self._player_row.whole_width(), most))
        self._scroll.setFixedHeight(self.tokens.sizeHint().height() + 5 * unit // 2)

    def _unfold(self) -> None:
        if self._folded:
            self.intents.fold_picked.emit(False)

    def _draw_fold(self) -> None:
        self.fold.setIcon(themed_icon("up" if self._folded else "down", self.theme))

    def _show_fold(self) -> None:
        """The button says how many branches, or runs, are listed under the line."""
        count, runs = len(self._snapshot.branches), self._snapshot.recorded
        written = self._snapshot.written
        template = self.tr("Runs: {n}") if runs else self.tr("Branches: {n}")
        self.fold.setText(template.format(n=count) if count > 1 else "")
        if runs:
            name = self.tr("Translation, candidates and runs")
        elif written == "places":
            name = self.tr("What is expected at each token")
        elif written == "text":
            name = self.tr("Text, candidates and branches")
        else:
            name = self.tr("Translation, candidates and branches")
        self.fold.setAccessibleName(name)
        self.fold.setToolTip(tool_tip(f"{name} (F7)"))

    def _show_place(self) -> None:
        snapshot = self._snapshot
        numbers = f"{snapshot.step + 1}/{snapshot.n_steps}" if snapshot.tokens else ""
        self._player_row.show_place(self._place(), numbers)
        self.slider.setAccessibleDescription(self._place())

    def _place(self) -> str:
        snapshot = self._snapshot
        if not snapshot.tokens:
            return self.tr("no step yet")
        if snapshot.written == "places":
            place = self.tr("token {step} of {steps}")
            return place.format(step=snapshot.step + 1, steps=snapshot.n_steps)
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
