"""The page of runs: the list, and the selected run with its settings and results."""

from __future__ import annotations

from string import Template

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme, Weight, mixed
from viz_app.panels.training.run_lines import run_colour
from viz_app.panels.training.runs.pictures import (
    DetailRow,
    about_text,
    detail_rows,
    result_text,
    row_sentence,
    status_text,
)
from viz_app.panels.training.runs.room import RunRow, RunsSnapshot, run_compared, run_picked
from viz_app.panels.training.state import TrainingHandle
from viz_app.texts.labels import tool_tip, verbatim
from viz_app.texts.visible_token import isolated, safe
from viz_app.widgets.choosers import say
from viz_app.widgets.file_dialogs import ask_export_path
from viz_app.widgets.layout import filled, text_label

# ------------------------------------------------------------------------------------ row delegate


ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The :class:`RunRow` itself."""

LONGEST = 80
"""Characters of a name."""

TINT = 0.12
"""Of the accent colour, behind the run on show."""

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Two lines: name and result; task, size and status. The name is edited in its place."""

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
        row = index.data(ROW_ROLE)
        if isinstance(editor, QLineEdit) and isinstance(row, RunRow):
            editor.setText(row.card.name)
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


FEWEST_ROWS = 3
"""Rows that there is always room for."""

STYLE_SHEET = """
QListView { background: $panel; border: 1px solid $line; border-radius: ${radius}px; outline: 0; }
QListView:focus { border-color: $accent; }
"""


class RunsList(QListWidget):
    """Runs, newest first; a requested change is shown once it has happened."""

    def __init__(self, theme: Theme, room: TrainingHandle) -> None:
        super().__init__()
        self._room, self._pick = room, room.does(run_picked)
        self._compare = room.does(run_compared)
        self._row_height, self._unit, self._showing = row_height(theme), theme.unit, False
        delegate = RowDelegate(theme, self)
        self.setItemDelegate(delegate)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setStyleSheet(
            Template(STYLE_SHEET).substitute(
                panel=theme.panel, line=theme.line, accent=theme.accent, radius=theme.small_radius
            )
        )
        self.setAccessibleName(self.tr("Runs"))
        self.setAccessibleDescription(
            self.tr(
                "Arrow keys show a run, Return uses its model, F2 renames it, Del deletes it, "
                "Ctrl+Z brings it back; Ctrl+click compares with a run"
            )
        )
        delegate.renamed.connect(room.rename)
        self._fit()

    def set_rows(self, rows: tuple[RunRow, ...]) -> None:
        """Show runs; the cursor moves only when another run is shown than before."""
        old = self._rows()
        others = [row.card.run_id for row in old] != [row.card.run_id for row in rows]
        if others:
            self.clear()
            self.addItems([""] * len(rows))
        for place, row in enumerate(rows):
            item = self.item(place)
            if item.data(ROW_ROLE) != row:
                sentence, editable = row_sentence(row), Qt.ItemFlag.ItemIsEditable
                item.setData(ROW_ROLE, row)
                item.setText(safe(row.card.name))
                item.setData(Qt.ItemDataRole.AccessibleTextRole, sentence)
                item.setToolTip(tool_tip(sentence))
                flags = item.flags() & ~editable
                item.setFlags(flags | editable if row.can_change else flags)
        self._fit()
        shown = [row.card.run_id for row in rows if row.shown]
        if others or shown != [row.card.run_id for row in old if row.shown]:
            index = next((place for place, row in enumerate(rows) if row.shown), -1)
            self._showing = True
            self.setCurrentRow(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self._showing = False

    def edit_name(self, run_id: str) -> None:
        for place, row in enumerate(self._rows()):
            if row.card.run_id == run_id and row.can_change:
                self.setFocus(Qt.FocusReason.OtherFocusReason)
                self.editItem(self.item(place))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        row = current.data(ROW_ROLE)
        if row is not None and not row.shown and not self._showing:
            self._pick(row.card.run_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = Qt.Key(event.key()), self.currentIndex().data(ROW_ROLE)
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()  # the line passes on the Return that ends it
        elif key == Qt.Key.Key_Delete and row is not None:
            if row.can_change:
                self._room.delete(row.card.run_id)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row is not None:
            if not row.shown:
                self._pick(row.card.run_id)
            elif row.can_use:
                self._room.use(row.card.run_id)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.indexAt(event.position().toPoint()).data(ROW_ROLE)
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and row is not None:
            if not row.shown:
                self._compare(None if row.compared else row.card.run_id)
            return
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt would select the first run when the list gets the focus.
        self._showing = True
        super().focusInEvent(event)
        self._showing = False

    def sizeHint(self) -> QSize:
        return QSize(80 * self._unit, 6 * self._row_height)

    def minimumSizeHint(self) -> QSize:
        return QSize(40 * self._unit, FEWEST_ROWS * self._row_height)

    def _rows(self) -> list[RunRow]:
        return [self.item(place).data(ROW_ROLE) for place in range(self.count())]

    def _fit(self) -> None:
        # No higher than its rows: the details below need the room.
        rows = max(self.count(), FEWEST_ROWS)
        self.setMaximumHeight(rows * self._row_height + 2 * self.frameWidth() + 2)


# ------------------------------------------------------------------------------------- run buttons


COLUMNS = 3


class RunButtons(QWidget):
    """What can be done with the run on show; one button opens a menu of the other runs.

    Signals:
        pressed: name of a button, except ``compare``.
    """

    pressed = Signal(str)

    def __init__(self, theme: Theme, room: TrainingHandle) -> None:
        super().__init__()
        self._compare = room.does(run_compared)
        self._snapshot = RunsSnapshot()
        self.buttons = {name: QPushButton(self) for name in self._texts()}
        self.menu = QMenu(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.unit)
        for place, (name, button) in enumerate(self.buttons.items()):
            button.setProperty("compact", True)
            grid.addWidget(button, *divmod(place, COLUMNS))
            if name != "compare":
                button.clicked.connect(lambda _=False, name=name: self.pressed.emit(name))
        for column in range(COLUMNS):
            grid.setColumnStretch(column, 1)
        self.buttons["compare"].setMenu(self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.set_snapshot(self._snapshot)

    def set_snapshot(self, snapshot: RunsSnapshot) -> None:
        self._snapshot = snapshot
        row = snapshot.shown
        can = {} if row is None else _can(row, snapshot)
        shipped = self.tr("This run is shipped with Headlight: it can only be looked at")
        refused = row is not None and row.card.recorded
        for name, (text, tip) in self._texts().items():
            self.buttons[name].setEnabled(can.get(name, False))
            say(self.buttons[name], text, shipped if refused else tip)

    def _texts(self) -> dict[str, tuple[str, str]]:
        return {
            "use": (self.tr("Use model"), self.tr("Translate with this run's model")),
            "go on": (self.tr("Continue"), self.tr("Continue training from where this run ended")),
            "compare": (
                self.tr("Compare"),
                self.tr("Show another run's curves and attention below this one's"),
            ),
            "rename": (self.tr("Rename"), self.tr("Give the run and its model a name (F2)")),
            "export": (
                self.tr("Export…"),
                self.tr("Save configuration, curve, attention and model as one .zip"),
            ),
            "delete": (self.tr("Delete"), self.tr("Delete the run (Del); it can be brought back")),
        }

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        none = self.menu.addAction(self.tr("No comparison"))
        none.triggered.connect(lambda: self._compare(None))
        none.setEnabled(self._snapshot.compared is not None)
        self.menu.addSeparator()
        for row in self._snapshot.rows:
            if not row.shown:
                action = QAction(verbatim(row.card.name), self.menu)
                action.setCheckable(True)
                action.setChecked(row.compared)
                action.triggered.connect(
                    lambda _=False, run_id=row.card.run_id: self._compare(run_id)
                )
                self.menu.addAction(action)


def _can(row: RunRow, snapshot: RunsSnapshot) -> dict[str, bool]:
    return {
        "use": row.can_use,
        "go on": row.can_go_on,
        "compare": len(snapshot.rows) > 1,
        "rename": row.can_change,
        "export": not row.card.recorded,
        "delete": row.can_change,
    }


# ------------------------------------------------------------------------------------- run details


FEWEST_LINES = 4
"""Lines that there is always room for."""


class RunDetails(QTableWidget):
    """One line per setting and result; differences between two runs are bold."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(0, 1)
        self._theme = theme
        self._rows: tuple[RunRow, ...] = ()
        self._line_height = round(1.7 * theme.small)
        header = self.horizontalHeader()
        for part in (self, header):
            part.setFont(theme.font(theme.small))
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
        self.verticalHeader().setDefaultSectionSize(self._line_height)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setMinimumSectionSize(1)
        self.setAccessibleName(self.tr("Configuration and result"))
        self.setAccessibleDescription(
            self.tr("Of the run shown; beside a compared run, what differs is bold")
        )

    def set_rows(self, shown: RunRow | None, compared: RunRow | None) -> None:
        """Show one run or two, at the same scroll position."""
        rows = tuple(row for row in (shown, compared if shown else None) if row is not None)
        if rows == self._rows:
            return
        self._rows = rows
        lines = detail_rows(rows) if rows else ()
        place = self.verticalScrollBar().value()
        self.clearSpans()
        self.setColumnCount(1 + len(rows))
        self.setRowCount(len(lines))
        for column, name in enumerate(("", *(row.card.name for row in rows))):
            item = QTableWidgetItem(safe(name))
            item.setToolTip(tool_tip(name))
            self.setHorizontalHeaderItem(column, item)
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        header.setVisible(len(rows) > 1)
        header.setSectionResizeMode(modes.Stretch)
        header.setSectionResizeMode(0, modes.Fixed)
        self._fit()
        for number, line in enumerate(lines):
            self._show_line(number, line)
        self.verticalScrollBar().setValue(place)

    def sizeHint(self) -> QSize:
        return QSize(80 * self._theme.unit, 14 * self._line_height)

    def minimumSizeHint(self) -> QSize:
        return QSize(40 * self._theme.unit, FEWEST_LINES * self._line_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # Captions get their width, but at most that of the values.
        if self.columnCount() > 1:
            metrics = self.fontMetrics()
            lines = (line for line in detail_rows(self._rows) if line.values)
            longest = max(metrics.horizontalAdvance(line.caption) for line in lines)
            share = self.viewport().width() // self.columnCount()
            self.setColumnWidth(0, min(longest + 4 * self._theme.unit, share))

    def _show_line(self, number: int, line: DetailRow) -> None:
        theme, title = self._theme, not line.values
        if title:
            self.setSpan(number, 0, 1, 1 + len(self._rows))
        for column, text in enumerate((line.caption, *line.values)):
            item = QTableWidgetItem(text)
            item.setToolTip(tool_tip(line.tip or text))
            bold = title or (column > 0 and line.differs)
            item.setFont(theme.font(theme.small, "bold" if bold else "normal"))
            soft = column == 0 and not title
            item.setForeground(QColor(theme.soft_text if soft else theme.text))
            self.setItem(number, column, item)


# -------------------------------------------------------------------------------------------- page


class RunsPage(QWidget):
    """All runs, with buttons and details."""

    def __init__(
        self, theme: Theme, room: TrainingHandle, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._room, self._snapshot = room, RunsSnapshot()
        self.empty, self.choose = text_label("soft", wraps=True), text_label("soft", wraps=True)
        self.undo = UndoLine(theme, room)
        self.list, self.buttons = RunsList(theme, room), RunButtons(theme, room)
        self.details = RunDetails(theme)
        self._splitter, lower, gap = QSplitter(Qt.Orientation.Vertical), QWidget(), 2 * theme.unit
        self.empty.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.empty.setText(
            self.tr(
                "No runs yet. To start one, choose a task in Train and press Start, or open "
                "Experiments. Every run is kept here with its curve, attention and model. An "
                "exported run (.zip) can be dropped on the window."
            )
        )
        self.choose.setText(
            self.tr("Select a run to see its settings and results, and to use its model.")
        )
        below = QVBoxLayout(lower)
        filled(below, self.choose, self.buttons, (self.details, 1), spacing=gap)
        below.setAlignment(self.choose, Qt.AlignmentFlag.AlignTop)
        for part in (self.list, lower):
            self._splitter.addWidget(part)
        self._splitter.setHandleWidth(gap)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setSizes([1, 1])
        rows = self.undo, (self.empty, 1), (self._splitter, 1)
        filled(QVBoxLayout(self), *rows, spacing=gap)
        self.buttons.pressed.connect(self._on_pressed)
        self._show()

    def set_snapshot(self, snapshot: RunsSnapshot | None) -> None:
        """Show runs; None while the page is hidden."""
        if snapshot is not None and snapshot != self._snapshot:
            self._snapshot = snapshot
            self._show()

    def _show(self) -> None:
        snapshot = self._snapshot
        there = bool(snapshot.rows)
        held = self.undo.button.hasFocus()
        self.empty.setVisible(not there)
        self._splitter.setVisible(there)
        for part in (self.buttons, self.details):  # without them the list still stands at the top
            part.setVisible(snapshot.shown is not None)
        self.choose.setVisible(snapshot.shown is None)
        self.list.set_rows(snapshot.rows)
        self.buttons.set_snapshot(snapshot)
        self.details.set_rows(snapshot.shown, snapshot.compared)
        self.undo.set_name(snapshot.deleted)
        if held and snapshot.deleted is None:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _on_pressed(self, name: str) -> None:
        row = self._snapshot.shown
        if row is None:
            return
        run_id = row.card.run_id
        if name == "rename":
            self.list.edit_name(run_id)
        elif name == "export":
            path = ask_export_path(self, row.card.name)
            if path is not None:
                self._room.export(run_id, path)
        else:
            room = self._room
            {"use": room.use, "go on": room.go_on, "delete": room.delete}[name](run_id)


class UndoLine(QWidget):
    """Notice of the deleted run with a button to restore it; else hidden."""

    def __init__(self, theme: Theme, room: TrainingHandle) -> None:
        super().__init__()
        self._name: str | None = None
        self.sentence, self.button = text_label(wraps=True), QPushButton()
        filled(QHBoxLayout(self), (self.sentence, 1), self.button, spacing=2 * theme.unit)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.button.setProperty("compact", True)
        say(self.button, self.tr("Undo"), self.tr("Restore the deleted run"))
        self.button.clicked.connect(room.restore)
        self.hide()

    def set_name(self, name: str | None) -> None:
        """Set the name of the deleted run, or None; a new name is announced."""
        if name == self._name:
            return
        self._name = name
        self.setVisible(name is not None)
        if name is None:
            self.sentence.clear()
            return
        self.sentence.setText(self.tr("{name} was deleted.").format(name=isolated(name)))
        event = QAccessibleAnnouncementEvent(self, self.sentence.text())
        QAccessible.updateAccessibility(event)
