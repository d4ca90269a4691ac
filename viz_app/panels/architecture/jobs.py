"""A model's blocks, untrained networks beside it, and layers timed on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from model.lessons.architecture.complexity import Extent, LayerTime
from model.lessons.architecture.norm_gradients_record import NormComparison
from model.lessons.architecture.record import ArchitectureRecord
from viz_app.panels.architecture.snapshot import ComparisonQuestion, RecordQuestion
from viz_app.panels.architecture.state import Machine
from viz_app.workbench.jobs.readable import reads, takes
from viz_app.workbench.jobs.shelf import Shelf


def architecture_steps(shelf: Shelf, question: RecordQuestion) -> Iterator[ArchitectureRecord]:
    """The blocks of a model with a sentence in it; nothing where the ids are of another model.

    Raises:
        UserError: there is no such model.
    """
    from model.lessons.architecture.with_torch.blocks_of import architecture_record

    model = shelf.take(question.model_key)
    if reads(model, question.text, question.src_ids) and takes(model, question.tgt_ids):
        yield architecture_record(model, question.src_ids, question.tgt_ids)


def comparison_steps(shelf: Shelf, question: ComparisonQuestion) -> Iterator[NormComparison | None]:
    """Gradients of untrained networks, as more and more of them are measured.

    Nothing comes where the ids are of another model than the one whose size they have.

    Raises:
        UserError: there is no such model.
    """
    from model.lessons.architecture.with_torch.norm_gradients import norm_gradient_steps

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

    from model.lessons.architecture.with_torch.complexity_timing import timing_steps

    device = shelf.take(key).device
    yield Machine(device.type, torch.get_num_threads())
    yield from timing_steps(extents, device=device)
