"""Choosing where a model computes."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QWidget

from model.devices import DEVICES
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.translated import Translated


class DeviceChooser(Translated, CalmCombo):
    """The devices by the names that the command line uses; data of an entry is that name."""

    device_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with ``auto``."""
        super().__init__(parent)
        for device in DEVICES:
            self.addItem("", device)
        self.activated.connect(self._on_activated)
        self._retranslate()

    @property
    def device(self) -> str:
        """The device that is shown."""
        return str(self.currentData())

    def set_device(self, device: str) -> None:
        """Mark a device; one that is not listed becomes ``auto``; shows, never modifies state."""
        with QSignalBlocker(self):
            self.setCurrentIndex(max(0, self.findData(device)))

    def _retranslate(self) -> None:
        names = {"cpu": "CPU", "cuda": self.tr("CUDA GPU"), "mps": self.tr("Apple GPU")}
        for row, device in enumerate(DEVICES):
            self.setItemText(row, names.get(device, self.tr("Auto (fastest)")))
        self.setAccessibleName(self.tr("Device"))
        self.setToolTip(self.tr("Where the model computes; Auto takes the fastest device"))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        self.device_picked.emit(self.itemData(row))
