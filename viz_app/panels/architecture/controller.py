"""Times layers while the state of the architecture tab says so."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from model.lessons.architecture import LayerTime
from model.messages import Message
from viz_app.engine.jobs import JobClient
from viz_app.engine.store import Slot
from viz_app.panels.architecture import room
from viz_app.panels.architecture.jobs import measuring_steps
from viz_app.panels.architecture.room import ArchitectureRoom, Machine
from viz_app.workbench.changes.models import failed
from viz_app.workbench.controllers import RoomController
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import on_bench, sets


class MeasuringController(RoomController):
    """Starts a measurement with its transition, and stops it when the state has it no more."""

    def __init__(
        self,
        slot: Slot[Any],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(slot, desk, model_cache, parent=parent)
        self._measuring: int | None = None
        slot.follow(self._compare)

    def _compare(self, old: ArchitectureRoom, new: ArchitectureRoom) -> None:
        if (old.own.measuring is None) == (new.own.measuring is None):
            return
        self.desk.drop(self._measuring)
        self._measuring = None
        if new.own.measuring is not None:
            key, extents = new.bench.model_key, new.own.measuring.extents
            self._measuring = self.desk.submit(
                lambda: measuring_steps(self.model_cache, key, extents),
                on_item=self._on_item,
                on_failed=self._on_failed,
                on_finished=self.room.applying(room.measuring_ended),
            )

    def _on_item(self, item: Machine | LayerTime) -> None:
        if isinstance(item, Machine):
            self.room.apply(sets("machine"), item)
        else:
            self.room.apply(room.time_arrived, item)

    def _on_failed(self, message: Message, details: str) -> None:
        self.room.apply(room.measuring_ended)
        self.room.apply(on_bench(failed), message, details)
