"""The sentences of the text view: tokens in reading order, each a query, a key, or both."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from model.text.words import JOINER, blanks_before, is_continuation
from model.traces.projection import whole
from viz_app.panels.attention.painting.link_sentences import side_titles
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state.selection import RowLabels

EITHER = " / "
"""Between two branches' tokens in one place; no token of a model has blanks inside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextUnit:
    """A token in its sentence.

    Attributes:
        token: as the model has it; ``text``: as it is shown, a piece of a word without its joiner.
        row, column: the query and the key that it is; None for neither.
        spaced: a blank stands before it.
        breakable: a line may begin with it.
        gloss: what it means; all tokens of a word have the word's.
    """

    token: str
    text: str
    row: int | None
    column: int | None
    spaced: bool
    breakable: bool
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class TextSentence:
    """Tokens in reading order; ``title`` is empty where one sentence is both."""

    title: str
    units: tuple[TextUnit, ...]
    has_keys: bool

    @property
    def is_glossed(self) -> bool:
        """Whether it is known of any token what it means."""
        return any(unit.gloss for unit in self.units)


def sentences_of(focus: FocusSnapshot) -> tuple[TextSentence, ...]:
    """For cross the target and the source, else the one sentence.

    A query is shown as the token that its row is named after: the one predicted, or where the
    switch says so the one fed in.
    """
    if focus.kind != "cross":
        return (TextSentence("", _one_sentence(focus), True),)
    queries, keys = side_titles(focus.kind, "fed" if _reads_fed(focus.row_labels) else "predicted")
    rows = [_read(label, focus.row_labels) for label in focus.rows]
    return (
        TextSentence(queries, _units(rows, rows=range(len(rows))), False),
        TextSentence(
            keys,
            _units(focus.columns, columns=range(len(focus.columns)), glosses=focus.glosses),
            True,
        ),
    )


def shares_gloss(units: Sequence[TextUnit], index: int) -> bool:
    """Whether a token and the one before it are of one word, with one gloss."""
    return index > 0 and bool(units[index].gloss) and units[index].gloss == units[index - 1].gloss


def _one_sentence(focus: FocusSnapshot) -> tuple[TextUnit, ...]:
    """Keys in order, each with the query that it stands for.

    In a decoder a query can stand for the token that it predicts: that is the key after it, or,
    for the last one, no key yet.
    """
    projection = focus.projection or whole(len(focus.rows), len(focus.columns))
    shift = int(focus.kind == "decoder" and not _reads_fed(focus.row_labels))
    key_of = {
        token: column
        for column, (start, end) in enumerate(projection.columns)
        for token in range(start, end)
    }
    row_of: dict[int, int] = {}
    placed = [(start, 0, column, None) for column, (start, _) in enumerate(projection.columns)]
    entries: list[tuple[int, int, int | None, int | None]] = list(placed)
    for row, (start, _) in enumerate(projection.rows):
        column = key_of.get(start + shift)
        if column is None or column in row_of:
            entries.append((start + shift, 1, None, row))
        else:
            row_of[column] = row
    entries.sort(key=lambda entry: entry[:2])
    columns = [column for _, _, column, _ in entries]
    rows = [row_of.get(column) if column is not None else row for _, _, column, row in entries]
    tokens = [
        focus.columns[column]
        if column is not None
        else _read(focus.rows[row or 0], focus.row_labels)
        for column, row in zip(columns, rows, strict=True)
    ]
    glosses = [
        focus.glosses[column]
        if column is not None and focus.glosses
        else focus.rows[row].gloss
        if row is not None
        else ""
        for column, row in zip(columns, rows, strict=True)
    ]
    return _units(tokens, rows=rows, columns=columns, glosses=glosses)


def _units(
    tokens: Sequence[str],
    *,
    rows: Sequence[int | None] = (),
    columns: Sequence[int | None] = (),
    glosses: Sequence[str] = (),
) -> tuple[TextUnit, ...]:
    nothing: list[int | None] = [None] * len(tokens)
    unknown = [""] * len(tokens)
    return tuple(
        TextUnit(
            token=token,
            text=_shown(token.removeprefix(JOINER) if is_continuation(token) else token),
            row=row,
            column=column,
            spaced=spaced,
            breakable=spaced or _begins_a_word(token),
            gloss=gloss,
        )
        for token, row, column, gloss, spaced in zip(
            tokens,
            rows or nothing,
            columns or nothing,
            glosses or unknown,
            blanks_before(tokens),
            strict=True,
        )
    )


def _begins_a_word(token: str) -> bool:
    """Whether a line may begin with a token that touches the one before: Chinese characters."""
    return unicodedata.category(token[:1] or " ").startswith("L") and not is_continuation(token)


def _read(label: RowLabel, labels: RowLabels) -> str:
    return label.fed if _reads_fed(labels) or label.predicted is None else label.predicted


def _reads_fed(labels: RowLabels) -> bool:
    return labels == "fed"


def _shown(token: str) -> str:
    """The token as it can be read; of a difference both, ``like / have``."""
    return EITHER.join(map(visible, token.split(EITHER)))
