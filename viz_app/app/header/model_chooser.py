"""Choosing a model by name: shipped ones, those trained here, or a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QWidget

from viz_app.app.header.intents import HeaderIntents
from viz_app.app.header.model_names import listed_name
from viz_app.storage.library import ModelEntry, ModelFile
from viz_app.texts.isolates import safe
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.translated import Translated


class ModelChooser(Translated, CalmCombo):
    """Shows the current model; another is only asked for, and marked when it has come.

    A file is marked while it holds the very model that was loaded from it, whatever its name.
    """

    def __init__(self, intents: HeaderIntents, parent: QWidget | None = None) -> None:
        """No models yet."""
        super().__init__(parent, characters=12)
        self._intents = intents
        self._models: tuple[ModelEntry, ...] = ()
        self._current: str | None = None
        self._file: ModelFile | None = None
        self.activated.connect(self._on_activated)
        self._fill()

    def set_models(
        self,
        models: tuple[ModelEntry, ...],
        current: str | None,
        file: ModelFile | None = None,
    ) -> None:
        """List models in groups and mark the current one, by where it was loaded from."""
        if (models, current, file) != (self._models, self._current, self._file):
            self._models, self._current, self._file = models, current, file
            self._fill()

    def _retranslate(self) -> None:
        self._fill()

    def _fill(self) -> None:
        with QSignalBlocker(self):
            self.clear()
            if self._marked() not in self._models:
                self.addItem(self._current or self.tr("No model"))
            shipped = [entry for entry in self._models if entry.shipped]
            opened = [entry for entry in self._models if entry.opened]
            imported = [entry for entry in self._models if entry.imported]
            others = (*shipped, *opened, *imported)
            trained = [entry for entry in self._models if entry not in others]
            self._add_group(self.tr("Shipped"), shipped)
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
        """The entry whose file holds the current model."""
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
