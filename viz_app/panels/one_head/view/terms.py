"""One value of a head, taken apart: where it stands, how it is computed, term by term."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from model.arrays import DoubleArray
from model.lessons.one_head import MatrixCell, cell_terms
from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme, mixed
from viz_app.panels.one_head.pictures.matrices import axis_names, matrix_picture
from viz_app.panels.one_head.pictures.texts import (
    TermRows,
    colour_of,
    equation,
    exact_number,
    explanation,
    plain,
    rich,
    term_rows,
)
from viz_app.panels.one_head.room import OneHeadSnapshot, OneHeadState, zoom_ended
from viz_app.pictures.typeset import TextSide, paint_typeset
from viz_app.texts.labels import tool_tip
from viz_app.widgets.layout import filled, text_label
from viz_app.widgets.lesson_page import show_typeset
from viz_app.workbench.room import RoomHandle

# ------------------------------------------------------------------------------------- terms model


_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
BAR_ROLE = Qt.ItemDataRole.UserRole  # of a term: where its bar begins and ends, from 0 to 1
DIGITS, MORE_DIGITS = 4, 6  # of a number in its cell, and in its tool tip


class TermsModel(QAbstractTableModel):
    """A row for each term: name, factors, term, running sum."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: TermRows | None = None

    def set_rows(self, rows: TermRows | None) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: _Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self._rows is None else len(self._rows.names)

    def columnCount(self, parent: _Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self._rows is None else len(self._rows.titles)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        rows = self._rows
        if rows is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        match role:
            case _Role.DisplayRole:
                return _text(rows, row, column)
            case _Role.AccessibleTextRole:
                return f"{rows.titles[column]} {_text(rows, row, column)}"
            case _Role.ToolTipRole:
                return tool_tip(_text(rows, row, column, digits=MORE_DIGITS))
            case _Role.TextAlignmentRole:
                return RIGHT if column else LEFT
        has_bar = role == BAR_ROLE and column == rows.term_column
        return _bar(rows.terms.terms, row) if has_bar else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        rows = self._rows
        if rows is None or orientation == Qt.Orientation.Vertical or section >= len(rows.titles):
            return None
        if role == _Role.ForegroundRole:
            return QColor(rows.colours[section])
        if role == _Role.TextAlignmentRole:
            return RIGHT if section else LEFT
        return rows.titles[section] if role == _Role.DisplayRole else None


def _text(rows: TermRows, row: int, column: int, *, digits: int = DIGITS) -> str:
    if column == 0:
        return rows.names[row]
    return exact_number(float(rows.numbers[column - 1][row]), digits=digits)


def _bar(terms: DoubleArray, row: int) -> tuple[float, float]:
    """Start and end of a bar, 0 … 1: from 0.5 if any term is negative, else from 0."""
    largest = float(np.abs(terms).max(initial=0.0))
    share = float(terms[row]) / largest if largest else 0.0
    if terms.min(initial=0.0) >= 0:
        return 0.0, share
    return 0.5, 0.5 + share / 2


# ------------------------------------------------------------------------------------- terms table


BAR = 0.35  # share of a sign's colour in its bar: numbers stay readable on it


class TypesetHeader(QHeaderView):
    """Column titles with their formulas typeset, in the colours that the model gives them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        # paintSection paints the text.
        super().initStyleOptionForIndex(option, section)
        option.text = ""

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        painter.save()
        super().paintSection(painter, rect, section)
        painter.restore()
        title, ink = (
            self.model().headerData(section, self.orientation(), role)
            for role in (_Role.DisplayRole, _Role.ForegroundRole)
        )
        place = QRectF(rect).adjusted(self.theme.unit, 0, -self.theme.unit, 0)
        side: TextSide = "right" if section else "left"
        colour = QColor(ink).name()
        paint_typeset(painter, place, str(title or ""), self.theme, colour=colour, side=side)


class TermsTable(QTableView):
    """Shows :class:`TermRows`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = TermsModel(self)
        self._bars, self._plain = _Bars(theme, self), QStyledItemDelegate(self)
        self._header = TypesetHeader(theme, self)
        self.setHorizontalHeader(self._header)
        self.setModel(self._model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFont(theme.font(theme.small))
        self.setAccessibleName(self.tr("Terms"))
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(round(1.7 * theme.small))
        self._header.setHighlightSections(False)

    def set_rows(self, rows: TermRows | None) -> None:
        self._model.set_rows(rows)
        if rows is None:
            return
        for column in range(len(rows.titles)):
            is_term = column == rows.term_column
            self.setItemDelegateForColumn(column, self._bars if is_term else self._plain)
        header, modes = self._header, QHeaderView.ResizeMode
        header.setSectionResizeMode(modes.Stretch)
        header.setSectionResizeMode(0, modes.ResizeToContents)
        if rows.marked is not None:
            self.selectRow(rows.marked)


class _Bars(QStyledItemDelegate):
    """Paints a term over a bar as long as it counts."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        start, end = index.data(BAR_ROLE)
        area, theme = QRectF(option.rect), self.theme
        colour = theme.positive if end > start else theme.negative
        edges = sorted(area.left() + share * area.width() for share in (start, end))
        bar = QRectF(edges[0], area.top() + 2, edges[1] - edges[0], area.height() - 4)
        painter.fillRect(bar, QColor(mixed(theme.panel, colour, share=BAR)))
        super().paint(painter, option, index)


# -------------------------------------------------------------------------------------- zoom panel


WIDTH = 372  # in px at 100 %


class ZoomPanel(QFrame):
    """Shows how a cell came about."""

    def __init__(self, theme: Theme, room: RoomHandle[OneHeadState]) -> None:
        super().__init__()
        self.theme = theme
        form = Qt.TextFormat.RichText  # no token is ever part of the value
        self.value = text_label("title", wraps=True, selectable=True, form=form)
        self.place, self.equation, self.note = (
            text_label(role, wraps=True, selectable=True) for role in ("small", "", "small")
        )
        self.table, self.close_button = TermsTable(theme), QPushButton()
        self.setProperty("panel", True)
        self.setFixedWidth(round(WIDTH * theme.scale))
        self.close_button.setProperty("flat_icon", True)
        self.close_button.setIcon(themed_icon("close", theme))
        self.close_button.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.setToolTip(self.tr("Show whole matrices again (Esc)"))
        self.close_button.clicked.connect(room.does(zoom_ended))
        head = filled(QHBoxLayout(), (filled(QVBoxLayout(), self.value, self.place), 1))
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        rows, margin = (head, self.equation, (self.table, 1), self.note), 3 * theme.unit
        filled(QVBoxLayout(self), *rows, spacing=2 * theme.unit, margins=(margin,) * 4).addStretch(
            0
        )

    def set_snapshot(self, snapshot: OneHeadSnapshot) -> None:
        anatomy, matrix, cell = snapshot.anatomy, snapshot.choices.zoomed, snapshot.cell
        if anatomy is None or matrix is None or cell is None:
            return
        picture = matrix_picture(snapshot, anatomy, matrix)
        terms = cell_terms(anatomy, matrix, MatrixCell(cell.row, cell.column))
        value = picture.cell_value(cell)
        self.value.setText(f"{rich(picture.symbol, colour_of(matrix, self.theme))} = {value}")
        self.place.setText(f"{picture.row_words(cell.row)}, {picture.column_words(cell.column)}")
        show_typeset(self.equation, equation(anatomy, terms), self.theme)
        note, has_terms = explanation(anatomy, terms), bool(terms.terms.size)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.table.setVisible(has_terms)
        keys = axis_names(snapshot, anatomy, "key")
        rows = term_rows(matrix, terms, self.theme, keys=keys) if has_terms else None
        self.table.set_rows(rows)
        self.setAccessibleName(f"{plain(picture.symbol)} = {value}, {self.place.text()}")
        self.setAccessibleDescription(" ".join((self.equation.accessibleName(), note)))
