"""Theme, language, size and colour map: changed at once, kept for the next start."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Slot

from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.settings import MOST_RECENT, Settings
from viz_app.storage.settings_file import RECENT, load_settings, save_settings
from viz_app.workbench.changes.models import settings_changed
from viz_app.workbench.changes.notices import failed
from viz_app.workbench.state.workbench import Workbench

KEEPING_PRIORITY = 20
"""Before all that computes: a window that is killed should not have forgotten them."""


class PreferencesController(QObject):
    """Has the worker write the settings file whenever the user changes the settings.

    A disk may take a tenth of a second to have them safe, for which no window should wait.
    What the command line asked for lasts for this start only: of the settings on screen, just
    those that the user has changed are written over the ``kept`` ones. Another window may have
    written meanwhile: what is changed here is changed in what the file says now.
    """

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobDesk,
        *,
        path: Path,
        kept: Settings,
        parent: QObject | None = None,
    ) -> None:
        """``path`` is the settings file, ``kept`` what it says now."""
        super().__init__(parent)
        self._bench, self._desk = bench, desk
        self._path, self._kept = path, kept
        bench.follow(self._keep)

    @Slot(str, str)
    def pick(self, name: str, value: str) -> None:
        """Theme, language or size, by its name in :class:`Settings`."""
        self._bench.apply(settings_changed, **{name: value})

    def _keep(self, old: Workbench, new: Workbench) -> None:
        before, after = _choices(old), _choices(new)
        changed = {name: value for name, value in after.items() if value != before[name]}
        if changed:
            self._desk.submit(
                partial(self._write, changed, before),
                on_item=lambda _: None,
                on_failed=self._bench.applying(failed),
                priority=KEEPING_PRIORITY,
                essential=True,
            )

    def _write(self, changed: dict[str, Any], before: dict[str, Any]) -> Iterator[None]:
        """In the worker, alone with the file and with what is kept."""
        kept = load_settings(self._path)[0] if self._path.exists() else self._kept
        for name in changed.keys() & set(RECENT):
            changed[name] = _both(changed[name], getattr(kept, name), before=before[name])
        self._kept = dataclasses.replace(kept, **changed)
        save_settings(self._path, self._kept)
        yield


def _both(own: tuple[str, ...], others: tuple[str, ...], *, before: tuple[str, ...]) -> Any:
    """The files that were opened here, then those that were opened in another window alone."""
    new = (path for path in others if path not in {*own, *before})
    return (*own, *new)[:MOST_RECENT]


def _choices(bench: Workbench) -> dict[str, Any]:
    """What is kept, by its name in :class:`Settings`, as it is now."""
    options = bench.attention
    of_options = {"colour_map": options.colour_map, "glosses": options.glosses}
    return {**dataclasses.asdict(bench.settings), **of_options}
