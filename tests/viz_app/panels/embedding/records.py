"""Embeddings and logits without a model behind them."""

import numpy as np

from model.arrays import frozen
from model.lessons.embedding import EmbeddedTokens, EmbeddingRecord, NearToken, OutputLogits
from viz_app.panels.embedding.room import EmbeddingSnapshot, EmbeddingState

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
        near=tuple(near_of(place) for place in range(len(tokens))),
    )


def near_of(place: int) -> tuple[NearToken, ...]:
    """Ten tokens, less and less like the one at a place; the fourth is a special one."""
    names = ("dog", "mouse", "他", "<unk>", *(f"w{place}_{rank}" for rank in range(6)))
    return tuple(
        NearToken(name, 40 + rank, 0.9 - 0.05 * place - 0.1 * rank)
        for rank, name in enumerate(names)
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


def embedding_snapshot(**fields) -> EmbeddingSnapshot:
    """The tab with all answers there."""
    own = {"part": "into", "reading": reading_of()}
    values = {"token": 2, "source_token": 0, "step": 3, "tied": True, "config": None}
    values |= {"glosses": (), "alone": None}
    for name, value in fields.items():
        (values if name in values else own)[name] = value
    return EmbeddingSnapshot(own=EmbeddingState(**own), **values)
