"""What comes out of a run: its model, with a record of its training in plain values for JSON."""

from __future__ import annotations

import dataclasses
import platform
from collections.abc import Sequence
from typing import Any

import tokenizers
import torch

from model.decoding.samples import with_samples
from model.decoding.trained import TrainedModel
from model.runs.curve import measured_numbers
from model.runs.progress import TrainingProgress
from model.text.scores import Scores
from model.training.run import TrainingRun

MOST_POINTS = 400


def result_of(run: TrainingRun) -> TrainedModel:
    """The model of a run as far as it has come: averaged, if the run averages."""
    return _recorded(run, run.averaged())


def last_good_of(run: TrainingRun) -> TrainedModel | None:
    """After a failure: the model of :meth:`TrainingRun.last_good`, or None."""
    model = run.last_good()
    return None if model is None else _recorded(run, model)


def run_record(run: TrainingRun) -> dict[str, Any]:
    """Configuration, seed, corpus, versions and curve of a run as far as it has come."""
    curve = run.curve
    return {
        **run.model.record,
        "training": run.training.to_json(),
        "precision": run.updater.precision,
        "corpus": {
            "name": run.corpus.name,
            "pairs": len(run.pairs),
            "heldout": len(run.heldout),
            "fingerprint": run.fingerprint,
        },
        "updates": len(curve),
        "loss": curve[-1].loss if curve else None,
        "curve": _thinned([(point.update, point.loss) for point in curve]),
        "validation": [_validation(point) for point in curve if point.validation_loss is not None],
        "signatures": _signatures(run.scores),
        "seconds": round(run.clock.seconds, 1),
        "device": run.model.device.type,
        "replicas": run.replicas.count,
        "threads": torch.get_num_threads(),
        "versions": versions(),
    }


def _recorded(run: TrainingRun, model: TrainedModel) -> TrainedModel:
    return with_samples(dataclasses.replace(model, record=run_record(run)), run.corpus)


def _signatures(scores: Scores | None) -> dict[str, str]:
    """How the scores were computed: sacrebleu's signatures."""
    if scores is None:
        return {}
    return {"bleu": scores.bleu_signature, "chrf": scores.chrf_signature}


def versions() -> dict[str, str]:
    """Of everything that decides what comes out of a run."""
    return {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "tokenizers": tokenizers.__version__,
    }


def _validation(point: TrainingProgress) -> dict[str, float]:
    """One entry at the end of an epoch."""
    measured = {
        name.removeprefix("validation_"): round(number, 4)
        for name, number in measured_numbers(point).items()
    }
    return {"epoch": point.epoch, "update": point.update, **measured}


def _thinned(points: Sequence[tuple[int, float]]) -> list[list[float]]:
    """About :data:`MOST_POINTS` of them, the first and the last always."""
    stride = max(1, -(-len(points) // MOST_POINTS))
    kept = [*points[::stride], *points[-1:]]
    return [[update, round(loss, 7)] for update, loss in dict(kept).items()]
