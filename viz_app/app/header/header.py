"""The top of the window: the source sentence and the model."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from model.checkpoint.header import origin_of
from model.traces.summary import ModelSummary
from viz_app.app.header.intents import HeaderIntents
from viz_app.app.header.model_chooser import ModelChooser
from viz_app.app.header.model_words import model_words
from viz_app.app.header.snapshot import HeaderSnapshot
from viz_app.app.header.source_field import SourceField
from viz_app.design.icons import themed_icon
from viz_app.texts.isolates import isolated
from viz_app.texts.message_text import message_text
from viz_app.texts.numbers import short_count
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.band import Band
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.translated import Translated

BUSY_AFTER_MS = 300
"""A translation that takes longer than this turns the button to "Stop"."""

WIDE = 760
"""In a header as wide as this, in px, the size of the model has room."""


class HeaderBar(Band, Translated, QWidget):
    """Asks for translations and models.

    A sentence that comes from elsewhere never takes the place of what was typed and not sent.
    Whoever presses Return stays in the field until the model has read the sentence, and for good
    when it cannot: ``sentence_read`` says that it has.
    """

    sentence_read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """An empty field, no model."""
        super().__init__(parent)
        self.intents = HeaderIntents(self)
        self._snapshot = HeaderSnapshot()
        self.source, self.button = SourceField(self), QPushButton(self)
        self.models, self.model_info = ModelChooser(self.intents, self), text_label(parent=self)
        self._keys = {field: QShortcut(self) for field in (self.source, self.models)}
        self._sent = False
        self._busy = QTimer(self, singleShot=True, interval=BUSY_AFTER_MS)
        self._prepare()
        self._arrange()
        self._connect()
        self._retranslate()

    def set_snapshot(self, snapshot: HeaderSnapshot) -> None:
        """Show sentence, progress and model."""
        old, self._snapshot = self._snapshot, snapshot
        if snapshot == old:
            return
        if snapshot.shown_text != old.shown_text:
            self._take_source(snapshot.shown_text)
        name = snapshot.recorded_run or snapshot.model_name or snapshot.loading
        self.models.set_models(
            snapshot.models, name, None if snapshot.recorded_run else snapshot.file
        )
        if old.waiting and not snapshot.waiting:
            self._end_waiting(was_read=snapshot.translating)
        self.source.set_choices(examples=snapshot.examples, asked=snapshot.asked)
        self._show_source()
        if snapshot.doubted and snapshot.doubted != old.doubted:
            self._sent = False
            self.source.setModified(True)  # it was typed and not translated: nothing replaces it
        self._show_info()
        self._show_progress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The sentence has its room first; what the model is, its tool tip says too."""
        super().resizeEvent(event)
        self._fit()

    def request_translation(self) -> None:
        """Ask for what stands in the field, as the button and Return do."""
        self.source.setModified(False)
        self.intents.translate_requested.emit(self.source.text())

    @Slot(str)
    def translate_this(self, text: str) -> None:
        """Ask for a sentence in place of what stands in the field."""
        self.source.setText(text)
        self.request_translation()

    def _retranslate(self) -> None:
        names = {self.source: self.tr("&Source"), self.models: self.tr("Mo&del")}
        for field, key in self._keys.items():
            key.setKey(QKeySequence.mnemonic(names[field]))
        self._show_source()
        self.source.arrow.setText(self.tr("Examples and sentences of this window"))
        self.source.arrow.setToolTip(self.tr("Examples and sentences of this window (Alt+Down)"))
        self.models.setAccessibleName(self.tr("Model"))
        self._show_info()
        self._show_button()

    def _prepare(self) -> None:
        self.source.setProperty("role", "source")
        self.model_info.setProperty("role", "small")
        self.button.setProperty("primary", True)
        for widget in (self.source, self.button, self.models):
            widget.setProperty("band", True)

    def _arrange(self) -> None:
        self._row = filled(
            QHBoxLayout(self), (self.source, 1), self.button, self.models, self.model_info
        )

    def _dress(self) -> None:
        self.source.arrow.setIcon(themed_icon("down", self.theme))
        self._row.setSpacing(2 * self.theme.unit)
        self.source.setFixedHeight(7 * self.theme.unit + 2)  # whichever fonts the sentence is in
        self._fit()

    def _connect(self) -> None:
        self.source.returnPressed.connect(self._on_return)
        self.source.sentence_picked.connect(self.translate_this)
        self.source.textChanged.connect(self._show_source)
        self.button.clicked.connect(self._on_button)
        self._busy.timeout.connect(self._show_button)
        for field, key in self._keys.items():
            key.activated.connect(partial(field.setFocus, Qt.FocusReason.ShortcutFocusReason))

    def _fit(self) -> None:
        self.model_info.setVisible(self.width() >= WIDE)

    def _show_progress(self) -> None:
        if not self._snapshot.translating:
            self._busy.stop()
            self._show_button()
        elif not self._busy.isActive():
            self._busy.start()

    @Slot()
    def _show_source(self) -> None:
        """Whose sentence it is; what was typed over a run's is the user's."""
        run = isolated(self._snapshot.recorded_run)
        words = model_words(self._snapshot.stacks)
        name, tip = words.sentence, words.sentence_tip
        self.source.setPlaceholderText(words.placeholder)
        if self._snapshot.recorded_run and self.source.text() == self._snapshot.probe:
            name = self.tr("A sentence of the run {run}").format(run=run)
            tip = self.tr(
                "What {run} recorded its attention on; Return translates it with your model"
            ).format(run=run)
        self.source.setToolTip(tool_tip(tip))
        self.source.setAccessibleName(name)

    def _show_info(self) -> None:
        snapshot, model = self._snapshot, self._snapshot.model
        if snapshot.recorded_run:
            text = self.tr("recorded while it was trained")
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
        origin = imported_text(snapshot.sized_model)
        self.model_info.setText(self._short_size() or absent or text)
        self.model_info.setAccessibleName(_in_a_line(text, origin))
        about = (text, self._exact_size(), self._lengths(), origin)
        self.model_info.setToolTip(tool_tip(_in_a_line(*about)))
        self.models.setAccessibleDescription(_in_a_line(text, self._lengths(), origin))
        tip = _in_a_line(self.tr("Choose the model"), *about)
        self.models.setToolTip(tool_tip(tip))

    def _short_size(self) -> str:
        """Of a model that is there: whether it was imported, layers × heads, and its numbers."""
        model = self._snapshot.sized_model
        if model is None:
            return ""
        config = model.config
        imported = self.tr("imported") if imported_text(model) else ""
        size = f"{config.depths} × {config.n_heads}"
        return _in_a_line(imported, size, short_count(model.n_parameters))

    def _layers(self, number: str) -> str:
        template = self.tr("{number} layer") if number == "1" else self.tr("{number} layers")
        return template.format(number=number)

    def _heads(self, number: int) -> str:
        template = self.tr("{number} head") if number == 1 else self.tr("{number} heads")
        return template.format(number=number)

    def _exact_size(self) -> str:
        model = self._snapshot.sized_model
        if model is None:
            return ""
        count = f"{model.n_parameters:,}"
        return self.tr("{count} trained numbers").format(count=count)

    def _lengths(self) -> str:
        """What a model of strings has learned to read."""
        model = self._snapshot.sized_model
        if model is None or model.lengths is None:
            return ""
        template = self.tr("has learned strings of {shortest} to {longest} letters")
        return template.format(shortest=model.lengths[0], longest=model.lengths[-1])

    @Slot()
    def _on_return(self) -> None:
        self._sent = True
        self.request_translation()

    def _end_waiting(self, *, was_read: bool) -> None:
        sent, self._sent = self._sent, False
        still_there = self.window().focusWidget() is self.source and not self.source.isModified()
        if sent and was_read and still_there:
            self.sentence_read.emit()

    def _take_source(self, text: str) -> None:
        if not self.source.isModified() and text != self.source.text():
            self.source.setText(text)

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
    def _on_button(self) -> None:
        if self._snapshot.translating and not self._busy.isActive():
            self.intents.translation_cancelled.emit()
        else:
            self.request_translation()


def imported_text(model: ModelSummary | None) -> str:
    """Where an imported model came from; nothing of one that was trained here."""
    origin = None if model is None else origin_of(model.task, model.record)
    if origin is None:
        return ""
    template = QCoreApplication.translate("HeaderBar", "imported from {source} ({family})")
    return template.format(source=isolated(origin.source), family=origin.family)


def _in_a_line(*parts: str) -> str:
    """Those parts that there are."""
    return " · ".join(filter(None, parts))
