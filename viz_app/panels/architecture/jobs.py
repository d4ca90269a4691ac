"""A model's blocks, untrained networks for comparison, and layers timed on this machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from model.lessons.architecture import ArchitectureRecord, Extent, LayerTime, NormComparison
from viz_app.panels.architecture.room import (
    ComparisonQuestion,
    Machine,
    RecordQuestion,
    comparison_question,
    record_question,
)
from viz_app.workbench.jobs import ModelCache, reads, takes
from viz_app.workbench.room import WorkerQuestion, sets


def architecture_steps(
    model_cache: ModelCache, question: RecordQuestion
) -> Iterator[ArchitectureRecord]:
    """Blocks of a model with a sentence; yields nothing if the ids belong to another model.

    Raises:
        UserError: the model is unknown.
    """
    from model.lessons.with_torch.architecture import architecture_record

    model = model_cache.take(question.model_key)
    if reads(model, question.text, question.src_ids) and takes(model, question.tgt_ids):
        yield architecture_record(model, question.src_ids, question.tgt_ids)


def comparison_steps(
    model_cache: ModelCache, question: ComparisonQuestion
) -> Iterator[NormComparison | None]:
    """Gradients of untrained networks, a more complete comparison at each step.

    Yields nothing if the ids belong to another model than the one whose sizes are used.

    Raises:
        UserError: the model is unknown.
    """
    from model.lessons.with_torch.architecture import norm_gradient_steps

    model = model_cache.take(question.model_key)
    target = question.tgt_ids[1:]  # without <s>, it is as long as what is fed in
    if reads(model, question.text, question.src_ids) and takes(model, target):
        yield from norm_gradient_steps(
            model, question.src_ids, question.tgt_ids, n_layers=question.depth
        )


def measuring_steps(
    model_cache: ModelCache, key: int | None, extents: Sequence[Extent]
) -> Iterator[Machine | LayerTime | None]:
    """Time layers on the device of the model: first yields the machine, then each time.

    Raises:
        UserError: the model is unknown.
    """
    import torch

    from model.lessons.with_torch.architecture import timing_steps

    device = model_cache.take(key).device
    yield Machine(device.type, torch.get_num_threads())
    yield from timing_steps(extents, device=device)


def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    yield WorkerQuestion(record_question, partial(architecture_steps, model_cache), sets("record"))
    yield WorkerQuestion(
        comparison_question, partial(comparison_steps, model_cache), sets("comparison")
    )
