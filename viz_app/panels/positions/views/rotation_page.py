"""PE(pos + k) as a rotation of PE(pos)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSignalBlocker
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QSpinBox, QWidget

from model.lessons.positions.rotation_study import RotationStudy
from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.painting.rotation_pictures import (
    Dial,
    dials_of,
    paint_dials,
    rotated_row_sentence,
    rotated_rows_picture,
    rotation_picture,
    rotation_sentence,
    those_with_room,
    turns_table,
)
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.texts.pages import error_sentence, turn_sentence
from viz_app.panels.positions.views.page import PositionsPage
from viz_app.pictures.plot_titles import paint_plot_titles
from viz_app.storage.value_tables import Tables
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import text_label
from viz_app.widgets.parts_view import PartsView
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.value_view import ValueView

LOWEST = 176
"""Least height of the matrix and of the rows, in px at 100 %: numbers above them are whole."""


class DialsView(PartsView):
    """Shows dials in a row below a title; where not all have room, some that lie evenly apart."""

    natural, smallest = (480, 220), (240, 200)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title, self._note = "", ""
        self._study: RotationStudy | None = None
        self._dials: tuple[Dial, ...] = ()
        self._indices: list[int] = []

    def set_study(self, study: RotationStudy, *, title: str, note: str) -> None:
        """Show a rotation pair by pair."""
        self._study, self._dials = study, dials_of(study)
        self._title, self._note = title, note
        self.setAccessibleName(title)
        self.describe(note)
        self.redraw()

    def shown_values(self) -> Tables:
        """Of every dial that has room, where its hands point, and what turns them."""
        if self._study is None:
            return ()
        return (turns_table(self._study, self._indices, name=self._title),)

    def paint_parts(self, painter: QPainter, rect: QRectF) -> Sequence[QRectF]:
        """Paint title and dials."""
        top = paint_plot_titles(painter, rect, self._title, self._note, self.theme)
        below = QRectF(rect)
        below.setTop(min(top + 2 * self.theme.unit, rect.bottom()))
        self._indices = those_with_room(len(self._dials), rect.width(), self.theme)
        shown = tuple(self._dials[index] for index in self._indices)
        return paint_dials(painter, below, shown, self.theme)

    def part_sentence(self, index: int) -> str:
        """The exact numbers of a dial."""
        study = self._study
        return turn_sentence(study.turns[self._indices[index]], study) if study else ""


class RotationPage(PositionsPage):
    """The matrix, its blocks as dials, and the rows that it takes to each other."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.position, self.offset = QSpinBox(), QSpinBox()
        self._labels = text_label("small"), text_label("small")
        self.matrix, self.vectors = ValueView(theme), ValueView(theme)
        self.dials = DialsView(theme)
        self.formula = FormulaView(theme, "positions_rotation")
        self.error = text_label("soft", wraps=True, selectable=True)
        self._grid = QGridLayout()
        self._arrange()
        for field in (self.position, self.offset):
            field.valueChanged.connect(self._choose)
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        """Show one rotation of a table."""
        study = snapshot.rotation
        self._show_choice(snapshot)
        self.matrix.set_picture(
            rotation_picture(study), lambda cell: rotation_sentence(study, cell)
        )
        self.vectors.set_picture(
            rotated_rows_picture(study, snapshot), lambda cell: rotated_row_sentence(study, cell)
        )
        self._show_dials(study)
        self.error.setText(error_sentence(study, kind=snapshot.kind, first=snapshot.first))

    def _dress(self) -> None:
        super()._dress()
        theme = self.theme
        self._grid.setSpacing(3 * theme.unit)
        for view in (self.matrix, self.vectors):
            view.setMinimumHeight(round(LOWEST * theme.scale))
        for field in (self.position, self.offset):
            field.lineEdit().setTextMargins(theme.unit, 0, 0, 0)

    def _retranslate(self) -> None:
        for name, text in zip(self._labels, ("pos", "k"), strict=True):
            name.setText(text)
        self.position.setAccessibleName(self.tr("Position"))
        self.position.setToolTip(self.tr("Which row of the table is turned"))
        self.offset.setAccessibleName(self.tr("Distance k"))
        self.offset.setToolTip(self.tr("How many positions further on it is turned"))

    def _show_choice(self, snapshot: PositionsSnapshot) -> None:
        last = len(snapshot.table) - 1
        with QSignalBlocker(self.position), QSignalBlocker(self.offset):
            self.position.setRange(0, last)
            self.position.setValue(snapshot.position)
            self.offset.setRange(0, last - snapshot.position)
            self.offset.setValue(snapshot.offset)

    def _show_dials(self, study: RotationStudy) -> None:
        self.dials.set_study(
            study,
            title=self.tr("Its blocks: pairs of dimensions as hands of a clock"),
            note=self.tr("grey PE({position}), green R·PE({position}), ring PE({later})").format(
                position=study.position, later=study.position + study.offset
            ),
        )

    def _choose(self) -> None:
        self.intents.rotation_chosen.emit(self.position.value(), self.offset.value())

    def _arrange(self) -> None:
        for name, field in zip(self._labels, (self.position, self.offset), strict=True):
            name.setBuddy(field)
            field.setProperty("compact", True)
            field.setKeyboardTracking(False)
            self.row.addWidget(name)
            self.row.addWidget(field)
        content = QWidget()
        content.setLayout(self._grid)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addWidget(framed(self.dials), 0, 0, 1, 2)
        self._grid.addWidget(framed(self.matrix), 1, 0)
        self._grid.addWidget(framed(self.vectors), 1, 1)
        for index, (column, row) in enumerate(((5, 6), (6, 7))):
            self._grid.setColumnStretch(index, column)
            self._grid.setRowStretch(index, row)
        self.rows.addWidget(scrolled(content), 1)
        self.row.addWidget(self.formula)
        self.rows.addWidget(self.error)
