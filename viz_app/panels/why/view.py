"""The Why tab: two candidates, the terms of their logit difference, and the lens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from model.traces.trace import Candidate
from viz_app.design.theme import Theme
from viz_app.panels.why.pictures import (
    Lens,
    TermBars,
    lens_picture,
    probability_sentence,
    progress_sentence,
    terms_picture,
)
from viz_app.panels.why.room import WhySnapshot, WhyState, other_chosen, token_chosen
from viz_app.texts.labels import message_text, short_probability, text_page, tool_tip
from viz_app.texts.visible_token import visible
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import StepKeys, filled, framed, text_label
from viz_app.widgets.lesson_page import LessonTab
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.selection import head_picked, step_chosen
from viz_app.workbench.room import RoomHandle


class TokenCombo(CalmCombo):
    """Candidates to pick from; another token can be typed. ``chosen`` has the text, or is empty."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(characters=11)
        self._candidates: tuple[Candidate, ...] = ()
        self._token = ""
        self.field = QLineEdit()
        self.setEditable(True)
        self.setLineEdit(self.field)
        self.setInsertPolicy(CalmCombo.InsertPolicy.NoInsert)
        self.setCompleter(None)  # type: ignore[arg-type]  # the stubs lack None
        self.field.setMaxLength(1000)
        StepKeys(self.field, self.field.isModified)
        self.field.editingFinished.connect(self._on_typed)
        self.activated.connect(self._on_picked)

    def show_token(self, candidates: Sequence[Candidate], token: str) -> None:
        """Show a token; does not modify state. What is being typed stays."""
        self._candidates, self._token = tuple(candidates), token
        texts = [
            f"{visible(each.token)} {short_probability(each.probability)}" for each in candidates
        ]
        tokens = [each.token for each in candidates]
        typed = self.field.text() if self.field.isModified() and self.field.hasFocus() else None
        self.show_entries(texts, tokens.index(token) if token in tokens else -1)
        self.field.setText(visible(token) if typed is None else typed)
        self.field.setModified(typed is not None)

    @Slot()
    def _on_typed(self) -> None:
        if self.field.isModified():
            self.field.setModified(False)
            self.chosen.emit(self.field.text())

    @Slot(int)
    def _on_picked(self, row: int) -> None:
        self.field.setText(visible(self._token))  # until the state says otherwise
        if row < len(self._candidates):
            self.chosen.emit(self._candidates[row].token)


MARGIN = 3
"""Around the pictures, in units."""


class WhyPanel(LessonTab):
    """Why the model prefers one candidate of the current step to another."""

    _snapshot: WhySnapshot | None

    def __init__(
        self, theme: Theme, room: RoomHandle[WhyState], parent: QWidget | None = None
    ) -> None:
        content = QWidget()
        super().__init__(theme, content=content, lesson=partial(text_page, "why"), parent=parent)
        self._pick_head = room.on_bench(head_picked)
        self.step, self.token, self.other = CalmCombo(characters=12), TokenCombo(), TokenCombo()
        self.terms = PictureView(theme, of=TermBars, picks=True, margin=MARGIN)
        self.lens = PictureView(theme, of=Lens, margin=MARGIN)
        self.by_effect = QCheckBox(self.tr("Sort by effect"))
        self._lens_frame = framed(self.lens)
        self.summary = text_label("soft", wraps=True, selectable=True)
        self._placeholder.setText(self.tr("Type a sentence to see why its tokens were chosen."))
        self._placeholder.setWordWrap(True)
        self._add_choices(self.lesson_page.tools)
        gap = 2 * theme.unit
        filled(
            QVBoxLayout(content),
            self.summary,
            (framed(self.terms), 3),
            (self._lens_frame, 2),
            spacing=gap,
        )
        self.step.activated.connect(room.on_bench(step_chosen))
        self.token.chosen.connect(room.does(token_chosen))
        self.other.chosen.connect(room.does(other_chosen))
        self.by_effect.clicked.connect(room.sets("by_effect"))
        self.terms.picked.connect(self._on_picked)

    def _add_choices(self, row: QHBoxLayout) -> None:
        another = self.tr("Pick a candidate of this step, or type another token; empty: default")
        for combo, name, tip in (
            (self.step, self.tr("Step"), self.tr("Input token → predicted token")),
            (self.token, self.tr("Why this token"), another),
            (self.other, self.tr("and not that one"), another),
        ):
            label = text_label("small", name)
            label.setBuddy(combo)
            combo.setProperty("compact", True)
            combo.setAccessibleName(name)
            combo.setToolTip(tool_tip(tip))
            row.addWidget(label)
            row.addWidget(combo)
        row.addWidget(self.by_effect)
        row.addStretch(1)
        self.by_effect.setToolTip(self.tr("The largest measured effect first, not contribution"))

    def _show(self, snapshot: WhySnapshot) -> None:
        steps = [f"{visible(fed)} → {visible(token)}" for fed, token in snapshot.steps]
        self.step.show_entries(steps, snapshot.step)
        self.token.show_token(snapshot.candidates, snapshot.token)
        self.other.show_token(snapshot.candidates, snapshot.other)
        record = snapshot.record
        self.by_effect.setChecked(snapshot.by_effect)
        self.terms.set_picture(
            None if record is None else terms_picture(record, by_effect=snapshot.by_effect)
        )
        lens = None if record is None else lens_picture(record)
        self.lens.set_picture(lens)
        if lens is not None:  # what it does not need is for the bars
            high = lens.size(self.lens.theme).height() + 2 * self.lens.margin()
            self._lens_frame.setMaximumHeight(high + 2 * self.lens.theme.unit)
        if snapshot.refused is not None:
            self.summary.setText(message_text(snapshot.refused))
        elif record is None:
            self.summary.setText("")
        else:
            says = probability_sentence(record), progress_sentence(record)
            self.summary.setText(" ".join(filter(None, says)))

    @Slot(object)
    def _on_picked(self, spot: int) -> None:
        picture = self.terms.picture
        site = picture.terms[spot].site if isinstance(picture, TermBars) else None
        if site is not None and site.layer is not None and site.head is not None:
            self._pick_head(site.kind, site.layer, site.head)
