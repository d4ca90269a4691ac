"""Intents of the teacher forcing tab, and its question to the worker."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.forcing import room
from viz_app.panels.forcing.jobs import forcing_steps
from viz_app.workbench.controllers import Asked, Intents, RoomController, sets


class ForcingController(RoomController):
    """Requests the losses while the tab is shown."""

    intents: ClassVar[Intents] = {
        "target_given": room.target_given,
        "padding_counted": sets("with_padding"),
    }

    def inquiries(self) -> Iterable[Asked]:
        yield Asked(room.forcing_question, partial(forcing_steps, self.model_cache), sets("forced"))
