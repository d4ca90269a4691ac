"""Intents of the embedding tab, and its questions to the worker."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.embedding import room
from viz_app.panels.embedding.jobs import embedding_steps, forcing_steps
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.controllers import Asked, Intents, RoomController, on_bench, sets


class EmbeddingController(RoomController):
    """Asks for what the embedding tab shows while it is in front."""

    intents: ClassVar[Intents] = {
        "part_picked": sets("part"),
        "side_picked": sets("side"),
        "source_token_picked": room.source_token_picked,
        "step_picked": on_bench(step_chosen),
        "target_given": room.target_given,
        "padding_counted": sets("with_padding"),
    }

    def inquiries(self) -> Iterable[Asked]:
        """What goes in and comes out; and the losses."""
        yield Asked(room.embedding_question, partial(embedding_steps, self.shelf), sets("reading"))
        yield Asked(room.forcing_question, partial(forcing_steps, self.shelf), sets("forced"))
