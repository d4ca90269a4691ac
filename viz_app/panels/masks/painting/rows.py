"""A query without keys as a table: its scores, and what three rules make of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.lessons.masks.masked_rows import Rule, RuledRow, through_rules
from model.traces.trace import BoolArray, FloatArray
from viz_app.panels.masks.painting.mask_pictures import (
    EXACT,
    NO_NUMBER,
    Form,
    MaskPicture,
    cell_text,
)
from viz_app.panels.masks.painting.stage_pictures import score_level
from viz_app.panels.masks.shown import RowsShown
from viz_app.texts.token_text import quoted

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowLine:
    """One line of the table, or a heading over lines.

    Attributes:
        name: of the line, or the heading.
        words: what the heading says of its rule.
        picture: one row of cells; None in a heading.
        total: what stands after the last cell.
    """

    name: str
    words: str = ""
    picture: MaskPicture | None = field(default=None, repr=False)
    total: str = ""


def key_mask(shown: RowsShown) -> BoolArray:
    """Which keys are left to the query. ``[1, key]``."""
    return np.array([[key in shown.allowed for key in range(len(shown.keys))]])


def row_lines(shown: RowsShown) -> tuple[RowLine, ...]:
    """Mask and scores, then each rule: what the softmax reads, and the weights."""
    if shown.anatomy is None:
        return ()
    mask = key_mask(shown)
    scores = shown.anatomy.scores[shown.row : shown.row + 1]
    level = score_level(shown.anatomy.scores)
    lines = [
        RowLine(name=translate("masks", "Mask"), picture=_picture(shown, mask)),
        RowLine(
            name=translate("masks", "Score"),
            picture=_picture(shown, np.ones_like(mask), "scores", scores, level),
        ),
    ]
    for row in through_rules(scores, mask):
        lines += _rule_lines(shown, row, mask, level=level)
    return tuple(lines)


def rule_name(rule: Rule) -> str:
    """What is done to masked scores."""
    return {
        "minus infinity": translate("masks", "−∞, plain softmax"),
        "large negative": translate("masks", "−10⁹, plain softmax"),
        "zeros": translate("masks", "−∞, then masked weights set to 0 (this model)"),
    }[rule]


def rule_words(rule: Rule, *, keys: int, empty: bool) -> str:
    """What comes of it, of so many keys."""
    if not empty:
        return translate("masks", "A key is left: all three rules agree.")
    return {
        "minus infinity": translate(
            "masks", "0/0: not a number, and neither is anything computed from it."
        ),
        "large negative": translate(
            "masks", "All equally small, so all equal: each of the {keys} keys gets {share}."
        ).format(keys=keys, share=f"{1 / keys:.3f}"),
        "zeros": translate("masks", "Nothing is attended to: the head adds nothing here."),
    }[rule]


def rows_sentence(shown: RowsShown, line: RowLine, key: int) -> str:
    """One cell of the table, exactly."""
    if line.picture is None or line.picture.values is None:
        template = (
            translate("masks", "{query} may attend to {key} · click or Enter masks it")
            if key in shown.allowed
            else translate("masks", "{key} is masked for {query} · click or Enter allows it")
        )
        return template.format(query=_query(shown), key=quoted(shown.keys[key]))
    text = cell_text(line.picture, 0, key, digits=EXACT)
    template = translate("masks", "{line} · {value} · {query} → {key}")
    return template.format(
        line=line.picture.title, value=text, query=_query(shown), key=quoted(shown.keys[key])
    )


def total_text(total: float) -> str:
    """A sum of weights."""
    return NO_NUMBER if math.isnan(total) else f"{total:.2f}".rstrip("0").rstrip(".")


def _query(shown: RowsShown) -> str:
    return quoted(shown.queries[shown.row])


def _rule_lines(
    shown: RowsShown, row: RuledRow, mask: BoolArray, *, level: float
) -> tuple[RowLine, ...]:
    name = rule_name(row.rule)
    lost = np.isnan(row.weights)
    # with −10⁹ a masked key can get a weight, which then is one
    weighed = mask | lost | (row.weights > 0)
    total = translate("masks", "sum {number}").format(number=total_text(float(row.totals[0])))
    reads, weights = translate("masks", "Softmax reads"), translate("masks", "Weights")
    return (
        RowLine(name=name, words=rule_words(row.rule, keys=mask.size, empty=not bool(mask.any()))),
        RowLine(
            name=reads,
            picture=_picture(shown, mask, "scores", row.masked, level, title=f"{name}: {reads}"),
        ),
        RowLine(
            name=weights,
            picture=_picture(shown, weighed, "weights", row.weights, title=f"{name}: {weights}"),
            total=total,
        ),
    )


def _picture(
    shown: RowsShown,
    mask: BoolArray,
    form: Form = "dots",
    values: FloatArray | None = None,
    level: float = 1.0,
    *,
    title: str = "",
) -> MaskPicture:
    return MaskPicture(
        title=title or translate("masks", "Score"),
        explanation="",
        kind=shown.place.kind,
        rows=(shown.queries[shown.row],),
        columns=shown.keys,
        mask=mask,
        form=form,
        values=values,
        level=level,
    )
