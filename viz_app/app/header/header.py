"""The top of the window: the source sentence, the model, the device."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from viz_app.app.header.intents import HeaderIntents
from viz_app.app.header.model_chooser import ModelChooser
from viz_app.app.header.snapshot import HeaderSnapshot
from viz_app.app.header.source_field import SourceField
from viz_app.texts.message_text import isolated
from viz_app.texts.numbers import short_count
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.band import Band
from viz_app.widgets.device_chooser import DeviceChooser
from viz_app.widgets.translated import Translated

BUSY_AFTER_MS = 300
"""A translation that takes longer than this turns the button to "Stop"."""

WIDE = 250
"""Units of width from which on there is room for the size of the model."""


class HeaderBar(Band, Translated, QWidget):
    """Asks for translations and models.

    A sentence that comes from elsewhere never takes the place of what was typed and not sent.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """An empty field, no model."""
        super().__init__(parent)
        self.intents = HeaderIntents(self)
        self._snapshot = HeaderSnapshot()
        self.source, self.model_info = SourceField(self), QLabel(self)
        self.button = QPushButton(self)
        self.models = ModelChooser(self.intents, self)
        self.devices = DeviceChooser(self)
        self._keys = {field: QShortcut(self) for field in (self.source, self.models)}
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
        if snapshot.source_text != old.source_text:
            self._take_source(snapshot.source_text)
        self.models.set_models(snapshot.models, snapshot.model_name or snapshot.loading)
        self._show_info()
        self._show_progress()

    def set_device(self, device: str) -> None:
        """Show the device asked for: auto, cpu, cuda or mps."""
        self.devices.set_device(device)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The size of the model is said beside it, or by the tool tip alone."""
        super().resizeEvent(event)
        self.model_info.setVisible(self.width() >= WIDE * self.theme.unit)

    def request_translation(self) -> None:
        """Ask for what stands in the field, as the button and Return do."""
        self.source.setModified(False)
        self.intents.translate_requested.emit(self.source.text())

    def _retranslate(self) -> None:
        for field, text in ((self.source, self.tr("&Source")), (self.models, self.tr("Mo&del"))):
            self._keys[field].setKey(QKeySequence.mnemonic(text))
        self.source.setPlaceholderText(self.tr("Type or paste a sentence"))
        self.source.setToolTip(self.tr("The sentence to translate; Return translates it"))
        self.source.setAccessibleName(self.tr("Source sentence"))
        self.models.setAccessibleName(self.tr("Model"))
        self._show_info()
        self._show_button()

    def _prepare(self) -> None:
        self.source.setProperty("role", "source")
        self.model_info.setProperty("role", "small")
        self.model_info.setTextFormat(Qt.TextFormat.PlainText)
        self.button.setProperty("primary", True)
        for widget in (self.source, self.button, self.models, self.devices):
            widget.setProperty("band", True)

    def _arrange(self) -> None:
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.source, 1)
        for widget in (self.button, self.models, self.model_info, self.devices):
            self._row.addWidget(widget)

    def _dress(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)

    def _connect(self) -> None:
        self.source.returnPressed.connect(self.request_translation)
        self.button.clicked.connect(self._on_button)
        self.devices.device_picked.connect(self.intents.device_picked)
        self._busy.timeout.connect(self._show_button)
        for field, key in self._keys.items():
            key.activated.connect(partial(field.setFocus, Qt.FocusReason.ShortcutFocusReason))

    def _show_progress(self) -> None:
        if not self._snapshot.translating:
            self._busy.stop()
            self._show_button()
        elif not self._busy.isActive():
            self._busy.start()

    def _show_info(self) -> None:
        snapshot, model = self._snapshot, self._snapshot.model
        if snapshot.loading is not None:
            text = self.tr("Loading {name}…").format(name=isolated(snapshot.loading))
        elif model is None:
            text = self.tr("No model is open")
        else:
            text = self.tr("{layers} × {heads} · {parameters} · {device}").format(
                layers=self._layers(model.config.n_layers),
                heads=self._heads(model.config.n_heads),
                parameters=short_count(model.n_parameters),
                device=model.device.upper(),
            )
        self.model_info.setText(self._short_size() or text)
        self.model_info.setAccessibleName(text)
        self.model_info.setToolTip(tool_tip(" · ".join(filter(None, (text, self._exact_size())))))
        self.models.setAccessibleDescription(text)
        tip = (self.tr("Choose the model that translates"), text, self._exact_size())
        self.models.setToolTip(tool_tip(" · ".join(filter(None, tip))))

    def _short_size(self) -> str:
        """Of a model that is there: layers × heads, and its numbers."""
        snapshot, model = self._snapshot, self._snapshot.model
        if model is None or snapshot.loading is not None:
            return ""
        config = model.config
        return f"{config.n_layers} × {config.n_heads} · {short_count(model.n_parameters)}"

    def _layers(self, number: int) -> str:
        template = self.tr("{number} layer") if number == 1 else self.tr("{number} layers")
        return template.format(number=number)

    def _heads(self, number: int) -> str:
        template = self.tr("{number} head") if number == 1 else self.tr("{number} heads")
        return template.format(number=number)

    def _exact_size(self) -> str:
        if self._snapshot.model is None:
            return ""
        count = f"{self._snapshot.model.n_parameters:,}"
        return self.tr("{count} trained numbers").format(count=count)

    def _take_source(self, text: str) -> None:
        if not self.source.isModified() and text != self.source.text():
            self.source.setText(text)

    @Slot()
    def _show_button(self) -> None:
        stop = self._snapshot.translating and not self._busy.isActive()
        text = self.tr("Stop") if stop else self.tr("Translate")
        self.button.setText(text)
        self.button.setAccessibleName(text)
        tip = self.tr("Stop; the steps so far stay") if stop else self.tr("Translate the source")
        self.button.setToolTip(tip)

    @Slot()
    def _on_button(self) -> None:
        if self._snapshot.translating and not self._busy.isActive():
            self.intents.translation_cancelled.emit()
        else:
            self.request_translation()
