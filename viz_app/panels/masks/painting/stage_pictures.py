"""The pictures of a mask in the making, stage by stage, and what their cells say."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.arrays import BoolArray, FloatArray
from model.lessons.masks.masked_rows import Rule, under_rule
from model.lessons.one_head.anatomy_record import HeadAnatomy
from viz_app.panels.masks.painting import mask_pictures
from viz_app.panels.masks.painting.batch_painter import TokenRows
from viz_app.panels.masks.shown import StepsShown
from viz_app.texts.label_text import glossed_name
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate

LEVELS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
"""Where the map of scores may end."""


def query_tokens(shown: StepsShown) -> tuple[str, ...]:
    """Rows: source tokens in the encoder, else what the decoder is fed."""
    record = shown.record
    rows = record.src_tokens if shown.mask == "source" else record.tgt_tokens
    return mask_pictures.shown_tokens(rows[shown.sentence_row])


def key_tokens(shown: StepsShown) -> tuple[str, ...]:
    """Columns: target tokens in the decoder's self-attention, else source tokens."""
    record = shown.record
    rows = record.src_tokens if shown.mask in {"source", "cross"} else record.tgt_tokens
    return mask_pictures.shown_tokens(rows[shown.sentence_row])


def position_rows(shown: StepsShown) -> tuple[tuple[str, TokenRows], ...]:
    """Captions and rows of tokens: 1 where there is one and 0 at padding, or positions."""
    record, kind = shown.record, shown.building.kind
    if shown.mask == "causal":
        row = shown.sentence_row
        tokens = record.tgt_tokens[row : row + 1]
        places = tuple(str(place + 1) for place in range(len(tokens[0])))
        valid = np.ones((1, len(places)), dtype=np.bool_)
        caption = translate("masks", "Positions of the target tokens")
        noted = translate("masks", "position")
        rows = TokenRows(tokens=tokens, valid=valid, kind=kind, notes=(places,), noted=noted)
        return ((caption, rows),)
    source = _valid_rows(shown, record.src_tokens, record.source_padding, glosses=shown.glosses)
    target = _valid_rows(shown, record.tgt_tokens, record.target_padding)
    keys = translate("masks", "Keys: 1 for a token, 0 for padding"), source
    if shown.mask == "target":
        return ((keys[0], target),)
    if shown.mask == "cross" and shown.padded_queries == "masked":
        return (translate("masks", "Queries: 1 for a token, 0 for padding"), target), keys
    return (keys,)


def stage_pictures(shown: StepsShown) -> tuple[mask_pictures.MaskPicture, ...]:
    """The matrices of every stage but the first; none while the head is computed."""
    stage = shown.stage_name
    if stage == "matrix":
        return _matrix_pictures(shown)
    if stage == "inverted":
        return _inverted_pictures(shown)
    if stage == "applied" and shown.anatomy is not None:
        return _applied_pictures(shown, shown.anatomy)
    return ()


def stage_sentence(shown: StepsShown, picture: mask_pictures.MaskPicture, cell: Cell) -> str:
    """What one cell of a picture says, and why."""
    row, key = picture.row_name(cell.row), picture.key_name(cell.column)
    if picture.form in mask_pictures.NUMBERS:
        value = mask_pictures.cell_text(picture, cell.row, cell.column, digits=mask_pictures.EXACT)
        template = translate("masks", "{title} · {value} · {row} → {key}")
        return template.format(title=picture.title, value=value, row=row, key=key)
    return f"{picture.title} · {mask_reason(shown, cell).format(row=row, key=key)}"


def mask_reason(shown: StepsShown, cell: Cell) -> str:
    """Why a query may attend to a key or not, with holes for ``row`` and ``key``."""
    mask, row = shown.building, shown.sentence_row
    if not mask.keys[row, cell.column]:
        return translate("masks", "{key} is masked: no query may attend to padding.")
    if not mask.queries[row, cell.row]:
        return translate("masks", "{row} is padding: as a query it is masked, too.")
    if mask.causal is not None and not mask.causal[cell.row, cell.column]:
        return translate("masks", "masked: {row} may not attend to {key}, which comes later.")
    return translate("masks", "{row} may attend to {key}.")


def token_sentence(rows: TokenRows, row: int, place: int) -> str:
    """What one token of the first stage says."""
    template = translate("masks", "{token}: {number}")
    token = glossed_name(rows.tokens[row][place], rows.gloss(row, place))
    return template.format(token=token, number=rows.notes[row][place])


def score_level(*scores: FloatArray) -> float:
    """The first of :data:`LEVELS` that no finite score lies beyond."""
    finite = np.concatenate([values[np.isfinite(values)] for values in scores])
    largest = float(np.abs(finite).max(initial=0.0))
    return next((level for level in LEVELS if level >= largest), largest)


def rule_of(shown: StepsShown) -> Rule:
    """What becomes of rows without a key: zeros as in this model, or a plain softmax."""
    return "zeros" if shown.padded_queries == "kept" else "minus infinity"


def _valid_rows(
    shown: StepsShown,
    tokens: tuple[mask_pictures.Names, ...],
    valid: BoolArray,
    *,
    glosses: tuple[mask_pictures.Names, ...] = (),
) -> TokenRows:
    notes = tuple(tuple("1" if held else "0" for held in row) for row in valid.tolist())
    return TokenRows(
        tokens=tokens,
        valid=valid,
        kind=shown.building.kind,
        notes=notes,
        glosses=glosses,
        marked=shown.sentence_row,
    )


def _matrix_pictures(shown: StepsShown) -> tuple[mask_pictures.MaskPicture, ...]:
    mask, row = shown.building, shown.sentence_row
    of_pairs = shown.padded_queries == "masked"
    padding = _picture(
        shown,
        translate("masks", "Valid pairs"),
        translate("masks", "1 where query and key are tokens: column times row.")
        if of_pairs
        else translate("masks", "1 where the key is a token: the same row for every query."),
        mask.padding[row],
    )
    if mask.causal is None:
        return (padding,)
    words = translate("masks", "1 where the key is not after the query.")
    causal = _picture(shown, translate("masks", "Causal"), words, mask.causal)
    if shown.mask == "causal":
        return (causal,)
    words = translate("masks", "1 where both have 1: one times the other.")
    return padding, causal, _picture(shown, translate("masks", "Both"), words, mask.allowed[row])


def _inverted_pictures(shown: StepsShown) -> tuple[mask_pictures.MaskPicture, ...]:
    allowed = shown.building.allowed[shown.sentence_row]
    may = (
        translate("masks", "May attend"),
        translate("masks", "True = may attend: the form that this model keeps."),
    )
    inverted = (
        translate("masks", "Inverted"),
        translate("masks", "True = masked: what masked_fill takes."),
    )
    added = (
        translate("masks", "To be added"),
        translate("masks", "0 leaves a score as it is, −∞ takes it out."),
    )
    return (
        _picture(shown, *may, allowed, form="allowed"),
        _picture(shown, *inverted, allowed, form="masked"),
        _picture(shown, *added, allowed, form="additive"),
    )


def _applied_pictures(
    shown: StepsShown, anatomy: HeadAnatomy
) -> tuple[mask_pictures.MaskPicture, ...]:
    allowed, scores = shown.building.allowed[shown.sentence_row], anatomy.scores
    row = under_rule(scores, allowed, rule_of(shown))
    level, every = score_level(scores), np.ones_like(allowed)
    # a row that is not a number is no masked row: all of it is shown
    readable = allowed | np.isnan(row.weights)
    plain = translate("masks", "Scores"), translate("masks", "QKᵀ/√d_k, as the head computes them.")
    masked = (
        translate("masks", "Masked scores"),
        translate("masks", "Score + mask: −∞ where masked."),
    )
    weights = (
        translate("masks", "Weights"),
        translate("masks", "Softmax of each row; masked keys get 0."),
    )
    return (
        _picture(shown, *plain, every, form="scores", values=scores, level=level),
        _picture(shown, *masked, allowed, form="scores", values=row.masked, level=level),
        _picture(shown, *weights, readable, form="weights", values=row.weights),
    )


def _picture(
    shown: StepsShown,
    title: str,
    explanation: str,
    mask: BoolArray,
    *,
    form: mask_pictures.Form = "ones",
    values: FloatArray | None = None,
    level: float = 1.0,
) -> mask_pictures.MaskPicture:
    return mask_pictures.MaskPicture(
        title=title,
        explanation=explanation,
        kind=shown.building.kind,
        rows=query_tokens(shown),
        columns=key_tokens(shown),
        glosses=shown.source_glosses if shown.mask in {"source", "cross"} else (),
        mask=mask,
        form=form,
        values=values,
        level=level,
    )
