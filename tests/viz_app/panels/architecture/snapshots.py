"""Hand-made models, comparisons and times for the architecture tab to show."""

import dataclasses

import numpy as np

from model.arrays import frozen
from model.config import STACKS, ModelConfig, Stack
from model.lessons.architecture import (
    SUBLAYERS,
    TIMED_LAYERS,
    ArchitectureRecord,
    Extent,
    LayerTime,
    NormComparison,
    NormGradients,
    NormStatistics,
    Stream,
    StreamPoint,
    architecture_blocks,
    multiply_adds,
)
from viz_app.panels.architecture.room import (
    ArchitectureSnapshot,
    ArchitectureState,
    Machine,
    line_extents,
)

SRC = ("我", "有", "猫", "</s>")
TGT = ("<s>", "I", "have", "a", "cat")
EXTENT = Extent(n=64, d=256)


def norm_of(seed: int, length: int, d_model: int = 16) -> NormStatistics:
    """Random rows through a LayerNorm with a random gain and shift."""
    random = np.random.default_rng(seed)
    x = random.normal(1.0, 3.0, (length, d_model))
    alpha, b = random.normal(1.0, 0.1, d_model), random.normal(0.0, 0.1, d_model)
    unit = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
    after = unit * alpha + b
    rows = [stat(values) for values in (x, unit, after) for stat in (_mean, _variance)]
    mean, variance, unit_mean, unit_variance, after_mean, after_variance = rows
    return NormStatistics(
        mean_before=mean,
        variance_before=variance,
        mean_normalised=unit_mean,
        variance_normalised=unit_variance,
        mean_after=after_mean,
        variance_after=after_variance,
        alpha=frozen(alpha.astype(np.float32)),
        b=frozen(b.astype(np.float32)),
        epsilon=1e-5,
    )


def record_of(**changes: object) -> ArchitectureRecord:
    """A model of three layers; ``changes`` are of its configuration."""
    values = {"n_layers": 3, "n_heads": 2, "d_model": 16, "d_ff": 32, "norm": "pre", **changes}
    config = ModelConfig(**values)
    blocks = architecture_blocks(
        config, n_source=len(SRC), n_target=len(TGT), src_vocabulary=9, tgt_vocabulary=11
    )
    lengths = {"encoder": len(SRC), "decoder": len(TGT)}
    blocks = tuple(
        dataclasses.replace(block, norm=norm_of(seed, lengths[block.side]))
        if block.kind in {"norm", "final_norm"}
        else block
        for seed, block in enumerate(blocks)
    )
    encoder, decoder = (_stream(side, config.n_layers, lengths[side]) for side in STACKS)
    return ArchitectureRecord(
        config=config,
        src_tokens=SRC,
        tgt_tokens=TGT,
        blocks=blocks,
        streams=(encoder, decoder),
        device="cpu",
    )


def comparison_of(layers: int = 3, seeds: int = 2) -> NormComparison:
    """Gradients as powers of two: post-norm they grow towards the output, pre-norm they fall."""
    grow = np.tile(2.0 ** np.arange(layers), (seeds, 1)).astype(np.float32)
    kinds = {"post": grow, "pre": 1 / grow}
    post, pre = (
        NormGradients(
            norm=norm,
            seeds=tuple(range(seeds)),
            encoder=frozen(values.copy()),
            decoder=frozen(3 * values),
            losses=frozen(np.full(seeds, 2.0, np.float32)),
        )
        for norm, values in kinds.items()
    )
    return NormComparison(post=post, pre=pre, done=2 * seeds, total=10)


def times_of(axis: str = "n", extent: Extent = EXTENT) -> tuple[LayerTime, ...]:
    """A nanosecond for each multiply-add."""
    return tuple(
        LayerTime(layer=layer, extent=at, seconds=multiply_adds(layer, at) * 1e-9, runs=5)
        for at in line_extents(axis, extent)
        for layer in TIMED_LAYERS
    )


def architecture_snapshot(**fields: object) -> ArchitectureSnapshot:
    """The diagram of the middle layer, with what ``fields`` say instead."""
    values = {
        "layer": 1,
        "record": record_of(),
        "comparison": None,
        "times": (),
        "has_model": True,
    }
    own = {"machine": Machine("cpu", 1)}
    for name, value in fields.items():
        (values if name in values else own)[name] = value
    return ArchitectureSnapshot(own=ArchitectureState(**own), **values)


def _stream(side: Stack, n_layers: int, length: int) -> Stream:
    points = [StreamPoint()]
    points += [StreamPoint(layer, name) for layer in range(n_layers) for name in SUBLAYERS[side]]
    random = np.random.default_rng(len(points))
    lengths = 10.0 + np.cumsum(random.random((len(points), length)), axis=0)
    return Stream(
        side=side,
        points=tuple(points),
        lengths=frozen(lengths.astype(np.float32)),
        updates=frozen(random.random((len(points) - 1, length)).astype(np.float32)),
    )


def _mean(values: np.ndarray) -> np.ndarray:
    return frozen(values.mean(axis=1).astype(np.float32))


def _variance(values: np.ndarray) -> np.ndarray:
    return frozen(values.var(axis=1).astype(np.float32))
