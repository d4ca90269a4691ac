"""The page of *Model → Import…*: what a model is, where its tensors go, and what is still asked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viz_app.app.frame.level_mark import LevelMark
from viz_app.app.importing.about_model import AboutModel
from viz_app.app.importing.snapshot import ImportCheck, ImportSnapshot
from viz_app.app.importing.tensor_table import TensorTable
from viz_app.app.importing.texts import check_text, counts_text
from viz_app.design.theme import Theme
from viz_app.texts.token_text import tool_tip
from viz_app.widgets import file_dialogs
from viz_app.widgets.buttons import say, set_tab_order
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.workbench import NoticeLevel

SIZE = (1180, 720)
"""In px at 100 %."""

_LEVELS: dict[ImportCheck, NoticeLevel] = {"problem": "error", "failed": "error", "asks": "warning"}


class ImportDialog(Themed, Translated, QDialog):
    """Not modal: one can go on working while a model is read or imported; closing gives it up.

    Signals:
        path_chosen: a folder or a file.
        import_requested: as it stands there.
        cancelled: what is being imported is not wanted any more.
        left: the page was closed.
    """

    path_chosen = Signal(object)
    name_typed = Signal(str)
    import_requested = Signal()
    cancelled = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing is chosen yet."""
        super().__init__(parent)
        self._snapshot = ImportSnapshot()
        self.path, self.folder_button, self.file_button = QLineEdit(), QPushButton(), QPushButton()
        self.about, self.table = AboutModel(), TensorTable()
        self.filter, self.counts = QLineEdit(clearButtonEnabled=True), text_label("soft")
        self.mark, self.check = LevelMark(), text_label(wraps=True, selectable=True)
        self.name, self.progress = QLineEdit(), QProgressBar(textVisible=False)
        self.close_button, self.import_button = QPushButton(), QPushButton()
        self._labels = {part: text_label() for part in (self.path, self.name)}
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()
        self._fit()

    def open_page(self) -> None:
        """Come up, with the keyboard where a path is typed or the next question answered."""
        self.show()
        self.raise_()
        self.activateWindow()
        if self._snapshot.state.path is None:
            self.path.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_snapshot(self, snapshot: ImportSnapshot) -> None:
        """Show how far it is; does not modify state."""
        old, self._snapshot = self._snapshot, snapshot
        state, before = snapshot.state, old.state
        if state.path != before.path:
            self.path.setText("" if state.path is None else str(state.path))
            self.filter.clear()
        if state.name != self.name.text():
            self.name.setText(state.name)
        if state.reading is not before.reading:
            self.table.rows.set_rows(state.reading.rows if state.reading else ())
        self.about.show_state(state)
        self._show()
        if state.questions != before.questions:
            self._order()
        if before.reading is None and state.reading is not None and self.path.hasFocus():
            self.about.questions.focus_first_open()

    @Slot()
    def finish(self) -> None:
        """It is done: nothing is left to do here."""
        super().reject()

    def reject(self) -> None:
        """Esc, Close or the window's own button: what is being imported is given up first."""
        if self._snapshot.state.progress is not None:
            self.cancelled.emit()
            return
        super().reject()
        self.left.emit()

    def _dress(self) -> None:
        unit, scale = self.theme.unit, self.theme.scale
        self._column.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit)
        self._column.setSpacing(3 * unit)
        for row in (*self._rows, self._right):
            row.setSpacing(2 * unit)
        self._middle.setSpacing(4 * unit)
        self.about.setFixedWidth(round(408 * scale))
        self.name.setMinimumWidth(round(220 * scale))
        self.progress.setFixedWidth(round(160 * scale))
        self.check.setMinimumHeight(2 * self.check.fontMetrics().lineSpacing())

    def _fit(self) -> None:
        """As large as it needs, if the screen is."""
        scale, room = self.theme.scale, self.screen().availableSize()
        width, height = (round(side * scale) for side in SIZE)
        self.resize(min(width, room.width()), min(height, room.height()))

    def _arrange(self) -> None:
        self.setModal(False)
        for button in (
            *(self.folder_button, self.file_button),
            *(self.close_button, self.import_button),
        ):
            button.setAutoDefault(False)  # Return in a field takes what was typed, and no more
        self.import_button.setProperty("primary", True)
        for part, label in self._labels.items():
            label.setBuddy(part)
        top = filled(
            QHBoxLayout(),
            self._labels[self.path],
            (self.path, 1),
            self.folder_button,
            self.file_button,
        )
        tools = filled(QHBoxLayout(), (self.filter, 1), self.counts)
        self._right = filled(QVBoxLayout(), tools, (self.table, 1))
        self._middle = filled(QHBoxLayout(), self.about, (self._right, 1))
        said = filled(QHBoxLayout(), self.mark, (self.check, 1))
        foot = filled(
            QHBoxLayout(),
            self._labels[self.name],
            self.name,
            (QWidget(), 1),
            self.progress,
            self.close_button,
            self.import_button,
        )
        self._rows = (top, tools, said, foot)
        self._column = filled(QVBoxLayout(self), top, (self._middle, 1), said, foot)

    def _order(self) -> None:
        """Tab goes from top to bottom; questions that have come are among the others."""
        top = (self.path, self.folder_button, self.file_button)
        foot = (self.filter, self.table, self.name, self.close_button, self.import_button)
        set_tab_order((*top, *self.about.questions.focus_chain(), *foot))

    def _connect(self) -> None:
        self.path.editingFinished.connect(self._on_path)
        self.folder_button.clicked.connect(self._ask_folder)
        self.file_button.clicked.connect(self._ask_file)
        self.filter.textChanged.connect(self.table.rows.set_filter)
        self.name.textEdited.connect(self.name_typed)
        self.close_button.clicked.connect(self.reject)
        self.import_button.clicked.connect(self.import_requested)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Import model"))
        self._labels[self.path].setText(self.tr("&Model"))
        self._labels[self.name].setText(self.tr("Import &as"))
        self.path.setAccessibleName(self.tr("Folder or file of the model"))
        self.path.setPlaceholderText(self.tr("A folder, or a file such as model.pt"))
        self.name.setAccessibleName(self.tr("Name of the model to be"))
        self.name.setToolTip(self.tr("What the model is called in the list of models"))
        self.filter.setPlaceholderText(self.tr("Filter tensors"))
        self.filter.setAccessibleName(self.tr("Filter tensors"))
        self.filter.setToolTip(self.tr("Show the lines that hold each of these words"))
        self.progress.setAccessibleName(self.tr("Progress of the import"))
        self._say(self.folder_button, self.tr("&Folder…"), self.tr("Choose a folder"))
        self._say(self.file_button, self.tr("Fi&le…"), self.tr("Choose a file with weights"))
        self._say(
            self.import_button,
            self.tr("&Import"),
            self.tr("Write it among the models, and look at it"),
        )
        self._show()

    def _say(self, button: QPushButton, text: str, tip: str) -> None:
        """With a letter of its own, which ``say`` would write out."""
        button.setText(text)
        button.setAccessibleName(text.replace("&", ""))
        button.setToolTip(tool_tip(tip))

    def _show(self) -> None:
        snapshot, state = self._snapshot, self._snapshot.state
        tip = self.tr("As the Hugging Face hub or the model's own program has it; Return reads it")
        self.path.setToolTip(tool_tip(tip if state.path is None else str(state.path)))
        busy = state.progress is not None
        self.check.setText(check_text(snapshot))
        self.mark.set_level(_LEVELS.get(snapshot.check, "info"))
        self.counts.setText(counts_text(state.reading) if state.reading else "")
        for part in (self.path, self.folder_button, self.file_button, self.about, self.name):
            part.setEnabled(not busy)
        self.import_button.setEnabled(snapshot.can_import)
        self.progress.setVisible(busy or snapshot.check == "reading")
        done, total = state.progress or (0, 0)
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        if busy:
            say(self.close_button, self.tr("Cancel"), self.tr("Stop; nothing of it is left"))
        else:
            say(self.close_button, self.tr("Close"), self.tr("Close the page; nothing is imported"))

    @Slot()
    def _on_path(self) -> None:
        now = self._snapshot.state.path
        typed = self.path.text() != ("" if now is None else str(now))  # a name may end in blanks
        if typed and (text := self.path.text().strip()):
            self.path_chosen.emit(Path(text).expanduser())

    @Slot()
    def _ask_folder(self) -> None:
        self._take(file_dialogs.ask_model_folder(self))

    @Slot()
    def _ask_file(self) -> None:
        self._take(file_dialogs.ask_any_file(self, self.tr("Import model from file")))

    def _take(self, path: Path | None) -> None:
        if path is not None:
            self.path_chosen.emit(path)
