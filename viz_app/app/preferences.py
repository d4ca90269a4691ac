"""Theme, language, size and colour map: changed at once, kept for the next start."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Slot

from model.messages import UserError
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.settings import MOST_RECENT, Settings
from viz_app.storage.settings_file import RECENT, load_settings, save_settings
from viz_app.workbench.changes.models import settings_changed
from viz_app.workbench.changes.notices import failed
from viz_app.workbench.state.workbench import Workbench


class PreferencesController(QObject):
    """Writes the settings file whenever the user changes the settings.

    What the command line asked for lasts for this start only: of the settings on screen, just
    those that the user has changed are written over the ``kept`` ones. Another window may have
    written meanwhile: what is changed here is changed in what the file says now.
    """

    def __init__(
        self,
        bench: StateSlot[Workbench],
        path: Path,
        *,
        kept: Settings,
        parent: QObject | None = None,
    ) -> None:
        """``path`` is the settings file, ``kept`` what it says now."""
        super().__init__(parent)
        self._bench = bench
        self._path = path
        self._kept = kept
        bench.follow(self._keep)

    @Slot(str, str)
    def pick(self, name: str, value: str) -> None:
        """Theme, language or size, by its name in :class:`Settings`."""
        self._bench.apply(settings_changed, **{name: value})

    def _keep(self, old: Workbench, new: Workbench) -> None:
        before, after = _choices(old), _choices(new)
        changed = {name: value for name, value in after.items() if value != before[name]}
        if not changed:
            return
        kept = load_settings(self._path)[0] if self._path.exists() else self._kept
        for name in changed.keys() & set(RECENT):
            changed[name] = _both(changed[name], getattr(kept, name), before=before[name])
        self._kept = dataclasses.replace(kept, **changed)
        try:
            save_settings(self._path, self._kept)
        except UserError as error:
            self._bench.apply(failed, error.message)


def _both(own: tuple[str, ...], others: tuple[str, ...], *, before: tuple[str, ...]) -> Any:
    """The files that were opened here, then those that were opened in another window alone."""
    new = (path for path in others if path not in {*own, *before})
    return (*own, *new)[:MOST_RECENT]


def _choices(bench: Workbench) -> dict[str, Any]:
    """What is kept, by its name in :class:`Settings`, as it is now."""
    options = bench.attention
    of_options = {"colour_map": options.colour_map, "glosses": options.glosses}
    return {**dataclasses.asdict(bench.settings), **of_options}
