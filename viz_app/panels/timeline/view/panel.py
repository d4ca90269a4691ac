"""The timeline: player, tokens, translation, candidates, branches."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.timeline.pictures import HEIGHT
from viz_app.panels.timeline.room import TimelineHandle, TimelineSnapshot
from viz_app.panels.timeline.view.branches import BranchList
from viz_app.panels.timeline.view.candidates import CandidateBars, CandidateLine
from viz_app.panels.timeline.view.steps import PlayerRow, StepStrip, TranslationLine
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip, with_bits
from viz_app.widgets.layout import Band, StepKeys, scrolled, text_label
from viz_app.widgets.themed import Pictured, Themed, Translated
from viz_app.workbench.changes.selection import step_chosen

# ------------------------------------------------------------------------------------ side columns
# Beside the tokens: the branches, and what could have come next.


WIDTH, SHARED_WIDTH = 63, 65
"""Of the candidates in units: alone, and with a button for the branches over them."""

LONGEST = 1000
"""Maximum number of characters; the model reports what is too long for it."""

LOW = 5
"""Its height in units: low enough to stand over the bars."""


class SideColumns(Themed, Translated, QWidget):
    """Branches, as soon as there are any, and candidates: in one column where it is narrow."""

    def __init__(self, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.room = room
        self._snapshot = TimelineSnapshot()
        self._narrow = self._branches_in_front = False
        self.branches, self.candidates = BranchList(room, self), CandidateBars(self)
        self.token_field, self.entropy = TokenField(self), text_label(parent=self)
        self.to_branches, self.to_candidates = QPushButton(self), QPushButton(self)
        self.mask_button = QPushButton(self)
        self._branches_label, self._candidates_label = (
            text_label(parent=self),
            text_label(parent=self),
        )
        self._compare_label = text_label(parent=self)
        self._branch_column, self._token_column = QWidget(self), QWidget(self)
        labels = (self._branches_label, self._compare_label, self._candidates_label)
        for label in (*labels, self.entropy):
            label.setProperty("role", "small")
        self.mask_button.hide()
        for button in (self.to_branches, self.to_candidates, self.mask_button):
            button.setProperty("segment", True)
        self._arrange()
        self.candidates.candidate_picked.connect(self._on_candidate)
        self.token_field.token_typed.connect(self._on_token)
        self.to_branches.clicked.connect(lambda: self._bring(branches=True))
        self.mask_button.clicked.connect(lambda: room.mask(self._snapshot.step))
        self.to_candidates.clicked.connect(lambda: self._bring(branches=False))
        self._fit()
        self._retranslate()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        old, self._snapshot = self._snapshot, snapshot
        compared = snapshot.comparison.compared.id if snapshot.comparison else None
        self.candidates.glossed = snapshot.glossed
        self.candidates.set_candidates(snapshot.candidates, snapshot.chosen_id)
        self.candidates.set_others(snapshot.others, snapshot.other_id)
        self.candidates.set_refusal(self._refusal())
        self.branches.set_branches(
            snapshot.branches, snapshot.branch, compared, runs=snapshot.recorded
        )
        self.token_field.setEnabled(snapshot.can_branch)
        places = snapshot.written == "places"
        self.token_field.setHidden(places)
        self.mask_button.setVisible(places)
        self.mask_button.setEnabled(snapshot.can_mask)
        if (snapshot.recorded, snapshot.written) != (old.recorded, old.written):
            self._retranslate()
        if snapshot.branch != old.branch or not snapshot.tokens:
            self.token_field.clear()
        self._show_entropy()
        self._fit()

    def _refusal(self) -> str:
        """Why no candidate can be chosen; empty if one can."""
        if self._snapshot.recorded:
            return self.tr(
                "recorded: the weights of that moment are no longer available for decoding"
            )
        if self._snapshot.loading:
            return self.tr("the model is still being loaded")
        if self._snapshot.absent:
            return self.tr("the model is not available for decoding")
        if self._snapshot.written == "places":
            return self.tr("an encoder-only model reads the sentence in one pass: no next token")
        return ""

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._columns.setSpacing(6 * unit)
        for column in (self._branch_rows, self._token_rows):
            column.setSpacing(unit)
        for heading in (self._branch_heading, self._token_heading):
            heading.setSpacing(2 * unit)
        self._branches_label.setMinimumHeight(self.token_field.sizeHint().height())
        for button in (self.to_branches, self.to_candidates, self.mask_button):
            button.setStyleSheet(_low_style("QPushButton", self.theme))
        self._fit()

    def set_compact(self, *, compact: bool) -> None:
        self.candidates.set_compact(compact=compact)

    def set_narrow(self, *, narrow: bool) -> None:
        self._narrow = narrow
        self._fit()

    @Slot()
    def show_branches(self) -> None:
        if self._has_branches:
            self._bring(branches=True)
            self.branches.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def edit_branch_name(self) -> None:
        if self._has_branches:
            self._bring(branches=True)
            self.branches.edit_name()

    @Slot()
    def type_token(self) -> None:
        self._bring(branches=False)
        self.token_field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _retranslate(self) -> None:
        self.candidates.set_refusal(self._refusal())
        runs = self._snapshot.recorded
        branches = self.tr("Runs") if runs else self.tr("Branches")
        show_branches = self.tr("Show the runs here") if runs else self.tr("Show the branches here")
        places = self._snapshot.written == "places"
        candidates = self.tr("Predicted here") if places else self.tr("Next token")
        self._branches_label.setText(branches)
        self._candidates_label.setText(candidates)
        self._compare_label.setText(self.tr("compare"))
        for button, text, tip in (
            (self.to_branches, branches, show_branches),
            (self.to_candidates, candidates, self.tr("Show the candidates here")),
        ):
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(tool_tip(tip))
        self.mask_button.setText(self.tr("Mask this token"))
        self.mask_button.setAccessibleName(self.mask_button.text())
        self.mask_button.setToolTip(
            tool_tip(self.tr("Replace this token with [MASK] and see what is predicted there"))
        )
        self.entropy.setToolTip(
            self.tr("Entropy of the prediction here: 0 bits means certain")
            if places
            else self.tr("Entropy of the next-token distribution: 0 bits means certain")
        )
        self._show_entropy()

    @property
    def _has_branches(self) -> bool:
        return len(self._snapshot.branches) > 1

    def _arrange(self) -> None:
        self._branch_rows, self._token_rows = QVBoxLayout(), QVBoxLayout()
        self._branch_heading, self._token_heading = QHBoxLayout(), QHBoxLayout()
        self._branch_heading.addWidget(self._branches_label, 1)
        self._branch_heading.addWidget(self._compare_label)
        self._branch_heading.addWidget(self.to_candidates)
        for widget in (self._candidates_label, self.to_branches):
            self._token_heading.addWidget(widget)
        self._token_heading.addWidget(self.token_field, 1)
        self._token_heading.addWidget(self.mask_button, 1)
        self._token_heading.addWidget(self.entropy)
        for rows, heading, view, column in (
            (self._branch_rows, self._branch_heading, self.branches, self._branch_column),
            (self._token_rows, self._token_heading, self.candidates, self._token_column),
        ):
            rows.setContentsMargins(0, 0, 0, 0)
            rows.addLayout(heading)
            rows.addWidget(view, 1)
            column.setLayout(rows)
        self._columns = QHBoxLayout(self)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.addWidget(self._branch_column)
        self._columns.addWidget(self._token_column)
        self.setTabOrder(self.to_branches, self.token_field)
        self.setTabOrder(self.token_field, self.mask_button)
        self.setTabOrder(self.mask_button, self.candidates)

    @Slot(int)
    def _on_candidate(self, token_id: int) -> None:
        self.room.branch(self._snapshot.step, token_id)

    @Slot(str)
    def _on_token(self, text: str) -> None:
        self.room.type_token(self._snapshot.step, text)

    def _bring(self, *, branches: bool) -> None:
        self._branches_in_front = branches
        self._fit()
        button = self.to_candidates if branches else self.to_branches
        if self._narrow and self._has_branches:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit(self) -> None:
        one = self._narrow and self._has_branches
        self.to_branches.setVisible(one)
        self.to_candidates.setVisible(one)
        self._candidates_label.setVisible(not one)
        self._compare_label.setVisible(not one)
        self._token_column.setFixedWidth((SHARED_WIDTH if one else WIDTH) * self.theme.unit)
        in_front = self._branches_in_front
        self._branch_column.setVisible(self._has_branches and (in_front or not one))
        self._token_column.setVisible(not one or not in_front)

    def _show_entropy(self) -> None:
        shown = self._snapshot
        self.entropy.setText(with_bits(shown.entropy) if shown.tokens else "")


class TokenField(Themed, Translated, QLineEdit):
    """Return requests the typed token; while the field is empty, step keys go to the window."""

    token_typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("compact", True)
        self.setProperty("role", "sentence")
        self.setMaxLength(LONGEST)
        StepKeys(self, lambda: bool(self.text()))
        self.returnPressed.connect(self._on_return)
        self._retranslate()

    def _apply_theme(self) -> None:
        self.setMinimumWidth(16 * self.theme.unit)
        self.setStyleSheet(_low_style("QLineEdit", self.theme))

    def _retranslate(self) -> None:
        self.setPlaceholderText(self.tr("another token…"))
        self.setAccessibleName(self.tr("Another token"))
        self.setToolTip(
            self.tr("Type one or more words to replace this token; Return continues from there")
        )

    @Slot()
    def _on_return(self) -> None:
        if self.text().strip():
            self.token_typed.emit(self.text())


def _low_style(widget: str, theme: Theme) -> str:
    height, padding = LOW * theme.unit, 2 * theme.unit
    return (
        f"{widget} {{ min-height: {height}px; padding: 0 {padding}px;"
        f" font-size: {theme.small}px; }}"
        f" {widget}:focus {{ min-height: {height - 2}px; max-height: {height - 2}px;"
        f" padding: 0 {padding - 1}px; }}"
    )


# ------------------------------------------------------------------------------------------- panel


NARROW = 280
"""Units of width under which branches and candidates share a column."""

PLAYER_SHARE = 0.32
"""Of the line's width that buttons, slider and place may take: the tokens need the rest."""


class Timeline(Pictured, Band, Translated, QFrame):
    """Shows the state of the decoding; requests other steps and other continuations.

    Folded it is one line: player, tokens, the best candidates. Unfolded, the translation as text,
    all candidates and the branches stand under it, and the tokens have the room of the best.
    """

    def __init__(self, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.room = room
        self._snapshot = TimelineSnapshot()
        self._folded = True
        self._player_row = PlayerRow(room, self)
        self.player, self.slider = self._player_row.player, self._player_row.slider
        self.step_label = self._player_row.label
        self.player.speed.setObjectName("timeline-player-speed")
        self.tokens = StepStrip(room)
        self._scroll = scrolled(self.tokens)
        self.translation = TranslationLine(room, self)
        self.best, self.fold = CandidateLine(room, self), QPushButton(self)
        self.details, self._end = QWidget(self), QWidget(self)
        self.side = SideColumns(room, self)
        self.branches, self.candidates = self.side.branches, self.side.candidates
        self.token_field, self.entropy = self.side.token_field, self.side.entropy
        self.setProperty("panel", True)
        self.details.hide()
        self.tokens.set_compact(compact=True)
        for name in ("segment", "band"):
            self.fold.setProperty(name, True)
        self._scroll.setWidgetResizable(False)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._arrange()
        self.slider.valueChanged.connect(room.does(step_chosen))
        self.fold.clicked.connect(lambda: room.fold(not self._folded))
        self._show()
        self._retranslate()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        if snapshot != self._snapshot:
            one, other = self._snapshot.comparison, snapshot.comparison
            if (one and one.columns) != (other and other.columns):
                self._scroll.horizontalScrollBar().setValue(0)  # no token is where it was
            self._snapshot = snapshot
            self._show()

    @Slot()
    def branch_on_next_candidate(self) -> None:
        candidate = self._snapshot.next_candidate
        if candidate is not None:
            self.room.branch(self._snapshot.step, candidate.token_id)

    @Slot()
    def mask_token(self) -> None:
        if self._snapshot.can_mask:
            self.room.mask(self._snapshot.step)

    def set_folded(self, *, folded: bool) -> None:
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
        self.side.set_compact(compact=compact)

    @Slot()
    def type_token(self) -> None:
        self._unfold()
        self.side.type_token()

    @Slot()
    def show_branches(self) -> None:
        self._unfold()
        self.side.show_branches()

    @Slot()
    def edit_branch_name(self) -> None:
        self._unfold()
        self.side.edit_branch_name()

    @Slot()
    def edit_target(self) -> None:
        self._unfold()
        self.translation.edit_target()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        QTimer.singleShot(0, self, self._scroll_to_step)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._scroll_to_step)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Decoding steps"))
        self.slider.setAccessibleName(self.tr("Step"))
        self.slider.setToolTip(self.tr("Drag to go to a step"))
        self._show_fold()
        self._show_place()

    def shown_values(self) -> Tables:
        # only who takes them along needs it
        from viz_app.panels.timeline.pictures import timeline_tables

        return timeline_tables(self._snapshot) if self._snapshot.tokens else ()

    def caption_parts(self) -> tuple[str, ...]:
        return (self._place(),)

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

    def _apply_theme(self) -> None:
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
            self.room.fold(False)

    def _draw_fold(self) -> None:
        self.fold.setIcon(themed_icon("up" if self._folded else "down", self.theme))

    def _show_fold(self) -> None:
        count, runs = len(self._snapshot.branches), self._snapshot.recorded
        written = self._snapshot.written
        template = self.tr("Runs: {n}") if runs else self.tr("Branches: {n}")
        self.fold.setText(template.format(n=count) if count > 1 else "")
        if runs:
            name = self.tr("Translation, candidates and runs")
        elif written == "places":
            name = self.tr("Prediction at each token")
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
