"""Jobs of the positions tab: altered positions, and models with learned positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from model.checkpoint.header import read_header
from model.messages import CheckpointError
from viz_app.panels.positions.room import (
    AlteredPositions,
    NamedFiles,
    altered_question,
    learned_question,
)
from viz_app.workbench.jobs import ModelCache, unreadable
from viz_app.workbench.room import Answered, WorkerQuestion, sets

if TYPE_CHECKING:
    from model.lessons.positions import AlteredRecord


def altered_positions_steps(
    model_cache: ModelCache, question: AlteredPositions
) -> Iterator[Answered[AlteredPositions, AlteredRecord] | None]:
    """Translate a sentence with normal, shuffled and no positions.

    Yields nothing if the model cannot read the sentence.

    Raises:
        UserError: the model is unknown.
    """
    from model.lessons.with_torch.positions import altered_steps

    model = model_cache.take(question.model_key)
    if unreadable(model, question.text) is not None:
        return
    for record in altered_steps(model, question.text, side=question.side, seed=question.seed):
        yield Answered(question, record) if record is not None else None


def learned_models_steps(
    entries: NamedFiles,
) -> Iterator[Answered[NamedFiles, tuple[str, ...]] | None]:
    """Names of the checkpoints with learned positions; unreadable files are left out."""
    names = []
    for name, path in entries:
        if _has_learned_positions(path):
            names.append(name)
        yield None
    yield Answered(entries, tuple(names))


def _has_learned_positions(path: Path) -> bool:
    try:
        return read_header(path).config.positions == "learned"
    except CheckpointError:
        return False


def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    altered_steps = partial(altered_positions_steps, model_cache)
    yield WorkerQuestion(altered_question, altered_steps, sets("altered"))
    yield WorkerQuestion(learned_question, learned_models_steps, sets("learned"))
