"""The page of runs: a list of all, and the one on show with its numbers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.runs.snapshot import RunsSnapshot
from viz_app.panels.training.runs.views.run_buttons import RunButtons
from viz_app.panels.training.runs.views.run_details import RunDetails
from viz_app.panels.training.runs.views.runs_list import RunsList
from viz_app.panels.training.runs.views.undo_line import UndoLine
from viz_app.widgets.file_dialogs import ask_export_path
from viz_app.widgets.translated import Translated


class RunsPage(Translated, QWidget):
    """Everything that was trained here.

    Signals:
        run_picked, delete_requested, go_on_requested, use_requested: the id of a run.
        compare_picked: the id of a run to compare with the one on show, or None.
        rename_requested: the id of a run and its new name.
        export_requested: the id of a run and the :class:`~pathlib.Path` of the ``.zip``.
        undo_requested: bring back the run that was deleted last.
    """

    run_picked = Signal(str)
    compare_picked = Signal(object)
    rename_requested = Signal(str, str)
    export_requested = Signal(str, object)
    delete_requested = Signal(str)
    undo_requested = Signal()
    go_on_requested = Signal(str)
    use_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No runs."""
        super().__init__(parent)
        self._snapshot = RunsSnapshot()
        self.empty, self.undo = QLabel(self), UndoLine(theme)
        self.list, self.buttons, self.details = (
            RunsList(theme),
            RunButtons(theme),
            RunDetails(theme),
        )
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._lower = QWidget()
        self._rows, self._below = QVBoxLayout(self), QVBoxLayout(self._lower)
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()
        self._show()

    def set_snapshot(self, snapshot: RunsSnapshot | None) -> None:
        """Show runs; shows, never modifies state. None = nobody looks."""
        if snapshot is None or snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        for layout in (self._rows, self._below):
            layout.setSpacing(2 * theme.unit)
        self._splitter.setHandleWidth(2 * theme.unit)
        for part in (self.list, self.buttons, self.details, self.undo):
            part.set_theme(theme)

    def _retranslate(self) -> None:
        self.empty.setText(
            self.tr(
                "Nothing was trained here yet. Every run that you start is kept here, with its "
                "curve, its attention and its model."
            )
        )

    def _arrange(self) -> None:
        self.empty.setProperty("role", "soft")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.addWidget(self.buttons)
        self._below.addWidget(self.details, 1)
        for part in (self.list, self._lower):
            self._splitter.addWidget(part)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setSizes([1, 1])
        self._rows.addWidget(self.undo)
        self._rows.addWidget(self.empty, 1)
        self._rows.addWidget(self._splitter, 1)

    def _connect(self) -> None:
        runs = self.list
        runs.run_picked.connect(self.run_picked)
        runs.rename_requested.connect(self.rename_requested)
        runs.delete_requested.connect(self.delete_requested)
        runs.use_requested.connect(self.use_requested)
        runs.undo_requested.connect(self._on_undo)
        runs.compare_picked.connect(self.compare_picked)
        self.undo.undo_requested.connect(self._on_undo)
        self.buttons.compare_picked.connect(self.compare_picked)
        self.buttons.pressed.connect(self._on_pressed)

    def _show(self) -> None:
        snapshot = self._snapshot
        there = bool(snapshot.rows)
        held = self.undo.button.hasFocus()
        self.empty.setVisible(not there)
        self._splitter.setVisible(there)
        self._lower.setVisible(snapshot.shown is not None)
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
            self._ask_export(run_id, row.card.name)
        else:
            {
                "use": self.use_requested,
                "go on": self.go_on_requested,
                "delete": self.delete_requested,
            }[name].emit(run_id)

    def _ask_export(self, run_id: str, name: str) -> None:
        path = ask_export_path(self, name)
        if path is not None:
            self.export_requested.emit(run_id, path)

    @Slot()
    def _on_undo(self) -> None:
        if self._snapshot.deleted is not None:
            self.undo_requested.emit()
