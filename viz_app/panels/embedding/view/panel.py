"""The embedding tab: the input of the model, its output, and teacher forcing."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.config import ModelConfig
from model.lessons.embedding import TeacherForcingRecord
from viz_app.design.theme import Theme
from viz_app.panels.embedding.pictures import forcing
from viz_app.panels.embedding.pictures.forcing import (
    ForcingLayout,
    layout_forcing,
    mean_sentence,
    origin_sentence,
    padding_sentence,
    paint_forcing,
    smallest_forcing,
    smoothing_sentence,
)
from viz_app.panels.embedding.pictures.texts import (
    loss_tables,
    part_formula,
    part_lesson,
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
from viz_app.panels.embedding.view.pictures import NumbersView, OutputView, StripsView, TokenRowView
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import message_text
from viz_app.widgets.cells_view import CellsView, LaidOut, Laying
from viz_app.widgets.choosers import Segments
from viz_app.widgets.layout import filled, framed, placeholder, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.state import Cell

# ----------------------------------------------------------------------------------------- intents
# What a user of the Embedding tab asks for.


class EmbeddingIntents(QObject):
    """Of the whole tab; tokens and steps count from 0."""

    part_picked = Signal(str)
    side_picked = Signal(str)
    source_token_picked = Signal(int)
    step_picked = Signal(int)
    target_given = Signal(str)  # an empty one leaves the choice to us
    padding_counted = Signal(bool)


# ------------------------------------------------------------------------------------ forcing view
# Teacher forcing as a widget: every position said with mouse or keys.


class ForcingView(LaidOut[ForcingLayout], CellsView):
    """What the decoder reads, what is expected, what each position costs.

    Signals:
        reached: where the arrow keys have gone, for whoever scrolls.
    """

    natural = (800, 420)

    reached = Signal(QRectF)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._record: TeacherForcingRecord | None = None
        self._with_padding = False
        self._retranslate()

    def set_record(self, record: TeacherForcingRecord | None, *, with_padding: bool) -> None:
        """Show a batch, with the losses of padding or without; shows, never modifies state."""
        if record is self._record and with_padding == self._with_padding:
            return
        if record is not self._record:
            self._cursor = None
        self._record, self._with_padding = record, with_padding
        if record is not None:
            self.describe(f"{forcing.mean_sentence(record)} {forcing.padding_sentence(record)}")
        self.updateGeometry()
        self.redraw()

    def still(self, theme: Theme) -> Laying[ForcingLayout] | None:
        """The batch."""
        record, padding, rect = self._record, self._with_padding, self.picture_rect()
        if record is None:
            return None

        def paint(painter: QPainter) -> ForcingLayout:
            """With the places that it has in the view."""
            layout = layout_forcing(rect, record, theme, with_padding=padding)
            paint_forcing(painter, layout, record, theme, with_padding=padding)
            return layout

        return paint

    def shown_values(self) -> Tables:
        """What every position costs, a table a sentence."""
        return loss_tables(self._record) if self._record else ()

    def extent(self) -> tuple[int, int]:
        """Sentences, and positions of each."""
        return (len(self._record.fed), len(self._record.fed[0])) if self._record else (0, 0)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The position under a point."""
        return self._layout.cell_at(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        """Where a position was painted last."""
        return self._layout.column_rect(cell.row, cell.column) if self._layout else None

    def cell_sentence(self, row: int, column: int) -> str:
        """What is read, expected and predicted at a position, and its loss."""
        return forcing.position_sentence(self._record, row, column) if self._record else ""

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a position, say it and bring it into view."""
        super().go_to(cell)
        place = self.cursor_rect()
        if place is not None:
            self.reached.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What stands beside each other needs less height."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Every position at its narrowest; what is around it scrolls."""
        if self._record is None:
            return self.scaled(300, 200)
        margins = 8 * self.theme.unit
        width, height = smallest_forcing(self._record, self.theme, width=self.width() - margins)
        return QSize(math.ceil(width) + margins, math.ceil(height) + margins)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Teacher forcing"))


# ------------------------------------------------------------------------------------ forcing part
# Teacher forcing: the batch, whose target is expected, and what the losses come to.


class ForcingPart(Themed, Translated, QWidget):
    """The picture between the choice of a target and the sum."""

    def __init__(self, theme: Theme, intents: EmbeddingIntents) -> None:
        super().__init__()
        self.intents = intents
        self._snapshot: EmbeddingSnapshot | None = None
        self.picture = ForcingView(theme)
        self.target, self.padding = QLineEdit(), QCheckBox()
        self.sums = text_label("soft", wraps=True, selectable=True)
        self._label, self._area = text_label("small"), scrolled(self.picture)
        self._head = filled(QHBoxLayout(), self._label, (self.target, 1), self.padding)
        self._rows = filled(QVBoxLayout(self), self._head, (framed(self._area), 1), self.sums)
        self._label.setBuddy(self.target)
        self.target.setProperty("compact", True)
        self.target.setProperty("role", "sentence")
        self.target.editingFinished.connect(self._submit)
        self.padding.clicked.connect(intents.padding_counted)
        self.picture.reached.connect(self._follow)
        self._retranslate()

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        """Show the batch."""
        self._snapshot = snapshot
        if not (self.target.hasFocus() and self.target.isModified()):
            self.target.setText(snapshot.given)
        own, record = snapshot.own, snapshot.own.forced.record if snapshot.own.forced else None
        self.padding.setChecked(own.with_padding)
        self.padding.setEnabled(record is not None and record.n_padding > 0)
        self.picture.set_record(record, with_padding=own.with_padding)
        self._show_sums()

    def _dress(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)
        self._head.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        self._label.setText(self.tr("Expected target"))
        self.target.setAccessibleName(self.tr("Expected target"))
        self.target.setToolTip(
            self.tr("Empty: the built-in reference, or else the model’s own output")
        )
        self.padding.setText(self.tr("Count padding"))
        self.padding.setToolTip(self.tr("Include padding in the losses shown"))
        self.sums.setAccessibleName(self.tr("Summary of the losses"))
        self._show_sums()

    @Slot()
    def _submit(self) -> None:
        if self.target.isModified():
            self.target.setModified(False)
            self.intents.target_given.emit(self.target.text())

    @Slot(QRectF)
    def _follow(self, place: QRectF) -> None:
        """Scroll to where the arrow keys have gone."""
        middle = place.center().toPoint()
        reach = (place.size() / 2).toSize()
        self._area.ensureVisible(middle.x(), middle.y(), reach.width(), reach.height())

    def _show_sums(self) -> None:
        forced = self._snapshot.own.forced if self._snapshot else None
        if forced is None:
            self.sums.setText("")
            return
        record = forced.record
        self.target.setPlaceholderText(origin_sentence(forced.origin, record.targets[0]))
        lines = (mean_sentence(record), padding_sentence(record), smoothing_sentence(record))
        self.sums.setText(" ".join(lines))


# ------------------------------------------------------------------------------------------- panel


FORMULA_HEIGHT = 30
"""In px at 100 %, of all parts, as high as the buttons beside it: nothing moves between parts."""


class IntoPart(Themed, Translated, QWidget):
    """The strips of all tokens, and the numbers of the chosen one.

    Both views look at the same token and the same dimension.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.strips, self.numbers = StripsView(theme), NumbersView(theme)
        self._side: TokenSide = "source"
        self._rows = filled(QVBoxLayout(self), (framed(self.strips), 1), framed(self.numbers))
        self.strips.dimension_reached.connect(self.numbers.set_dimension)
        self.numbers.dimension_reached.connect(self.strips.set_dimension)

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        """Show the tokens of the chosen side."""
        reading, is_source = snapshot.own.reading, snapshot.side == "source"
        side = (reading.source if is_source else reading.target) if reading else None
        self._side = snapshot.side
        self._retranslate()
        glosses = snapshot.glosses if is_source else ()
        self.strips.set_side(side, snapshot.token, glosses)
        self.numbers.set_token(side, snapshot.token, glosses[snapshot.token] if glosses else "")

    def _dress(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        for view in (self.strips, self.numbers):
            view.said_too = (side_texts()[self._side][0],)


class OutputPart(Themed, Translated, QWidget):
    """The row of positions over what the model says of the token that comes next."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.steps, self.picture, self._decodes = TokenRowView(theme), OutputView(theme), True
        self._rows = filled(QVBoxLayout(self), self.steps, (framed(self.picture), 1))
        self._retranslate()

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        """Show the logits of a position."""
        output = snapshot.own.reading.output if snapshot.own.reading else None
        self._decodes = snapshot.decodes
        self._show_title()
        self.steps.set_tokens(output.fed if output else (), snapshot.step)
        self.picture.set_step(output, snapshot.step, tied=snapshot.tied, decodes=self._decodes)

    def _dress(self) -> None:
        self._rows.setSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        self._show_title()

    def _show_title(self) -> None:
        self.steps.set_title(
            self.tr("Decoder input") if self._decodes else self.tr("Encoder input")
        )


class EmbeddingPanel(LessonTab):
    """Shows how tokens become vectors and vectors tokens."""

    _snapshot: EmbeddingSnapshot | None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._pages = QStackedWidget()
        super().__init__(
            theme, content=self._pages, lesson=partial(part_lesson, "into", None), parent=parent
        )
        self.intents = EmbeddingIntents(self)
        self._part: EmbeddingPart = "into"
        self._config: ModelConfig | None = None
        self.parts = Segments(theme, names=PARTS, texts=part_texts)
        self.sides = Segments(theme, names=TOKEN_SIDES, texts=side_texts)
        self.formula = FormulaView(theme, part_formula("into", None))
        self.into, self.output = IntoPart(theme), OutputPart(theme)
        self.forcing, self.missing = ForcingPart(theme, self.intents), placeholder(wraps=True)
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def _show(self, snapshot: EmbeddingSnapshot) -> None:
        self._show_part(snapshot.own.part, snapshot.config)
        self.sides.set_current(snapshot.side)
        self.sides.setVisible(snapshot.own.part == "into" and snapshot.alone is None)
        self._views[snapshot.own.part].set_snapshot(snapshot)
        self._show_missing()

    def _dress(self) -> None:
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * self.theme.scale))

    def _arrange(self) -> None:
        self._views: dict[EmbeddingPart, IntoPart | OutputPart | ForcingPart] = {
            "into": self.into,
            "out": self.output,
            "forcing": self.forcing,
        }
        for view in (*self._views.values(), self.missing):
            self._pages.addWidget(view)
        self.lesson_page.tools.addWidget(self.parts)
        self.lesson_page.tools.addWidget(self.sides)
        self.lesson_page.tools.addWidget(self.formula, 1)

    def _connect(self) -> None:
        self.parts.picked.connect(self.intents.part_picked)
        self.sides.picked.connect(self.intents.side_picked)
        self.into.strips.token_picked.connect(self._on_token)
        self.output.steps.token_picked.connect(self.intents.step_picked)

    @Slot(int)
    def _on_token(self, token: int) -> None:
        """A token of the target is a step of the whole window."""
        shown = self._snapshot
        on_target = shown is not None and (shown.side == "target" or bool(shown.alone))
        asked = self.intents.step_picked if on_target else self.intents.source_token_picked
        asked.emit(token)

    def _show_part(self, part: EmbeddingPart, config: ModelConfig | None) -> None:
        self.parts.set_current(part)
        self._pages.setCurrentWidget(self._views[part])
        if (part, config) != (self._part, self._config):
            self._part, self._config = part, config
            self.formula.set_formula(part_formula(part, config))
            self.lesson_page.text.set_lesson(partial(part_lesson, part, config))

    def _show_missing(self) -> None:
        missing = self._snapshot.missing if self._snapshot else None
        self.missing.setText(message_text(missing) if missing else "")
        if missing:
            self._pages.setCurrentWidget(self.missing)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Type a sentence to see how its tokens enter the model."))
        self._show_missing()
