"""Runs that train in hundredths of a second."""

import dataclasses

from model.runs.presets import TrainingConfig
from model.runs.progress import RunCard
from model.training.run import TrainingRun
from tests.model.builders import TINY, letters
from viz_app.panels.training.state import TrainingRequest

SMALL = TrainingConfig(epochs=3, batch_tokens=256, learning_rate=1e-3, warmup=5, scored_every=1)


def small_run(*, epochs: int = 3) -> TrainingRun:
    """A few updates an epoch on forty strings."""
    from model.training.new_model import new_model

    corpus = letters("copy", pairs=40, heldout=4)
    training = dataclasses.replace(SMALL, epochs=epochs)
    return TrainingRun(corpus, new_model(corpus, TINY, training, task="copy"), training)


def small_card(run: TrainingRun) -> RunCard:
    """What a run of :func:`small_run` is."""
    return RunCard(
        run_id="copy",
        name="copy",
        task="copy",
        model=run.model.config,
        training=run.training,
        updates=run.clock.updates,
        n_parameters=run.model.n_parameters,
    )


def request(task: object, **values: object) -> TrainingRequest:
    """A request for a tiny model and few updates."""
    training = dataclasses.replace(SMALL, **values)  # type: ignore[arg-type]
    return TrainingRequest(task=str(task), preset="", model=TINY, training=training, device="cpu")
