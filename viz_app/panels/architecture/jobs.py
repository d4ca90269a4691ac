"""A model's blocks, untrained networks beside it, and layers timed on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from model.lessons.architecture import ArchitectureRecord, Extent, LayerTime, NormComparison
from viz_app.panels.architecture.room import ComparisonQuestion, Machine, RecordQuestion
from viz_app.workbench.jobs import Shelf, reads, takes


def architecture_steps(shelf: Shelf, question: RecordQuestion) -> Iterator[ArchitectureRecord]:
    """The blocks of a model with a sentence in it; nothing where the ids are of another model.

    Raises:
        UserError: there is no such model.
    """
    from model.lessons.with_torch.architecture import architecture_record

    model = shelf.take(question.model_key)
    if reads(model, question.text, question.src_ids) and takes(model, question.tgt_ids):
        yield architecture_record(model, question.src_ids, question.tgt_ids)


def comparison_steps(shelf: Shelf, question: ComparisonQuestion) -> Iterator[NormComparison | None]:
    """Gradients of untrained networks, as more and more of them are measured.

    Nothing comes where the ids are of another model than the one whose size they have.

    Raises:
        UserError: there is no such model.
    """
    from model.lessons.with_torch.architecture import norm_gradient_steps

    model = shelf.take(question.model_key)
    target = question.tgt_ids[1:]  # without <s>, it is as long as what is fed in
    if reads(model, question.text, question.src_ids) and takes(model, target):
        yield from norm_gradient_steps(
            model, question.src_ids, question.tgt_ids, n_layers=question.depth
        )


def measuring_steps(
    shelf: Shelf, key: int | None, extents: Sequence[Extent]
) -> Iterator[Machine | LayerTime | None]:
    """Time layers where a model computes: first what that is, then each time.

    Raises:
        UserError: there is no such model.
    """
    import torch

    from model.lessons.with_torch.architecture import timing_steps

    device = shelf.take(key).device
    yield Machine(device.type, torch.get_num_threads())
    yield from timing_steps(extents, device=device)
