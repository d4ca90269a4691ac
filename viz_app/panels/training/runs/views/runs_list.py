"""The list of runs: walk, name, delete, bring back."""

from __future__ import annotations

from string import Template

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.runs.snapshot import RunRow
from viz_app.panels.training.runs.views.row_delegate import RowDelegate, row_height
from viz_app.panels.training.runs.views.runs_model import Index, RunsModel
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

FEWEST = 3
"""Rows that there is always room for."""

STYLE_SHEET = """
QListView { background: $panel; border: 1px solid $line; border-radius: ${radius}px; outline: 0; }
QListView:focus { border-color: $accent; }
"""


class RunsList(Themed, Translated, QListView):
    """Shows runs, newest first; what it asks for is shown when it has happened."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """No runs."""
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
        """Show runs; the cursor goes to the one on show when that is another one than before."""
        before = self._shown_id()
        others = self._runs.set_rows(rows)
        self._fit()
        shown = next((row.card.run_id for row in rows if row.shown), None)
        if others or shown != before:
            self._put_cursor(shown)

    def _dress(self) -> None:
        theme = self._delegate.theme = self.theme
        sheet = Template(STYLE_SHEET).substitute(
            panel=theme.panel, line=theme.line, accent=theme.accent, radius=theme.small_radius
        )
        self.setStyleSheet(sheet)
        self.scheduleDelayedItemsLayout()
        self._fit()
        self.updateGeometry()

    def edit_name(self, run_id: str) -> None:
        """Edit the name of a run, if it can have another one."""
        index = self._runs.index_of(run_id)
        row = self._runs.row_at(index)
        if row is not None and row.can_change:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.edit(index)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Ask for the run that the cursor has reached."""
        super().currentChanged(current, previous)
        row = self._runs.row_at(current)
        if row is not None and not row.shown and not self._showing:
            self._intents.run_picked.emit(row.card.run_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return shows or uses, Delete deletes."""
        key, row = Qt.Key(event.key()), self._runs.row_at(self.currentIndex())
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()  # the line passes on the Return that ends it
        elif key == Qt.Key.Key_Delete and row is not None:
            self._ask_delete(row)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row is not None:
            self._use_or_show(row)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """With Ctrl, compare with the run under the mouse, or not any more."""
        row = self._runs.row_at(self.indexAt(event.position().toPoint()))
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and row is not None:
            if not row.shown:
                self._intents.compare_picked.emit(None if row.compared else row.card.run_id)
            return
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard alone shows nothing else: Qt would go to the first run."""
        self._showing = True
        super().focusInEvent(event)
        self._showing = False

    def sizeHint(self) -> QSize:
        """As many rows as there is room for."""
        return QSize(80 * self.theme.unit, 6 * row_height(self.theme))

    def minimumSizeHint(self) -> QSize:
        """A few."""
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
        """No higher than its rows: what is below needs the room."""
        rows = max(self._runs.rowCount(), FEWEST)
        self.setMaximumHeight(rows * row_height(self.theme) + 2 * self.frameWidth() + 2)

    def _shown_id(self) -> str | None:
        for place in range(self._runs.rowCount()):
            row = self._runs.row_at(self._runs.index(place))
            if row is not None and row.shown:
                return row.card.run_id
        return None

    def _put_cursor(self, run_id: str | None) -> None:
        index = self._runs.index_of(run_id) if run_id is not None else QModelIndex()
        self._showing = True
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flag)
        self._showing = False

    def _ask_delete(self, row: RunRow) -> None:
        if row.can_change:
            self._intents.delete_requested.emit(row.card.run_id)

    def _use_or_show(self, row: RunRow) -> None:
        if not row.shown:
            self._intents.run_picked.emit(row.card.run_id)
        elif row.can_use:
            self._intents.use_requested.emit(row.card.run_id)
