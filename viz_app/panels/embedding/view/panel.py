"""The embedding tab: the input of the model, and its output."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from model.config import ModelConfig
from viz_app.design.theme import Theme
from viz_app.panels.embedding.pictures.texts import (
    part_formula,
    part_page,
    part_texts,
    side_texts,
)
from viz_app.panels.embedding.room import (
    PARTS,
    TOKEN_SIDES,
    EmbeddingPart,
    EmbeddingSnapshot,
    TokenSide,
)
from viz_app.panels.embedding.view.pictures import (
    NearView,
    NumbersView,
    OutputView,
    StripsView,
    TokenRowView,
)
from viz_app.widgets.choosers import Segments
from viz_app.widgets.layout import filled, framed
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.widgets.themed import Themed, Translated

# ----------------------------------------------------------------------------------------- intents
# What a user of the Embedding tab asks for.


class EmbeddingIntents(QObject):
    """Intents of the tab; tokens and steps count from 0."""

    part_picked = Signal(str)
    side_picked = Signal(str)
    source_token_picked = Signal(int)
    step_picked = Signal(int)


# ------------------------------------------------------------------------------------------- panel


FORMULA_HEIGHT = 30
"""In px at 100 %, of all parts, as high as the buttons beside it: nothing moves between parts."""


class NearPart(Themed, Translated, QWidget):
    """Tokens of each side above the nearest ones; one side if both share a table."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.tokens = {side: TokenRowView(theme) for side in TOKEN_SIDES}
        self.near = {side: NearView(theme) for side in TOKEN_SIDES}
        self._columns = {side: QWidget() for side in TOKEN_SIDES}
        for side, column in self._columns.items():
            filled(QVBoxLayout(column), self.tokens[side], (framed(self.near[side]), 1))
        self._row = filled(QHBoxLayout(self), *((column, 1) for column in self._columns.values()))
        self._retranslate()

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        reading = snapshot.own.reading
        sides = (reading.source, reading.target) if reading else (None, None)
        chosen = (snapshot.source_token, snapshot.step)
        for name, side, wanted in zip(TOKEN_SIDES, sides, chosen, strict=True):
            token = min(wanted, len(side.tokens) - 1) if side else 0
            self.tokens[name].set_tokens(side.tokens if side else (), token)
            self.near[name].set_token(side, token, glossed=bool(snapshot.glosses))
            self._columns[name].setVisible(snapshot.both_near or name == snapshot.side)

    def _apply_theme(self) -> None:
        self._row.setSpacing(3 * self.theme.unit)

    def _retranslate(self) -> None:
        for side in TOKEN_SIDES:
            title = side_texts()[side][0]
            self.tokens[side].set_title(title)
            self.near[side].extra_caption = (title,)


class IntoPart(Themed, Translated, QWidget):
    """Strips of all tokens, and the values of the chosen one.

    Both views show the same token and the same dimension.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.strips, self.numbers = StripsView(theme), NumbersView(theme)
        self._side: TokenSide = "source"
        self._rows = filled(QVBoxLayout(self), (framed(self.strips), 1), framed(self.numbers))
        self.strips.dimension_reached.connect(self.numbers.set_dimension)
        self.numbers.dimension_reached.connect(self.strips.set_dimension)

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        reading, is_source = snapshot.own.reading, snapshot.side == "source"
        side = (reading.source if is_source else reading.target) if reading else None
        self._side = snapshot.side
        self._retranslate()
        glosses = snapshot.glosses if is_source else ()
        self.strips.set_side(side, snapshot.token, glosses)
        self.numbers.set_token(side, snapshot.token, glosses[snapshot.token] if glosses else "")

    def _apply_theme(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        for view in (self.strips, self.numbers):
            view.extra_caption = (side_texts()[self._side][0],)


class OutputPart(Themed, Translated, QWidget):
    """Row of positions above the predictions of the next token."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.steps, self.picture, self._decodes = TokenRowView(theme), OutputView(theme), True
        self._rows = filled(QVBoxLayout(self), self.steps, (framed(self.picture), 1))
        self._retranslate()

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        output = snapshot.own.reading.output if snapshot.own.reading else None
        self._decodes = snapshot.decodes
        self._show_title()
        self.steps.set_tokens(output.fed if output else (), snapshot.step)
        self.picture.set_step(output, snapshot.step, tied=snapshot.tied, decodes=self._decodes)

    def _apply_theme(self) -> None:
        self._rows.setSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        self._show_title()

    def _show_title(self) -> None:
        self.steps.set_title(
            self.tr("Decoder input") if self._decodes else self.tr("Encoder input")
        )


class EmbeddingPanel(Themed, Translated, LessonTab):
    """Shows how tokens become vectors and vectors tokens."""

    _snapshot: EmbeddingSnapshot | None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._pages = QStackedWidget()
        super().__init__(
            theme, content=self._pages, lesson=partial(part_page, "near", None), parent=parent
        )
        self.intents = EmbeddingIntents(self)
        self._part: EmbeddingPart = "near"
        self._config: ModelConfig | None = None
        self.parts = Segments(theme, names=PARTS, texts=part_texts)
        self.sides = Segments(theme, names=TOKEN_SIDES, texts=side_texts)
        self.formula = FormulaView(theme, part_formula("near", None))
        self.near, self.into, self.output = NearPart(theme), IntoPart(theme), OutputPart(theme)
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def _show(self, snapshot: EmbeddingSnapshot) -> None:
        part, config = snapshot.own.part, snapshot.config
        self.parts.set_current(part)
        self._pages.setCurrentWidget(self._views[part])
        if (part, config) != (self._part, self._config):
            self._part, self._config = part, config
            self.formula.set_formula(part_formula(part, config))
            self.lesson_page.text.set_lesson(partial(part_page, part, config))
        self.sides.set_current(snapshot.side)
        one_side = part == "into" or not snapshot.both_near
        self.sides.setVisible(one_side and snapshot.alone is None and part != "out")
        self._views[part].set_snapshot(snapshot)

    def _apply_theme(self) -> None:
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * self.theme.scale))

    def _arrange(self) -> None:
        self._views: dict[EmbeddingPart, NearPart | IntoPart | OutputPart] = {
            "near": self.near,
            "into": self.into,
            "out": self.output,
        }
        for view in self._views.values():
            self._pages.addWidget(view)
        self.lesson_page.tools.addWidget(self.parts)
        self.lesson_page.tools.addWidget(self.sides)
        self.lesson_page.tools.addWidget(self.formula, 1)

    def _connect(self) -> None:
        self.parts.picked.connect(self.intents.part_picked)
        self.sides.picked.connect(self.intents.side_picked)
        self.into.strips.token_picked.connect(self._on_token)
        self.near.tokens["source"].token_picked.connect(self.intents.source_token_picked)
        self.near.tokens["target"].token_picked.connect(self.intents.step_picked)
        self.output.steps.token_picked.connect(self.intents.step_picked)

    @Slot(int)
    def _on_token(self, token: int) -> None:
        # A target token is a step of the whole window.
        shown = self._snapshot
        on_target = shown is not None and (shown.side == "target" or bool(shown.alone))
        asked = self.intents.step_picked if on_target else self.intents.source_token_picked
        asked.emit(token)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Type a sentence to see how its tokens enter the model."))
