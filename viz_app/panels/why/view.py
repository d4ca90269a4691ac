"""The Why tab: two candidates, the terms of their logit difference, and the lens."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.why.pictures import (
    Lens,
    TermBars,
    difference_sentence,
    lens_picture,
    measured_sentence,
    terms_picture,
)
from viz_app.panels.why.room import WhySnapshot, WhyState, other_chosen, token_chosen
from viz_app.texts.labels import message_text, short_probability, text_page
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import filled, framed, text_label
from viz_app.widgets.lesson_page import LessonTab
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.room import RoomHandle


class WhyPanel(LessonTab):
    """Why the model prefers one candidate of the current step to another."""

    _snapshot: WhySnapshot | None

    def __init__(
        self, theme: Theme, room: RoomHandle[WhyState], parent: QWidget | None = None
    ) -> None:
        content = QWidget()
        super().__init__(theme, content=content, lesson=partial(text_page, "why"), parent=parent)
        self.step, self.token, self.other = (CalmCombo(characters=12) for _ in range(3))
        self.normed = QCheckBox(self.tr("Final norm"))
        self.terms = PictureView(theme, of=TermBars)
        self.lens = PictureView(theme, of=Lens)
        self.summary = text_label("small", wraps=True, selectable=True)
        self._placeholder.setText(self.tr("Type a sentence to see why its tokens were chosen."))
        self._placeholder.setWordWrap(True)
        gap = 2 * theme.unit
        filled(
            QVBoxLayout(content),
            self._head(gap),
            self.summary,
            (framed(self.terms), 3),
            (framed(self.lens), 1),
            spacing=gap,
        )
        self.normed.setToolTip(self.tr("Apply the decoder’s final norm before the projection"))
        self.step.activated.connect(room.on_bench(step_chosen))
        self.token.activated.connect(room.does(token_chosen))
        self.other.activated.connect(room.does(other_chosen))
        self.normed.clicked.connect(room.sets("normed"))

    def _head(self, gap: int) -> QHBoxLayout:
        after, why, instead = (text_label("small") for _ in range(3))
        after.setText(self.tr("Step"))
        after.setBuddy(self.step)
        self.step.setAccessibleName(self.tr("Step"))
        self.step.setToolTip(self.tr("Input token → predicted token"))
        why.setText(self.tr("Why this token"))
        instead.setText(self.tr("and not that one"))
        why.setBuddy(self.token)
        instead.setBuddy(self.other)
        self.token.setAccessibleName(self.tr("Why this token"))
        self.other.setAccessibleName(self.tr("and not that one"))
        self.token.setToolTip(self.tr("Candidate of the current step"))
        self.other.setToolTip(self.tr("Candidate to compare with"))
        row = filled(
            QHBoxLayout(), after, self.step, why, self.token, instead, self.other, spacing=gap
        )
        row.addStretch(1)
        row.addWidget(self.normed)
        return row

    def _show(self, snapshot: WhySnapshot) -> None:
        texts = [
            f"{each.token} {short_probability(each.probability)}" for each in snapshot.candidates
        ]
        steps = [f"{fed} → {token}" for fed, token in snapshot.steps]
        self.step.show_entries(steps, snapshot.step)
        self.token.show_entries(texts, snapshot.place)
        self.other.show_entries(texts, snapshot.other_place)
        self.normed.setChecked(snapshot.normed)
        record, why_not = snapshot.record, snapshot.refused or snapshot.absent
        self.terms.set_picture(None if record is None else terms_picture(record))
        self.lens.set_picture(
            None if record is None else lens_picture(record, normed=snapshot.normed)
        )
        if why_not is not None:
            self.summary.setText(message_text(why_not))
        elif record is not None:
            lines = difference_sentence(record), measured_sentence(record)
            self.summary.setText(" ".join(filter(None, lines)))
