"""Pictures of the stages of a mask, of edited masks and their effect, and of a row without keys."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter

from model.arrays import BoolArray, FloatArray
from model.lessons.masks import MaskChange, Rule, RuledRow, through_rules, under_rule
from model.lessons.one_head import HeadAnatomy
from viz_app.design.theme import Theme
from viz_app.panels.masks.pictures import masks
from viz_app.panels.masks.pictures.masks import (
    EXACT,
    MaskPicture,
    number_text,
    paint_mask_cells,
    shown_tokens,
)
from viz_app.panels.masks.pictures.token_rows import TokenRows
from viz_app.panels.masks.snapshot import ChangeShown, RowsShown, StepsShown
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.labels import paint_label, text_width
from viz_app.pictures.matrix import MatrixLayout, layout_matrix
from viz_app.pictures.text_line import paint_heading, paint_line
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.labels import glossed_name, lined_row, listed_name
from viz_app.texts.sentences import axes_sentence, head_title, kind_name, row_text
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.token_axes import key_glosses, row_labels
from viz_app.workbench.state import Cell

# ---------------------------------------------------------------------------------- stage pictures
# The pictures of a mask in the making, stage by stage, and what their cells say.


translate = QCoreApplication.translate

LEVELS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
"""Where the map of scores may end."""


def query_tokens(shown: StepsShown) -> tuple[str, ...]:
    """Rows: source tokens in the encoder, else the decoder's input tokens."""
    record = shown.record
    rows = record.src_tokens if shown.mask == "source" else record.tgt_tokens
    return masks.shown_tokens(rows[shown.sentence_row])


def key_tokens(shown: StepsShown) -> tuple[str, ...]:
    """Columns: target tokens in the decoder's self-attention, else source tokens."""
    record = shown.record
    rows = record.src_tokens if shown.mask in {"source", "cross"} else record.tgt_tokens
    return masks.shown_tokens(rows[shown.sentence_row])


def position_rows(shown: StepsShown) -> tuple[tuple[str, TokenRows], ...]:
    """Captions and rows of tokens: 1 for a token and 0 for padding, or positions."""
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


def stage_pictures(shown: StepsShown) -> tuple[masks.MaskPicture, ...]:
    """Matrices of every stage but the first; none until the head is computed."""
    stage = shown.stage_name
    if stage == "matrix":
        return _matrix_pictures(shown)
    if stage == "inverted":
        return _inverted_pictures(shown)
    if stage == "applied" and shown.anatomy is not None:
        return _applied_pictures(shown, shown.anatomy)
    return ()


def stage_sentence(shown: StepsShown, picture: masks.MaskPicture, cell: Cell) -> str:
    row, key = picture.row_name(cell.row), picture.key_name(cell.column)
    if picture.form in masks.NUMBERS:
        value = masks.cell_text(picture, cell.row, cell.column, digits=masks.EXACT)
        template = translate("masks", "{title} · {value} · {row} → {key}")
        return template.format(title=picture.title, value=value, row=row, key=key)
    return f"{picture.title} · {mask_reason(shown, cell).format(row=row, key=key)}"


def mask_reason(shown: StepsShown, cell: Cell) -> str:
    """Why a query may attend to a key or not, with the placeholders ``row`` and ``key``."""
    mask, row = shown.building, shown.sentence_row
    if not mask.keys[row, cell.column]:
        return translate("masks", "{key} is masked: no query may attend to padding.")
    if not mask.queries[row, cell.row]:
        return translate("masks", "{row} is padding: as a query it is masked, too.")
    if mask.causal is not None and not mask.causal[cell.row, cell.column]:
        return translate("masks", "masked: {row} may not attend to {key}, which comes later.")
    return translate("masks", "{row} may attend to {key}.")


def token_sentence(rows: TokenRows, row: int, place: int) -> str:
    template = translate("masks", "{token}: {number}")
    token = glossed_name(rows.tokens[row][place], rows.gloss(row, place))
    return template.format(token=token, number=rows.notes[row][place])


def score_level(*scores: FloatArray) -> float:
    """First of :data:`LEVELS` that no finite score exceeds in size."""
    finite = np.concatenate([values[np.isfinite(values)] for values in scores])
    largest = float(np.abs(finite).max(initial=0.0))
    return next((level for level in LEVELS if level >= largest), largest)


def rule_of(shown: StepsShown) -> Rule:
    """Treatment of rows without a key: zeros as in this model, or a plain softmax."""
    return "zeros" if shown.padded_queries == "kept" else "minus infinity"


def _valid_rows(
    shown: StepsShown,
    tokens: tuple[masks.Names, ...],
    valid: BoolArray,
    *,
    glosses: tuple[masks.Names, ...] = (),
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


def _matrix_pictures(shown: StepsShown) -> tuple[masks.MaskPicture, ...]:
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
    words = translate("masks", "1 where both are 1: elementwise product.")
    return padding, causal, _picture(shown, translate("masks", "Both"), words, mask.allowed[row])


def _inverted_pictures(shown: StepsShown) -> tuple[masks.MaskPicture, ...]:
    allowed = shown.building.allowed[shown.sentence_row]
    may = (
        translate("masks", "May attend"),
        translate("masks", "True = may attend: the form that this model uses."),
    )
    inverted = (
        translate("masks", "Inverted"),
        translate("masks", "True = masked, as masked_fill expects."),
    )
    added = (
        translate("masks", "Additive mask"),
        translate("masks", "0 leaves a score unchanged, −∞ removes it."),
    )
    return (
        _picture(shown, *may, allowed, form="allowed"),
        _picture(shown, *inverted, allowed, form="masked"),
        _picture(shown, *added, allowed, form="additive"),
    )


def _applied_pictures(shown: StepsShown, anatomy: HeadAnatomy) -> tuple[masks.MaskPicture, ...]:
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
    form: masks.Form = "ones",
    values: FloatArray | None = None,
    level: float = 1.0,
) -> masks.MaskPicture:
    return masks.MaskPicture(
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


# --------------------------------------------------------------------------------- change pictures
# An edited mask beside the scores and weights of a head under it, and what their cells say.


MASK = 0
"""The first picture is the mask, whose cells can be flipped."""


def change_pictures(shown: ChangeShown) -> tuple[MaskPicture, ...]:
    """The mask and, once the head is computed, its scores and weights."""
    if shown.change is None:
        return (_mask(shown),)
    return (_mask(shown), *_numbers_of(shown, shown.change))


def change_sentence(shown: ChangeShown, picture: MaskPicture, cell: Cell) -> str:
    labels = row_labels(shown.original, shown.place.kind, glosses=shown.glosses)
    row, key = row_text(labels[cell.row], "both"), picture.key_name(cell.column)
    if picture.form == "dots":
        return _mask_words(picture, cell).format(row=row, key=key)
    now = before = ""
    if shown.change is not None:
        now = _number(shown.change.after, picture, cell)
        before = _number(shown.change.before, picture, cell)  # under the real masks
    if now == before:
        template = translate("masks", "{title} · {now} · {row} → {key}")
    else:
        template = translate(
            "masks", "{title} · {now}, with the real masks {before} · {row} → {key}"
        )
    return template.format(title=picture.title, now=now, before=before, row=row, key=key)


def _mask_words(picture: MaskPicture, cell: Cell) -> str:
    """Text with the placeholders ``row`` and ``key``."""
    if picture.mask[cell.row, cell.column]:
        words = translate("masks", "{row} may attend to {key} · click or Enter masks it")
    else:
        words = translate(
            "masks", "masked: {row} may not attend to {key} · click or Enter allows it"
        )
    if cell in picture.flipped:
        return translate("masks", "{words} · flipped").replace("{words}", words)
    return words


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
    return _change_picture(shown, title, words, shown.edits.edited(shown.original.mask(kind), kind))


def _numbers_of(shown: ChangeShown, change: MaskChange) -> tuple[MaskPicture, MaskPicture]:
    """Scores and weights under the edited mask."""
    place, after = shown.place, change.after
    head = head_title(place.kind, layer=place.layer, head=place.head)
    level = score_level(change.before.scores, after.scores)
    scores = _change_picture(shown, translate("masks", "Scores"), head, after.mask)
    weights = _change_picture(shown, translate("masks", "Weights"), head, after.mask)
    return (
        dataclasses.replace(scores, form="scores", values=after.masked_scores, level=level),
        dataclasses.replace(weights, form="weights", values=after.weights),
    )


def _change_picture(shown: ChangeShown, title: str, words: str, mask: BoolArray) -> MaskPicture:
    kind = shown.place.kind
    queries, keys = shown.original.mask(kind).shape
    here = shown.edits.within(kind, queries=queries, keys=keys)
    labels = row_labels(shown.original, kind)
    return MaskPicture(
        title=title,
        explanation=words,
        kind=kind,
        rows=tuple(lined_row(label, "both") for label in labels),
        columns=shown_tokens(shown.original.key_tokens(kind)),
        glosses=key_glosses(shown.original, kind) if shown.glosses else (),
        mask=mask,
        flipped=frozenset(Cell(cell.query, cell.key) for cell in here.cells),
        axes=axes_sentence(kind, "both"),
    )


# ------------------------------------------------------------------------------------ rows painter
# The table of a query without keys, painted: keys are columns, all lines share them.


LARGEST = 52
"""Width of a cell in px at 100 %."""

INSET = 0.08
"""Share of a line's height that is left free above and below its cells."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowLine:
    """One line of the table, or a heading over lines.

    Attributes:
        name: of the line, or the heading.
        words: the heading's text on its rule.
        picture: one row of cells; None in a heading.
        total: text after the last cell.
    """

    name: str
    words: str = ""
    picture: masks.MaskPicture | None = field(default=None, repr=False)
    total: str = ""


def query_names(shown: RowsShown) -> tuple[str, ...]:
    glosses = shown.key_glosses if shown.place.kind == "encoder" else ()
    return tuple(map(listed_name, shown.queries, glosses or ("",) * len(shown.queries)))


def key_mask(shown: RowsShown) -> BoolArray:
    """Which keys are left to the query. ``[1, key]``."""
    return np.array([[key in shown.allowed for key in range(len(shown.keys))]])


def row_lines(shown: RowsShown) -> tuple[RowLine, ...]:
    """Mask and scores, then for each rule the input of the softmax, and the weights."""
    if shown.anatomy is None:
        return ()
    mask = key_mask(shown)
    scores = shown.anatomy.scores[shown.row : shown.row + 1]
    level = score_level(shown.anatomy.scores)
    lines = [
        RowLine(name=translate("masks", "Mask"), picture=_row_picture(shown, mask)),
        RowLine(
            name=translate("masks", "Score"),
            picture=_row_picture(shown, np.ones_like(mask), "scores", scores, level),
        ),
    ]
    for row in through_rules(scores, mask):
        lines += _rule_lines(shown, row, mask, level=level)
    return tuple(lines)


def rows_table(lines: Sequence[RowLine], keys: Sequence[str], *, name: str) -> ValueTable:
    """Values of each line by key; headings name the rule of the lines below them."""
    rows, values, rule = [], [], ""
    for line in lines:
        if line.picture is None:
            rule = line.name
        else:
            rows.append(f"{rule}: {line.name}" if rule else line.name)
            values.append(line.picture.table().values[0])
    return ValueTable(name=name, rows=tuple(rows), columns=tuple(keys), values=np.stack(values))


def rule_name(rule: Rule) -> str:
    return {
        "minus infinity": translate("masks", "−∞, plain softmax"),
        "large negative": translate("masks", "−10⁹, plain softmax"),
        "zeros": translate("masks", "−∞, then masked weights set to 0 (this model)"),
    }[rule]


def rule_words(rule: Rule, *, keys: int, empty: bool) -> str:
    """Effect of the rule on ``keys`` keys."""
    if not empty:
        return translate("masks", "One key is left: all three rules agree.")
    return {
        "minus infinity": translate("masks", "0/0: NaN, and so is everything computed from it."),
        "large negative": translate(
            "masks", "All scores are equally small, so each of the {keys} keys gets {share}."
        ).format(keys=keys, share=f"{1 / keys:.3f}"),
        "zeros": translate("masks", "Nothing is attended to: the head adds nothing here."),
    }[rule]


def rows_sentence(shown: RowsShown, line: RowLine, key: int) -> str:
    key_name = glossed_name(shown.keys[key], shown.key_glosses[key] if shown.key_glosses else "")
    if line.picture is None or line.picture.values is None:
        template = (
            translate("masks", "{query} may attend to {key} · click or Enter masks it")
            if key in shown.allowed
            else translate("masks", "{key} is masked for {query} · click or Enter allows it")
        )
        return template.format(query=_query(shown), key=key_name)
    text = masks.cell_text(line.picture, 0, key, digits=masks.EXACT)
    template = translate("masks", "{line} · {value} · {query} → {key}")
    return template.format(line=line.picture.title, value=text, query=_query(shown), key=key_name)


def total_text(total: float) -> str:
    return masks.NO_NUMBER if math.isnan(total) else f"{total:.2f}".rstrip("0").rstrip(".")


def _query(shown: RowsShown) -> str:
    glosses = shown.key_glosses if shown.place.kind == "encoder" else ()
    return glossed_name(shown.queries[shown.row], glosses[shown.row] if glosses else "")


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
            picture=_row_picture(
                shown, mask, "scores", row.masked, level, title=f"{name}: {reads}"
            ),
        ),
        RowLine(
            name=weights,
            picture=_row_picture(
                shown, weighed, "weights", row.weights, title=f"{name}: {weights}"
            ),
            total=total,
        ),
    )


def _row_picture(
    shown: RowsShown,
    mask: BoolArray,
    form: masks.Form = "dots",
    values: FloatArray | None = None,
    level: float = 1.0,
    *,
    title: str = "",
) -> masks.MaskPicture:
    return masks.MaskPicture(
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsLayout:
    """Where the lines are; ``matrix`` has one row for each of them."""

    lines: tuple[RowLine, ...]
    matrix: MatrixLayout

    def grid_of(self, line: int) -> CellGrid:
        grid = self.matrix.grid
        return grid.part(range(line, line + 1), range(grid.columns)).lower(grid.cell_height * INSET)

    def cell_at(self, point: QPointF) -> Cell | None:
        """Line and key under a point; headings have no cells."""
        cell = self.matrix.cell_at(point)
        return cell if cell is not None and self.lines[cell.row].picture is not None else None


def paint_rows(
    painter: QPainter,
    rect: QRectF,
    lines: Sequence[RowLine],
    keys: Sequence[str],
    theme: Theme,
    *,
    glosses: Sequence[str] = (),
) -> RowsLayout:
    """Paint the table and return the layout; ``glosses`` are those of the keys."""
    painter.save()
    layout = _layout(rect, lines, keys, theme, glosses=glosses)
    for label in layout.matrix.columns:
        paint_label(painter, label, theme.text, theme)
    for label in layout.matrix.glosses:
        paint_label(painter, label, theme.soft_text, theme)
    for number, line in enumerate(lines):
        if line.picture is None:
            _paint_heading(painter, rect, layout, number, theme)
            continue
        grid = layout.grid_of(number)
        paint_mask_cells(painter, grid, line.picture, theme)
        if line.total:
            place = QRectF(grid.rect.right() + 3 * theme.unit, grid.top, 1000, grid.cell_height)
            paint_heading(painter, place, line.total, theme)
    for label in layout.matrix.rows:
        if lines[label.index].picture is not None:
            paint_label(painter, label, theme.soft_text, theme)
    painter.restore()
    return layout


def _layout(
    rect: QRectF,
    lines: Sequence[RowLine],
    keys: Sequence[str],
    theme: Theme,
    *,
    glosses: Sequence[str],
) -> RowsLayout:
    totals = max(text_width(theme, line.total, size=theme.body, weight="bold") for line in lines)
    matrix = layout_matrix(
        rect,
        [line.name if line.picture is not None else "" for line in lines],
        [visible(key) for key in keys],
        theme,
        largest=LARGEST,
        right=totals + 4 * theme.unit,
        stretch=4.0,
        row_share=0.3,
        glosses=glosses,
    )
    return RowsLayout(lines=tuple(lines), matrix=matrix)


def _paint_heading(
    painter: QPainter, rect: QRectF, layout: RowsLayout, number: int, theme: Theme
) -> None:
    line = layout.lines[number]
    cells = layout.grid_of(number).rect
    area = QRectF(rect.left(), cells.top(), rect.width(), cells.height())
    paint_heading(painter, area, line.name, theme)
    used = text_width(theme, line.name, size=theme.body, weight="bold") + 3 * theme.unit
    if used < area.width():
        paint_line(painter, area.adjusted(used, 0, 0, 0), line.words, theme)
