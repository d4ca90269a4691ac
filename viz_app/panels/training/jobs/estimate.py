"""How long a run would take on this machine, measured by training for a moment."""

from __future__ import annotations

from collections.abc import Iterator

from model.messages import Message, UserError, joined
from model.runs.speed_estimate import SpeedEstimate
from model.text.splitting import with_validation_steps
from model.text.tasks import load_task_steps
from viz_app.engine.torch_import import import_torch
from viz_app.panels.training.state.estimate import EstimateAnswer, EstimateQuestion
from viz_app.workbench.jobs.models import leave_a_core_free

PROBE_SECONDS = 1.5
"""Of training; reading the corpus comes before."""


def estimate_steps(question: EstimateQuestion) -> Iterator[EstimateAnswer | None]:
    """What of the corpus is left out, then the speed too.

    Why there is none is part of the form, and not a failure of the job.
    """
    yield None
    try:
        yield from _measured(question)
    except UserError as error:
        yield EstimateAnswer(question=question, problem=error.message)


def _measured(question: EstimateQuestion) -> Iterator[EstimateAnswer | None]:
    import_torch()
    from model.network.device_choice import choose_device
    from model.training.speed_probe import speed_probe_steps

    leave_a_core_free()
    device = choose_device(question.device).device
    corpus = yield from load_task_steps(question.task)
    left_out = corpus.report
    yield EstimateAnswer(question=question, left_out=left_out)  # before a slow machine is measured
    training = question.training
    corpus = yield from with_validation_steps(corpus, most=training.validation, seed=training.seed)
    yield None
    estimate = yield from speed_probe_steps(
        corpus, question.model, training, device=device, seconds=PROBE_SECONDS
    )
    told = tuple(filter(None, (left_out, _too_long(question, corpus.name, estimate))))
    left_out = joined(told) if told else None
    yield EstimateAnswer(question=question, left_out=left_out, estimate=estimate)


def _too_long(question: EstimateQuestion, corpus: str, estimate: SpeedEstimate) -> Message | None:
    if not estimate.too_long:
        return None
    return Message(
        "{corpus}: pairs longer than max_len ({max_len}) are left out, about {pairs:,} of them.",
        {"corpus": corpus, "pairs": estimate.too_long, "max_len": question.model.max_len},
    )
