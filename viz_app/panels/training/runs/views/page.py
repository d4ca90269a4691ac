"""The page of runs: a list of all, and the one on show with its numbers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.runs.snapshot import RunsSnapshot
from viz_app.panels.training.runs.views.run_buttons import RunButtons
from viz_app.panels.training.runs.views.run_details import RunDetails
from viz_app.panels.training.runs.views.runs_list import RunsList
from viz_app.texts.isolates import isolated
from viz_app.widgets.buttons import say
from viz_app.widgets.file_dialogs import ask_export_path
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class RunsPage(Themed, Translated, QWidget):
    """Everything that was trained here."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        """No runs."""
        super().__init__(parent)
        self._intents = intents
        self._snapshot = RunsSnapshot()
        self.empty, self.undo = text_label(parent=self), UndoLine(theme, intents)
        self.list, self.buttons = RunsList(theme, intents), RunButtons(theme, intents)
        self.details = RunDetails(theme)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._lower = QWidget()
        self._rows, self._below = QVBoxLayout(self), QVBoxLayout(self._lower)
        self._arrange()
        self.buttons.pressed.connect(self._on_pressed)
        self.set_theme(theme)
        self._retranslate()
        self._show()

    def set_snapshot(self, snapshot: RunsSnapshot | None) -> None:
        """Show runs; shows, never modifies state. None = nobody looks."""
        if snapshot is None or snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._show()

    def _dress(self) -> None:
        for layout in (self._rows, self._below):
            layout.setSpacing(2 * self.theme.unit)
        self._splitter.setHandleWidth(2 * self.theme.unit)

    def _retranslate(self) -> None:
        self.empty.setText(
            self.tr(
                "Nothing has been trained here yet. Every run that you start is kept here, with "
                "its curve, its attention and its model."
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

    def _show(self) -> None:
        snapshot = self._snapshot
        there = bool(snapshot.rows)
        held = self.undo.button.hasFocus()
        self.empty.setVisible(not there)
        self._splitter.setVisible(there)
        for part in (self.buttons, self.details):  # without them the list still stands at the top
            part.setVisible(snapshot.shown is not None)
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
                "use": self._intents.use_requested,
                "go on": self._intents.go_on_requested,
                "delete": self._intents.delete_requested,
            }[name].emit(run_id)

    def _ask_export(self, run_id: str, name: str) -> None:
        path = ask_export_path(self, name)
        if path is not None:
            self._intents.export_requested.emit(run_id, path)


class UndoLine(Themed, Translated, QWidget):
    """Hidden while nothing can be brought back."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """Nothing was deleted."""
        super().__init__()
        self._name: str | None = None
        self.sentence, self.button = text_label(parent=self), QPushButton(self)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(self.sentence, 1)
        self._line.addWidget(self.button)
        self.sentence.setWordWrap(True)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.button.setProperty("compact", True)
        self.button.clicked.connect(intents.undo_requested)
        self.set_theme(theme)
        self._retranslate()
        self.hide()

    def set_name(self, name: str | None) -> None:
        """The run that was deleted last, or None; it is said when it is another one."""
        if name == self._name:
            return
        self._name = name
        self._show()
        self.setVisible(name is not None)
        if name is not None:
            event = QAccessibleAnnouncementEvent(self, self.sentence.text())
            QAccessible.updateAccessibility(event)

    def _dress(self) -> None:
        self._line.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        tip = self.tr("Bring the deleted run back")
        say(self.button, self.tr("Undo"), tip)
        self._show()

    def _show(self) -> None:
        text = self.tr("{name} was deleted.")
        self.sentence.setText("" if self._name is None else text.format(name=isolated(self._name)))
