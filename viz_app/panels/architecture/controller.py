"""Intents of the architecture tab, and its three kinds of jobs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import Slot

from model.lessons.architecture import LayerTime
from model.messages import Message
from viz_app.panels.architecture import room
from viz_app.panels.architecture.jobs import architecture_steps, comparison_steps, measuring_steps
from viz_app.panels.architecture.room import Machine, line_extents
from viz_app.workbench.changes.models import failed
from viz_app.workbench.controllers import Asked, Intents, RoomController
from viz_app.workbench.room import on_bench, sets


class ArchitectureController(RoomController):
    """Requests record and comparison while the tab is shown, and times layers on demand."""

    intents: ClassVar[Intents] = {
        "view_picked": sets("view"),
        "beside_picked": sets("beside"),
        "block_picked": sets("block"),
        "block_opened": room.block_opened,
        "layer_picked": room.layer_unfolded,
        "depth_picked": sets("depth"),
        "axis_picked": sets("axis"),
        "size_picked": room.size_chosen,
    }
    _measuring: int | None = None

    def inquiries(self) -> Iterable[Asked]:
        yield Asked(
            room.record_question, partial(architecture_steps, self.model_cache), sets("record")
        )
        yield Asked(
            room.comparison_question,
            partial(comparison_steps, self.model_cache),
            sets("comparison"),
        )

    def attach(self, panel: Any) -> None:
        """Connect a panel; when it shows other curves, a running measurement is cancelled."""
        asked = panel.intents
        for over in (asked.axis_picked, asked.size_picked, asked.measuring_cancelled):
            over.connect(lambda *_: self.cancel())
        asked.measuring_requested.connect(self.measure)
        super().attach(panel)

    @Slot()
    def measure(self) -> None:
        self.cancel()
        self.room.apply(room.measuring_begun)
        own, key = self.room.now.own, self.room.now.bench.model_key
        extents = line_extents(own.axis, own.extent)
        self._measuring = self.desk.submit(
            lambda: measuring_steps(self.model_cache, key, extents),
            on_item=self._on_item,
            on_failed=self._on_failed,
            on_finished=self._on_finished,
        )

    def cancel(self) -> None:
        """Stop the measurement; finished times remain."""
        self.desk.drop(self._measuring)
        self._on_finished()

    def _on_item(self, item: Machine | LayerTime) -> None:
        if isinstance(item, Machine):
            self.room.apply(sets("machine"), item)
        else:
            self.room.apply(room.time_arrived, item)

    def _on_failed(self, message: Message, details: str) -> None:
        self._on_finished()
        self.room.apply(on_bench(failed), message, details)

    def _on_finished(self) -> None:
        self._measuring = None
        self.room.apply(room.measuring_ended)
