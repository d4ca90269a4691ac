"""The intents of the tab that walks through one head, and the numbers that it needs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.one_head import snapshot
from viz_app.workbench.changes.selection import head_picked, query_chosen
from viz_app.workbench.controllers.room import Asked, Intents, RoomController, on_bench, sets
from viz_app.workbench.jobs.heads import head_steps


class OneHeadController(RoomController):
    """Moves the walk; head, query and key are the whole window's."""

    intents: ClassVar[Intents] = {
        "head_picked": on_bench(head_picked),
        "query_picked": on_bench(query_chosen),
        "stage_picked": snapshot.stage_chosen,
        "projection_picked": snapshot.projection_chosen,
        "share_picked": snapshot.share_chosen,
        "cell_picked": snapshot.cell_chosen,
        "zoom_ended": snapshot.zoom_ended,
    }

    def inquiries(self) -> Iterable[Asked]:
        """The numbers of the head in view."""
        yield Asked(snapshot.one_head_question, partial(head_steps, self.shelf), sets("answer"))
