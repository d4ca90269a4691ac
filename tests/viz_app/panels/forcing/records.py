"""Losses without a model behind them."""

import numpy as np

from model.arrays import frozen
from model.lessons.embedding import TeacherForcingRecord
from viz_app.panels.forcing.room import ForcedTarget, ForcingSnapshot, ForcingState


def forcing_of(*, words: int = 5, smoothing: float = 0.1) -> TeacherForcingRecord:
    """A sentence of so many tokens with ``</s>``, and one of two: the rest of it is padding."""
    names = tuple(f"w{index}" for index in range(words - 1))
    padding = ("<pad>",) * (words - 2)
    losses = np.full((2, words), 9.0, dtype=np.float32)
    losses[0] = np.linspace(0.1, 0.5, words)
    losses[1, :2] = (0.2, 0.7)
    counts = np.zeros((2, words), dtype=np.bool_)
    counts[0], counts[1, :2] = True, True
    predicted = (*names[:-1], "wrong", "</s>")
    return TeacherForcingRecord(
        sources=("我有猫。", "好。"),
        targets=(" ".join(names), "short"),
        fed=(("<s>", *names), ("<s>", "short", *("</s>", *padding)[: words - 2])),
        expected=((*names, "</s>"), ("short", "</s>", *padding)),
        predicted=(predicted, ("short", "</s>", *(".",) * (words - 2))),
        losses=frozen(losses),
        counts=frozen(counts),
        label_smoothing=smoothing,
    )


def forcing_snapshot(*, given: str = "", **own) -> ForcingSnapshot:
    """The tab with its answer there."""
    own = {"forced": ForcedTarget(forcing_of(), "reference"), **own}
    return ForcingSnapshot(own=ForcingState(**own), given=given)
