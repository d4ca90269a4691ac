"""The embedding tab: nearest tokens, the input of the model, and its output."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from model.config import ModelConfig
from viz_app.design.theme import Theme
from viz_app.panels.embedding.pictures.output import (
    Near,
    OutputPicture,
    near_picture,
    output_picture,
)
from viz_app.panels.embedding.pictures.strips import (
    Strips,
    TokenNumbers,
    TokenRow,
    numbers_picture,
    strips_picture,
    token_row,
)
from viz_app.panels.embedding.room import (
    PARTS,
    TOKEN_SIDES,
    EmbeddingHandle,
    EmbeddingPart,
    EmbeddingSnapshot,
    source_token_picked,
)
from viz_app.storage.guide import TextPage
from viz_app.texts.labels import text_page
from viz_app.widgets.choosers import Segments
from viz_app.widgets.layout import filled, framed
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate

# ------------------------------------------------------------------------------------------- texts


def part_page(part: EmbeddingPart, config: ModelConfig | None) -> TextPage:
    """The text beside a part, for this model or, without one, for the paper's."""
    config = config or ModelConfig()
    if config.positions in {"relative", "none"}:
        row: str = config.positions
    else:
        row = "scaled" if config.scaled_embedding else "unscaled"
    norm = "normed" if config.embedding_norm else "plain"
    stacks = "both" if len(config.stacks) > 1 else config.stacks[0]
    return text_page(f"embedding-{part}", row, norm, stacks)


def part_formula(part: EmbeddingPart, config: ModelConfig | None) -> str:
    if part != "into":
        return "embedding_softmax" if part == "out" else "embedding_cosine"
    config = config or ModelConfig()
    scaled = "" if config.scaled_embedding else "_unscaled"
    placed = "_unplaced" if config.positions in {"relative", "none"} else ""
    return f"embedding_sum{scaled}{placed}" + ("_normed" if config.embedding_norm else "")


def part_texts() -> dict[str, tuple[str, str]]:
    return {
        "near": (
            translate("embedding", "Nearest tokens"),
            translate("embedding", "Tokens whose rows of the table are most similar"),
        ),
        "into": (
            translate("embedding", "Into the model"),
            translate("embedding", "Token → id → row of the table, scaled, + position"),
        ),
        "out": (
            translate("embedding", "Out of the model"),
            translate("embedding", "Logits and softmax of a position"),
        ),
    }


def side_texts() -> dict[str, tuple[str, str]]:
    return {
        "source": (
            translate("embedding", "Source"),
            translate("embedding", "The tokens that the encoder reads"),
        ),
        "target": (
            translate("embedding", "Target"),
            translate("embedding", "The tokens that the decoder reads"),
        ),
    }


# ------------------------------------------------------------------------------------------- parts


def token_row_view(theme: Theme) -> PictureView:
    view = PictureView(theme, of=TokenRow, follows=True, margin=0)
    view.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return view


class NearPart(QWidget):
    """Tokens of each side above the nearest ones; one side if both share a table."""

    def __init__(self, theme: Theme, room: EmbeddingHandle) -> None:
        super().__init__()
        self.tokens = {side: token_row_view(theme) for side in TOKEN_SIDES}
        self.near = {side: PictureView(theme, of=Near) for side in TOKEN_SIDES}
        self._columns = {side: QWidget() for side in TOKEN_SIDES}
        for side, column in self._columns.items():
            filled(QVBoxLayout(column), self.tokens[side], (framed(self.near[side]), 1))
        columns = ((column, 1) for column in self._columns.values())
        filled(QHBoxLayout(self), *columns, spacing=3 * theme.unit)
        self.tokens["source"].picked.connect(room.does(source_token_picked))
        self.tokens["target"].picked.connect(room.on_bench(step_chosen))

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        reading = snapshot.own.reading
        sides = (reading.source, reading.target) if reading else (None, None)
        chosen = (snapshot.source_token, snapshot.step)
        for name, side, wanted in zip(TOKEN_SIDES, sides, chosen, strict=True):
            title, glossed = side_texts()[name][0], bool(snapshot.glosses)
            tokens = side.tokens if side else ()
            token = min(wanted, len(tokens) - 1) if side else 0
            self.tokens[name].set_picture(token_row(title, tokens, token))
            near = near_picture(side, token, title, glossed=glossed) if side else None
            self.near[name].set_picture(near)
            self._columns[name].setVisible(snapshot.both_near or name == snapshot.side)


class IntoPart(QWidget):
    """Strips of all tokens, and the values of the chosen one.

    Both views show the same token and the same dimension.
    """

    def __init__(self, theme: Theme, room: EmbeddingHandle) -> None:
        super().__init__()
        self.strips = PictureView(theme, of=Strips, follows=True)
        self.numbers = PictureView(theme, of=TokenNumbers, follows=True)
        self.numbers.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._snapshot: EmbeddingSnapshot | None = None
        self._dimension = 0
        self._pick_source = room.does(source_token_picked)
        self._pick_step = room.on_bench(step_chosen)
        rows = (framed(self.strips), 1), framed(self.numbers)
        filled(QVBoxLayout(self), *rows, spacing=2 * theme.unit)
        self.strips.picked.connect(self._reach)
        self.numbers.picked.connect(self._show_dimension)

    def view_state(self) -> int:
        return self._dimension

    def set_view_state(self, state: int, *, same: bool) -> None:
        if same:
            self._show_dimension(state)

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        self._snapshot = snapshot
        self._show_dimension(self._dimension)
        picture = self.strips.picture
        if isinstance(picture, Strips):  # whoever chose the token, its row is in view
            strips = picture.layout(self.strips.picture_rect(), self.strips.theme).strips
            height = strips[0].cell_height
            self.strips.reveal(snapshot.token * height, (snapshot.token + 1) * height)

    def _show_dimension(self, dimension: int) -> None:
        snapshot = self._snapshot
        reading = snapshot.own.reading if snapshot else None
        is_source = snapshot is not None and snapshot.side == "source"
        side = (reading.source if is_source else reading.target) if reading else None
        if snapshot is None or side is None:
            self.strips.set_picture(None)
            self.numbers.set_picture(None)
            return
        self._dimension = min(dimension, side.d_model - 1)
        at, caption = Cell(snapshot.token, self._dimension), side_texts()[snapshot.side][0]
        glosses = snapshot.glosses if is_source else ()
        strips = strips_picture(side, glosses, at, caption)
        self.strips.set_picture(strips)
        gloss = strips.gloss(at.row)
        self.numbers.set_picture(numbers_picture(side, at, gloss, caption))

    def _reach(self, spot: Cell | int) -> None:
        at = spot if isinstance(spot, Cell) else Cell(spot, self._dimension)
        if at.column != self._dimension:
            self._show_dimension(at.column)
        snapshot = self._snapshot
        if snapshot is not None and at.row != snapshot.token:
            # a token of the target, or of a model's only side, is a step of the whole window
            is_step = snapshot.side == "target" or snapshot.alone
            (self._pick_step if is_step else self._pick_source)(at.row)


class OutputPart(QWidget):
    """Row of positions above the predictions of the next token."""

    def __init__(self, theme: Theme, room: EmbeddingHandle) -> None:
        super().__init__()
        self.steps, self.picture = token_row_view(theme), PictureView(theme, of=OutputPicture)
        filled(QVBoxLayout(self), self.steps, (framed(self.picture), 1), spacing=theme.unit)
        self.steps.picked.connect(room.on_bench(step_chosen))

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        output = snapshot.own.reading.output if snapshot.own.reading else None
        step, decodes = snapshot.step, snapshot.decodes
        title = self.tr("Decoder input") if decodes else self.tr("Encoder input")
        self.steps.set_picture(token_row(title, output.fed if output else (), step))
        picture = (
            output_picture(output, step, tied=snapshot.tied, decodes=decodes) if output else None
        )
        self.picture.set_picture(picture)


# ------------------------------------------------------------------------------------------- panel


FORMULA_HEIGHT = 30
"""In px at 100 %, of all parts, as high as the buttons beside it: nothing moves between parts."""


class EmbeddingPanel(LessonTab):
    """Shows how tokens become vectors and vectors tokens."""

    _snapshot: EmbeddingSnapshot | None

    def __init__(self, theme: Theme, room: EmbeddingHandle, parent: QWidget | None = None) -> None:
        self._pages = QStackedWidget()
        lesson = partial(part_page, "near", None)
        super().__init__(theme, content=self._pages, lesson=lesson, parent=parent)
        self._told: tuple[EmbeddingPart, ModelConfig | None] = ("near", None)
        self.parts = Segments(theme, names=PARTS, texts=part_texts)
        self.sides = Segments(theme, names=TOKEN_SIDES, texts=side_texts)
        self.formula = FormulaView(theme, part_formula("near", None))
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * theme.scale))
        self.near, self.into = NearPart(theme, room), IntoPart(theme, room)
        self.output = OutputPart(theme, room)
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
        self.parts.picked.connect(room.sets("part"))
        self.sides.picked.connect(room.sets("side"))
        self._placeholder.setText(self.tr("Type a sentence to see how its tokens enter the model."))

    def _show(self, snapshot: EmbeddingSnapshot) -> None:
        part, config = snapshot.own.part, snapshot.config
        self.parts.set_current(part)
        self._pages.setCurrentWidget(self._views[part])
        if (part, config) != self._told:
            self._told = part, config
            self.formula.set_formula(part_formula(part, config))
            self.lesson_page.text.set_lesson(partial(part_page, part, config))
        self.sides.set_current(snapshot.side)
        one_side = part == "into" or not snapshot.both_near
        self.sides.setVisible(one_side and snapshot.alone is None and part != "out")
        for view in self._views.values():  # hidden ones have names, too
            view.set_snapshot(snapshot)
