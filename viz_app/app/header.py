"""The top of the window: the source sentence and the model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QObject,
    QPoint,
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QDragEnterEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QWidget

from model.checkpoint.header import origin_of
from model.text.examples import example_of, right_translation
from model.text.tokenizer import MOST_CHARACTERS
from model.text.words import rough_reading
from model.traces.summary import ModelSummary
from viz_app.app.header_snapshot import HeaderSnapshot, listed_name, model_words
from viz_app.app.menus.entries import OTHER_KEYS, OTHER_MODEL
from viz_app.design.icons import themed_icon
from viz_app.storage.library import ENGLISH_MODEL, ModelEntry, ModelFile
from viz_app.texts.labels import message_text, short_count, tool_tip, verbatim, without_mnemonic
from viz_app.texts.visible_token import isolated, safe
from viz_app.widgets.choosers import CalmCombo, say
from viz_app.widgets.layout import COPY_KEYS, UNDO_KEYS, Band, StepKeys, filled, text_label
from viz_app.widgets.themed import Translated


class HeaderIntents(QObject):
    """Intents of the header's fields and choosers."""

    translate_requested = Signal(str)
    translation_cancelled = Signal()
    model_picked = Signal(object)  # the path of a checkpoint
    open_model_requested = Signal()


class ModelChooser(Translated, CalmCombo):
    """Shows the current model; another is requested, and marked once it is loaded.

    A file is marked while it contains the model that was loaded from it, whatever its name.
    """

    def __init__(self, intents: HeaderIntents, parent: QWidget | None = None) -> None:
        super().__init__(parent, characters=8)
        self._intents = intents
        self._models: tuple[ModelEntry, ...] = ()
        self._current: str | None = None
        self._file: ModelFile | None = None
        self.activated.connect(self._on_activated)
        self._fill()

    def set_models(
        self, models: tuple[ModelEntry, ...], current: str | None, file: ModelFile | None = None
    ) -> None:
        if (models, current, file) != (self._models, self._current, self._file):
            self._models, self._current, self._file = models, current, file
            self._fill()

    def _retranslate(self) -> None:
        self._fill()

    def _fill(self) -> None:
        with QSignalBlocker(self):
            self.clear()
            if self._marked() not in self._models:
                self.addItem(safe(self._current) if self._current else self.tr("No model"))
            shipped = [entry for entry in self._models if entry.shipped]
            opened = [entry for entry in self._models if entry.opened]
            imported = [entry for entry in self._models if entry.imported]
            others = (*shipped, *opened, *imported)
            trained = [entry for entry in self._models if entry not in others]
            self._add_group(self.tr("Built-in"), shipped)
            self._add_group(self.tr("Trained here"), trained)
            self._add_group(self.tr("Imported"), imported)
            self._add_group(self.tr("Opened"), opened)
            self.insertSeparator(self.count())
            self.addItem(self.tr("Open…"), "open")
            self._mark_current()

    def _add_group(self, title: str, entries: Iterable[ModelEntry]) -> None:
        listed = list(entries)
        if not listed:
            return
        self.addItem(title)
        heading = self.count() - 1
        self.setItemData(heading, 0, Qt.ItemDataRole.UserRole - 1)
        for entry in listed:
            self.addItem(safe(listed_name(entry, self._models, self._file)), entry.path)
            self.setItemData(
                self.count() - 1, tool_tip(str(entry.path)), Qt.ItemDataRole.ToolTipRole
            )

    def _marked(self) -> ModelEntry | None:
        file = self._file
        if file is None or file.replaced:
            return None
        return next((entry for entry in self._models if entry.path == file.path), None)

    def _mark_current(self) -> None:
        marked = self._marked()
        path = marked and marked.path
        rows = (row for row in range(self.count()) if path and self.itemData(row) == path)
        self.setCurrentIndex(next(rows, 0))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        picked = self.itemData(row)
        with QSignalBlocker(self):
            self._mark_current()
        if picked == "open":
            self._intents.open_model_requested.emit()
        elif isinstance(picked, Path):
            self._intents.model_picked.emit(picked)


_LINE_BREAKS = re.compile(r"[\r\n\t\f\v\u0085\u2028\u2029]+")


class SourceField(QLineEdit):
    """One line of text; line breaks in pasted text become spaces, and undo still works.

    The keys of the steps are the window's until the text is edited, and so are those of undo while
    there is no typing to undo or redo. An arrow at its end, and Alt
    with Down, list sentences to choose from: ``sentence_picked`` has the selected one.
    """

    sentence_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._last = ""
        self.setMaxLength(MOST_CHARACTERS)
        self._examples: tuple[str, ...] = ()
        self._asked: tuple[str, ...] = ()
        self._task, self._noted = "", False
        self.choices: QMenu | None = None
        self.arrow = QAction(self)
        self.arrow.setObjectName("action-examples")
        self.arrow.triggered.connect(self.show_choices)
        self.addAction(self.arrow, QLineEdit.ActionPosition.TrailingPosition)
        self.textChanged.connect(self._on_text)
        StepKeys(self, self.isModified)
        StepKeys(self, lambda: self.isUndoAvailable() or self.isRedoAvailable(), keys=UNDO_KEYS)
        StepKeys(self, self.hasSelectedText, keys=COPY_KEYS)

    def set_choices(
        self, *, examples: tuple[str, ...], asked: tuple[str, ...], task: str, noted: bool
    ) -> None:
        """``noted``: with the notes on the examples, which apply to shipped models only."""
        self._examples, self._asked = examples, asked
        self._task, self._noted = task, noted
        self.arrow.setEnabled(bool(examples or asked))

    @Slot()
    def show_choices(self) -> None:
        menu = SourceMenu(
            self._examples, self._asked, task=self._task, noted=self._noted, parent=self
        )
        if not menu.sentences():
            return
        menu.sentence_picked.connect(self.sentence_picked)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.aboutToHide.connect(self._forget)
        menu.setMinimumWidth(self.width())
        self.choices = menu
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        down = event.key() == Qt.Key.Key_Down
        if down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.show_choices()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        # Dragged text is inserted; files are left to the window.
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    @Slot()
    def _forget(self) -> None:
        self.choices = None

    @Slot(str)
    def _on_text(self, text: str) -> None:
        line = _LINE_BREAKS.sub(" ", text)
        if line == text:
            self._last = text
        elif self.isRedoAvailable():
            # Undo or redo has reached the text as pasted: one step more in the same direction.
            if line == self._last and self.isUndoAvailable():
                self.undo()
            else:
                self.redo()
        else:
            self._replace(line, len(_LINE_BREAKS.sub(" ", text[self.cursorPosition() :])))

    def _replace(self, line: str, after: int) -> None:
        """Replace the whole text; the cursor goes before its last ``after`` characters."""
        self.selectAll()
        self.insert(line)
        self.setCursorPosition(len(self.text()) - after)


BUSY_AFTER_MS = 300
"""A translation that takes longer than this turns the button to "Stop"."""

WIDE = 760
"""Width in px of a header that also shows the size of the model."""


class HeaderBar(Band, Translated, QWidget):
    """Requests translations and models.

    A sentence that comes from elsewhere never takes the place of what was typed and not sent.
    Whoever presses Return stays in the field until the model has read the sentence, and for good
    when it cannot: ``sentence_read`` says that it has.
    """

    sentence_read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.intents = HeaderIntents(self)
        self._snapshot = HeaderSnapshot()
        self.source, self.button = SourceField(self), QPushButton(self)
        self.models, self.model_info = ModelChooser(self.intents, self), text_label(parent=self)
        self.other = QPushButton(self)
        self._keys = {field: QShortcut(self) for field in (self.source, self.models)}
        self._sent = False
        self._busy = QTimer(self, singleShot=True, interval=BUSY_AFTER_MS)
        self._prepare()
        self._arrange()
        self._connect()
        self._retranslate()

    def set_snapshot(self, snapshot: HeaderSnapshot) -> None:
        old, self._snapshot = self._snapshot, snapshot
        if snapshot == old:
            return
        text = snapshot.shown_text
        if text not in (old.shown_text, self.source.text()) and not self.source.isModified():
            self.source.setText(text)
            self.source.setCursorPosition(0)  # a long one is seen from its beginning
        name = snapshot.recorded_run or snapshot.model_name or snapshot.loading
        self.models.set_models(
            snapshot.models, name, None if snapshot.recorded_run else snapshot.file
        )
        if old.waiting and not snapshot.waiting:
            sent, self._sent = self._sent, False
            focused = self.window().focusWidget() is self.source
            if sent and snapshot.translating and focused and not self.source.isModified():
                self.sentence_read.emit()
        self.source.set_choices(
            examples=snapshot.examples,
            asked=snapshot.asked,
            task=snapshot.model.task if snapshot.model else "",
            noted=bool(snapshot.built_in),
        )
        self._show_source()
        if snapshot.doubted and snapshot.doubted != old.doubted:
            self._sent = False
            # Typed and not translated: nothing replaces it. A lesson asks for others.
            self.source.setModified(snapshot.doubted == self.source.text())
        self._show_info()
        self._show_other()
        self._show_progress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # The sentence has priority; the tool tip also contains the size of the model.
        super().resizeEvent(event)
        self._fit()

    def request_translation(self) -> None:
        self.source.setModified(False)
        self.intents.translate_requested.emit(self.source.text())

    @Slot(str)
    def translate_this(self, text: str) -> None:
        self.source.setText(text)
        self.request_translation()

    def offer_to_edit(self, text: str, part: tuple[int, int]) -> None:
        """Let the user type in place of a part of a sentence; undo brings back what was there."""
        if text != self.source.text():
            self.source.selectAll()
            self.source.insert(text)
        self.source.setSelection(part[0], part[1] - part[0])
        self.source.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _retranslate(self) -> None:
        names = {self.source: self.tr("&Source"), self.models: self.tr("Mo&del")}
        for field, key in self._keys.items():
            key.setKey(QKeySequence.mnemonic(names[field]))
        self._show_source()
        self.source.arrow.setText(self.tr("Examples and sentences of this window"))
        self.source.arrow.setToolTip(self.tr("Examples and sentences of this window (Alt+Down)"))
        self.models.setAccessibleName(self.tr("Model"))
        self._show_info()
        self._show_other()
        self._show_button()

    def _prepare(self) -> None:
        self.source.setObjectName("source-field")
        self.button.setObjectName("translate-button")
        self.models.setObjectName("model-chooser")
        self.model_info.setObjectName("model-info")
        self.source.setProperty("role", "source")
        self.model_info.setProperty("role", "small")
        self.button.setProperty("primary", True)
        self.other.setObjectName("other-button")
        self.other.hide()
        for widget in (self.source, self.button, self.models, self.other):
            widget.setProperty("band", True)

    def _arrange(self) -> None:
        self._row = filled(
            QHBoxLayout(self),
            (self.source, 1),
            self.button,
            self.models,
            self.model_info,
            self.other,
        )

    def _apply_theme(self) -> None:
        self.source.arrow.setIcon(themed_icon("down", self.theme))
        self._row.setSpacing(2 * self.theme.unit)
        self.source.setFixedHeight(self.theme.band_height + 2)  # whichever fonts the sentence is in
        self._fit()

    def _connect(self) -> None:
        self.source.returnPressed.connect(self._on_return)
        self.source.sentence_picked.connect(self.translate_this)
        self.source.textChanged.connect(self._show_source)
        self.button.clicked.connect(self._on_button)
        self.other.clicked.connect(self._on_other)
        self._busy.timeout.connect(self._show_button)
        for field, key in self._keys.items():
            key.activated.connect(partial(field.setFocus, Qt.FocusReason.ShortcutFocusReason))

    def _fit(self) -> None:
        wide = self.width() >= WIDE
        self.model_info.setVisible(wide)
        self.other.setVisible(wide and self._snapshot.other_model is not None)

    def _show_progress(self) -> None:
        if not self._snapshot.translating:
            self._busy.stop()
            self._show_button()
        elif not self._busy.isActive():
            self._busy.start()

    @Slot()
    def _show_source(self) -> None:
        # Text typed over the sentence of a run is the user's own.
        run = isolated(self._snapshot.recorded_run)
        words = model_words(self._snapshot.stacks)
        name, tip = words.sentence, words.sentence_tip
        self.source.setPlaceholderText(words.placeholder)
        if self._snapshot.recorded_run and self.source.text() == self._snapshot.probe:
            name = self.tr("A sentence of the run {run}").format(run=run)
            tip = self.tr(
                "The sentence whose attention {run} recorded; Return translates it with your model"
            ).format(run=run)
        self.source.setToolTip(tool_tip(tip))
        self.source.setAccessibleName(name)

    def _show_info(self) -> None:
        snapshot, model = self._snapshot, self._snapshot.model
        if snapshot.recorded_run:
            text = self.tr("recorded during training")
        elif snapshot.loading is not None:
            text = self.tr("Loading {name}…").format(name=isolated(snapshot.loading))
        elif snapshot.absent is not None:
            text = message_text(snapshot.absent)
        elif model is None:
            text = self.tr("No model is open")
        else:
            text = self.tr("{layers} × {heads} · {parameters} · {device}").format(
                layers=self._layers(model.config.depths),
                heads=self._heads(model.config.n_heads),
                parameters=short_count(model.n_parameters),
                device=model.device.upper(),
            )
        absent = self.tr("Read-only") if snapshot.absent is not None else ""
        short, exact, lengths, origin = self._sizes(snapshot.sized_model)
        self.model_info.setText(short or absent or text)
        self.model_info.setAccessibleName(_in_a_line(text, origin))
        about = (text, exact, lengths, origin)
        self.model_info.setToolTip(tool_tip(_in_a_line(*about)))
        self.models.setAccessibleDescription(_in_a_line(text, lengths, origin))
        tip = _in_a_line(self.tr("Choose the model"), *about)
        self.models.setToolTip(tool_tip(tip))

    def _show_other(self) -> None:
        # In a narrow window only the menu has it.
        other = self._snapshot.other_model
        entry = OTHER_MODEL[other.name if other else ENGLISH_MODEL]
        text, tip = (
            QCoreApplication.translate(entry.context, part) for part in (entry.text, entry.tip)
        )
        say(self.other, without_mnemonic(text), f"{tip} ({OTHER_KEYS})")
        self._fit()

    def _sizes(self, model: ModelSummary | None) -> tuple[str, str, str, str]:
        """Its size in short, its exact size, the lengths that it has learned, and its origin."""
        if model is None:
            return "", "", "", ""
        origin, lengths = origin_of(model.task, model.record), model.lengths
        size = f"{model.config.depths} × {model.config.n_heads}"
        imported = self.tr("imported") if origin else ""
        where = self.tr("imported from {source} ({family})")
        learned = self.tr("trained on strings of {shortest} to {longest} letters")
        return (
            _in_a_line(imported, size, short_count(model.n_parameters)),
            self.tr("{count} parameters").format(count=f"{model.n_parameters:,}"),
            learned.format(shortest=lengths[0], longest=lengths[-1]) if lengths else "",
            where.format(source=isolated(origin.source), family=origin.family) if origin else "",
        )

    def _layers(self, number: str) -> str:
        template = self.tr("{number} layer") if number == "1" else self.tr("{number} layers")
        return template.format(number=number)

    def _heads(self, number: int) -> str:
        template = self.tr("{number} head") if number == 1 else self.tr("{number} heads")
        return template.format(number=number)

    @Slot()
    def _on_return(self) -> None:
        self._sent = True
        self.request_translation()

    @Slot()
    def _show_button(self) -> None:
        stop = self._snapshot.translating and not self._busy.isActive()
        words = model_words(self._snapshot.stacks)
        text = self.tr("Stop") if stop else words.action
        self.button.setText(text)
        self.button.setAccessibleName(text)
        tip = self.tr("Stop; the steps so far are kept") if stop else words.action_tip
        self.button.setToolTip(tool_tip(tip))

    @Slot()
    def _on_other(self) -> None:
        other = self._snapshot.other_model
        if other is not None:
            self.intents.model_picked.emit(other.path)

    @Slot()
    def _on_button(self) -> None:
        if self._snapshot.translating and not self._busy.isActive():
            self.intents.translation_cancelled.emit()
        else:
            self.request_translation()


def _in_a_line(*parts: str) -> str:
    return " · ".join(filter(None, parts))


translate = QCoreApplication.translate

LONGEST_ENTRY = 60
"""Characters of a sentence that a line shows."""


class SourceMenu(QMenu):
    """Sentences, each with its note, and its translation if known, or a gloss."""

    sentence_picked = Signal(str)

    def __init__(
        self,
        examples: Sequence[str],
        asked: Sequence[str],
        *,
        task: str,
        noted: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._readings = {text: right_translation(task, text) for text in examples}
        shown = {text: example_of(task, text) for text in examples if noted}
        self._notes = {text: message_text(one.shows) for text, one in shown.items() if one}
        self._add_group(translate("SourceMenu", "Examples for this model"), examples)
        others = [text for text in asked if text not in examples]
        self._add_group(translate("SourceMenu", "Sentences of this window"), others)
        self.triggered.connect(lambda action: self.sentence_picked.emit(action.data()))

    def sentences(self) -> list[str]:
        return [action.data() for action in self.actions() if action.data()]

    def _add_group(self, title: str, sentences: Sequence[str]) -> None:
        if not sentences:
            return
        if self.actions():
            self.addSeparator()
        self.addAction(title).setEnabled(False)
        for text in sentences:
            self._add_sentence(text)

    def _add_sentence(self, text: str) -> None:
        shown = text if len(text) <= LONGEST_ENTRY else f"{text[:LONGEST_ENTRY]}…"
        reading, note = self._readings.get(text) or rough_reading(text), self._notes.get(text, "")
        room = LONGEST_ENTRY // 2 if note else LONGEST_ENTRY
        beside = " · ".join(filter(None, (note, reading if len(text) <= room else "")))
        # what comes after a tab stands at the right, where other menus have their keys
        action = self.addAction("\t".join(map(verbatim, filter(None, (shown, beside)))))
        action.setData(text)
