"""Translating with altered positions, and looking for models with a learned table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from model.checkpoint_header import read_header
from model.messages import CheckpointError, SourceError
from model.source import prepare_source
from viz_app.jobs.shelf import Shelf
from viz_app.state.positions import AlteredAnswer, AlteredQuestion, LearnedModels

if TYPE_CHECKING:
    from model.trained import TrainedModel


def altered_positions_steps(
    shelf: Shelf, question: AlteredQuestion
) -> Iterator[AlteredAnswer | None]:
    """Translate a sentence as it is, with positions shuffled, and without positions.

    Nothing comes where the model cannot read the sentence: it is still the one that the model
    before has translated, and whoever translates it anew says so.

    Raises:
        UserError: there is no such model.
    """
    from model.altered_positions import altered_steps

    model = shelf.take(question.model_key)
    if not _is_readable(model, question.text):
        return
    for record in altered_steps(model, question.text, side=question.side, seed=question.seed):
        yield AlteredAnswer(question, record) if record is not None else None


def learned_models_steps(entries: tuple[tuple[str, Path], ...]) -> Iterator[LearnedModels | None]:
    """Read what checkpoints say of themselves; one that cannot be read is not among them."""
    names = []
    for name, path in entries:
        if _has_learned_positions(path):
            names.append(name)
        yield None
    yield LearnedModels(entries, tuple(names))


def _is_readable(model: TrainedModel, text: str) -> bool:
    try:
        prepare_source(text, model.src_tokenizer, max_len=model.config.max_len)
    except SourceError:
        return False
    return True


def _has_learned_positions(path: Path) -> bool:
    try:
        return read_header(path).config.positions == "learned"
    except CheckpointError:
        return False
