"""What to train: corpus, size, passes, device."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from PySide6.QtCore import QEvent, QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QSpinBox, QWidget

from model.messages import ConfigError, Message
from model.presets import MOST_EPOCHS, Preset, preset_for
from viz_app.state.training import TrainingRequest
from viz_app.ui.design.theme import Theme
from viz_app.ui.frame.device_chooser import DeviceChooser
from viz_app.ui.frame.file_dialogs import ask_corpus
from viz_app.ui.frame.step_keys import StepKeys
from viz_app.ui.texts.known_names import preset_text, task_text
from viz_app.ui.texts.message_text import isolated
from viz_app.ui.texts.mnemonic import without_mnemonic
from viz_app.ui.widgets.calm_combo import CalmCombo


class TrainingForm(QWidget):
    """Makes a :class:`TrainingRequest`; what the user chooses stays until they change it."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing to choose from yet."""
        super().__init__(parent)
        self._presets: dict[str, Preset] = {}
        self._task_row = 0
        self.task, self.preset = CalmCombo(self), CalmCombo(self)
        self.epochs = QSpinBox(self, minimum=0, maximum=MOST_EPOCHS)
        StepKeys(self.epochs)
        self.device = DeviceChooser(self)
        self._labels = {field: QLabel(self) for field in self._fields()}
        self._arrange()
        self.task.activated.connect(self._on_task)
        self.preset.activated.connect(self._on_preset)
        self.epochs.valueChanged.connect(self.edited)
        self.device.device_picked.connect(self.edited)
        self.retranslate()

    def request(self) -> TrainingRequest:
        """What the form asks for."""
        preset = self._presets.get(self.preset.currentData())
        usual = preset is not None and self.epochs.value() == preset.training.epochs
        return TrainingRequest(
            task=self.task.currentData() or "",
            preset=self.preset.currentData() or "",
            epochs=None if usual else self.epochs.value(),
            device=self.device.device,
        )

    def problem(self) -> Message | None:
        """What keeps the request from being trained, or None."""
        preset = self._presets.get(self.preset.currentData())
        try:
            if preset is not None:
                dataclasses.replace(preset.training, epochs=self.epochs.value())
        except ConfigError as error:
            return error.message
        return None

    def set_choices(self, tasks: tuple[str, ...], presets: tuple[Preset, ...]) -> None:
        """List tasks and presets; shows, never modifies state."""
        request = self.request()
        self._presets = {preset.name: preset for preset in presets}
        with QSignalBlocker(self.task), QSignalBlocker(self.preset):
            self.task.clear()
            for task in tasks:
                self.task.addItem(corpus_text(task), task)
            self.task.insertSeparator(self.task.count())
            self.task.addItem(self.tr("File…"))
            self.preset.clear()
            for preset in presets:
                self.preset.addItem(_size_text(preset), preset.name)
        self.set_request(request if request.task else TrainingRequest())

    def set_request(self, request: TrainingRequest) -> None:
        """Show a request; shows, never modifies state."""
        self._show_task(request.task)
        self.device.set_device(request.device)
        self._show_preset(request.preset)
        if request.epochs is not None:
            self._show_epochs(request.epochs)

    def choose_corpus(self, task: str) -> None:
        """Fill in a task or a file, with the preset that suits it."""
        self._show_task(task)
        self._show_preset(preset_for(task).name)
        self.edited.emit()

    def set_theme(self, theme: Theme) -> None:
        """Take the theme's spacing."""
        self._grid.setVerticalSpacing(2 * theme.unit)
        self._grid.setHorizontalSpacing(4 * theme.unit)
        self.epochs.lineEdit().setTextMargins(3 * theme.unit, 0, 0, 0)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        texts = {
            "task": (self.tr("Tas&k"), self.tr("What the model learns")),
            "preset": (self.tr("Si&ze"), self.tr("Layers × heads × width, and how to train them")),
            "epochs": (self.tr("&Epochs"), self.tr("How often the corpus is gone through")),
            "device": (self.tr("Dev&ice"), self.device.toolTip()),
        }
        for field, widget in self._fields().items():
            text, tip = texts[field]
            self._labels[field].setText(text)
            widget.setToolTip(tip)
            widget.setAccessibleName(without_mnemonic(text))
        self._retranslate_choices()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _retranslate_choices(self) -> None:
        for row in range(self.preset.count()):
            self.preset.setItemText(row, _size_text(self._presets[self.preset.itemData(row)]))
        for row in range(self.task.count()):
            task = self.task.itemData(row)
            if task is not None:
                self.task.setItemText(row, corpus_text(task))
        if self.task.count():
            self.task.setItemText(self._file_row(), self.tr("File…"))

    def _fields(self) -> dict[str, QWidget]:
        return {
            "task": self.task,
            "preset": self.preset,
            "epochs": self.epochs,
            "device": self.device,
        }

    def _arrange(self) -> None:
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        for row, (field, widget) in enumerate(self._fields().items()):
            self._labels[field].setBuddy(widget)
            self._grid.addWidget(self._labels[field], row, 0)
            self._grid.addWidget(widget, row, 1)

    def _file_row(self) -> int:
        return self.task.count() - 1

    @Slot(int)
    def _on_task(self, row: int) -> None:
        if row != self._file_row():
            self.choose_corpus(self.task.itemData(row))
            return
        with QSignalBlocker(self.task):
            self.task.setCurrentIndex(self._task_row)
        chosen = ask_corpus(self)
        if chosen is not None:
            self.choose_corpus(chosen)

    @Slot()
    def _on_preset(self) -> None:
        self._show_preset(self.preset.currentData())
        self.edited.emit()

    def _show_task(self, task: str) -> None:
        with QSignalBlocker(self.task):
            if self.task.findData(task) < 0:
                self.task.insertItem(0, corpus_text(task), task)
            self._task_row = self.task.findData(task)
            self.task.setCurrentIndex(self._task_row)

    def _show_preset(self, name: str) -> None:
        with QSignalBlocker(self.preset):
            self.preset.setCurrentIndex(max(0, self.preset.findData(name)))
        preset = self._presets.get(self.preset.currentData())
        if preset is not None:
            self._show_epochs(preset.training.epochs)

    def _show_epochs(self, epochs: int) -> None:
        with QSignalBlocker(self.epochs):
            self.epochs.setValue(epochs)


def corpus_text(task: str) -> str:
    """A task's name as it is read, or the names of its files without folders: ``a.zh → a.en``."""
    if not any(mark in task for mark in "/\\.,"):
        return task_text(task)
    return " → ".join(isolated(Path(part).name) for part in task.split(","))


def _size_text(preset: Preset) -> str:
    model = preset.model
    return f"{preset_text(preset.name)} · {model.n_layers} × {model.n_heads} × {model.d_model}"
