"""The numbers of the embedding tab as tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.lessons.embedding.record import EmbeddedTokens, RankedToken
from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from viz_app.storage.value_tables import Tables, ValueTable, numbered
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate


def strip_tables(side: EmbeddedTokens) -> Tables:
    """What stands for each token: the scaled row of the table, its position, their sum."""
    tokens, dimensions = tuple(map(visible, side.tokens)), numbered(side.d_model, first=0)
    return tuple(
        ValueTable(name=name, rows=tokens, columns=dimensions, values=values)
        for name, values in (
            (_scaled(), side.scaled),
            (_position(), side.positions),
            (_sum(), side.embedded),
        )
    )


def token_tables(side: EmbeddedTokens, token: int) -> Tables:
    """The same of one token, and its row of the table before it is scaled."""
    lines = {
        translate("embedding", "row of the table"): side.rows[token],
        _scaled(): side.scaled[token],
        _position(): side.positions[token],
        _sum(): side.embedded[token],
    }
    return (
        ValueTable(
            name=visible(side.tokens[token]),
            rows=tuple(lines),
            columns=numbered(side.d_model, first=0),
            values=np.stack(list(lines.values())),
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


def _scaled() -> str:
    return translate("embedding", "row of the table × √d_model")


def _position() -> str:
    return translate("embedding", "positional encoding")


def _sum() -> str:
    return translate("embedding", "into the model")
