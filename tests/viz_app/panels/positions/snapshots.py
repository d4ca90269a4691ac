"""Snapshots of the positions tab, and what came of altered positions."""

import dataclasses

import numpy as np

from model.arrays import frozen
from model.config import STACKS
from model.lessons.positions import AlteredRecord, AlteredTranslation
from model.traces.summary import bias_shape
from tests.viz_app.states import summary
from viz_app.panels.positions.room import PositionsSnapshot, PositionsState

TOKENS = ("我", "有", "猫", "</s>")
LEARNED = 0.05
"""Size of the numbers in a learned table."""


def snapshot(
    kind="sinusoidal",
    *,
    tokens=TOKENS,
    positions=64,
    d_model=32,
    altered=None,
    learned=None,
    sinusoids="interleaved",
    closed=False,
    **chosen,
) -> PositionsSnapshot:
    """A table of a size; ``chosen`` are fields of :class:`PositionsState`."""
    divisor = d_model - 2 * closed
    angles = np.arange(positions)[:, None] / 10_000 ** (np.arange(0, d_model, 2) / divisor)
    table = np.empty((positions, d_model), dtype=np.float32)
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    if sinusoids == "halves":
        table = np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)
    if kind == "learned":
        table = np.random.default_rng(0).uniform(-1, 1, table.shape).astype(np.float32)
        table *= LEARNED / abs(table).max()
    config = dataclasses.replace(
        summary().config, positions=kind, sinusoids=sinusoids, closed_sinusoids=closed
    )
    return PositionsSnapshot(
        model=dataclasses.replace(summary(), config=config),
        kind=kind,
        tokens=tokens,
        choices=PositionsState(**chosen),
        altered=altered,
        learned=learned,
        table=frozen(table),
    )


def altered_record(side="source") -> AlteredRecord:
    """Of 我有猫: one token differs when shuffled, all when removed."""
    own = tuple(range(len(TOKENS)))
    lines = (
        (None, ("I", "have", "a", "cat", "</s>"), own),
        ("shuffled", ("I", "had", "a", "cat", "</s>"), (2, 0, 3, 1)),
        ("removed", ("<b>", "&"), (None,) * len(TOKENS)),
    )
    return AlteredRecord(
        source_text="我有猫",
        source_tokens=TOKENS,
        side=side,
        seed=0,
        translations=tuple(
            AlteredTranslation(
                how=how,
                tokens=tokens,
                text=" ".join(tokens),
                source_rows=rows,
                log_probability=-0.5,
                stop="end of sentence",
            )
            for how, tokens, rows in lines
        ),
    )


def relative_snapshot(*, tokens=TOKENS, fed=("<s>", "I", "am"), positions=64, **chosen):
    """Four heads with a bias for each distance up to 6, encoder and decoder."""
    config = dataclasses.replace(
        summary().config,
        positions="relative",
        n_heads=4,
        relative_buckets=8,
        relative_distance=6,
        max_len=positions,
    )
    draw = np.random.default_rng(4)
    biases = {
        stack: frozen(draw.normal(size=bias_shape(config, stack)).astype(np.float32))
        for stack in STACKS
    }
    return PositionsSnapshot(
        model=dataclasses.replace(summary(), config=config, biases=biases),
        kind="relative",
        tokens=tokens,
        fed=fed,
        choices=PositionsState(**chosen),
        table=frozen(np.zeros((positions, 8), np.float32)),
    )
