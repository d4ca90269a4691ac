"""The page of *Model → Import…*: the model found, its mapped tensors, the open questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from model.checkpoint.import_reading import ImportQuestion, PlaceStatus, TensorRow
from viz_app.app.app_state import Services
from viz_app.app.dialogs.import_state import (
    ImportCheck,
    ImportController,
    ImportSnapshot,
    resolve_import,
)
from viz_app.app.dialogs.import_texts import (
    Fact,
    answer_text,
    can_be_imported,
    check_text,
    counts_text,
    facts,
    family_text,
    question_texts,
)
from viz_app.app.frame.notice_bar import LevelMark
from viz_app.app.slices import ImportState
from viz_app.design.theme import Theme
from viz_app.texts.check_texts import (
    how_text,
    shape_text,
    short_status,
    status_title,
    theirs_text,
    who_said,
)
from viz_app.texts.labels import tool_tip, without_mnemonic
from viz_app.widgets import file_dialogs
from viz_app.widgets.choosers import CalmCombo, say, set_tab_order
from viz_app.widgets.layout import filled, name_parts, scrolled, text_label
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.state import NoticeLevel

CHARACTERS = 10
"""Characters of an answer that are shown."""


class QuestionForm(Themed, Translated, QWidget):
    """Shows questions; a field keeps its position while its question remains.

    Signals:
        answered: the name of a question and its answer, empty if it was removed.
    """

    answered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, AnswerField] = {}
        self._asked: tuple[Sequence[ImportQuestion], Mapping[str, str]] = ((), {})
        self._names: dict[str, tuple[QLabel, QLabel]] = {}
        self._first: set[str] = set()  # were open once: they stay above those the model answers
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)

    def set_questions(
        self, questions: Sequence[ImportQuestion], answers: Mapping[str, str]
    ) -> None:
        """Show questions, open ones first; ``answers`` may contain some that are not used yet."""
        self._first |= {question.name for question in questions if question.open}
        questions = sorted(questions, key=lambda question: question.name not in self._first)
        self._asked = questions, answers
        for name in [*self.fields]:
            if name not in {question.name for question in questions}:
                self._remove(name)
        for row, question in enumerate(questions):
            self._ask(row, question, answers.get(question.name))

    def focus_chain(self) -> Iterator[QWidget]:
        """Focusable widgets from top to bottom."""
        for question in self._asked[0]:
            yield from self.fields[question.name].parts

    def focus_first_open(self) -> None:
        names = (question.name for question in self._asked[0] if question.open)
        name = next(names, None)
        if name is not None:
            self.fields[name].setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask(self, row: int, question: ImportQuestion, given: str | None) -> None:
        kind = _kind(question)
        if question.name in self.fields and not isinstance(self.fields[question.name], kind):
            self._remove(question.name)
        if question.name not in self.fields:
            self._add(question.name, kind)
        field, (caption, status) = self.fields[question.name], self._names[question.name]
        for column, part in enumerate((caption, field, status)):
            self._grid.addWidget(part, row, column)
        text, tip = question_texts(question.name)
        caption.setText(text)
        field.setToolTip(tool_tip(tip))
        field.setAccessibleName(text)
        field.show_question(question, given)
        status.setText(who_said(question))
        status.setProperty("role", "warning" if question.open else "small")
        status.style().polish(status)

    def _add(self, name: str, kind: type[AnswerField]) -> None:
        field = self.fields[name] = kind(self)
        name_parts(field, f"import-dialog-{name}")
        field.set_theme(self.theme)
        field.answered.connect(lambda answer: self.answered.emit(name, answer))
        caption = text_label(parent=self, wraps=True)
        caption.setBuddy(field)
        self._names[name] = caption, text_label("small", parent=self)

    def _remove(self, name: str) -> None:
        for part in (self.fields.pop(name), *self._names.pop(name)):
            self._grid.removeWidget(part)
            part.hide()
            part.deleteLater()

    def _apply_theme(self) -> None:
        self._grid.setColumnMinimumWidth(0, 9 * self.theme.small)
        self._grid.setHorizontalSpacing(2 * self.theme.unit)
        self._grid.setVerticalSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        self.set_questions(*self._asked)


class AnswerField(Themed, QWidget):
    """Where one question is answered.

    Attributes:
        parts: the focusable widgets.
    """

    parts: tuple[QWidget, ...] = ()
    answered = Signal(str)

    def show_question(self, question: ImportQuestion, given: str | None) -> None:
        """Show the ``given`` answer, else the one in use; nothing for an open question."""
        raise NotImplementedError

    def _hold(self, *parts: QWidget) -> None:
        """Register the parts, the first of which gets the focus."""
        filled(QHBoxLayout(self), (parts[0], 1), *parts[1:])
        self.parts = parts
        self.setFocusProxy(parts[0])
        for part in parts:
            part.setProperty("compact", True)


class ChoiceField(AnswerField):
    """One of several choices."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.combo = CalmCombo(characters=CHARACTERS)
        self._choices: tuple[str, ...] = ()
        self._hold(self.combo)
        self.combo.activated.connect(lambda row: self.answered.emit(self._choices[row]))

    def show_question(self, question: ImportQuestion, given: str | None) -> None:
        # An open question has no selection.
        self._choices = question.choices
        answer = given if question.open else (given or question.answer)
        chosen = question.choices.index(answer) if answer in question.choices else -1
        self.combo.setPlaceholderText(self.tr("Choose…"))
        texts = [answer_text(question, choice) for choice in question.choices]
        self.combo.show_entries(texts, chosen)
        self.combo.setAccessibleName(self.accessibleName())
        self.combo.setToolTip(self.toolTip())


class NumberField(AnswerField):
    """A whole number; the value below the smallest means that there is no answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spin = QSpinBox()
        self.spin.setKeyboardTracking(False)
        self._hold(self.spin)
        self._smallest = 0
        self.spin.valueChanged.connect(self._on_value)

    def show_question(self, question: ImportQuestion, given: str | None) -> None:
        self._smallest = question.smallest
        answer = given or ("" if question.open else question.answer)
        with QSignalBlocker(self.spin):
            self.spin.setRange(question.smallest - 1, question.largest)
            self.spin.setSpecialValueText(self.tr("Choose…"))
            self.spin.setValue(int(answer) if answer.isdecimal() else question.smallest - 1)
        self.spin.setAccessibleName(self.accessibleName())
        self.spin.setToolTip(self.toolTip())

    def _apply_theme(self) -> None:
        self.spin.lineEdit().setTextMargins(2 * self.theme.unit, 0, 0, 0)

    @Slot(int)
    def _on_value(self, value: int) -> None:
        self.answered.emit(str(value) if value >= self._smallest else "")


class PathField(AnswerField):
    """A file, typed or chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line, self.button = QLineEdit(), QPushButton()
        self.button.setAutoDefault(False)
        self._shown = ""
        self._hold(self.line, self.button)
        self.line.editingFinished.connect(lambda: self._take(self.line.text().strip()))
        self.button.clicked.connect(self._ask)

    def show_question(self, question: ImportQuestion, given: str | None) -> None:
        # A path that was typed and not submitted stays.
        shown = question.answer if given is None else given
        if shown != self._shown or not self.line.isModified():
            self._shown = shown
            self.line.setText(shown)
        self.line.setPlaceholderText(self.tr("Choose…"))
        self.line.setAccessibleName(self.accessibleName())
        self.line.setToolTip(tool_tip(shown) if shown else self.toolTip())
        say(self.button, self.tr("File…"), self.tr("Choose the file"))

    @Slot()
    def _ask(self) -> None:
        path = file_dialogs.ask_any_file(self, self.accessibleName())
        if path is not None:
            self._take(str(path))

    def _take(self, text: str) -> None:
        self.line.setModified(False)
        if text != self._shown:
            self._shown = str(Path(text).expanduser()) if text else ""
            self.line.setText(self._shown)
            self.answered.emit(self._shown)


def _kind(question: ImportQuestion) -> type[AnswerField]:
    if question.is_path:
        return PathField
    return ChoiceField if question.choices else NumberField


class AboutModel(Themed, Translated, QWidget):
    """Family, questions, network and vocabularies; scrolls where there is too little room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = ImportState()
        self._facts: tuple[Fact, ...] = ()
        self.family = text_label("title", wraps=True, selectable=True)
        self.hint = text_label("soft", wraps=True)
        self.questions = QuestionForm()
        self.titles = text_label("title"), text_label("title")
        self._lines, self._grid = QWidget(), QGridLayout()
        self._lines.setLayout(self._grid)
        content = QWidget()
        self._column = filled(
            QVBoxLayout(content),
            *(self.family, self.hint, self.titles[0], self.questions, self.titles[1], self._lines),
        )
        self._column.addStretch(1)
        area = scrolled(content)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        filled(QVBoxLayout(self), area)
        self._retranslate()

    def show_state(self, state: ImportState) -> None:
        # Facts read with earlier answers stay until there are new ones.
        self._state = state
        self.questions.set_questions(state.questions, state.answers)
        self._show()

    def facts(self) -> dict[str, str]:
        return {fact.caption: fact.value for fact in self._facts}

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._column.setSpacing(2 * unit)
        self._column.setContentsMargins(0, 0, 3 * unit, 0)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4 * unit)
        self._grid.setVerticalSpacing(unit // 2)

    def _retranslate(self) -> None:
        self.titles[0].setText(self.tr("Questions"))
        self.titles[1].setText(self.tr("Network"))
        self.hint.setText("\n\n".join(can_be_imported()))
        self._show()

    def _show(self) -> None:
        reading = self._state.reading
        unknown = reading is None and not self._state.questions
        empty = self.tr("What can be imported") if unknown else ""
        self.family.setText(empty if reading is None else family_text(reading))
        self.hint.setVisible(unknown)
        self.titles[0].setVisible(bool(self._state.questions))
        self.titles[1].setVisible(reading is not None)
        known = () if reading is None else tuple(facts(reading))
        if known != self._facts:
            self._facts = known
            self._fill()

    def _fill(self) -> None:
        for old in self._lines.findChildren(QLabel):
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        for row, fact in enumerate(self._facts):
            caption, value = text_label("soft"), text_label(selectable=True, wraps=True)
            caption.setText(fact.caption)
            value.setText(fact.value)
            for column, part in enumerate((caption, value)):
                part.setToolTip(tool_tip(fact.tip))
                self._grid.addWidget(part, row, column)
        self._grid.setColumnStretch(1, 1)


ORDER: Sequence[PlaceStatus] = ("unplaced", "missing", "created", "placed", "ignored")
"""From errors to tensors that need no attention."""

_NOTHING = "–"
_ROW_HEIGHT = 1.9
"""Of the size of its text."""


class TensorTable(Themed, Translated, QTableWidget):
    """All tensors, those without a place first; filtered by the words in the field beside."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self._rows: Sequence[TensorRow] = ()
        self._words: Sequence[str] = ()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, share in enumerate((modes.Stretch, modes.Stretch, modes.Fixed, modes.Fixed)):
            header.setSectionResizeMode(column, share)
        self._retranslate()

    def set_rows(self, rows: Sequence[TensorRow]) -> None:
        self._rows = sorted(rows, key=lambda row: ORDER.index(row.status))
        self._fill()

    @Slot(str)
    def set_filter(self, text: str) -> None:
        """Show the rows that contain each of these words."""
        self._words = text.casefold().split()
        self._filter()

    def _apply_theme(self) -> None:
        self.setFont(self.theme.font(self.theme.small))
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(round(_ROW_HEIGHT * self.theme.small))
        for column, letters in ((2, 8), (3, 11)):
            self.setColumnWidth(column, letters * self.theme.small)
        self._fill()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Mapping of the tensors"))
        self._titles = [
            self.tr("In the file"),
            self.tr("Here"),
            self.tr("Shape"),
            self.tr("Action"),
        ]
        self.setHorizontalHeaderLabels(self._titles)
        self._fill()

    def _fill(self) -> None:
        wrong, soft = QColor(self.theme.danger), QColor(self.theme.soft_text)
        colours = {"unplaced": wrong, "missing": wrong, "ignored": soft, "created": soft}
        self.setRowCount(len(self._rows))
        for number, row in enumerate(self._rows):
            for column, (title, text) in enumerate(zip(self._titles, _cells(row), strict=True)):
                item = QTableWidgetItem(text)
                whole = column == len(self._titles) - 1 and row.status == "ignored"
                item.setToolTip(tool_tip(status_title(row.status) if whole else text))
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title} {text}")
                if row.status in colours:
                    item.setForeground(colours[row.status])
                self.setItem(number, column, item)
        self._filter()

    def _filter(self) -> None:
        for number, row in enumerate(self._rows):
            text = " ".join(_cells(row)).casefold() if self._words else ""
            self.setRowHidden(number, not all(word in text for word in self._words))


def _cells(row: TensorRow) -> tuple[str, str, str, str]:
    how = how_text(row) if row.status in {"placed", "created"} else short_status(row.status)
    return theirs_text(row), row.ours or _NOTHING, shape_text(row), how


SIZE = (1180, 720)
"""In px at 100 %."""

_LEVELS: dict[ImportCheck, NoticeLevel] = {"problem": "error", "failed": "error", "asks": "warning"}


class ImportDialog(Themed, Translated, QDialog):
    """Not modal: the window stays usable while a model is read or imported; closing cancels it."""

    def __init__(self, theme: Theme, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller = ImportController(services, self)
        self._snapshot = ImportSnapshot()
        self.path, self.folder_button, self.file_button = QLineEdit(), QPushButton(), QPushButton()
        self.about, self.table = AboutModel(), TensorTable()
        self.filter, self.counts = QLineEdit(clearButtonEnabled=True), text_label("soft")
        self.mark, self.check = LevelMark(), text_label(wraps=True, selectable=True)
        self.name, self.progress = QLineEdit(), QProgressBar(textVisible=False)
        self.close_button, self.import_button = QPushButton(), QPushButton()
        self._labels = {part: text_label() for part in (self.path, self.name)}
        name_parts(self, "import-dialog")
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()
        scale, room = self.theme.scale, self.screen().availableSize()
        width, height = (round(side * scale) for side in SIZE)
        self.resize(min(width, room.width()), min(height, room.height()))
        services.presenter.show(
            services.whole,
            lambda state: resolve_import(state.importing, state.bench.models),
            self.set_snapshot,
        )

    def open_page(self) -> None:
        self.show()
        self.raise_()
        self.activateWindow()
        if self._snapshot.state.path is None:
            self.path.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_snapshot(self, snapshot: ImportSnapshot) -> None:
        old, self._snapshot = self._snapshot, snapshot
        state, before = snapshot.state, old.state
        if state.path != before.path:
            self.path.setText("" if state.path is None else str(state.path))
            self.filter.clear()
        if state.name != self.name.text():
            self.name.setText(state.name)
        if state.reading is not before.reading:
            self.table.set_rows(state.reading.rows if state.reading else ())
        self.about.show_state(state)
        self._show()
        if state.questions != before.questions:
            # Tab order is from top to bottom, with new questions among the other widgets.
            top = (self.path, self.folder_button, self.file_button)
            foot = (self.filter, self.table, self.name, self.close_button, self.import_button)
            set_tab_order((*top, *self.about.questions.focus_chain(), *foot))
        if before.reading is None and state.reading is not None and self.path.hasFocus():
            self.about.questions.focus_first_open()

    def reject(self) -> None:
        # Esc, Close and the window's close button cancel an unfinished import first.
        if self._snapshot.state.progress is not None:
            self.controller.cancel()
            return
        super().reject()
        self.controller.leave()

    def _apply_theme(self) -> None:
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

    def _connect(self) -> None:
        self.path.editingFinished.connect(self._on_path)
        self.folder_button.clicked.connect(lambda: self._take(file_dialogs.ask_model_folder(self)))
        self.file_button.clicked.connect(
            lambda: self._take(file_dialogs.ask_any_file(self, self.tr("Import model from file")))
        )
        self.filter.textChanged.connect(self.table.set_filter)
        self.name.textEdited.connect(self.controller.rename)
        self.about.questions.answered.connect(self.controller.answer)
        self.controller.imported.connect(super().reject)
        self.close_button.clicked.connect(self.reject)
        self.import_button.clicked.connect(self.controller.begin)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Import model"))
        self._labels[self.path].setText(self.tr("&Model"))
        self._labels[self.name].setText(self.tr("Import &as"))
        self.path.setPlaceholderText(self.tr("A folder, or a file such as model.pt"))
        for part, label in self._labels.items():
            part.setAccessibleName(without_mnemonic(label.text()))
        self.name.setToolTip(self.tr("Name of the model in the list of models"))
        self.filter.setPlaceholderText(self.tr("Filter tensors"))
        self.filter.setAccessibleName(self.tr("Filter tensors"))
        self.filter.setToolTip(self.tr("Show only rows that contain all of these words"))
        self.progress.setAccessibleName(self.tr("Progress of the import"))
        self._say(self.folder_button, self.tr("&Folder…"), self.tr("Choose a folder"))
        self._say(self.file_button, self.tr("Fi&le…"), self.tr("Choose a file with weights"))
        self._say(
            self.import_button, self.tr("&Import"), self.tr("Add it to the models and open it")
        )
        self._show()

    def _say(self, button: QPushButton, text: str, tip: str) -> None:
        # Keeps the button's mnemonic, which ``say`` would escape.
        button.setText(text)
        button.setAccessibleName(text.replace("&", ""))
        button.setToolTip(tool_tip(tip))

    def _show(self) -> None:
        snapshot, state = self._snapshot, self._snapshot.state
        tip = self.tr(
            "In the format of the Hugging Face hub or of the program that saved it; Return reads it"
        )
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
            say(self.close_button, self.tr("Cancel"), self.tr("Stop; nothing is saved"))
        else:
            say(self.close_button, self.tr("Close"), self.tr("Close the page; nothing is imported"))

    @Slot()
    def _on_path(self) -> None:
        now = self._snapshot.state.path
        typed = self.path.text() != ("" if now is None else str(now))  # a name may end in blanks
        if typed and (text := self.path.text().strip()):
            self.controller.choose(Path(text).expanduser())

    def _take(self, path: Path | None) -> None:
        if path is not None:
            self.controller.choose(path)
