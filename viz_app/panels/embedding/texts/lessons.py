"""The texts beside the three parts of the embedding tab."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from model.config import ModelConfig, Stack
from viz_app.panels.embedding.state import EmbeddingPart
from viz_app.texts.papers import PRESS, SZEGEDY, VASWANI, WILLIAMS, cited
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def into_lesson(config: ModelConfig | None = None) -> Lesson:
    """How a token becomes a vector, in this model or as in the paper."""
    return Lesson(
        title=translate("embedding", "From a token to a vector"),
        body=(
            translate(
                "embedding",
                "A model computes with numbers. Each piece of text (token) has a number (id), and "
                "the id picks one row of a table that was learned (embedding).",
            ),
            *_sum_texts(config or ModelConfig()),
            translate(
                "embedding",
                "Choose a token to read its sum number by number: Up and Down change the token, "
                "Left and Right the dimension.",
            ),
        ),
        source=cited((VASWANI, "§3.4, §3.5")),
    )


def _sum_texts(config: ModelConfig) -> Iterator[str]:
    """What is done with the row."""
    if config.positions in {"relative", "none"}:
        yield _unplaced_text(config)
    elif config.scaled_embedding:
        yield translate(
            "embedding",
            "The rows are small, so they are multiplied by √d_model; otherwise they would "
            "drown in what is added next, a pattern that stands for the place in the "
            "sentence (positional encoding). Without it, word order would be lost.",
        )
    else:
        yield translate(
            "embedding",
            "This model takes the rows as they are. A pattern that stands for the place in the "
            "sentence is added (positional encoding). Without it, word order would be lost.",
        )
    if config.embedding_norm:
        yield translate(
            "embedding", "Then each token's numbers are normalised, before the first layer."
        )


def _unplaced_text(config: ModelConfig) -> str:
    """Why no position is added."""
    if config.positions == "none":
        return translate(
            "embedding",
            "No positional encoding is added: this model has none. Only the decoder's causal "
            "mask tells it about order.",
        )
    return translate(
        "embedding",
        "No positional encoding is added: this model has biases for the distance of two tokens "
        "instead, which self-attention adds to its scores (relative positions).",
    )


def out_lesson(config: ModelConfig | None = None) -> Lesson:
    """How a vector becomes a token."""
    begin, choose = _out_texts((config or ModelConfig()).stacks)
    return Lesson(
        title=translate("embedding", "From a vector to a token"),
        body=(
            begin,
            translate(
                "embedding",
                "A logit may be any number. Softmax makes them all positive with a sum of 1, so "
                "that they can be read as probabilities. Only differences count: a logit larger "
                "by 1 makes its token e ≈ 2.7 times as probable.",
            ),
            choose,
        ),
        source=cited((VASWANI, "§3.4"), (PRESS, "")),
    )


def _out_texts(stacks: tuple[Stack, ...]) -> tuple[str, str]:
    """Where the vectors come from, and what the accent colour marks."""
    if stacks == ("encoder",):
        return translate(
            "embedding",
            "At each position the encoder ends with one vector. Its product with a row for every "
            "token of the vocabulary gives one score for each token (logit).",
        ), translate(
            "embedding",
            "Choose a position in the row above the picture. Where a mask stands, the token of "
            "rank 1 is predicted; elsewhere the token that was read has the accent colour.",
        )
    begin = translate(
        "embedding",
        "At each position the decoder ends with one vector. Its product with a row for "
        "every token of the vocabulary gives one score for each token (logit).",
    )
    if stacks == ("decoder",):
        return begin, translate(
            "embedding",
            "Choose a position in the row above the picture. The token that follows in the text "
            "has the accent colour. Greedy decoding takes rank 1; a branch may take another.",
        )
    return begin, translate(
        "embedding",
        "Choose a position in the row above the picture. The token that follows in the "
        "translation has the accent colour. Greedy decoding takes rank 1; a branch may "
        "take another.",
    )


def forcing_lesson() -> Lesson:
    """What training compares."""
    return Lesson(
        title=translate("embedding", "Learning from the correct target"),
        body=(
            translate(
                "embedding",
                "In training the decoder reads the correct target, not its own words (teacher "
                "forcing). What it reads begins with <s>; what is expected is the same, one place "
                "further on. So all positions learn at once; the causal mask hides what comes "
                "later.",
            ),
            translate(
                "embedding",
                "Each position costs −ln of the probability of the expected token (cross-entropy).",
            ),
            translate(
                "embedding",
                "Shorter sentences of a batch are filled up with <pad>. Nothing is expected there: "
                "m = 0, the loss does not count. Count it to see what would go wrong.",
            ),
        ),
        source=cited(
            (WILLIAMS, translate("papers", "teacher forcing")),
            (SZEGEDY, translate("papers", "§7, label smoothing")),
            (VASWANI, "§5.4"),
        ),
    )


def part_lesson(part: EmbeddingPart, config: ModelConfig | None) -> Lesson:
    """The text beside a part."""
    if part == "into":
        return into_lesson(config)
    return out_lesson(config) if part == "out" else forcing_lesson()


def part_formula(part: EmbeddingPart, config: ModelConfig | None) -> str:
    """The name of the formula of a part."""
    if part != "into":
        return "embedding_softmax" if part == "out" else "embedding_loss"
    config = config or ModelConfig()
    scaled = "" if config.scaled_embedding else "_unscaled"
    placed = "_unplaced" if config.positions in {"relative", "none"} else ""
    return f"embedding_sum{scaled}{placed}" + ("_normed" if config.embedding_norm else "")


def part_texts() -> dict[str, tuple[str, str]]:
    """Text and tool tip of the buttons."""
    return {
        "into": (
            translate("embedding", "Into the model"),
            translate("embedding", "Token → id → row of the table, scaled, + position"),
        ),
        "out": (
            translate("embedding", "Out of the model"),
            translate("embedding", "Logits and softmax of a position"),
        ),
        "forcing": (
            translate("embedding", "Teacher forcing"),
            translate("embedding", "What training feeds in, expects, and counts"),
        ),
    }


def side_texts() -> dict[str, tuple[str, str]]:
    """Text and tool tip of the buttons."""
    return {
        "source": (
            translate("embedding", "Source"),
            translate("embedding", "The tokens that the encoder reads"),
        ),
        "target": (
            translate("embedding", "Target"),
            translate("embedding", "The tokens that the decoder reads"),
        ),
    }
