"""How a row of the list of runs looks, and the line in which its name is edited."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from viz_app.design.theme import Theme, Weight, mixed
from viz_app.panels.training.painting.run_lines import run_colour
from viz_app.panels.training.runs.snapshot import RunRow
from viz_app.panels.training.runs.texts.rows import about_text, result_text, status_text
from viz_app.panels.training.runs.views.runs_model import ROW_ROLE, Index
from viz_app.texts.isolates import safe

LONGEST = 80
"""Characters of a name."""

TINT = 0.12
"""Of the accent colour, behind the run on show."""


class RowDelegate(QStyledItemDelegate):
    """Two lines: name and result; what it is and what became of it."""

    renamed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As wide as there is room."""
        del option, index
        return QSize(0, row_height(self.theme))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The run on show is tinted; it and the compared one have bars as their curves are."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, RunRow):
            return
        theme, rect = self.theme, QRect(option.rect)
        painter.save()
        self._paint_ground(painter, rect, row)
        area = rect.adjusted(3 * theme.unit, theme.unit, -2 * theme.unit, -theme.unit)
        top, bottom = _halves(area)
        result, about = result_text(row.card), about_text(row.card)
        self._line(
            painter, top, (safe(row.card.name), result), (theme.text, theme.text), theme.body
        )
        ends = (theme.soft_text, self._status_colour(row))
        self._line(painter, bottom, (about, status_text(row)), ends, theme.small)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(theme.accent))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QLineEdit:
        """A line over the name."""
        del option, index
        line = QLineEdit(parent)
        line.setMaxLength(LONGEST)
        line.setStyleSheet("QLineEdit { min-height: 0; border-radius: 0; padding: 0; }")
        line.setAccessibleName(self.tr("Name of the run"))
        return line

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Over the upper line."""
        del index
        unit = self.theme.unit
        rect = QRect(option.rect)
        editor.setGeometry(rect.adjusted(2 * unit, 0, -2 * unit, -2 * rect.height() // 5))

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Begin with the name that it has."""
        if isinstance(editor, QLineEdit):
            editor.setText(index.data(Qt.ItemDataRole.EditRole))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Ask for the name that was typed, if it is another one."""
        del model
        row = index.data(ROW_ROLE)
        if isinstance(editor, QLineEdit) and isinstance(row, RunRow):
            name = editor.text().strip()
            if name and name != row.card.name:
                self.renamed.emit(row.card.run_id, name)

    def _paint_ground(self, painter: QPainter, rect: QRect, row: RunRow) -> None:
        theme = self.theme
        if row.shown:
            painter.fillRect(rect, QColor(mixed(theme.panel, theme.accent, share=TINT)))
        if row.shown or row.compared:
            self._paint_bar(painter, rect, own=row.shown)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(theme.line))

    def _paint_bar(self, painter: QPainter, rect: QRect, *, own: bool) -> None:
        """As the run's curve: whole, or in dashes."""
        unit, colour = self.theme.unit, QColor(run_colour(self.theme, own=own))
        dash, step = (rect.height(), rect.height()) if own else (3 * unit, 4 * unit)
        for top in range(rect.top(), rect.bottom(), step):
            height = min(dash, rect.bottom() + 1 - top)
            painter.fillRect(rect.left(), top, unit, height, colour)

    def _line(
        self,
        painter: QPainter,
        rect: QRect,
        texts: tuple[str, str],
        colours: tuple[str, str],
        size: int,
    ) -> None:
        """A text at the left, elided where it must be, and a shorter one at the right."""
        left, right = texts
        weight: Weight = "bold" if size == self.theme.body else "normal"
        end_font, font = self.theme.font(size), self.theme.font(size, weight)
        aligned = Qt.AlignmentFlag.AlignVCenter
        end = QFontMetrics(end_font).horizontalAdvance(right)
        painter.setFont(end_font)
        painter.setPen(QColor(colours[1]))
        painter.drawText(rect, aligned | Qt.AlignmentFlag.AlignRight, right)
        room = rect.width() - end - 2 * self.theme.unit
        painter.setFont(font)
        painter.setPen(QColor(colours[0]))
        elided = QFontMetrics(font).elidedText(left, Qt.TextElideMode.ElideRight, room)
        painter.drawText(rect, aligned | Qt.AlignmentFlag.AlignLeft, elided)

    def _status_colour(self, row: RunRow) -> str:
        if row.live:
            return self.theme.accent
        colours = {"failed": self.theme.danger, "interrupted": self.theme.warning}
        return colours.get(row.status, self.theme.soft_text)


def row_height(theme: Theme) -> int:
    """In px."""
    return round(1.45 * (theme.body + theme.small)) + 2 * theme.unit


def _halves(rect: QRect) -> tuple[QRect, QRect]:
    """The upper line gets a little more."""
    upper = round(0.55 * rect.height())
    top = QRect(rect.left(), rect.top(), rect.width(), upper)
    return top, QRect(rect.left(), rect.top() + upper, rect.width(), rect.height() - upper)
