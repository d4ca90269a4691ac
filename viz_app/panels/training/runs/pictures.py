"""Texts of the list of runs."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from model.runs.progress import WATCHED_SIZES, RunCard
from model.values import FieldText
from viz_app.panels.training.runs.room import RowStatus, RunRow
from viz_app.texts.field_names import CHOICES, FIELDS
from viz_app.texts.labels import (
    NO_NUMBER,
    decimal_number,
    or_dash,
    short_count,
    short_loss,
    spoken_time,
)
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.texts.visible_token import isolated

# ----------------------------------------------------------------------------------- configuration
# Names of the numbers of a model and of its training, and what each of them does.


translate = QCoreApplication.translate


def field_texts() -> dict[str, tuple[str, str]]:
    return {name: setting_texts(setting) for name, setting in FIELDS.items()}


def setting_texts(setting: FieldText) -> tuple[str, str]:
    """Caption and tip."""
    return translate("configuration", setting.caption), translate("configuration", setting.tip)


def choice_text(name: str | bool) -> str:
    """Text of a choice; terms of the field are not translated."""
    return translate("configuration", CHOICES[name]) if name in CHOICES else str(name)


def value_text(value: object) -> str:
    """Text of a setting; a dash for None."""
    if value is None:
        return NO_NUMBER
    if isinstance(value, bool):
        return choice_text("yes" if value else "no")
    if isinstance(value, float):
        return f"{value:g}"
    return choice_text(str(value))


# ------------------------------------------------------------------------------------- known names
# Names of our own tasks and presets as they are read; the command line knows them in English.


TASKS = (
    QT_TRANSLATE_NOOP("tasks", "copy"),
    QT_TRANSLATE_NOOP("tasks", "reverse"),
    QT_TRANSLATE_NOOP("tasks", "passive"),
    QT_TRANSLATE_NOOP("tasks", "zh-en"),
    QT_TRANSLATE_NOOP("tasks", "zh-en-large"),
    QT_TRANSLATE_NOOP("tasks", "report"),
    QT_TRANSLATE_NOOP("tasks", "mirror"),
)

PRESETS = (
    QT_TRANSLATE_NOOP("presets", "tiny"),
    QT_TRANSLATE_NOOP("presets", "small"),
    QT_TRANSLATE_NOOP("presets", "medium"),
    QT_TRANSLATE_NOOP("presets", "passive"),
    QT_TRANSLATE_NOOP("presets", "report"),
    QT_TRANSLATE_NOOP("presets", "report-small"),
)


def task_text(task: str) -> str:
    """Name of a task; other texts are returned unchanged."""
    return QCoreApplication.translate("tasks", task) if task in TASKS else task


def task_offer(task: str) -> str:
    """A task with what it means, as a form offers it: ``reverse · letters backwards``."""
    meanings = {
        "copy": QCoreApplication.translate("task_meanings", "the same letters again"),
        "reverse": QCoreApplication.translate("task_meanings", "letters backwards"),
        "passive": QCoreApplication.translate("task_meanings", "English, active to passive"),
        "zh-en": QCoreApplication.translate("task_meanings", "short Chinese phrases"),
        "zh-en-large": QCoreApplication.translate("task_meanings", "many Chinese phrases"),
        "report": QCoreApplication.translate("task_meanings", "eight Chinese sentences"),
    }
    meaning = meanings.get(task)
    return f"{corpus_text(task)} · {meaning}" if meaning else corpus_text(task)


def preset_text(preset: str) -> str:
    """Name of a preset; other texts are returned unchanged."""
    return QCoreApplication.translate("presets", preset) if preset in PRESETS else preset


def corpus_text(task: str) -> str:
    """Name of a task, or its file names without folders: ``a.zh → a.en``."""
    if not any(mark in task for mark in "/\\.,"):
        return task_text(task)
    return " → ".join(isolated(Path(part).name) for part in task.split(","))


# -------------------------------------------------------------------------------------------- rows
# What a row of the list of runs says.


_ROUNDED = 1e-9
"""Per cent that a share of whole pairs may lack: 100 times 0.57 is less than 57."""


def result_text(card: RunCard) -> str:
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
    """``reverse · 3 × 8 × 128 · 31 Jan 12:05``; marks a shipped run."""
    if card.recorded:
        return translate("RunsPage", "Recorded run of {task}, shipped with Headlight").format(
            task=corpus_text(card.task)
        )
    begun = begun_text(card, translate("RunsPage", "d MMM hh:mm"))
    return " · ".join((corpus_text(card.task), size_text(card), begun))


def begun_text(card: RunCard, form: str | None = None) -> str:
    """Local start time; a dash if unknown.

    ``form`` is a Qt format for date and time; the default includes the year.
    """
    begun = QDateTime.fromString(card.begun, Qt.DateFormat.ISODate).toLocalTime()
    if not begun.isValid():
        return NO_NUMBER
    return QLocale().toString(begun, form or translate("RunsPage", "d MMM yyyy hh:mm"))


def status_text(row: RunRow) -> str:
    """Status of a run; of a finished one also its duration."""
    if row.status == "finished":
        return spoken_time(row.card.seconds)
    if row.status == "running":
        return translate("RunsPage", "epoch {epoch}").format(epoch=row.card.epoch)
    return status_name(row.status)


def status_name(status: RowStatus) -> str:
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
    """All of a row, for tool tips and screen readers."""
    card = row.card
    parts = [card.name, about_text(card), status_name(row.status), result_text(card)]
    if row.compared:
        parts.append(translate("RunsPage", "compared with the run shown"))
    if card.reason and row.status == "failed":
        parts.append(card.reason)
    return " · ".join(parts)


# ------------------------------------------------------------------------------------- detail rows
# Everything about a run as lines of a table: caption, value, tool tip.


@dataclass(frozen=True, slots=True)
class DetailRow:
    """One line; a title has no values.

    Attributes:
        values: of the shown run and, if there is one, of the compared run.
    """

    caption: str
    values: tuple[str, ...] = ()
    tip: str = ""

    @property
    def differs(self) -> bool:
        return len(set(self.values)) > 1


def detail_rows(rows: tuple[RunRow, ...]) -> tuple[DetailRow, ...]:
    cards = tuple(row.card for row in rows)
    return (
        DetailRow(translate("RunsPage", "Result")),
        *_result_rows(rows),
        *_titled(translate("RunsPage", "Model"), _field_rows(cards, "model")),
        *_titled(translate("RunsPage", "Training"), _field_rows(cards, "training")),
    )


def _titled(title: str, rows: Iterator[DetailRow]) -> Iterator[DetailRow]:
    known = [row for row in rows if any(value != NO_NUMBER for value in row.values)]
    if known:
        yield DetailRow(title)
        yield from known


def _result_rows(rows: tuple[RunRow, ...]) -> Iterator[DetailRow]:
    day = translate("RunsPage", "d MMM hh:mm") if len(rows) > 1 else None
    columns = [_results(row, day) for row in rows]
    for caption in columns[0]:
        yield DetailRow(caption, tuple(column[caption] for column in columns))


def _results(row: RunRow, day: str | None) -> dict[str, str]:
    # The card of a live run lacks the newest values, which are shown beside its name.
    card = row.card
    of = translate("RunsPage", "{number} of {total}")
    update = of.format(number=f"{card.update:,}", total=f"{card.updates:,}")
    return {
        translate("RunsPage", "task"): corpus_text(card.task),
        translate("RunsPage", "status"): status_name(row.status),
        translate("RunsPage", "started"): begun_text(card, day),
        translate("RunsPage", "time"): NO_NUMBER if row.live else spoken_time(card.seconds),
        translate("RunsPage", "epoch"): NO_NUMBER
        if card.module
        else of.format(number=card.epoch, total=card.training.epochs),
        translate("RunsPage", "update"): NO_NUMBER if row.live else update,
        translate("RunsPage", "parameters"): short_count(card.n_parameters),
        translate("RunsPage", "device"): card.device,
        **_measured(row),
    }


def _measured(row: RunRow) -> dict[str, str]:
    card, one_decimal = row.card, partial(decimal_number, digits=1)
    return {
        translate("RunsPage", "training loss"): or_dash(
            None if row.live else card.loss, short_loss
        ),
        translate("RunsPage", "validation loss"): or_dash(card.validation_loss, short_loss),
        "BLEU": or_dash(card.bleu, one_decimal),
        "chrF": or_dash(card.chrf, one_decimal),
        translate("RunsPage", "exact match"): or_dash(card.exact, "{:.1%}".format),
    }


def _field_rows(cards: tuple[RunCard, ...], part: str) -> Iterator[DetailRow]:
    """One row per setting; settings without a caption have their name in the code.

    Watched networks have few known settings; rare ones appear only if one of the runs has them.
    """
    texts = field_texts()
    told = {name for card in cards for name in getattr(card, part).to_json()}
    for field in dataclasses.fields(getattr(cards[0], part)):
        if field.name not in told:
            continue
        caption, tip = texts.get(field.name, (field.name.replace("_", " "), ""))
        values = tuple(
            value_text(getattr(getattr(card, part), field.name))
            if not card.module or field.name in WATCHED_SIZES
            else NO_NUMBER
            for card in cards
        )
        yield DetailRow(caption, values, tip)
