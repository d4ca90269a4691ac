"""The texts beside the three parts of the embedding tab."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from viz_app.panels.embedding.state import EmbeddingPart
from viz_app.texts.papers import PRESS, SZEGEDY, VASWANI, WILLIAMS, cited
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def into_lesson() -> Lesson:
    """How a token becomes a vector."""
    return Lesson(
        title=translate("embedding", "From a token to a vector"),
        body=(
            translate(
                "embedding",
                "A model computes with numbers. Each piece of text (token) has a number (id), and "
                "the id picks one row of a table that was learned (embedding).",
            ),
            translate(
                "embedding",
                "The rows are small, so they are multiplied by √d_model; otherwise they would "
                "drown in what is added next, a pattern that stands for the place in the "
                "sentence (positional encoding). Without it, word order would be lost.",
            ),
            translate(
                "embedding",
                "Choose a token to read its sum number by number: Up and Down change the token, "
                "Left and Right the dimension.",
            ),
        ),
        source=cited((VASWANI, "§3.4, §3.5")),
    )


def out_lesson() -> Lesson:
    """How a vector becomes a token."""
    return Lesson(
        title=translate("embedding", "From a vector to a token"),
        body=(
            translate(
                "embedding",
                "At each position the decoder ends with one vector. Its product with a row for "
                "every token of the vocabulary gives one score for each token (logit).",
            ),
            translate(
                "embedding",
                "A logit may be any number. Softmax makes them all positive with a sum of 1, so "
                "that they can be read as probabilities. Only differences count: a logit larger "
                "by 1 makes its token e ≈ 2.7 times as probable.",
            ),
            translate(
                "embedding",
                "Choose a position in the row above the picture. The token that follows in the "
                "translation has the accent colour. Greedy decoding takes rank 1; a branch may "
                "take another.",
            ),
        ),
        source=cited((VASWANI, "§3.4"), (PRESS, "")),
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


LESSONS: Mapping[EmbeddingPart, Callable[[], Lesson]] = {
    "into": into_lesson,
    "out": out_lesson,
    "forcing": forcing_lesson,
}

FORMULAS: Mapping[EmbeddingPart, str] = {
    "into": "embedding_sum",
    "out": "embedding_softmax",
    "forcing": "embedding_loss",
}


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
