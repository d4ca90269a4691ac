"""The timeline: player, tokens, translation, candidates, branches."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme, band_theme
from viz_app.panels.timeline.pictures import HEIGHT, timeline_tables
from viz_app.panels.timeline.room import TimelineHandle, TimelineSnapshot
from viz_app.panels.timeline.view.branches import BranchList
from viz_app.panels.timeline.view.candidates import CandidateBars, CandidateLine
from viz_app.panels.timeline.view.steps import PlayerRow, StepStrip, TranslationLine
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip, with_bits
from viz_app.widgets.choosers import set_tab_order
from viz_app.widgets.layout import StepKeys, filled, put_in_frame, scrolled, text_label
from viz_app.widgets.themed import Pictured
from viz_app.workbench.changes.selection import step_chosen

# ------------------------------------------------------------------------------------ side columns


WIDTH, SHARED_WIDTH = 63, 65
"""Of the candidates in units: alone, and with a button for the branches over them."""


class SideColumns(QWidget):
    """Branches, as soon as there are any, and candidates: in one column where it is narrow."""

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._snapshot = TimelineSnapshot()
        self._narrow = self._branches_in_front = False
        self.branches = BranchList(theme, room, self)
        self.candidates = CandidateBars(theme, room, self)
        self.token_field = TokenField(
            theme, lambda text: room.type_token(self._snapshot.step, text), self
        )
        self.entropy, self._branches_label, self._candidates_label, self._compare_label = (
            text_label("small", parent=self) for _ in range(4)
        )
        self.to_branches, self.to_candidates = QPushButton(self), QPushButton(self)
        self.mask_button = QPushButton(self.tr("Mask this token"), self)
        self._branch_column, self._token_column = QWidget(self), QWidget(self)
        self.mask_button.hide()
        for button in (self.to_branches, self.to_candidates, self.mask_button):
            button.setProperty("segment", True)
            button.setStyleSheet(_low_style("QPushButton", theme))
        self._compare_label.setText(self.tr("compare"))
        self.mask_button.setAccessibleName(self.mask_button.text())
        self.mask_button.setToolTip(
            tool_tip(self.tr("Replace this token with [MASK] and see what is predicted there"))
        )
        self._arrange()
        self.to_branches.clicked.connect(lambda: self._bring(branches=True))
        self.mask_button.clicked.connect(lambda: room.mask(self._snapshot.step))
        self.to_candidates.clicked.connect(lambda: self._bring(branches=False))
        self._fit()
        self._show_texts()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        old, self._snapshot = self._snapshot, snapshot
        self.candidates.set_snapshot(snapshot)
        self.branches.set_snapshot(snapshot)
        self.token_field.setEnabled(snapshot.can_branch)
        places = snapshot.written == "places"
        self.token_field.setHidden(places)
        self.mask_button.setVisible(places)
        self.mask_button.setEnabled(snapshot.can_mask)
        if (snapshot.recorded, snapshot.written) != (old.recorded, old.written):
            self._show_texts()
        if snapshot.branch != old.branch or not snapshot.tokens:
            self.token_field.clear()
        self.entropy.setText(with_bits(snapshot.entropy) if snapshot.tokens else "")
        self._fit()

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

    def _show_texts(self) -> None:
        runs = self._snapshot.recorded
        branches = self.tr("Runs") if runs else self.tr("Branches")
        show_branches = self.tr("Show the runs here") if runs else self.tr("Show the branches here")
        places = self._snapshot.written == "places"
        candidates = self.tr("Predicted here") if places else self.tr("Next token")
        self._branches_label.setText(branches)
        self._candidates_label.setText(candidates)
        for button, text, tip in (
            (self.to_branches, branches, show_branches),
            (self.to_candidates, candidates, self.tr("Show the candidates here")),
        ):
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(tool_tip(tip))
        self.entropy.setToolTip(
            self.tr("Entropy of the prediction here: 0 bits means certain")
            if places
            else self.tr("Entropy of the next-token distribution: 0 bits means certain")
        )

    @property
    def _has_branches(self) -> bool:
        return len(self._snapshot.branches) > 1

    def _arrange(self) -> None:
        unit, pair = self.theme.unit, 2 * self.theme.unit
        branches = (self._branches_label, 1), self._compare_label, self.to_candidates
        field, mask = (self.token_field, 1), (self.mask_button, 1)
        tokens = self._candidates_label, self.to_branches, field, mask, self.entropy
        for heading, view, column in (
            (branches, self.branches, self._branch_column),
            (tokens, self.candidates, self._token_column),
        ):
            head = filled(QHBoxLayout(), *heading, spacing=pair)
            filled(QVBoxLayout(column), head, (view, 1), spacing=unit)
        filled(QHBoxLayout(self), self._branch_column, self._token_column, spacing=6 * unit)
        self._branches_label.setMinimumHeight(self.token_field.sizeHint().height())
        set_tab_order((self.to_branches, self.token_field, self.mask_button, self.candidates))

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


class TokenField(QLineEdit):
    """Return requests the typed token; while the field is empty, step keys go to the window."""

    def __init__(
        self, theme: Theme, type_token: Callable[[str], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._type_token = type_token
        self.setProperty("compact", True)
        self.setProperty("role", "sentence")
        self.setMaxLength(1000)  # the model reports what is too long for it
        self.setMinimumWidth(16 * theme.unit)
        self.setStyleSheet(_low_style("QLineEdit", theme))
        self.setPlaceholderText(self.tr("another token…"))
        self.setAccessibleName(self.tr("Another token"))
        self.setToolTip(
            self.tr("Type one or more words to replace this token; Return continues from there")
        )
        StepKeys(self, lambda: bool(self.text()))
        self.returnPressed.connect(self._on_return)

    @Slot()
    def _on_return(self) -> None:
        if self.text().strip():
            self._type_token(self.text())


def _low_style(widget: str, theme: Theme) -> str:
    # low enough to stand over the bars
    height, padding = 5 * theme.unit, 2 * theme.unit
    return (
        f"{widget} {{ min-height: {height}px; padding: 0 {padding}px;"
        f" font-size: {theme.small}px; }}"
        f" {widget}:focus {{ min-height: {height - 2}px; max-height: {height - 2}px;"
        f" padding: 0 {padding - 1}px; }}"
    )


# ------------------------------------------------------------------------------------------- panel


NARROW = 280
"""Units of width under which branches and candidates share a column."""


class Timeline(Pictured, QFrame):
    """Shows the state of the decoding; requests other steps and other continuations.

    Folded it is one line: player, tokens, the best candidates. Unfolded, the translation as text,
    all candidates and the branches stand under it, and the tokens have the room of the best.
    """

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        put_in_frame(self)  # before there are children, which are styled by it
        self.theme = theme = band_theme(theme)
        self.room = room
        self._snapshot = TimelineSnapshot()
        self._folded = True
        self._player_row = PlayerRow(theme, room, self)
        self.player, self.slider = self._player_row.player, self._player_row.slider
        self.step_label = self._player_row.label
        self.player.speed.setObjectName("timeline-player-speed")
        self.tokens = StepStrip(theme, room)
        self._scroll = scrolled(self.tokens)
        self.translation = TranslationLine(theme, room, self)
        self.best, self.fold = CandidateLine(theme, room, self), QPushButton(self)
        self.details = QWidget(self)
        self.side = SideColumns(theme, room, self)
        self.branches, self.candidates = self.side.branches, self.side.candidates
        self.token_field, self.entropy = self.side.token_field, self.side.entropy
        self.setProperty("panel", True)
        self.setAccessibleName(self.tr("Decoding steps"))
        self.slider.setAccessibleName(self.tr("Step"))
        self.slider.setToolTip(self.tr("Drag to go to a step"))
        self.details.hide()
        self.tokens.set_compact(compact=True)
        for name in ("segment", "band"):
            self.fold.setProperty(name, True)
        self.fold.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        self._scroll.setWidgetResizable(False)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._arrange(theme.unit)
        self.slider.valueChanged.connect(room.does(step_chosen))
        self.fold.clicked.connect(lambda: room.fold(not self._folded))
        self._draw_fold()
        self._show()

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
        self.candidates.set_compact(compact=compact)

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

    def shown_values(self) -> Tables:
        return timeline_tables(self._snapshot) if self._snapshot.tokens else ()

    def caption_parts(self) -> tuple[str, ...]:
        return (self._place(),)

    def _arrange(self, unit: int) -> None:
        end, top = QWidget(self), Qt.AlignmentFlag.AlignTop
        filled(QHBoxLayout(end), self.best, self.fold)
        for widget in (self._player_row, end):
            widget.setFixedHeight(HEIGHT * unit)  # as high as the tokens
        line = filled(QHBoxLayout(), self._player_row, (self._scroll, 1), end, spacing=3 * unit)
        for widget in (self._player_row, end):
            line.setAlignment(widget, top)
        text = filled(QHBoxLayout(), self.player.speed, (self.translation, 1), spacing=2 * unit)
        text.setAlignment(top)
        filled(QHBoxLayout(self.details), (text, 1), self.side, spacing=6 * unit)
        # the scroll bar, where there is one, stands in the margin under the tokens
        margins = 2 * unit, unit, 2 * unit, unit // 2
        filled(QVBoxLayout(self), line, self.details, spacing=unit, margins=margins)
        set_tab_order((self.slider, self.tokens, self.fold, self.player.speed))

    def _show(self) -> None:
        snapshot = self._snapshot
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, snapshot.last_step)
            self.slider.setValue(snapshot.step)
        self.slider.setEnabled(snapshot.last_step > 0)
        for view in (self.player, self.tokens, self.best, self.side, self.translation):
            view.set_snapshot(snapshot)
        self._show_fold()
        self._fit()
        place = self._place()
        numbers = f"{snapshot.step + 1}/{snapshot.n_steps}" if snapshot.tokens else ""
        self._player_row.show_place(place, numbers)
        self.slider.setAccessibleDescription(place)
        self._scroll_to_step()

    def _fit(self) -> None:
        unit, narrow = self.theme.unit, self.width() < NARROW * self.theme.unit
        self.side.set_narrow(narrow=narrow)
        self.best.set_narrow(narrow=narrow)
        most = round(0.32 * self.width())  # the tokens need the rest
        row = self._player_row
        row.setFixedWidth(max(min(row.whole_width(), most), row.least_width()))
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

    def _place(self) -> str:
        snapshot = self._snapshot
        if not snapshot.tokens:
            return self.tr("no step yet")
        if snapshot.written == "places":
            place = self.tr("token {step} of {steps}")
            return place.format(step=snapshot.step + 1, steps=snapshot.n_steps)
        template = (
            self.tr("step {step} of {steps}…")
            if snapshot.translating or snapshot.more
            else self.tr("step {step} of {steps}")
        )
        return template.format(step=snapshot.step + 1, steps=snapshot.n_steps)

    @Slot()
    def _scroll_to_step(self) -> None:
        if self._snapshot.tokens:
            chip = self.tokens.chip_rect(self._snapshot.step)
            margin = max(round(chip.width() / 2) + 8, self._scroll.viewport().width() // 3)
            self._scroll.ensureVisible(round(chip.center().x()), 0, margin, 0)
