"""Intents of the mask tab, and its questions to the worker."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.masks import jobs, room
from viz_app.workbench.controllers import Asked, Intents, RoomController
from viz_app.workbench.room import sets


class MasksController(RoomController):
    """Keeps batch, heads and translation of the mask tab up to date."""

    intents: ClassVar[Intents] = {
        "view_picked": sets("view"),
        "sentences_changed": room.sentences_given,
        "sentence_picked": room.sentence_picked,
        "mask_picked": sets("mask"),
        "stage_picked": room.stage_picked,
        "padded_queries_picked": sets("padded_queries"),
        "cell_flipped": room.cell_flipped,
        "edits_dropped": room.edits_dropped,
        "row_picked": room.row_picked,
        "key_flipped": room.key_flipped,
        "keys_masked": room.keys_masked,
        "head_picked": room.head_picked,
    }

    def inquiries(self) -> Iterable[Asked]:
        heads = partial(jobs.masked_head_steps, self.model_cache)
        batch = partial(jobs.batch_masks_steps, self.model_cache)
        altered = partial(jobs.altered_translation_steps, self.model_cache)
        for question, steps, arrived in (
            (room.batch_question, batch, room.batch_arrived),
            (room.padded_head_question, heads, sets("padded_head")),
            (room.changed_head_question, heads, sets("changed_head")),
            (room.altered_question, altered, sets("altered")),
        ):
            yield Asked(room.asked(question), steps, arrived)
