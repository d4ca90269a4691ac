"""Theme, language, size and colour map: changed at once, kept for the next start."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Slot

from model.messages import UserError
from viz_app.app.app_state import AppState, failed, notice_dismissed
from viz_app.engine.store import Store
from viz_app.storage.settings_file import save_settings
from viz_app.workbench.state.settings import Language, Settings, Size, Theme


class PreferencesController(QObject):
    """Writes the settings file whenever the user changes the settings.

    What the command line asked for lasts for this start only: of the settings on screen, just
    those that the user has changed are written over the ``kept`` ones.
    """

    def __init__(
        self, store: Store, path: Path, *, kept: Settings, parent: QObject | None = None
    ) -> None:
        """``path`` is the settings file, ``kept`` what it says now."""
        super().__init__(parent)
        self._store = store
        self._path = path
        self._kept = kept
        store.changed.connect(self._keep)

    @Slot(str)
    def pick_theme(self, theme: Theme) -> None:
        """Light, dark, or as the system is."""
        self._change(dataclasses.replace(self._store.state.settings, theme=theme))

    @Slot(str)
    def pick_language(self, language: Language) -> None:
        """English, Chinese, or as the system is."""
        self._change(dataclasses.replace(self._store.state.settings, language=language))

    @Slot(str)
    def pick_size(self, size: Size) -> None:
        """Normal, or larger for projectors."""
        self._change(dataclasses.replace(self._store.state.settings, size=size))

    @Slot()
    def dismiss_notice(self) -> None:
        """The user has read the notice."""
        self._store.apply(notice_dismissed)

    def _change(self, settings: Settings) -> None:
        self._store.apply(lambda state: dataclasses.replace(state, settings=settings))

    @Slot(object, object)
    def _keep(self, old: AppState, new: AppState) -> None:
        before, after = _choices(old), _choices(new)
        changed = {name: value for name, value in after.items() if value != before[name]}
        if not changed:
            return
        self._kept = dataclasses.replace(self._kept, **changed)
        try:
            save_settings(self._path, self._kept)
        except UserError as error:
            message = error.message
            self._store.apply(lambda state: failed(state, message))


def _choices(state: AppState) -> dict[str, Any]:
    """What is kept, by its name in :class:`Settings`, as it is now."""
    return {**dataclasses.asdict(state.settings), "colour_map": state.attention.colour_map}
