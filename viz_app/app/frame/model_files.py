"""Opening and saving the current model by file dialogs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from viz_app.app.header.snapshot import HeaderSnapshot
from viz_app.widgets import file_dialogs


class ModelFiles(QObject):
    """Asks for a path, then for the checkpoint to be opened, or the model to be saved there."""

    open_requested = Signal(object)
    save_requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        """The dialogs belong to a window."""
        super().__init__(window)
        self._window = window
        self._name: str | None = None

    def set_snapshot(self, snapshot: HeaderSnapshot) -> None:
        """Which model would be saved."""
        self._name = snapshot.model_name

    @Slot()
    def ask_and_open(self) -> None:
        """Ask which file to open."""
        path = file_dialogs.ask_open_path(self._window)
        if path is not None:
            self.open_requested.emit(path)

    @Slot()
    def ask_and_save(self) -> None:
        """Ask where to save the current model."""
        path: Path | None = file_dialogs.ask_save_path(self._window, self._suggestion())
        if path is not None:
            self.save_requested.emit(path)

    def _suggestion(self) -> str:
        name = self._name or QCoreApplication.translate("ModelFiles", "model")
        return f"{name}{file_dialogs.CHECKPOINT_SUFFIX}"
