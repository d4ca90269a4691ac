"""What a row of the list of runs says."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from model.runs.card import RunCard
from viz_app.panels.training.runs.snapshot import RowStatus, RunRow
from viz_app.panels.training.runs.texts.known_names import corpus_text
from viz_app.texts.numbers import NO_NUMBER, short_loss, spoken_time

translate = QCoreApplication.translate

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
        parts.append(translate("RunsPage", "compared with the run on show"))
    if card.reason and row.status == "failed":
        parts.append(card.reason)
    return " · ".join(parts)
