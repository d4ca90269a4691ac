"""What the cells of a mask in the making say."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.panels.masks.painting.batch_painter import TokenRows
from viz_app.panels.masks.painting.mask_pictures import MaskPicture, number_text
from viz_app.panels.masks.painting.stage_pictures import building, sentence_row
from viz_app.panels.masks.shown import StepsShown
from viz_app.texts.token_text import quoted
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate

EXACT = 4
"""Digits of a number that is said."""


def stage_sentence(shown: StepsShown, picture: MaskPicture, cell: Cell) -> str:
    """What one cell of a picture says, and why."""
    row, key = quoted(picture.rows[cell.row]), quoted(picture.columns[cell.column])
    if picture.form in {"scores", "weights"} and picture.values is not None:
        value = number_text(
            float(picture.values[cell.row, cell.column]),
            may=bool(picture.mask[cell.row, cell.column]),
            form=picture.form,
            digits=EXACT,
        )
        template = translate("masks", "{title} · {value} · {row} → {key}")
        return template.format(title=picture.title, value=value, row=row, key=key)
    reason = mask_reason(shown, cell).format(row=row, key=key)
    return f"{picture.title} · {reason}"


def mask_reason(shown: StepsShown, cell: Cell) -> str:
    """Why a query may attend to a key or not, with holes for ``row`` and ``key``."""
    mask, row = building(shown), sentence_row(shown)
    if not mask.keys[row, cell.column]:
        return translate("masks", "{key} is masked: no query may attend to padding.")
    if not mask.queries[row, cell.row]:
        return translate("masks", "{row} is padding: as a query it is masked, too.")
    if mask.causal is not None and not mask.causal[cell.row, cell.column]:
        return translate("masks", "masked: {row} may not attend to {key}, which comes later.")
    return translate("masks", "{row} may attend to {key}.")


def position_sentence(rows: TokenRows, row: int, place: int) -> str:
    """What one token of the first stage says."""
    template = translate("masks", "{token}: {number}")
    return template.format(token=quoted(rows.tokens[row][place]), number=rows.notes[row][place])
