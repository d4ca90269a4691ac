"""Choosing a model by name: shipped ones, those trained here, or a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QWidget

from viz_app.app.header.intents import HeaderIntents
from viz_app.storage.library import ModelEntry
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.translated import Translated


class ModelChooser(Translated, CalmCombo):
    """Shows the current model; another is only asked for, and marked when it has come."""

    def __init__(self, intents: HeaderIntents, parent: QWidget | None = None) -> None:
        """No models yet."""
        super().__init__(parent, characters=12)
        self._intents = intents
        self._models: tuple[ModelEntry, ...] = ()
        self._current: str | None = None
        self.activated.connect(self._on_activated)
        self._fill()

    def set_models(self, models: tuple[ModelEntry, ...], current: str | None) -> None:
        """List models in groups and mark the current one."""
        if (models, current) != (self._models, self._current):
            self._models, self._current = models, current
            self._fill()

    def _retranslate(self) -> None:
        self._fill()

    def _fill(self) -> None:
        with QSignalBlocker(self):
            self.clear()
            if self._current not in {entry.name for entry in self._models}:
                self.addItem(self._current or self.tr("No model"))
            self._add_group(self.tr("Shipped"), (e for e in self._models if e.shipped))
            self._add_group(self.tr("Trained here"), (e for e in self._models if not e.shipped))
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
            self.addItem(entry.name, entry.path)
            self.setItemData(self.count() - 1, str(entry.path), Qt.ItemDataRole.ToolTipRole)

    def _mark_current(self) -> None:
        named = (
            row
            for row in range(self.count())
            if isinstance(self.itemData(row), Path) and self.itemText(row) == self._current
        )
        self.setCurrentIndex(next(named, 0))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        picked = self.itemData(row)
        with QSignalBlocker(self):
            self._mark_current()
        if picked == "open":
            self._intents.open_model_requested.emit()
        elif isinstance(picked, Path):
            self._intents.model_picked.emit(picked)
