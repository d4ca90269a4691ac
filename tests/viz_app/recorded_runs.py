"""Runs with moments that were made up: heads that turn from spread out to diagonal."""

import dataclasses
import math

import numpy as np

from model.arrays import frozen
from model.config import ModelConfig
from model.runs.presets import TrainingConfig
from model.runs.progress import CurvePoint, RunCard
from model.traces.head_measures import Moment, Probe, head_numbers
from model.traces.trace import Candidate, DecodeStep, Trace
from viz_app.panels.training.state import RunHistory, RunsState, TrainingRoom, with_history

WORDS = "abcdefghijklmnopqrstuvwxyz"


def learned(length: int, sharpness: float, *, layers: int, heads: int, rows: int) -> np.ndarray:
    """``[layers, heads, rows, length]``: the later a head, the sharper along the diagonal."""
    distance = np.abs(np.arange(length)[None, :] - np.arange(rows)[:, None])
    each = np.linspace(0.2, 1.0, layers * heads).reshape(layers, heads, 1, 1)
    weights = np.exp(-sharpness * each * distance)
    return (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)


def probe_trace(
    source: str = "a b c", *, sharpness: float = 0.0, layers: int = 2, heads: int = 2
) -> Trace:
    tokens = (*source.split(), "</s>")
    target = (*reversed(source.split()), "</s>")
    shape = {"layers": layers, "heads": heads}
    trace = Trace(
        source_text=source,
        source_tokens=tokens,
        source_ids=tuple(range(4, 4 + len(tokens))),
        encoder_weights=frozen(learned(len(tokens), sharpness, rows=len(tokens), **shape)),
    )
    cross = learned(len(tokens), sharpness, rows=len(target), **shape)
    for index, token in enumerate(target):
        decoder = learned(index + 1, sharpness, rows=index + 1, **shape)[:, :, index]
        step = DecodeStep(
            index=index,
            fed=target[index - 1] if index else "<s>",
            token=token,
            token_id=4 + index,
            log_probability=-1.0 / (1.0 + sharpness),
            candidates=(
                Candidate(token, 4 + index, -1.0 / (1.0 + sharpness)),
                Candidate("z", 99, -3.0),
            ),
            entropy=1.0,
            decoder_rows=frozen(decoder),
            cross_rows=frozen(cross[:, :, index]),
            given=True,
        )
        trace = trace.with_step(step, translation=" ".join(target[: index + 1]))
    return trace.stopped("end of sentence")


def moment(update: int, *, epoch: int | None = None, sources=("a b c", "d e"), **shape) -> Moment:
    """What was recorded after so many updates, ten an epoch: sharper and sharper."""
    traces = tuple(probe_trace(source, sharpness=update / 20, **shape) for source in sources)
    epoch = math.ceil(update / 10) if epoch is None else epoch
    return Moment(update=update, epoch=epoch, traces=traces, numbers=head_numbers(traces))


def curve(updates: int, *, rate: float = 30.0) -> tuple[CurvePoint, ...]:
    """A falling loss with a validation loss at the end of each epoch of ten updates."""
    return tuple(
        CurvePoint(
            update=update,
            epoch=math.ceil(update / 10),
            loss=3.0 * math.exp(-update / rate) + 0.02,
            validation_loss=None if update % 10 else 3.2 * math.exp(-update / rate) + 0.03,
            learning_rate=1e-3,
            gradient_norm=1.0,
        )
        for update in range(1, updates + 1)
    )


def history(
    name: str = "reverse-1",
    *,
    updates=(0, 1, 2, 5, 10, 20, 30, 40),
    planned: int = 40,
    rate: float = 30.0,
    sources=("a b c", "d e"),
    **shape,
) -> RunHistory:
    card = RunCard(
        run_id=name,
        name=name,
        task="reverse",
        model=ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=32),
        training=TrainingConfig(),
        status="finished",
        updates=planned,
        update=max(updates, default=0),
        probes=tuple(Probe(source, " ".join(reversed(source.split()))) for source in sources),
    )
    moments = tuple(moment(update, sources=sources, **shape) for update in updates)
    return RunHistory(card=card, curve=curve(planned, rate=rate), moments=moments)


def with_runs(room: TrainingRoom, *histories: RunHistory, compared: bool = False) -> TrainingRoom:
    """These runs, the first on show, the second beside it if ``compared``."""
    runs = RunsState()
    for known in histories:
        runs = with_history(runs, known)
    names = [known.card.run_id for known in histories]
    runs = dataclasses.replace(
        runs, shown=names[0] if names else None, compared=names[1] if compared else None
    )
    return room.changed(runs=runs)
