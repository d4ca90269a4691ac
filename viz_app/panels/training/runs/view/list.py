"""The list of runs: select, rename, delete, restore."""

from __future__ import annotations

from string import Template
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from viz_app.design.theme import Theme, Weight, mixed
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.run_lines import run_colour
from viz_app.panels.training.runs.pictures import about_text, result_text, row_sentence, status_text
from viz_app.panels.training.runs.room import RunRow
from viz_app.texts.labels import tool_tip
from viz_app.texts.visible_token import safe
from viz_app.widgets.themed import Themed, Translated

# -------------------------------------------------------------------------------------- runs model
# The runs as a model for Qt's list.


ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The :class:`RunRow` itself."""

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RunsModel(QAbstractListModel):
    """Read-only model; rows keep their indices while the set of runs is the same."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[RunRow, ...] = ()

    def set_rows(self, rows: tuple[RunRow, ...]) -> bool:
        """Show runs; returns whether the set of runs has changed."""
        old, same = self._rows, _ids(rows) == _ids(self._rows)
        if same:
            self._rows = rows
            for place, (was, now) in enumerate(zip(old, rows, strict=True)):
                if was != now:
                    self.dataChanged.emit(self.index(place), self.index(place))
        else:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        return not same

    def retranslate(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def row_at(self, index: Index) -> RunRow | None:
        place = index.row()
        return self._rows[place] if index.isValid() and place < len(self._rows) else None

    def index_of(self, run_id: str) -> QModelIndex:
        """Index of a run; invalid if it is not in the list."""
        ids = _ids(self._rows)
        return self.index(ids.index(run_id)) if run_id in ids else QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            name = row.card.name
            return name if role == Qt.ItemDataRole.EditRole else safe(name)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row_sentence(row)
        return tool_tip(row_sentence(row)) if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        row = self.row_at(index)
        return flags | Qt.ItemFlag.ItemIsEditable if row is not None and row.can_change else flags


def _ids(rows: tuple[RunRow, ...]) -> list[str]:
    return [row.card.run_id for row in rows]


# ------------------------------------------------------------------------------------ row delegate
# How a row of the list of runs looks, and the line in which its name is edited.


LONGEST = 80
"""Characters of a name."""

TINT = 0.12
"""Of the accent colour, behind the run on show."""


class RowDelegate(QStyledItemDelegate):
    """Two lines: name and result; task, size and status."""

    renamed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        return QSize(0, row_height(self.theme))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, RunRow):
            return
        theme, rect = self.theme, QRect(option.rect)
        painter.save()
        self._paint_ground(painter, rect, row)
        area = rect.adjusted(3 * theme.unit, theme.unit, -2 * theme.unit, -theme.unit)
        top, bottom = QRect(area), QRect(area)
        top.setHeight(round(0.55 * area.height()))  # the upper line is slightly higher
        bottom.setTop(area.top() + top.height())
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
        del option, index
        line = QLineEdit(parent)
        line.setMaxLength(LONGEST)
        line.setStyleSheet("QLineEdit { min-height: 0; border-radius: 0; padding: 0; }")
        line.setAccessibleName(self.tr("Name of the run"))
        return line

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        del index
        unit = self.theme.unit
        rect = QRect(option.rect)
        editor.setGeometry(rect.adjusted(2 * unit, 0, -2 * unit, -2 * rect.height() // 5))

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(index.data(Qt.ItemDataRole.EditRole))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
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
            unit, colour = theme.unit, QColor(run_colour(theme, own=row.shown))
            dash, step = (rect.height(), rect.height()) if row.shown else (3 * unit, 4 * unit)
            for top in range(rect.top(), rect.bottom(), step):
                height = min(dash, rect.bottom() + 1 - top)
                painter.fillRect(rect.left(), top, unit, height, colour)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(theme.line))

    def _line(
        self,
        painter: QPainter,
        rect: QRect,
        texts: tuple[str, str],
        colours: tuple[str, str],
        size: int,
    ) -> None:
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


# --------------------------------------------------------------------------------------- runs list


FEWEST = 3
"""Rows that there is always room for."""

STYLE_SHEET = """
QListView { background: $panel; border: 1px solid $line; border-radius: ${radius}px; outline: 0; }
QListView:focus { border-color: $accent; }
"""


class RunsList(Themed, Translated, QListView):
    """Runs, newest first; a requested change is shown once it has happened."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        super().__init__()
        self.theme, self._intents = theme, intents
        self._runs = RunsModel(self)
        self._delegate = RowDelegate(theme, self)
        self._showing = False
        self.setModel(self._runs)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self._delegate.renamed.connect(intents.rename_requested)
        self.set_theme(theme)
        self._retranslate()

    def set_rows(self, rows: tuple[RunRow, ...]) -> None:
        """Show runs; the cursor moves only when another run is shown than before."""
        places = map(self._runs.index, range(self._runs.rowCount()))
        olds = map(self._runs.row_at, places)
        before = next((row.card.run_id for row in olds if row is not None and row.shown), None)
        others = self._runs.set_rows(rows)
        self._fit()
        shown = next((row.card.run_id for row in rows if row.shown), None)
        if others or shown != before:
            self._put_cursor(shown)

    def _apply_theme(self) -> None:
        theme = self._delegate.theme = self.theme
        sheet = Template(STYLE_SHEET).substitute(
            panel=theme.panel, line=theme.line, accent=theme.accent, radius=theme.small_radius
        )
        self.setStyleSheet(sheet)
        self.scheduleDelayedItemsLayout()
        self._fit()
        self.updateGeometry()

    def edit_name(self, run_id: str) -> None:
        index = self._runs.index_of(run_id)
        row = self._runs.row_at(index)
        if row is not None and row.can_change:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.edit(index)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        row = self._runs.row_at(current)
        if row is not None and not row.shown and not self._showing:
            self._intents.run_picked.emit(row.card.run_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = Qt.Key(event.key()), self._runs.row_at(self.currentIndex())
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()  # the line passes on the Return that ends it
        elif key == Qt.Key.Key_Delete and row is not None:
            if row.can_change:
                self._intents.delete_requested.emit(row.card.run_id)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row is not None:
            self._use_or_show(row)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._runs.row_at(self.indexAt(event.position().toPoint()))
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and row is not None:
            if not row.shown:
                self._intents.compare_picked.emit(None if row.compared else row.card.run_id)
            return
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt would select the first run when the list gets the focus.
        self._showing = True
        super().focusInEvent(event)
        self._showing = False

    def sizeHint(self) -> QSize:
        return QSize(80 * self.theme.unit, 6 * row_height(self.theme))

    def minimumSizeHint(self) -> QSize:
        return QSize(40 * self.theme.unit, FEWEST * row_height(self.theme))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Runs"))
        self.setAccessibleDescription(
            self.tr(
                "Arrow keys show a run, Return uses its model, F2 renames it, Del deletes it, "
                "Ctrl+Z brings it back; Ctrl+click compares with a run"
            )
        )
        self._runs.retranslate()

    def _fit(self) -> None:
        # No higher than its rows: the details below need the room.
        rows = max(self._runs.rowCount(), FEWEST)
        self.setMaximumHeight(rows * row_height(self.theme) + 2 * self.frameWidth() + 2)

    def _put_cursor(self, run_id: str | None) -> None:
        index = self._runs.index_of(run_id) if run_id is not None else QModelIndex()
        self._showing = True
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flag)
        self._showing = False

    def _use_or_show(self, row: RunRow) -> None:
        if not row.shown:
            self._intents.run_picked.emit(row.card.run_id)
        elif row.can_use:
            self._intents.use_requested.emit(row.card.run_id)
