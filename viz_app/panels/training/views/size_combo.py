"""Choosing a size of model, with the training that suits it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QWidget

from model.runs.presets import PRESETS, Preset
from viz_app.panels.training.runs.texts.known_names import preset_text
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.translated import Translated


class SizeCombo(Translated, CalmCombo):
    """The presets by their sizes; data of an entry is its name. None for numbers of one's own.

    Signals:
        size_picked: a preset's name.
    """

    size_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """The numbers are the user's own."""
        super().__init__(parent)
        for preset in PRESETS.values():
            self.addItem(_text(preset), preset.name)
        self.set_size(None)
        self.activated.connect(self._on_activated)
        self._retranslate()

    def set_size(self, name: str | None) -> None:
        """Show a preset, or that the numbers are the user's own; does not modify state."""
        with QSignalBlocker(self):
            self.setCurrentIndex(-1 if name is None else self.findData(name))

    def _retranslate(self) -> None:
        self.setPlaceholderText(self.tr("own numbers"))
        for row, preset in enumerate(PRESETS.values()):
            self.setItemText(row, _text(preset))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        self.size_picked.emit(self.itemData(row))


def _text(preset: Preset) -> str:
    model = preset.model
    return f"{preset_text(preset.name)} · {model.n_layers} × {model.n_heads} × {model.d_model}"
