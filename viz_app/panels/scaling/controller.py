"""Intents of the scaling tab, and its question to the worker."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.scaling import room as scaling_room
from viz_app.workbench.changes.selection import head_picked, query_chosen
from viz_app.workbench.controllers import Asked, Intents, RoomController
from viz_app.workbench.jobs import head_steps
from viz_app.workbench.room import on_bench, sets


class ScalingController(RoomController):
    """Handles the choices of the tab; the head and the query are those of the whole window."""

    intents: ClassVar[Intents] = {
        "vectors_picked": sets("vectors"),
        "d_k_chosen": scaling_room.d_k_chosen,
        "factor_chosen": scaling_room.factor_chosen,
        "vectors_requested": scaling_room.vectors_drawn,
        "query_picked": on_bench(query_chosen),
        "head_picked": on_bench(head_picked),
    }

    def inquiries(self) -> Iterable[Asked]:
        yield Asked(
            scaling_room.scaling_question,
            partial(head_steps, self.model_cache),
            lambda room, answer: room.changed(anatomy=answer.result),
        )
