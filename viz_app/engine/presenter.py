"""State to views: resolve snapshots, and call only the setters whose snapshot changed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Slot

from viz_app.engine.store import Part, Store
from viz_app.engine.store import Slot as StateSlot

Setter = Callable[[Any], None]


@dataclass(slots=True)
class _Shown:
    resolve: Callable[[Any], Any]
    setter: Setter
    snapshot: Any


class Presenter(QObject):
    """Shows the state through setters, each fed by a pure ``resolve_*`` function."""

    def __init__(
        self,
        store: Store[Any],
        parent: QObject | None = None,
        *,
        meanwhile: AbstractContextManager[None] | None = None,
    ) -> None:
        """Nothing is shown until :meth:`show`; ``meanwhile`` is entered while something is."""
        super().__init__(parent)
        self._store = store
        self._meanwhile = meanwhile or nullcontext()
        self._shown: list[_Shown] = []
        store.changed.connect(self._on_changed)

    def show(self, slot: StateSlot[Part], resolve: Callable[[Part], Any], setter: Setter) -> None:
        """Call ``setter(resolve(part))`` now, and whenever its value changes."""
        snapshot = resolve(slot.now)
        self._shown.append(_Shown(lambda state: resolve(slot.read(state)), setter, snapshot))
        setter(snapshot)

    @Slot(object, object)
    def _on_changed(self, old: object, new: object) -> None:
        with self._meanwhile:
            for shown in self._shown:
                snapshot = shown.resolve(new)
                if snapshot != shown.snapshot:
                    shown.snapshot = snapshot
                    shown.setter(snapshot)
