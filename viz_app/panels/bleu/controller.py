"""Intents of the BLEU tab, and its questions to the worker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from viz_app.panels.bleu import room
from viz_app.panels.bleu.jobs import bleu_steps, reference_steps
from viz_app.workbench.controllers import Asked, Intents, RoomController, sets


class BleuController(RoomController):
    """Requests reference and score while the BLEU tab is shown."""

    intents: ClassVar[Intents] = {
        "order_picked": room.order_picked,
        "case_ignored": sets("ignores_case"),
        "reference_changed": room.reference_typed,
    }

    def inquiries(self) -> Iterable[Asked]:
        yield Asked(room.reference_question, reference_steps, sets("known"))
        yield Asked(room.bleu_question, bleu_steps, sets("explained"))
