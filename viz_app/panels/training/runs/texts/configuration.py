"""Names of the numbers of a model and of its training, and what each of them does."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def field_texts() -> dict[str, tuple[str, str]]:
    """Caption and tool tip of every field, in the current language."""
    return {**_model_texts(), **_update_texts(), **_corpus_texts()}


def choice_text(name: str) -> str:
    """A choice of a field as it is read; the terms of the field stay as they are."""
    texts = {
        "post": translate("configuration", "post-norm"),
        "pre": translate("configuration", "pre-norm"),
        "sinusoidal": translate("configuration", "sinusoidal"),
        "learned": translate("configuration", "learned"),
        "relu": "ReLU",
        "gelu": "GELU",
        "constant": translate("configuration", "constant"),
        "cosine": translate("configuration", "cosine"),
        "inverse-sqrt": translate("configuration", "inverse √"),
        "word": translate("configuration", "words"),
        "bpe": "BPE",
    }
    return texts.get(name, name)


def _model_texts() -> dict[str, tuple[str, str]]:
    return {
        "n_layers": (
            translate("configuration", "layers"),
            translate("configuration", "Layers of the encoder, and as many of the decoder"),
        ),
        "n_heads": (
            translate("configuration", "heads"),
            translate("configuration", "Attention heads in a layer; they share the width"),
        ),
        "d_model": (
            translate("configuration", "width (d_model)"),
            translate("configuration", "Numbers that stand for a token between layers"),
        ),
        "d_ff": (
            translate("configuration", "inner width (d_ff)"),
            translate("configuration", "Width inside the feed-forward networks"),
        ),
        "dropout": (
            translate("configuration", "dropout"),
            translate("configuration", "Share of numbers set to zero while training, 0 … 1"),
        ),
        "max_len": (
            translate("configuration", "longest sentence"),
            translate("configuration", "Most tokens that a sentence may have (max_len)"),
        ),
        "norm": (
            translate("configuration", "normalisation"),
            translate("configuration", "LayerNorm before each sublayer, or after it"),
        ),
        "positions": (
            translate("configuration", "positions"),
            translate("configuration", "How the model is told where a token stands"),
        ),
        "activation": (
            translate("configuration", "activation"),
            translate("configuration", "Between the two halves of a feed-forward network"),
        ),
        "tie_embeddings": (
            translate("configuration", "tied embeddings"),
            translate("configuration", "Target embedding and output layer share their weights"),
        ),
    }


def _update_texts() -> dict[str, tuple[str, str]]:
    """Of what happens at an update, and how many there are."""
    return {
        "epochs": (
            translate("configuration", "epochs"),
            translate("configuration", "How many times the whole corpus is read"),
        ),
        "batch_tokens": (
            translate("configuration", "tokens in a batch"),
            translate("configuration", "At most, source and target with padding"),
        ),
        "learning_rate": (
            translate("configuration", "learning rate"),
            translate("configuration", "The highest, reached after the warm-up"),
        ),
        "warmup": (
            translate("configuration", "warm-up"),
            translate(
                "configuration",
                "Updates in which the learning rate rises from nothing; at most half of all",
            ),
        ),
        "schedule": (
            translate("configuration", "schedule"),
            translate("configuration", "How the learning rate goes down after the warm-up"),
        ),
        "clip": (
            translate("configuration", "gradient clip"),
            translate("configuration", "A gradient longer than this is shortened to it"),
        ),
        "label_smoothing": (
            translate("configuration", "label smoothing"),
            translate(
                "configuration",
                "Share of the probability that is spread evenly over all tokens, "
                "the right one too, 0 … 1",
            ),
        ),
        "averaged": (
            translate("configuration", "averaged epochs"),
            translate(
                "configuration",
                "The model is the mean of its weights at the end of this many last epochs",
            ),
        ),
        "patience": (
            translate("configuration", "patience"),
            translate("configuration", "Epochs without a better loss until it stops; 0 = never"),
        ),
        "scored_every": (
            translate("configuration", "score every"),
            translate("configuration", "Epochs from one score to the next; 0 = no score"),
        ),
    }


def _corpus_texts() -> dict[str, tuple[str, str]]:
    """Of how the corpus is read, and of less common numbers."""
    return {
        "level": (
            translate("configuration", "tokens"),
            translate("configuration", "Whole words, or pieces of words that are learned"),
        ),
        "vocabulary": (
            translate("configuration", "vocabulary"),
            translate("configuration", "Largest number of tokens for each language"),
        ),
        "seed": (
            translate("configuration", "seed"),
            translate("configuration", "The same seed gives the same run"),
        ),
        "weight_decay": (
            translate("configuration", "weight decay"),
            translate(
                "configuration", "Share by which weights shrink with every update, times the rate"
            ),
        ),
        "r_drop": (
            translate("configuration", "R-Drop"),
            translate(
                "configuration",
                "Weight of the difference between two passes with other dropout; 0 = one pass",
            ),
        ),
        "validation": (
            translate("configuration", "held-out pairs"),
            translate(
                "configuration", "Pairs set apart if the corpus has no held-out pairs of its own"
            ),
        ),
        "precision": (
            translate("configuration", "precision"),
            translate("configuration", "Of the matrix products; weights are always float32"),
        ),
        "min_count": (
            translate("configuration", "rarest word"),
            translate("configuration", "A word seen less often becomes <unk>"),
        ),
        "lowercase": (
            translate("configuration", "lower case"),
            translate("configuration", "Learn and read text in lower case"),
        ),
    }
