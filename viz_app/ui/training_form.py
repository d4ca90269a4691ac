"""What to train: corpus, size, passes, device."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QFormLayout, QLabel, QSpinBox, QWidget

from model.messages import ConfigError, Message
from model.presets import Preset, preset_for
from viz_app.state.training import TrainingRequest
from viz_app.ui.calm_combo import CalmCombo
from viz_app.ui.device_chooser import DeviceChooser
from viz_app.ui.file_dialogs import ask_corpus
from viz_app.ui.message_text import isolated, message_text
from viz_app.ui.theme import Theme

MOST_EPOCHS = 100_000
_FILE = "file"


class TrainingForm(QWidget):
    """Makes a :class:`TrainingRequest`; says in one sentence what is wrong with it."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing to choose from yet."""
        super().__init__(parent)
        self._tasks: tuple[str, ...] = ()
        self._presets: tuple[Preset, ...] = ()
        self._task = ""
        self.task, self.preset = CalmCombo(self), CalmCombo(self)
        self.epochs = QSpinBox(self, minimum=0, maximum=MOST_EPOCHS)
        self.device = DeviceChooser(self)
        self.problem = QLabel(self)
        self._labels = [QLabel(self) for _ in range(4)]
        self._arrange()
        self._connect()
        self.retranslate()
