"""What a training job tells."""

from __future__ import annotations

from dataclasses import dataclass

from model.messages import Message
from model.runs.card import RunCard
from model.runs.progress import TrainingProgress
from model.traces.moment import Moment
from model.traces.probe import SampleTranslations
from model.traces.summary import ModelSummary
from viz_app.panels.training.state.runs import RunHistory
from viz_app.storage.library import ModelFile


@dataclass(frozen=True, slots=True)
class TrainingBegun:
    """The run has its folder; ``notices`` are sentences about corpus and device.

    ``history`` is what it told before, when it goes on after a stop; else only its card.
    """

    history: RunHistory
    notices: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class TrainingReported:
    """The run has come further: its curve up to now, thinned; the last point is the newest."""

    curve: tuple[TrainingProgress, ...]


@dataclass(frozen=True, slots=True)
class TrainingEnded:
    """The run is over: finished, stopped or failed, as its card says.

    Attributes:
        key, summary, file: its model on the shelf, and as it is kept; None where nothing was
            learned that can be used, or where the model is one of an experiment that must not be
            taken for a usual one.
        error: what went wrong, or None.
    """

    card: RunCard
    key: int | None
    summary: ModelSummary | None
    error: Message | None
    file: ModelFile | None = None


TrainingEvent = (
    TrainingBegun | TrainingReported | Moment | SampleTranslations | Message | TrainingEnded
)
"""Moment, samples: attention and translations of the probes, now; message: the run goes on."""
