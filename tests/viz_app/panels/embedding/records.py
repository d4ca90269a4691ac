"""Embeddings, logits and losses without a model behind them."""

import numpy as np

from model.arrays import frozen
from model.lessons.embedding import (
    EmbeddedTokens,
    EmbeddingRecord,
    OutputLogits,
    TeacherForcingRecord,
)
from viz_app.panels.embedding.room import EmbeddingSnapshot, EmbeddingState, ForcedTarget

SOURCE = ("我", "有", "猫", "</s>")
FED = ("<s>", "I", "have", "a", "cat", ".")
CHOSEN = ("I", "have", "a", "cat", ".", "</s>")
WORDS = ("<pad>", "<s>", "</s>", "<unk>", "I", "have", "a", "cat", ".", "dog", "mouse", "sings")


def side_of(tokens: tuple[str, ...], *, d_model: int = 16, seed: int = 0) -> EmbeddedTokens:
    """Random rows with a pattern for each place; the sum is formed as the model forms it."""
    noise = np.random.default_rng(seed)
    rows = noise.normal(0, d_model**-0.5, (len(tokens), d_model)).astype(np.float32)
    positions = noise.uniform(-1, 1, (len(tokens), d_model)).astype(np.float32)
    scale = float(np.sqrt(d_model))
    return EmbeddedTokens(
        tokens=tokens,
        ids=tuple(range(7, 7 + len(tokens))),
        rows=frozen(rows),
        scale=scale,
        positions=frozen(positions),
        embedded=frozen(rows * np.float32(scale) + positions),
        vocabulary=1234,
    )


def logits_of(chosen: tuple[str, ...] = CHOSEN, *, seed: int = 0) -> OutputLogits:
    """The chosen token has the largest logit, apart from the third step, where it is last."""
    logits = np.random.default_rng(seed).normal(0, 1, (len(FED), len(WORDS))).astype(np.float32)
    ids = tuple(WORDS.index(token) for token in chosen)
    logits[np.arange(len(ids)), ids] = 6.0
    logits[2, ids[2]] = -6.0
    return OutputLogits(fed=FED, chosen_ids=ids, logits=frozen(logits), vocabulary=WORDS)


def reading_of(**sides: EmbeddedTokens) -> EmbeddingRecord:
    """Both sides and the logits."""
    return EmbeddingRecord(
        source=sides.get("source", side_of(SOURCE)),
        target=sides.get("target", side_of(FED, seed=1)),
        output=logits_of(),
    )


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


def embedding_snapshot(**fields) -> EmbeddingSnapshot:
    """The tab with all answers there."""
    own = {"reading": reading_of(), "forced": ForcedTarget(forcing_of(), "reference")}
    values = {"token": 2, "step": 3, "given": "", "tied": True}
    for name, value in fields.items():
        (values if name in values else own)[name] = value
    return EmbeddingSnapshot(own=EmbeddingState(**own), **values)
