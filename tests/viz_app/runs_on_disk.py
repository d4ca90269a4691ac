"""Runs to write: cards, curves, moments with weights that are known."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from model.arrays import frozen
from model.messages import Message
from model.runs.presets import PRESETS
from model.runs.progress import CurvePoint, RunCard
from model.traces.head_measures import Moment, Probe, SampleTranslations, head_numbers
from model.traces.trace import Candidate, DecodeStep, Trace
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.runs import Runs, export_steps

PRESET = PRESETS["small"]
PROBES = (Probe("a b c", "c b a"), Probe("我有猫", "I have a cat ."))


def card_of(name: str = "reverse", **fields) -> RunCard:
    values = {
        "task": "reverse",
        "model": PRESET.model,
        "training": PRESET.training,
        "probes": PROBES,
        "begun": "2025-01-31T12:05:01+00:00",
    }
    return RunCard(run_id=name, name=name, **{**values, **fields})


def curve_points(n: int = 5) -> tuple[CurvePoint, ...]:
    """A falling loss; every second point is measured on held-out pairs."""
    return tuple(
        CurvePoint(
            update=update,
            epoch=(update + 1) // 2,
            loss=1 / (3 * update),
            learning_rate=1e-3 / update,
            gradient_norm=0.1 + update / 7,
            validation_loss=None if update % 2 else 1 / update,
            bleu=None if update % 2 else update / 3,
            exact=None if update % 2 else update / 9,
        )
        for update in range(1, n + 1)
    )


def samples_of(*updates: int) -> tuple[SampleTranslations, ...]:
    return tuple(
        SampleTranslations(update=n, epoch=1, translations=(f"c b {n}", "我 “a”")) for n in updates
    )


def moment_of(update: int = 12, *, lengths: Sequence[int] = (4, 6), layers=3, heads=8) -> Moment:
    """Probes with random softmax weights, as many tokens on either side as ``lengths`` says."""
    source = np.random.default_rng(update)
    traces = tuple(_trace(source, n, layers, heads) for n in lengths)
    return Moment(
        update=update,
        epoch=1 + update // 10,
        traces=traces,
        numbers=head_numbers(traces) if traces else {},
    )


def _trace(source: np.random.Generator, n: int, layers: int, heads: int) -> Trace:
    decoder = [_softmax(source, (layers, heads, row + 1)) for row in range(n)]
    cross = [_softmax(source, (layers, heads, n)) for _ in range(n)]
    trace = Trace(
        source_text="我 “a”\u202f",
        source_tokens=(*(f"猫{i}" for i in range(n - 1)), "</s>"),
        source_ids=tuple(range(7, 7 + n)),
        encoder_weights=_softmax(source, (layers, heads, n, n)),
        unknown=("☃",),
        notices=(Message("{n} of {what}", {"n": 3, "what": Message("{a}", {"a": "é"})}),),
        stop="end of sentence",
        translation="I have a cat .",
    )
    steps = tuple(_step(source, row, decoder[row], cross[row]) for row in range(n))
    return dataclasses.replace(trace, steps=steps)


def _step(source: np.random.Generator, row: int, decoder, cross) -> DecodeStep:
    chances = [-abs(float(np.float32(number))) for number in source.normal(size=5)]
    return DecodeStep(
        index=row,
        fed="<s>" if row == 0 else f"cat{row - 1}",
        token=f"cat{row}",
        token_id=40 + row,
        log_probability=-1 / (3 + row),
        candidates=tuple(Candidate(f"dog{i}", i, number) for i, number in enumerate(chances)),
        entropy=float(source.random()),
        decoder_rows=decoder,
        cross_rows=cross,
        given=True,
    )


def _softmax(source: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    exponentials = np.exp(source.normal(scale=1.5, size=shape))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return frozen(weights.astype(np.float32))


def export(runs: Runs, run_id: str, path: Path) -> None:
    list(export_steps(runs.open(run_id), path))


def fill(folder: RunFolder) -> RunFolder:
    folder.write_curve(curve_points(5))
    folder.write_samples(samples_of(1, 4))
    for update in (0, 4):
        folder.write_moment(moment_of(update, lengths=(3,)))
    folder.state_path.write_bytes(b"state")
    folder.model_path.write_bytes(b"model")
    return folder
