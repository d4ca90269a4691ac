"""Everything about a run as lines of a table: caption, value, tool tip."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication

from model.runs.card import WATCHED_SIZES, RunCard
from viz_app.panels.training.runs.snapshot import RunRow
from viz_app.panels.training.runs.texts.configuration import field_texts, value_text
from viz_app.panels.training.runs.texts.known_names import corpus_text
from viz_app.panels.training.runs.texts.rows import begun_text, status_name
from viz_app.texts.numbers import (
    NO_NUMBER,
    decimal_number,
    or_dash,
    short_count,
    short_loss,
    spoken_time,
)

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class DetailRow:
    """A line; a title has no values.

    Attributes:
        values: of the run on show and, if there is one, of the compared one.
    """

    caption: str
    values: tuple[str, ...] = ()
    tip: str = ""

    @property
    def differs(self) -> bool:
        """Whether two runs differ here."""
        return len(set(self.values)) > 1


def detail_rows(rows: tuple[RunRow, ...]) -> tuple[DetailRow, ...]:
    """Of one run, or of two beside each other."""
    cards = tuple(row.card for row in rows)
    return (
        DetailRow(translate("RunsPage", "Result")),
        *_result_rows(rows),
        *_titled(translate("RunsPage", "Model"), _field_rows(cards, "model")),
        *_titled(translate("RunsPage", "Training"), _field_rows(cards, "training")),
    )


def _titled(title: str, rows: Iterator[DetailRow]) -> Iterator[DetailRow]:
    """Those that say anything, after their title."""
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
    """While it is trained without what its card does not know yet: that stands beside its name."""
    card = row.card
    of = translate("RunsPage", "{number} of {total}")
    update = of.format(number=f"{card.update:,}", total=f"{card.updates:,}")
    return {
        translate("RunsPage", "task"): corpus_text(card.task),
        translate("RunsPage", "status"): status_name(row.status),
        translate("RunsPage", "begun"): begun_text(card, day),
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
    """A line for every number; those without a caption have the name that the code knows.

    Of a network that was watched, few are known; what only few models choose stands there if one
    of these does.
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
