"""What heads add to their scores for distances: curves of all, and one head's matrix."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from model.config import STACKS, Stack
from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.painting import bias_pictures
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.views.position_curves import NamedCurves
from viz_app.texts.sentences import head_name
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.segments import Segments
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.value_view import ValueView


class RelativeBiases(Themed, Translated, QSplitter):
    """The matrix of the chosen head at the left, the curves of each stack at the right."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__()
        self.matrix = ValueView(theme)
        self.curves: dict[Stack, NamedCurves] = {
            stack: NamedCurves(theme, many=True) for stack in STACKS
        }
        self._frames = {stack: framed(curves) for stack, curves in self.curves.items()}
        self._down, self.choice = QSplitter(Qt.Orientation.Vertical), QWidget()
        self.stack = Segments(theme, names=STACKS, texts=self._stack_texts)
        self.head = CalmCombo(self.choice, characters=4)
        self._row = filled(QHBoxLayout(self.choice), self.stack, self.head)
        self._arrange()
        self.stack.picked.connect(intents.stack_picked)
        self.head.activated.connect(intents.head_picked)
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        """Show the biases of a model that has some."""
        known = snapshot.distances
        self.stack.set_current(snapshot.stack)
        self.stack.setVisible(len(known) > 1)
        heads = range(snapshot.model.config.n_heads)
        self.head.show_entries([head_name(head) for head in heads], snapshot.head)
        self.matrix.set_picture(
            bias_pictures.bias_matrix(snapshot),
            partial(bias_pictures.bias_matrix_sentence, snapshot),
        )
        for stack, curves in self.curves.items():
            self._frames[stack].setVisible(stack in known)
            if stack in known:
                self._draw_curves(snapshot, stack, curves)

    def _draw_curves(self, snapshot: PositionsSnapshot, stack: Stack, curves: NamedCurves) -> None:
        title = bias_pictures.curves_title(stack)
        curves.name(title, title)
        curves.plot.set_picture(
            bias_pictures.bias_curves(snapshot, stack),
            partial(bias_pictures.bias_curve_sentence, snapshot, stack),
        )
        curves.legend.set_names([str(head + 1) for head in range(snapshot.model.config.n_heads)])

    def _dress(self) -> None:
        unit = self.theme.unit
        self._row.setSpacing(2 * unit)
        for splitter in (self, self._down):
            splitter.setHandleWidth(3 * unit)

    def _retranslate(self) -> None:
        self.head.setAccessibleName(self.tr("Head"))
        self.head.setToolTip(tool_tip(self.tr("The head whose biases are shown as a matrix")))

    def _stack_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "encoder": (self.tr("Encoder"), self.tr("The biases that the encoder's heads add")),
            "decoder": (self.tr("Decoder"), self.tr("The biases that the decoder's heads add")),
        }

    def _arrange(self) -> None:
        for frame in self._frames.values():
            self._down.addWidget(frame)
        self.addWidget(framed(self.matrix))
        self.addWidget(self._down)
        for splitter in (self, self._down):
            splitter.setChildrenCollapsible(False)
        self.setSizes([5000, 6000])
