"""Intents of the positions tab, and its questions to the worker."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.positions import room
from viz_app.panels.positions.jobs import altered_positions_steps, learned_models_steps
from viz_app.panels.positions.room import altered_question, learned_question
from viz_app.workbench.controllers import Asked, Intents, RoomController
from viz_app.workbench.room import sets


class PositionsController(RoomController):
    """Applies the choices made in the tab and asks the worker for what it shows."""

    intents: ClassVar[Intents] = {
        "page_picked": sets("page"),
        "size_picked": room.size_picked,
        "d_model_chosen": room.d_model_chosen,
        "length_chosen": room.length_chosen,
        "measure_picked": sets("measure"),
        "rotation_chosen": room.rotation_chosen,
        "side_picked": sets("side"),
        "sentence_picked": sets("sentence"),
        "stack_picked": sets("stack"),
        "head_picked": sets("head"),
        "exchange_requested": room.exchange_drawn,
    }

    def inquiries(self) -> Iterable[Asked]:
        yield Asked(
            altered_question, partial(altered_positions_steps, self.model_cache), sets("altered")
        )
        yield Asked(learned_question, learned_models_steps, sets("learned"))
