"""The terms of one number as a table: each with a bar as long as it counts."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from viz_app.design.theme import Theme, mixed
from viz_app.panels.one_head.texts.term_rows import TermRows
from viz_app.panels.one_head.views.terms_model import BAR_ROLE, TermsModel
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

BAR = 0.35
"""Share of a sign's colour in its bar: numbers stay readable on it."""


class TermsTable(Themed, Translated, QTableView):
    """Shows :class:`TermRows`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = TermsModel(self)
        self._bars, self._plain = _Bars(self), QStyledItemDelegate(self)
        self.setModel(self._model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
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
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        header.setSectionResizeMode(modes.Stretch)
        header.setSectionResizeMode(0, modes.ResizeToContents)
        if rows.marked is not None:
            self.selectRow(rows.marked)

    def _dress(self) -> None:
        """Rows are as high as their text."""
        self._bars.theme = self.theme
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
