"""The configuration and the result of a run, and of the one that it is compared with."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from viz_app.design.theme import Theme
from viz_app.panels.training.runs.snapshot import RunRow
from viz_app.panels.training.runs.views.detail_rows import DetailRow, detail_rows
from viz_app.texts.isolates import safe
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

FEWEST = 4
"""Lines that there is always room for."""


class RunDetails(Themed, Translated, QTableWidget):
    """A line for every number; of two runs, what differs is bold."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No run."""
        super().__init__(0, 1, parent)
        self.theme = theme
        self._rows: tuple[RunRow, ...] = ()
        self._arrange()
        self.set_theme(theme)

    def set_rows(self, shown: RunRow | None, compared: RunRow | None) -> None:
        """Show a run, perhaps beside another; shows, never modifies state."""
        rows = tuple(row for row in (shown, compared if shown else None) if row is not None)
        if rows != self._rows:
            self._rows = rows
            self._show()

    def _dress(self) -> None:
        for part in (self, self.horizontalHeader()):
            part.setFont(self.theme.font(self.theme.small))
        self.verticalHeader().setDefaultSectionSize(self._height())
        self._retranslate()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As many lines as there is room for."""
        return QSize(80 * self.theme.unit, 14 * self._height())

    def minimumSizeHint(self) -> QSize:
        """A few."""
        return QSize(40 * self.theme.unit, FEWEST * self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The values have what the captions leave."""
        super().resizeEvent(event)
        self._fit()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Configuration and result"))
        self._show()

    def _arrange(self) -> None:
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setMinimumSectionSize(1)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setMinimumSectionSize(1)

    def _show(self) -> None:
        """The lines anew; where the user has scrolled to stays."""
        lines = detail_rows(self._rows) if self._rows else ()
        place = self.verticalScrollBar().value()
        self.clearSpans()
        self.setColumnCount(1 + len(self._rows))
        self.setRowCount(len(lines))
        self._show_header()
        for number, line in enumerate(lines):
            self._show_line(number, line)
        self.verticalScrollBar().setValue(place)

    def _show_header(self) -> None:
        names = [row.card.name for row in self._rows]
        for column, name in enumerate(("", *names)):
            item = QTableWidgetItem(safe(name))
            item.setToolTip(tool_tip(name))
            self.setHorizontalHeaderItem(column, item)
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        header.setVisible(len(names) > 1)
        header.setSectionResizeMode(modes.Stretch)
        header.setSectionResizeMode(0, modes.Fixed)
        self._fit()

    def _fit(self) -> None:
        """Captions have what they need, but never more than the values."""
        if self.columnCount() > 1:
            share = self.viewport().width() // self.columnCount()
            self.setColumnWidth(0, min(self._captions(), share))

    def _captions(self) -> int:
        """Px of the longest caption, with a margin."""
        metrics, margin = self.fontMetrics(), 4 * self.theme.unit
        lines = detail_rows(self._rows)
        return margin + max(
            metrics.horizontalAdvance(line.caption) for line in lines if line.values
        )

    def _show_line(self, number: int, line: DetailRow) -> None:
        title = not line.values
        texts = (line.caption, *line.values)
        if title and len(self._rows):
            self.setSpan(number, 0, 1, 1 + len(self._rows))
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(tool_tip(line.tip or text))
            bold = title or (column > 0 and line.differs)
            item.setFont(self.theme.font(self.theme.small, "bold" if bold else "normal"))
            soft = column == 0 and not title
            item.setForeground(QColor(self.theme.soft_text if soft else self.theme.text))
            self.setItem(number, column, item)

    def _height(self) -> int:
        return round(1.7 * self.theme.small)
