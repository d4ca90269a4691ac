"""Table, curves and similarity of the positional encodings."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QGridLayout, QSplitter, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.painting import position_pictures
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.views.dimension_field import DimensionField
from viz_app.panels.positions.views.page import PositionsPage
from viz_app.panels.positions.views.position_curves import PositionCurves
from viz_app.panels.positions.views.relative_biases import RelativeBiases
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.segments import Segments
from viz_app.widgets.value_view import ValueView

FORMULA_HEIGHT = 32
"""In px at 100 %: the room is the pictures'."""


class TablePage(PositionsPage):
    """Shows the numbers themselves."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.table, self.similarity = ValueView(theme), ValueView(theme)
        self.curves = PositionCurves(theme)
        self.dimensions = DimensionField()
        self.measure = Segments(theme, names=("cosine", "dot"), texts=self._measure_texts)
        self.kind = text_label("soft", wraps=True, selectable=True)
        self.formula, self._label = FormulaView(theme, "positions_table"), text_label("small")
        self._across, self._down = QSplitter(), QSplitter(Qt.Orientation.Vertical)
        self._measured = QGridLayout()
        self._pictures = scrolled(self._across)
        self.relative = RelativeBiases(theme, intents)
        self._biases = scrolled(self.relative)
        self._arrange()
        self.dimensions.dimensions_changed.connect(self.refresh)
        self.measure.installEventFilter(self)
        self.measure.picked.connect(intents.measure_picked)
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        """Show the numbers of a table."""
        count = snapshot.count
        self.kind.setText(position_pictures.kind_line(snapshot))
        self.kind.setVisible(bool(self.kind.text()))
        formula = position_pictures.table_formula(snapshot)
        self.formula.setVisible(bool(formula))
        self.formula.set_formula(formula or "positions_table")
        for part in (self._pictures, self._label, self.dimensions):
            part.setVisible(snapshot.has_table)
        self._draw_biases(snapshot)
        if not snapshot.has_table:  # there is nothing but zeros
            return
        self.dimensions.set_d_model(snapshot.table.shape[1])
        self.measure.set_current(snapshot.choices.measure)
        self.table.set_picture(
            position_pictures.table_picture(snapshot, count),
            lambda cell: position_pictures.table_sentence(snapshot, cell),
        )
        self.similarity.set_picture(
            position_pictures.similarity_picture(snapshot, count),
            lambda cell: position_pictures.similarity_sentence(snapshot, cell),
        )
        self.curves.set_curves(snapshot, self.dimensions.dimensions())

    def _draw_biases(self, snapshot: PositionsSnapshot) -> None:
        """In place of a table."""
        there = not snapshot.has_table and bool(snapshot.distances)
        self._biases.setVisible(there)
        self.relative.choice.setVisible(there)
        if there:
            self.relative.draw(snapshot)

    def _dress(self) -> None:
        super()._dress()
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * self.theme.scale))
        self.rows.setSpacing(2 * self.theme.unit)
        for splitter in (self._across, self._down):
            splitter.setHandleWidth(3 * self.theme.unit)
        self.dimensions.setMaximumWidth(40 * self.theme.unit)
        edge = 2 * self.theme.unit
        self._measured.setContentsMargins(0, edge, edge, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The title beside the choice of a measure has what that leaves."""
        if watched is self.measure and event.type() == QEvent.Type.Resize:
            self.similarity.keep_corner(self.measure.width())
        return super().eventFilter(watched, event)

    def _retranslate(self) -> None:
        self._label.setText(self.tr("Dimensions"))

    def _measure_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "cosine": (
                self.tr("Cosine"),
                self.tr("Similarity as the cosine of the angle between two rows"),
            ),
            "dot": (self.tr("Dot product"), self.tr("Similarity as the dot product of two rows")),
        }

    def _arrange(self) -> None:
        self._label.setBuddy(self.dimensions)
        for widget in (self._label, self.dimensions):
            self.row.addWidget(widget)
        self.row.addWidget(self.relative.choice)
        measured = QWidget()
        measured.setLayout(self._measured)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        self._measured.addWidget(self.similarity, 0, 0, 2, 2)
        self._measured.addWidget(self.measure, 0, 1, corner)  # beside the picture's title
        self._measured.setRowStretch(1, 1)
        self._down.addWidget(framed(self.curves))
        self._down.addWidget(framed(measured))
        self._across.addWidget(framed(self.table))
        self._across.addWidget(self._down)
        for splitter in (self._across, self._down):
            splitter.setChildrenCollapsible(False)
        self._across.setSizes([6000, 5000])
        self._down.setSizes([4500, 5500])
        self.rows.addWidget(self._pictures)
        self.rows.addWidget(self._biases)
        self.rows.addWidget(self.kind)
        self.rows.addWidget(self.formula)
