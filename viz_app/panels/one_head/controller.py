"""Intents of the one-head tab, and its question to the worker."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.one_head import room
from viz_app.workbench.changes.selection import head_picked, query_chosen
from viz_app.workbench.controllers import Asked, Intents, RoomController
from viz_app.workbench.jobs import head_steps
from viz_app.workbench.room import on_bench, sets


class OneHeadController(RoomController):
    """Moves the walk; head, query and key are the whole window's."""

    intents: ClassVar[Intents] = {
        "head_picked": on_bench(head_picked),
        "query_picked": on_bench(query_chosen),
        "stage_picked": room.stage_chosen,
        "projection_picked": room.projection_chosen,
        "share_picked": room.share_chosen,
        "cell_picked": room.cell_chosen,
        "zoom_ended": room.zoom_ended,
    }

    def inquiries(self) -> Iterable[Asked]:
        yield Asked(room.one_head_question, partial(head_steps, self.model_cache), sets("answer"))
