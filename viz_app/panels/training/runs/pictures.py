"""Texts of the list of runs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from model.runs.progress import RunCard
from viz_app.panels.training.runs.room import RowStatus, RunRow
from viz_app.texts.labels import NO_NUMBER, short_loss, spoken_time
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.texts.visible_token import isolated

# ----------------------------------------------------------------------------------- configuration
# Names of the numbers of a model and of its training, and what each of them does.


translate = QCoreApplication.translate

_FIELDS: Mapping[str, tuple[str, str]] = {
    "n_layers": (
        QT_TRANSLATE_NOOP("configuration", "layers"),
        QT_TRANSLATE_NOOP("configuration", "Number of layers in the encoder and in the decoder"),
    ),
    "n_heads": (
        QT_TRANSLATE_NOOP("configuration", "heads"),
        QT_TRANSLATE_NOOP("configuration", "Attention heads per layer; they split the width"),
    ),
    "d_model": (
        QT_TRANSLATE_NOOP("configuration", "width (d_model)"),
        QT_TRANSLATE_NOOP("configuration", "Size of a token's vector between layers"),
    ),
    "d_ff": (
        QT_TRANSLATE_NOOP("configuration", "inner width (d_ff)"),
        QT_TRANSLATE_NOOP("configuration", "Width inside the feed-forward networks"),
    ),
    "dropout": (
        QT_TRANSLATE_NOOP("configuration", "dropout"),
        QT_TRANSLATE_NOOP("configuration", "Fraction of values set to zero during training, 0 … 1"),
    ),
    "max_len": (
        QT_TRANSLATE_NOOP("configuration", "longest sentence"),
        QT_TRANSLATE_NOOP("configuration", "Maximum number of tokens in a sentence (max_len)"),
    ),
    "norm": (
        QT_TRANSLATE_NOOP("configuration", "normalisation"),
        QT_TRANSLATE_NOOP("configuration", "A norm before each sublayer, or after it"),
    ),
    "positions": (
        QT_TRANSLATE_NOOP("configuration", "positions"),
        QT_TRANSLATE_NOOP("configuration", "How the model encodes token positions"),
    ),
    "activation": (
        QT_TRANSLATE_NOOP("configuration", "activation"),
        QT_TRANSLATE_NOOP("configuration", "Between the two halves of a feed-forward network"),
    ),
    "tie_embeddings": (
        QT_TRANSLATE_NOOP("configuration", "tied embeddings"),
        QT_TRANSLATE_NOOP("configuration", "Target embedding and output layer share their weights"),
    ),
    "encoder_layers": (
        QT_TRANSLATE_NOOP("configuration", "layers of the encoder"),
        QT_TRANSLATE_NOOP("configuration", "Only if the encoder has a different number of layers"),
    ),
    "decoder_layers": (
        QT_TRANSLATE_NOOP("configuration", "layers of the decoder"),
        QT_TRANSLATE_NOOP("configuration", "Only if the decoder has a different number of layers"),
    ),
    "d_kv": (
        QT_TRANSLATE_NOOP("configuration", "width of a head (d_k)"),
        QT_TRANSLATE_NOOP("configuration", "Only if it is not the width divided by the heads"),
    ),
    "norm_type": (
        QT_TRANSLATE_NOOP("configuration", "kind of norm"),
        QT_TRANSLATE_NOOP("configuration", "LayerNorm, or RMSNorm, which has no mean and no bias"),
    ),
    "norm_epsilon": (
        QT_TRANSLATE_NOOP("configuration", "epsilon of norms"),
        QT_TRANSLATE_NOOP("configuration", "Added to the variance in a norm"),
    ),
    "final_norm": (
        QT_TRANSLATE_NOOP("configuration", "final norm"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "One more norm after each stack; usually only with pre-norm, whose sums grow",
        ),
    ),
    "scaled_embedding": (
        QT_TRANSLATE_NOOP("configuration", "scaled embedding"),
        QT_TRANSLATE_NOOP("configuration", "Token embeddings are multiplied by √d_model"),
    ),
    "embedding_norm": (
        QT_TRANSLATE_NOOP("configuration", "norm after embedding"),
        QT_TRANSLATE_NOOP("configuration", "A norm after the positions have been added"),
    ),
    "sinusoids": (
        QT_TRANSLATE_NOOP("configuration", "order of sinusoids"),
        QT_TRANSLATE_NOOP("configuration", "Alternating sine and cosine, or sines, then cosines"),
    ),
    "closed_sinusoids": (
        QT_TRANSLATE_NOOP("configuration", "closed sinusoids"),
        QT_TRANSLATE_NOOP("configuration", "Sinusoids divide by d_model − 2 instead of d_model"),
    ),
    "position_offset": (
        QT_TRANSLATE_NOOP("configuration", "first position"),
        QT_TRANSLATE_NOOP("configuration", "Row of the table for the first token"),
    ),
    "relative_buckets": (
        QT_TRANSLATE_NOOP("configuration", "relative buckets"),
        QT_TRANSLATE_NOOP("configuration", "Number of relative-position biases per head"),
    ),
    "relative_distance": (
        QT_TRANSLATE_NOOP("configuration", "relative distance"),
        QT_TRANSLATE_NOOP("configuration", "Distances from here on share one bias"),
    ),
    "scaled_scores": (
        QT_TRANSLATE_NOOP("configuration", "scaled scores"),
        QT_TRANSLATE_NOOP("configuration", "Scores are divided by √d_k"),
    ),
    "gated": (
        QT_TRANSLATE_NOOP("configuration", "gated feed-forward"),
        QT_TRANSLATE_NOOP("configuration", "Hidden values are multiplied by a gate"),
    ),
    "biases": (
        QT_TRANSLATE_NOOP("configuration", "biases"),
        QT_TRANSLATE_NOOP("configuration", "Projections of attention and feed-forward have biases"),
    ),
    "output_bias": (
        QT_TRANSLATE_NOOP("configuration", "output bias"),
        QT_TRANSLATE_NOOP("configuration", "The output layer has a bias for every token"),
    ),
    "output_transform": (
        QT_TRANSLATE_NOOP("configuration", "output transform"),
        QT_TRANSLATE_NOOP(
            "configuration", "Before the output layer: a projection, the activation and a norm"
        ),
    ),
    "share_embeddings": (
        QT_TRANSLATE_NOOP("configuration", "shared embeddings"),
        QT_TRANSLATE_NOOP("configuration", "Source and target share one embedding table"),
    ),
    "forbidden": (
        QT_TRANSLATE_NOOP("configuration", "never predicted"),
        QT_TRANSLATE_NOOP("configuration", "Ids of tokens that are never predicted"),
    ),
    "epochs": (
        QT_TRANSLATE_NOOP("configuration", "epochs"),
        QT_TRANSLATE_NOOP("configuration", "Passes over the whole corpus"),
    ),
    "batch_tokens": (
        QT_TRANSLATE_NOOP("configuration", "tokens in a batch"),
        QT_TRANSLATE_NOOP("configuration", "Upper limit: source, target and padding together"),
    ),
    "learning_rate": (
        QT_TRANSLATE_NOOP("configuration", "learning rate"),
        QT_TRANSLATE_NOOP("configuration", "The highest, reached after the warm-up"),
    ),
    "warmup": (
        QT_TRANSLATE_NOOP("configuration", "warm-up"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Updates over which the learning rate rises from 0; at most half of all",
        ),
    ),
    "schedule": (
        QT_TRANSLATE_NOOP("configuration", "schedule"),
        QT_TRANSLATE_NOOP("configuration", "How the learning rate decreases after the warm-up"),
    ),
    "clip": (
        QT_TRANSLATE_NOOP("configuration", "gradient clip"),
        QT_TRANSLATE_NOOP("configuration", "Larger gradient norms are scaled down to this"),
    ),
    "label_smoothing": (
        QT_TRANSLATE_NOOP("configuration", "label smoothing"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Probability spread evenly over all tokens, including the correct one, 0 … 1",
        ),
    ),
    "averaged": (
        QT_TRANSLATE_NOOP("configuration", "averaged epochs"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Number of last epochs over which the final weights are averaged",
        ),
    ),
    "patience": (
        QT_TRANSLATE_NOOP("configuration", "patience"),
        QT_TRANSLATE_NOOP(
            "configuration", "Epochs without a lower loss before stopping; 0 = never"
        ),
    ),
    "scored_every": (
        QT_TRANSLATE_NOOP("configuration", "score every"),
        QT_TRANSLATE_NOOP("configuration", "Epochs between scores; 0 = no score"),
    ),
    "level": (
        QT_TRANSLATE_NOOP("configuration", "tokens"),
        QT_TRANSLATE_NOOP("configuration", "Whole words, or learned subwords"),
    ),
    "vocabulary": (
        QT_TRANSLATE_NOOP("configuration", "vocabulary"),
        QT_TRANSLATE_NOOP("configuration", "Maximum vocabulary size for each language"),
    ),
    "seed": (
        QT_TRANSLATE_NOOP("configuration", "seed"),
        QT_TRANSLATE_NOOP("configuration", "The same seed gives the same run"),
    ),
    "weight_decay": (
        QT_TRANSLATE_NOOP("configuration", "weight decay"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Weights shrink by this fraction times the learning rate at every update",
        ),
    ),
    "r_drop": (
        QT_TRANSLATE_NOOP("configuration", "R-Drop"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Weight of the difference between two passes with different dropout; 0 = one pass",
        ),
    ),
    "validation": (
        QT_TRANSLATE_NOOP("configuration", "held-out pairs"),
        QT_TRANSLATE_NOOP("configuration", "Pairs to hold out if the corpus has no held-out pairs"),
    ),
    "precision": (
        QT_TRANSLATE_NOOP("configuration", "precision"),
        QT_TRANSLATE_NOOP(
            "configuration", "Of matrix products; automatic: bfloat16 where it pays off"
        ),
    ),
    "min_count": (
        QT_TRANSLATE_NOOP("configuration", "minimum count"),
        QT_TRANSLATE_NOOP("configuration", "A word seen less often becomes <unk>"),
    ),
    "lowercase": (
        QT_TRANSLATE_NOOP("configuration", "lower case"),
        QT_TRANSLATE_NOOP("configuration", "Learn and read text in lower case"),
    ),
}
"""Caption and tool tip of every field: of the model, of its updates, of how the corpus is read."""


def field_texts() -> dict[str, tuple[str, str]]:
    """Caption and tool tip of every field, in the current language."""
    return {
        name: (translate("configuration", caption), translate("configuration", tip))
        for name, (caption, tip) in _FIELDS.items()
    }


def choice_text(name: str | bool) -> str:
    """A choice of a field as it is read; the terms of the field stay as they are."""
    texts: dict[str | bool, str] = {
        "": translate("configuration", "with pre-norm"),
        True: translate("configuration", "always"),
        False: translate("configuration", "never"),
        "post": translate("configuration", "post-norm"),
        "pre": translate("configuration", "pre-norm"),
        "sinusoidal": translate("configuration", "sinusoidal"),
        "learned": translate("configuration", "learned"),
        "relu": "ReLU",
        "gelu": "GELU",
        "gelu_tanh": "GELU (tanh)",
        "silu": "SiLU",
        "layer": "LayerNorm",
        "rms": "RMSNorm",
        "relative": translate("configuration", "relative"),
        "interleaved": translate("configuration", "alternating"),
        "halves": translate("configuration", "sines, then cosines"),
        "given": translate("configuration", "stored"),
        "none": translate("configuration", "none"),
        "constant": translate("configuration", "constant"),
        "cosine": translate("configuration", "cosine"),
        "inverse-sqrt": translate("configuration", "inverse root"),
        "word": translate("configuration", "words"),
        "bpe": "BPE",
        "auto": translate("configuration", "automatic"),
    }
    return texts.get(name, str(name))


def value_text(value: object) -> str:
    """A number or a switch as it is read; a dash where there is none."""
    if value is None:
        return NO_NUMBER
    if isinstance(value, bool):
        return translate("RunsPage", "yes") if value else translate("RunsPage", "no")
    if isinstance(value, float):
        return f"{value:g}"
    return choice_text(str(value))


# ------------------------------------------------------------------------------------- known names
# Names of our own tasks and presets as they are read; the command line knows them in English.


TASKS = (
    QT_TRANSLATE_NOOP("tasks", "copy"),
    QT_TRANSLATE_NOOP("tasks", "reverse"),
    QT_TRANSLATE_NOOP("tasks", "zh-en"),
    QT_TRANSLATE_NOOP("tasks", "zh-en-large"),
    QT_TRANSLATE_NOOP("tasks", "report"),
    QT_TRANSLATE_NOOP("tasks", "mirror"),
)

PRESETS = (
    QT_TRANSLATE_NOOP("presets", "tiny"),
    QT_TRANSLATE_NOOP("presets", "small"),
    QT_TRANSLATE_NOOP("presets", "medium"),
    QT_TRANSLATE_NOOP("presets", "report"),
    QT_TRANSLATE_NOOP("presets", "report-small"),
)


def task_text(task: str) -> str:
    """A task's name in the current language; another text as it is."""
    return QCoreApplication.translate("tasks", task) if task in TASKS else task


def task_offer(task: str) -> str:
    """A task with what it means, as a form offers it: ``reverse · letters backwards``."""
    meanings = {
        "copy": QCoreApplication.translate("task_meanings", "the same letters again"),
        "reverse": QCoreApplication.translate("task_meanings", "letters backwards"),
        "zh-en": QCoreApplication.translate("task_meanings", "short Chinese phrases"),
        "zh-en-large": QCoreApplication.translate("task_meanings", "many Chinese phrases"),
        "report": QCoreApplication.translate("task_meanings", "eight Chinese sentences"),
    }
    meaning = meanings.get(task)
    return f"{corpus_text(task)} · {meaning}" if meaning else corpus_text(task)


def preset_text(preset: str) -> str:
    """A preset's name in the current language; another text as it is."""
    return QCoreApplication.translate("presets", preset) if preset in PRESETS else preset


def corpus_text(task: str) -> str:
    """A task's name as it is read, or the names of its files without folders: ``a.zh → a.en``."""
    if not any(mark in task for mark in "/\\.,"):
        return task_text(task)
    return " → ".join(isolated(Path(part).name) for part in task.split(","))


# -------------------------------------------------------------------------------------------- rows
# What a row of the list of runs says.


_ROUNDED = 1e-9
"""Per cent that a share of whole pairs may lack: 100 times 0.57 is less than 57."""


def result_text(card: RunCard) -> str:
    """The one number that says how good it is: BLEU, exact matches, or the loss."""
    if card.score == "bleu" and card.bleu is not None:
        return translate("RunsPage", "BLEU {score}").format(score=f"{card.bleu:.1f}")
    if card.score == "exact" and card.exact is not None:
        # rounded down: 100% is said of all of them only
        share = math.floor(100 * card.exact + _ROUNDED)
        return translate("RunsPage", "{share}% exact").format(share=share)
    loss = card.loss if card.validation_loss is None else card.validation_loss
    if loss is None:
        return NO_NUMBER
    return translate("RunsPage", "loss {loss}").format(loss=short_loss(loss))


def size_text(card: RunCard) -> str:
    """Layers, heads and width: ``3 × 8 × 128``."""
    model = card.model
    return f"{model.depths} × {model.n_heads} × {model.d_model}"


def about_text(card: RunCard) -> str:
    """``reverse · 3 × 8 × 128 · 31 Jan 12:05``."""
    begun = begun_text(card, translate("RunsPage", "d MMM hh:mm"))
    return " · ".join((corpus_text(card.task), size_text(card), begun))


def begun_text(card: RunCard, form: str | None = None) -> str:
    """When it was begun, in the time of this place; a dash when nobody knows.

    ``form`` is one of Qt's for a date with its time; by default with the year.
    """
    begun = QDateTime.fromString(card.begun, Qt.DateFormat.ISODate).toLocalTime()
    if not begun.isValid():
        return NO_NUMBER
    return QLocale().toString(begun, form or translate("RunsPage", "d MMM yyyy hh:mm"))


def status_text(row: RunRow) -> str:
    """What it does, or what became of it; of a run that came to its end the time that it took."""
    if row.status == "finished":
        return spoken_time(row.card.seconds)
    if row.status == "running":
        return translate("RunsPage", "epoch {epoch}").format(epoch=row.card.epoch)
    return status_name(row.status)


def status_name(status: RowStatus) -> str:
    """In one word."""
    return {
        "starting": translate("RunsPage", "starting"),
        "running": translate("RunsPage", "being trained"),
        "paused": translate("RunsPage", "paused"),
        "stopping": translate("RunsPage", "stopping"),
        "interrupted": translate("RunsPage", "interrupted"),
        "stopped": translate("RunsPage", "stopped"),
        "finished": translate("RunsPage", "finished"),
        "failed": translate("RunsPage", "failed"),
    }[status]


def row_sentence(row: RunRow) -> str:
    """All of a row, for a tool tip and for who hears it."""
    card = row.card
    parts = [card.name, about_text(card), status_name(row.status), result_text(card)]
    if row.compared:
        parts.append(translate("RunsPage", "compared with the run shown"))
    if card.reason and row.status == "failed":
        parts.append(card.reason)
    return " · ".join(parts)
