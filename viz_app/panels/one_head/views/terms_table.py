"""The terms of one number as a table: each with a bar as long as it counts."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from viz_app.design.theme import Theme, mixed
from viz_app.panels.one_head.texts.term_rows import TermRows
from viz_app.panels.one_head.views.terms_model import BAR_ROLE, TermsModel
from viz_app.pictures.text_line import TextSide
from viz_app.pictures.typeset import paint_typeset
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

BAR = 0.35
"""Share of a sign's colour in its bar: numbers stay readable on it."""


class TypesetHeader(QHeaderView):
    """Column titles with their formulas typeset, in the colours that the model gives them."""

    theme: Theme

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        """Without a text: that is painted over it."""
        super().initStyleOptionForIndex(option, section)
        option.text = ""

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """The ground, then the title at the side where its numbers stand."""
        painter.save()
        super().paintSection(painter, rect, section)
        painter.restore()
        title = str(self._of(section, Qt.ItemDataRole.DisplayRole) or "")
        colour = self._of(section, Qt.ItemDataRole.ForegroundRole)
        place = QRectF(rect).adjusted(self.theme.unit, 0, -self.theme.unit, 0)
        side: TextSide = "right" if section else "left"
        paint_typeset(painter, place, title, self.theme, colour=QColor(colour).name(), side=side)

    def _of(self, section: int, role: Qt.ItemDataRole) -> Any:
        return self.model().headerData(section, self.orientation(), role)


class TermsTable(Themed, Translated, QTableView):
    """Shows :class:`TermRows`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = TermsModel(self)
        self._bars, self._plain = _Bars(self), QStyledItemDelegate(self)
        self._header = TypesetHeader(theme, self)
        self.setHorizontalHeader(self._header)
        self.setModel(self._model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self._header.setHighlightSections(False)
        self.set_theme(theme)
        self._retranslate()

    def set_rows(self, rows: TermRows | None) -> None:
        """Show terms."""
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

    def _dress(self) -> None:
        """Rows are as high as their text."""
        self._bars.theme = self._header.theme = self.theme
        self.setFont(self.theme.font(self.theme.small))
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(round(1.7 * self.theme.small))
        self.viewport().update()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Terms"))


class _Bars(QStyledItemDelegate):
    """Paints a term over a bar as long as it counts."""

    theme: Theme

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """The bar, then the number."""
        start, end = index.data(BAR_ROLE)
        area, theme = QRectF(option.rect), self.theme
        colour = theme.positive if end > start else theme.negative
        edges = sorted(area.left() + share * area.width() for share in (start, end))
        bar = QRectF(edges[0], area.top() + 2, edges[1] - edges[0], area.height() - 4)
        painter.fillRect(bar, QColor(mixed(theme.panel, colour, share=BAR)))
        super().paint(painter, option, index)
