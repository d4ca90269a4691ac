"""States without a model behind them, for views to show."""

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from model.arrays import frozen
from model.config import ModelConfig
from model.runs.progress import CurvePoint, TrainingProgress
from model.traces.summary import ModelSummary
from model.traces.trace import Candidate, DecodeStep, Trace
from viz_app.panels.training.state import (
    LiveRun,
    LiveStatus,
    TrainingRequest,
    TrainingRoom,
    TrainingState,
)
from viz_app.storage.library import ModelEntry
from viz_app.workbench.room import Room
from viz_app.workbench.state import Selection, Workbench

MODELS = (
    ModelEntry("zh-en", Path("/shipped/zh-en.safetensors"), shipped=True),
    ModelEntry("copy", Path("/shipped/copy.safetensors"), shipped=True),
    ModelEntry("mine", Path("/trained/mine.safetensors"), shipped=False),
)
SOURCE = ("我", "有", "猫", "</s>")
TARGET = ("I", "have", "a", "cat", ".", "</s>")


def softmax(shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Rows that sum to 1, each time the same."""
    weights = np.random.default_rng(seed).random(shape, dtype=np.float32)
    return frozen(weights / weights.sum(axis=-1, keepdims=True))


def trace_of(
    target: Sequence[str] = TARGET, *, source: Sequence[str] = SOURCE, layers=2, heads=2, **fields
) -> Trace:
    """A trace that decoded ``target``; the candidates of a step are the token and four others."""
    trace = Trace(
        source_text="".join(source[:-1]),
        source_tokens=tuple(source),
        source_ids=tuple(range(len(source))),
        encoder_weights=softmax((layers, heads, len(source), len(source)), 0),
        **fields,
    )
    for index, token in enumerate(target):
        step = DecodeStep(
            index=index,
            fed="<s>" if index == 0 else target[index - 1],
            token=token,
            token_id=100 + index,
            log_probability=math.log(0.5),
            candidates=candidates_of(token, 100 + index),
            entropy=1.3219,
            decoder_rows=softmax((layers, heads, index + 1), index),
            cross_rows=softmax((layers, heads, len(source)), index),
        )
        text = " ".join(part for part in target[: index + 1] if part != "</s>")
        trace = trace.with_step(step, translation=text)
    return trace


def candidates_of(token: str, token_id: int) -> tuple[Candidate, ...]:
    """Five candidates with probabilities 1/2, 1/4, 1/8…"""
    others = ("one", "two", "<unk>", "שלום")
    return tuple(
        Candidate(name, token_id if rank == 0 else rank, -math.log(2) * (rank + 1))
        for rank, name in enumerate((token, *others))
    )


def summary(name: str = "zh-en") -> ModelSummary:
    """A model of 3 layers × 8 heads."""
    return ModelSummary(
        name=name,
        task=name,
        config=ModelConfig(n_layers=3, n_heads=8, d_model=16, d_ff=32),
        n_parameters=6_214_312,
        device="cpu",
        src_vocabulary=9,
        tgt_vocabulary=9,
        samples=(),
        positions=softmax((128, 16), 1),
        record={},
    )


def shown(step: int = 3, **fields) -> Workbench:
    trace = trace_of().stopped("end of sentence")
    state = {"model": summary(), "models": MODELS, "source_text": trace.source_text}
    return Workbench(**{**state, "trace": trace, "selection": Selection(step=step), **fields})


def room(own, step: int = 3, **fields) -> Room:
    return Room(own, shown(step, **fields))


def on_bench(room: Room, **fields) -> Room:
    return dataclasses.replace(room, bench=dataclasses.replace(room.bench, **fields))


def training_room(**fields) -> TrainingRoom:
    """The room of training beside an empty workbench; ``fields`` of either."""
    names = {field.name for field in dataclasses.fields(TrainingState)}
    own = {name: value for name, value in fields.items() if name in names}
    bench = {name: value for name, value in fields.items() if name not in names}
    return Room(TrainingState(**own), Workbench(**bench))


def curve_of(points: int) -> tuple[CurvePoint, ...]:
    """A falling loss, measured on held-out pairs at every fifth update."""
    return tuple(
        CurvePoint(
            update=n,
            epoch=1 + (n - 1) // 5,
            loss=4 * math.exp(-n / 50) + 0.1,
            learning_rate=1e-3 * n / points,
            gradient_norm=0.5 + 1 / n,
            validation_loss=None if n % 5 else 4 * math.exp(-n / 50) + 0.2,
            exact=None if n % 5 else 1 - math.exp(-n / 50),
        )
        for n in range(1, points + 1)
    )


def progress_of(**fields) -> TrainingProgress:
    values = {
        "epoch": 3,
        "epochs": 12,
        "update": 240,
        "updates": 1140,
        "loss": 0.4321,
        "validation_loss": None,
        "learning_rate": 1e-3,
        "gradient_norm": 0.7,
        "tokens_per_second": 12_345.6,
        "seconds_left": 3_725.4,
    }
    return TrainingProgress(**{**values, **fields})


def run_of(status: LiveStatus = "running", *, run_id: str = "run-1", **fields) -> TrainingState:
    request = TrainingRequest(task="zh-en")
    progress = fields.pop("progress", None if status == "starting" else progress_of())
    run = LiveRun(key=1, request=request, run_id=run_id, status=status, progress=progress)
    return TrainingState(request=request, live=(run,), **fields)
