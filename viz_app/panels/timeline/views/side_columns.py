"""Beside the tokens: the branches, and what could have come next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.snapshot import TimelineSnapshot
from viz_app.panels.timeline.views.branch_list import BranchList
from viz_app.panels.timeline.views.candidate_bars import CandidateBars
from viz_app.texts.numbers import with_bits
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.labels import text_label
from viz_app.widgets.step_keys import StepKeys
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

WIDTH, SHARED_WIDTH = 63, 65
"""Of the candidates in units: alone, and with a button for the branches over them."""

LONGEST = 1000
"""Characters that the field takes; what is too long for the model is for the model to say."""

LOW = 5
"""Its height in units: low enough to stand over the bars."""


class SideColumns(Themed, Translated, QWidget):
    """Branches, as soon as there are any, and candidates: in one column where it is narrow."""

    def __init__(self, intents: TimelineIntents, parent: QWidget | None = None) -> None:
        """No candidates, no branches."""
        super().__init__(parent)
        self.intents = intents
        self._snapshot = TimelineSnapshot()
        self._narrow = self._branches_in_front = False
        self.branches, self.candidates = BranchList(intents, self), CandidateBars(self)
        self.token_field, self.entropy = TokenField(self), text_label(parent=self)
        self.to_branches, self.to_candidates = QPushButton(self), QPushButton(self)
        self.mask_button = QPushButton(self)
        self._branches_label, self._candidates_label = (
            text_label(parent=self),
            text_label(parent=self),
        )
        self._compare_label = text_label(parent=self)
        self._branch_column, self._token_column = QWidget(self), QWidget(self)
        self._prepare()
        self._arrange()
        self._connect()
        self._fit()
        self._retranslate()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        """Show candidates and branches."""
        old, self._snapshot = self._snapshot, snapshot
        compared = snapshot.comparison.compared.id if snapshot.comparison else None
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
        """Why no candidate can be taken; empty where one can."""
        if self._snapshot.recorded:
            return self.tr(
                "recorded: the weights of that moment are no longer there to decode with"
            )
        if self._snapshot.loading:
            return self.tr("the model is still being loaded")
        if self._snapshot.absent:
            return self.tr("the model is not here to decode with")
        if self._snapshot.written == "places":
            return self.tr("an encoder alone reads one sentence in one pass: nothing follows")
        return ""

    def _dress(self) -> None:
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
        """Show fewer candidates at a time."""
        self.candidates.set_compact(compact=compact)

    def set_narrow(self, *, narrow: bool) -> None:
        """Show one of the two at a time, with a button for the other."""
        self._narrow = narrow
        self._fit()

    @Slot()
    def show_branches(self) -> None:
        """Bring the list of branches to the front and the keyboard to it."""
        if self._has_branches:
            self._bring(branches=True)
            self.branches.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def edit_branch_name(self) -> None:
        """Edit a name in the list, which comes to the front."""
        if self._has_branches:
            self._bring(branches=True)
            self.branches.edit_name()

    @Slot()
    def type_token(self) -> None:
        """Bring the keyboard to the field for another token."""
        self._bring(branches=False)
        self.token_field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _retranslate(self) -> None:
        self.candidates.set_refusal(self._refusal())
        runs = self._snapshot.recorded
        branches = self.tr("Runs") if runs else self.tr("Branches")
        show_branches = self.tr("Show the runs here") if runs else self.tr("Show the branches here")
        places = self._snapshot.written == "places"
        candidates = self.tr("Expected here") if places else self.tr("Next token")
        self._branches_label.setText(branches)
        self._candidates_label.setText(candidates)
        self._compare_label.setText(self.tr("compare"))
        for button, text, tip in (
            (self.to_branches, branches, show_branches),
            (self.to_candidates, candidates, self.tr("Show the candidates here")),
        ):
            button.setText(text)
            button.setAccessibleName(tip)
            button.setToolTip(tool_tip(tip))
        self.mask_button.setText(self.tr("Mask this token"))
        self.mask_button.setAccessibleName(self.mask_button.text())
        self.mask_button.setToolTip(
            tool_tip(self.tr("Put the mask in place of this token, and see what is expected there"))
        )
        self.entropy.setToolTip(
            self.tr("Entropy of what is expected here: 0 bits when it is certain")
            if places
            else self.tr("Entropy of the next-token distribution: 0 bits when it is certain")
        )
        self._show_entropy()

    @property
    def _has_branches(self) -> bool:
        return len(self._snapshot.branches) > 1

    def _prepare(self) -> None:
        labels = (self._branches_label, self._compare_label, self._candidates_label)
        for label in (*labels, self.entropy):
            label.setProperty("role", "small")
        self.mask_button.hide()
        for button in (self.to_branches, self.to_candidates, self.mask_button):
            button.setProperty("segment", True)

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

    def _connect(self) -> None:
        self.candidates.candidate_picked.connect(self._on_candidate)
        self.token_field.token_typed.connect(self._on_token)
        self.to_branches.clicked.connect(lambda: self._bring(branches=True))
        self.mask_button.clicked.connect(
            lambda: self.intents.mask_requested.emit(self._snapshot.step)
        )
        self.to_candidates.clicked.connect(lambda: self._bring(branches=False))

    @Slot(int)
    def _on_candidate(self, token_id: int) -> None:
        self.intents.branch_requested.emit(self._snapshot.step, token_id)

    @Slot(str)
    def _on_token(self, text: str) -> None:
        self.intents.token_typed.emit(self._snapshot.step, text)

    def _bring(self, *, branches: bool) -> None:
        """To the front, where only one has room; the keyboard goes along from button to button."""
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
    """Return asks for what was typed; the keys of the steps are the window's until then."""

    token_typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Empty."""
        super().__init__(parent)
        self.setProperty("compact", True)
        self.setProperty("role", "sentence")
        self.setMaxLength(LONGEST)
        StepKeys(self, lambda: bool(self.text()))
        self.returnPressed.connect(self._on_return)
        self._retranslate()

    def _dress(self) -> None:
        self.setMinimumWidth(16 * self.theme.unit)
        self.setStyleSheet(_low_style("QLineEdit", self.theme))

    def _retranslate(self) -> None:
        self.setPlaceholderText(self.tr("another token…"))
        self.setAccessibleName(self.tr("Another token"))
        self.setToolTip(
            self.tr("Type one or more words in place of this token; Return continues from there")
        )

    @Slot()
    def _on_return(self) -> None:
        if self.text().strip():
            self.token_typed.emit(self.text())


def _low_style(widget: str, theme: Theme) -> str:
    """A style sheet for a kind of widget in the line over the bars: small text, and low."""
    height, padding = LOW * theme.unit, 2 * theme.unit
    return (
        f"{widget} {{ min-height: {height}px; padding: 0 {padding}px;"
        f" font-size: {theme.small}px; }}"
        f" {widget}:focus {{ min-height: {height - 2}px; max-height: {height - 2}px;"
        f" padding: 0 {padding - 1}px; }}"
    )
