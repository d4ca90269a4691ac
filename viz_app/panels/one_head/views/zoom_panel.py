"""One number of a head, taken apart: where it stands, how it is computed, term by term."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.cell_terms import CellTerms, cell_terms
from model.lessons.one_head.matrices import MatrixCell
from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.one_head.intents import OneHeadIntents
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture, matrix_picture
from viz_app.panels.one_head.painting.matrix_sentences import cell_value, column_words, row_words
from viz_app.panels.one_head.snapshot import OneHeadSnapshot
from viz_app.panels.one_head.texts.matrix_names import colour_of, plain, rich
from viz_app.panels.one_head.texts.term_rows import term_rows
from viz_app.panels.one_head.texts.zoom_texts import equation, explanation
from viz_app.panels.one_head.views.terms_table import TermsTable
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.typeset_text import show_typeset
from viz_app.workbench.state.selection import Cell

WIDTH = 372
"""In px at 100 %."""


class ZoomPanel(Themed, Translated, QFrame):
    """Shows how a cell came about."""

    def __init__(self, theme: Theme, intents: OneHeadIntents) -> None:
        super().__init__()
        self.intents = intents
        self._snapshot: OneHeadSnapshot | None = None
        rich = Qt.TextFormat.RichText
        # no token is ever part of the value
        self.value = text_label("title", wraps=True, selectable=True, form=rich)
        self.place, self.equation, self.note = (
            text_label(role, wraps=True, selectable=True) for role in ("small", "", "small")
        )
        self.table = TermsTable(theme)
        self.close_button = QPushButton()
        self._rows = QVBoxLayout(self)
        self._arrange()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: OneHeadSnapshot) -> None:
        """Take the chosen cell apart, if there is one."""
        self._snapshot = snapshot
        anatomy, matrix, cell = snapshot.anatomy, snapshot.choices.zoomed, snapshot.cell
        if anatomy is not None and matrix is not None and cell is not None:
            self._show(
                anatomy,
                matrix_picture(snapshot, anatomy, matrix),
                cell,
                cell_terms(anatomy, matrix, MatrixCell(cell.row, cell.column)),
            )

    def _dress(self) -> None:
        theme = self.theme
        margin = 3 * theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(2 * theme.unit)
        self.close_button.setIcon(themed_icon("close", theme))
        self.close_button.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        self.setFixedWidth(round(WIDTH * theme.scale))
        if self._snapshot is not None:
            self.set_snapshot(self._snapshot)

    def _retranslate(self) -> None:
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.setToolTip(self.tr("Look at whole matrices again (Esc)"))
        if self._snapshot is not None:
            self.set_snapshot(self._snapshot)

    def _show(
        self, anatomy: HeadAnatomy, picture: MatrixPicture, cell: Cell, terms: CellTerms
    ) -> None:
        value = cell_value(picture, cell)
        colour = colour_of(picture.matrix, self.theme)
        self.value.setText(f"{rich(picture.symbol, colour)} = {value}")
        words = (row_words(picture, cell.row), column_words(picture, cell.column))
        self.place.setText(", ".join(words))
        show_typeset(self.equation, equation(anatomy, terms), self.theme)
        note = explanation(anatomy, terms)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.table.setVisible(bool(terms.terms.size))
        self.table.set_rows(
            term_rows(picture.matrix, terms, self.theme, keys=picture.keys)
            if terms.terms.size
            else None
        )
        self.setAccessibleName(f"{plain(picture.symbol)} = {value}, {self.place.text()}")
        self.setAccessibleDescription(" ".join((self.equation.accessibleName(), note)))

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        self.close_button.setProperty("flat_icon", True)
        self.close_button.clicked.connect(self.intents.zoom_ended.emit)
        head = filled(QHBoxLayout(), (filled(QVBoxLayout(), self.value, self.place), 1))
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        filled(self._rows, head, self.equation, (self.table, 1), self.note).addStretch(0)
