"""Intents of the embedding tab, and its question to the worker."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.embedding import room
from viz_app.panels.embedding.jobs import embedding_steps
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.controllers import Asked, Intents, RoomController
from viz_app.workbench.room import on_bench, sets


class EmbeddingController(RoomController):
    """Requests embeddings and logits while the embedding tab is shown."""

    intents: ClassVar[Intents] = {
        "part_picked": sets("part"),
        "side_picked": sets("side"),
        "source_token_picked": room.source_token_picked,
        "step_picked": on_bench(step_chosen),
    }

    def inquiries(self) -> Iterable[Asked]:
        yield Asked(
            room.embedding_question, partial(embedding_steps, self.model_cache), sets("reading")
        )
