"""The mask tab's intents, and what it asks the worker."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from viz_app.panels.masks import changes, jobs, questions
from viz_app.workbench.controllers.room import Asked, Intents, RoomController, sets


class MasksController(RoomController):
    """Keeps batch, heads and translation of the mask tab up to date."""

    intents: ClassVar[Intents] = {
        "view_picked": sets("view"),
        "sentences_changed": changes.sentences_given,
        "sentence_picked": changes.sentence_picked,
        "mask_picked": sets("mask"),
        "stage_picked": changes.stage_picked,
        "padded_queries_picked": sets("padded_queries"),
        "cell_flipped": changes.cell_flipped,
        "edits_dropped": changes.edits_dropped,
        "row_picked": changes.row_picked,
        "key_flipped": changes.key_flipped,
        "keys_masked": changes.keys_masked,
        "head_picked": changes.head_picked,
    }

    def inquiries(self) -> Iterable[Asked]:
        """The batch, the head under real and edited masks, the translation under edited ones."""
        heads = partial(jobs.masked_head_steps, self.shelf)
        batch = partial(jobs.batch_masks_steps, self.shelf)
        altered = partial(jobs.altered_translation_steps, self.shelf)
        for question, steps, arrived in (
            (questions.batch_question, batch, changes.batch_arrived),
            (questions.padded_head_question, heads, sets("padded_head")),
            (questions.changed_head_question, heads, sets("changed_head")),
            (questions.altered_question, altered, sets("altered")),
        ):
            yield Asked(questions.asked(question), steps, arrived)
