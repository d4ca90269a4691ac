"""From a request to a run that is ready to go: corpus, tokenizers, network, device."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from model.messages import Message
from model.text.splitting import with_validation_steps
from model.text.tasks import load_task_steps, task_name
from viz_app.engine.torch_import import import_torch
from viz_app.panels.training.state.training import TrainingRequest
from viz_app.workbench.jobs.models import leave_a_core_free

if TYPE_CHECKING:
    from model.runs.experiments import Variant
    from model.text.corpora import Corpus
    from model.training.run import TrainingRun


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run before its first update; ``notices`` are sentences about corpus and device.

    ``usual`` is false for a network that an experiment has changed: as a checkpoint it would be
    read as something that it is not.
    """

    run: TrainingRun
    notices: tuple[Message, ...]
    usual: bool


def prepared_steps(request: TrainingRequest) -> Generator[None, None, Prepared]:
    """Make the run; each ``yield`` is a place to stop.

    Raises:
        UserError: the corpus, the configuration or the device is wrong.
    """
    import_torch()
    from model.decoding.encoding import encode_steps
    from model.network.device_choice import choose_device
    from model.network.precision import resolved
    from model.training.new_model import new_model_steps
    from model.training.run import TrainingRun
    from model.training.variants import varied

    leave_a_core_free()
    device = choose_device(request.device)
    training = request.training
    corpus, variant = yield from _asked_steps(request)
    corpus = yield from with_validation_steps(corpus, most=training.validation, seed=training.seed)
    yield
    name = task_name(request.task)
    model = yield from new_model_steps(corpus, request.model, training, task=name)
    if variant is not None:
        model = varied(model, variant)
    encoded = yield from encode_steps(corpus, model)
    run = TrainingRun(corpus, model.on(device.device), training, encoded=encoded)
    precise = resolved(device.device, training.precision).notice
    notices = (corpus.report, run.report, device.notice, precise)
    return Prepared(run, tuple(told for told in notices if told), variant is None)


def _asked_steps(
    request: TrainingRequest,
) -> Generator[None, None, tuple[Corpus, Variant | None]]:
    """What is learned from, and what the experiment changes in the network."""
    if not request.experiment:
        return (yield from load_task_steps(request.task)), None
    from model.runs.experiments import experiment_corpus, experiment_named

    experiment = experiment_named(request.experiment)
    return experiment_corpus(experiment), experiment.arm(request.arm).variant
