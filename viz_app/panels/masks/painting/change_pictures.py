"""An edited mask beside the scores and weights of a head under it, and what their cells say."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QCoreApplication

from model.arrays import BoolArray, FloatArray
from model.lessons.masks.record import MaskChange
from model.lessons.one_head.anatomy_record import HeadAnatomy
from viz_app.panels.masks.painting.mask_pictures import (
    EXACT,
    MaskPicture,
    number_text,
    shown_tokens,
)
from viz_app.panels.masks.painting.stage_pictures import score_level
from viz_app.panels.masks.shown import ChangeShown
from viz_app.texts.label_text import lined_row
from viz_app.texts.sentences import axes_sentence, head_title, kind_name, row_text
from viz_app.workbench.snapshots.token_axes import key_glosses, row_labels
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate

MASK = 0
"""The first picture is the mask, whose cells can be flipped."""


def change_pictures(shown: ChangeShown) -> tuple[MaskPicture, ...]:
    """The mask, and when the head is computed its scores and weights."""
    if shown.change is None:
        return (_mask(shown),)
    return (_mask(shown), *_numbers_of(shown, shown.change))


def change_sentence(shown: ChangeShown, picture: MaskPicture, cell: Cell) -> str:
    """One cell: whether it may be attended to, or its number now and before."""
    labels = row_labels(shown.original, shown.place.kind, glosses=shown.glosses)
    row, key = row_text(labels[cell.row], "both"), picture.key_name(cell.column)
    if picture.form == "dots":
        return _mask_words(picture, cell).format(row=row, key=key)
    now, before = _numbers(shown, picture, cell)
    if now == before:
        template = translate("masks", "{title} · {now} · {row} → {key}")
    else:
        template = translate(
            "masks", "{title} · {now}, with the real masks {before} · {row} → {key}"
        )
    return template.format(title=picture.title, now=now, before=before, row=row, key=key)


def _mask_words(picture: MaskPicture, cell: Cell) -> str:
    """With holes for ``row`` and ``key``."""
    if picture.mask[cell.row, cell.column]:
        words = translate("masks", "{row} may attend to {key} · click or Enter masks it")
    else:
        words = translate(
            "masks", "masked: {row} may not attend to {key} · click or Enter allows it"
        )
    if cell in picture.flipped:
        return translate("masks", "{words} · flipped").replace("{words}", words)
    return words


def _numbers(shown: ChangeShown, picture: MaskPicture, cell: Cell) -> tuple[str, str]:
    """A score or weight under the edited masks and under the real ones."""
    if shown.change is None:
        return "", ""
    return (_number(shown.change.after, picture, cell), _number(shown.change.before, picture, cell))


def _number(anatomy: HeadAnatomy, picture: MaskPicture, cell: Cell) -> str:
    values: FloatArray = anatomy.masked_scores if picture.form == "scores" else anatomy.weights
    return number_text(
        float(values[cell.row, cell.column]),
        may=bool(anatomy.mask[cell.row, cell.column]),
        form=picture.form,
        digits=EXACT,
    )


def _mask(shown: ChangeShown) -> MaskPicture:
    kind = shown.place.kind
    title = translate("masks", "{kind}: mask").format(kind=kind_name(kind))
    words = translate("masks", "Click a cell to flip it; flipped cells are framed.")
    return _picture(shown, title, words, shown.edits.edited(shown.original.mask(kind), kind))


def _numbers_of(shown: ChangeShown, change: MaskChange) -> tuple[MaskPicture, MaskPicture]:
    """Scores and weights under the edited mask."""
    place, after = shown.place, change.after
    head = head_title(place.kind, layer=place.layer, head=place.head)
    level = score_level(change.before.scores, after.scores)
    scores = _picture(shown, translate("masks", "Scores"), head, after.mask)
    weights = _picture(shown, translate("masks", "Weights"), head, after.mask)
    return (
        dataclasses.replace(scores, form="scores", values=after.masked_scores, level=level),
        dataclasses.replace(weights, form="weights", values=after.weights),
    )


def _picture(shown: ChangeShown, title: str, words: str, mask: BoolArray) -> MaskPicture:
    kind = shown.place.kind
    return MaskPicture(
        title=title,
        explanation=words,
        kind=kind,
        rows=_rows(shown),
        columns=shown_tokens(shown.original.key_tokens(kind)),
        glosses=key_glosses(shown.original, kind) if shown.glosses else (),
        mask=mask,
        flipped=_flipped(shown),
        axes=axes_sentence(kind, "both"),
    )


def _flipped(shown: ChangeShown) -> frozenset[Cell]:
    """Those of this kind that the mask has."""
    kind = shown.place.kind
    rows, columns = shown.original.mask(kind).shape
    here = shown.edits.within(kind, queries=rows, keys=columns)
    return frozenset(Cell(cell.query, cell.key) for cell in here.cells)


def _rows(shown: ChangeShown) -> tuple[str, ...]:
    """``a → cat``: the token fed in and the one predicted; the encoder's have one name."""
    return tuple(lined_row(label, "both") for label in row_labels(shown.original, shown.place.kind))
