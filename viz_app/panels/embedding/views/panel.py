"""The embedding tab: into the model, out of it, and what training compares."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.embedding.snapshot import EmbeddingSnapshot
from viz_app.panels.embedding.state import PARTS, SIDES, EmbeddingPart
from viz_app.panels.embedding.texts.lessons import FORMULAS, LESSONS, part_texts, side_texts
from viz_app.panels.embedding.views.forcing_part import ForcingPart
from viz_app.panels.embedding.views.into_part import IntoPart
from viz_app.panels.embedding.views.output_part import OutputPart
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.segments import Segments
from viz_app.widgets.translated import Translated

FORMULA_HEIGHT = 30
"""In px at 100 %, of all parts, as high as the buttons beside it: nothing moves between parts."""


class EmbeddingPanel(Translated, QStackedWidget):
    """Shows how tokens become vectors and vectors tokens.

    Signals:
        part_picked: ``into``, ``out`` or ``forcing``.
        side_picked: ``source`` or ``target``.
        source_token_picked: a token of the source, from 0.
        step_picked: a position of the target, from 0.
        target_given: what teacher forcing shall expect; empty leaves the choice to us.
        padding_counted: whether losses are shown as if padding counted.
    """

    part_picked = Signal(str)
    side_picked = Signal(str)
    source_token_picked = Signal(int)
    step_picked = Signal(int)
    target_given = Signal(str)
    padding_counted = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: EmbeddingSnapshot | None = None
        self._part: EmbeddingPart = "into"
        self.parts = Segments(theme, names=PARTS, texts=part_texts)
        self.sides = Segments(theme, names=SIDES, texts=side_texts)
        self.formula = FormulaView(theme, FORMULAS["into"])
        self.into, self.output, self.forcing = (
            IntoPart(theme),
            OutputPart(theme),
            ForcingPart(theme),
        )
        self._pages = QStackedWidget()
        self.page = LessonPage(theme, content=self._pages, lesson=LESSONS["into"])
        self._placeholder = QLabel()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: EmbeddingSnapshot | None) -> None:
        """Show the tab; shows, never modifies state. None = nothing is translated."""
        self._snapshot = snapshot
        self.setCurrentWidget(self._placeholder if snapshot is None else self.page)
        if snapshot is None:
            return
        self._show_part(snapshot.part)
        self.sides.set_current(snapshot.side)
        if snapshot.part == "into":
            self.into.set_snapshot(snapshot)
        elif snapshot.part == "out":
            self.output.set_snapshot(snapshot)
        else:
            self.forcing.set_snapshot(snapshot)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        for view in (self.page, self.parts, self.sides, self.formula):
            view.set_theme(theme)
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * theme.scale))
        for part in (self.into, self.output, self.forcing):
            part.set_theme(theme)

    def _arrange(self) -> None:
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self._views: dict[EmbeddingPart, QWidget] = {
            "into": self.into,
            "out": self.output,
            "forcing": self.forcing,
        }
        for view in self._views.values():
            self._pages.addWidget(view)
        self.page.tools.addWidget(self.parts)
        self.page.tools.addWidget(self.sides)
        self.page.tools.addWidget(self.formula, 1)
        self.addWidget(self._placeholder)
        self.addWidget(self.page)

    def _connect(self) -> None:
        self.parts.picked.connect(self.part_picked)
        self.sides.picked.connect(self.side_picked)
        self.into.token_picked.connect(self._on_token)
        self.output.step_picked.connect(self.step_picked)
        self.forcing.target_given.connect(self.target_given)
        self.forcing.padding_counted.connect(self.padding_counted)

    @Slot(int)
    def _on_token(self, token: int) -> None:
        """A token of the target is a step of the whole window."""
        on_target = self._snapshot is not None and self._snapshot.side == "target"
        (self.step_picked if on_target else self.source_token_picked).emit(token)

    def _show_part(self, part: EmbeddingPart) -> None:
        self.parts.set_current(part)
        self.sides.setVisible(part == "into")
        self._pages.setCurrentWidget(self._views[part])
        if part != self._part:
            self._part = part
            self.formula.set_formula(FORMULAS[part])
            self.page.text.set_lesson(LESSONS[part])

    def _retranslate(self) -> None:
        self._placeholder.setText(
            self.tr("Translate a sentence to see how its tokens go into the model.")
        )
