"""Embeddings and logits of the sentence on screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from viz_app.panels.embedding.room import EmbeddingQuestion, embedding_question
from viz_app.workbench.jobs import ModelCache, reads, takes
from viz_app.workbench.room import WorkerQuestion, sets

if TYPE_CHECKING:
    from model.lessons.embedding import EmbeddingRecord


def embedding_steps(
    model_cache: ModelCache, question: EmbeddingQuestion
) -> Iterator[EmbeddingRecord]:
    """Embeddings and logits; yields nothing if the ids belong to another model.

    Raises:
        UserError: the model is unknown.
    """
    from model.decoding.batches import IdPair
    from model.lessons.with_torch.embedding import read_embedding

    model = model_cache.take(question.model_key)
    # the last target id is looked up, not fed in
    target = question.target_ids[1:]
    if reads(model, question.text, question.source_ids) and takes(model, target):
        yield read_embedding(model, IdPair(question.source_ids, question.target_ids))


def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    yield WorkerQuestion(embedding_question, partial(embedding_steps, model_cache), sets("reading"))
