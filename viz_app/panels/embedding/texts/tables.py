"""The numbers of the embedding tab as tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.lessons.embedding.record import EmbeddedTokens, EmbeddingStage, RankedToken
from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from viz_app.panels.embedding.texts.sentences import number_names, strip_titles
from viz_app.storage.value_tables import Tables, ValueTable, numbered
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate


def strip_tables(side: EmbeddedTokens) -> Tables:
    """What stands for each token: the scaled row of the table, its position, their sum."""
    tokens, dimensions = tuple(map(visible, side.tokens)), numbered(side.d_model, first=0)
    values = [side.values(stage) for stage in strip_stages(side)]
    return tuple(
        ValueTable(name=name, rows=tokens, columns=dimensions, values=numbers)
        for name, numbers in zip(strip_titles(side), values, strict=True)
    )


def strip_stages(side: EmbeddedTokens) -> tuple[EmbeddingStage, ...]:
    """What each strip shows: the scaled row, its position where one is added, and what comes in."""
    return ("scaled", "embedded") if side.positions is None else ("scaled", "positions", "embedded")


def token_tables(side: EmbeddedTokens, token: int) -> Tables:
    """The same of one token, and its row of the table before it is scaled."""
    return (
        ValueTable(
            name=visible(side.tokens[token]),
            rows=number_names(side, token),
            columns=numbered(side.d_model, first=0),
            values=np.stack([side.values(stage)[token] for stage in side.stages]),
        ),
    )


def loss_tables(record: TeacherForcingRecord) -> Tables:
    """The loss at every position of every sentence; what does not count is masked."""
    name = translate("embedding", "loss in nats, by the token that is expected")
    return tuple(
        ValueTable(
            name=f"{target}: {name}",
            rows=(name,),
            columns=tuple(map(visible, expected)),
            values=losses[None],
            mask=counts[None],
        )
        for target, expected, losses, counts in zip(
            record.targets, record.expected, record.losses, record.counts, strict=True
        )
    )


def output_table(tokens: Sequence[RankedToken], *, name: str) -> ValueTable:
    """Logit and probability of tokens, best first."""
    return ValueTable(
        name=name,
        rows=tuple(visible(token.token) for token in tokens),
        columns=("logit", translate("embedding", "probability")),
        values=np.array([[token.logit, token.probability] for token in tokens]),
    )


def token_row_table(tokens: Sequence[str], chosen: int, *, name: str) -> ValueTable:
    """Positions of tokens, from 0 as their encodings have them, and a 1 at the chosen one."""
    places = np.arange(len(tokens))
    return ValueTable(
        name=name,
        rows=tuple(map(visible, tokens)),
        columns=(translate("embedding", "position"), translate("embedding", "chosen")),
        values=np.stack([places, places == chosen], axis=1),
    )
