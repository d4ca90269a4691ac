"""Stages of a mask, edited masks and their effect, and a row without keys: pictures and texts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter

from model.arrays import BoolArray, FloatArray
from model.lessons.masks import Rule, RuledRow, through_rules, under_rule
from model.lessons.one_head import HeadAnatomy
from model.traces.trace import KINDS, Trace
from viz_app.design.theme import Theme
from viz_app.panels.masks.pictures.masks import (
    EXACT,
    NO_NUMBER,
    NUMBERS,
    Form,
    MaskMatrix,
    Masks,
    cell_text,
    masks_picture,
    number_text,
    paint_mask_cells,
    shown_tokens,
)
from viz_app.panels.masks.pictures.token_rows import TokenRows
from viz_app.panels.masks.room import ChangeShown, RowsShown, StepsShown
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.labels import paint_label, text_width
from viz_app.pictures.matrix import MatrixLayout, layout_matrix
from viz_app.pictures.picture import Picture, Spots, moved
from viz_app.pictures.typeset import paint_heading, paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import decimal_number, glossed_name, lined_row, listed_name
from viz_app.texts.sentences import axes_sentence, head_title, kind_name, row_text
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.token_axes import aligned, key_glosses, row_labels
from viz_app.workbench.state import Cell, HeadPlace

translate = QCoreApplication.translate

LEVELS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
"""Where the map of scores may end."""


def score_level(*scores: FloatArray) -> float:
    """First of :data:`LEVELS` that no finite score exceeds in size."""
    finite = np.concatenate([values[np.isfinite(values)] for values in scores])
    largest = float(np.abs(finite).max(initial=0.0))
    return next((level for level in LEVELS if level >= largest), largest)


def place_title(place: HeadPlace) -> str:
    return head_title(place.kind, layer=place.layer, head=place.head)


# --------------------------------------------------------------------------------- stages of a mask


def position_rows(shown: StepsShown) -> tuple[tuple[str, TokenRows], ...]:
    """Captions and rows of tokens: 1 for a token and 0 for padding, or positions."""
    record, kind = shown.record, shown.building.kind

    def rows(tokens: tuple[tuple[str, ...], ...], valid: BoolArray) -> TokenRows:
        return TokenRows(
            title=translate("masks", "The batch"),
            note="; ".join(map(" ".join, tokens)),
            tokens=tokens,
            valid=valid,
            kind=kind,
            notes=tuple(tuple("1" if held else "0" for held in row) for row in valid.tolist()),
            marked=shown.sentence_row,
        )

    if shown.mask == "causal":
        tokens = record.tgt_tokens[shown.sentence_row]
        causal = replace(
            rows((tokens,), np.ones((1, len(tokens)), dtype=np.bool_)),
            notes=(tuple(str(place + 1) for place in range(len(tokens))),),
            noted=translate("masks", "position"),
            marked=None,
        )
        return ((translate("masks", "Positions of the target tokens"), causal),)
    source = replace(rows(record.src_tokens, record.source_padding), glosses=shown.glosses)
    target = rows(record.tgt_tokens, record.target_padding)
    keys = translate("masks", "Keys: 1 for a token, 0 for padding")
    if shown.mask == "target":
        return ((keys, target),)
    if shown.mask == "cross" and shown.padded_queries == "masked":
        return (translate("masks", "Queries: 1 for a token, 0 for padding"), target), (keys, source)
    return ((keys, source),)


def stage_picture(shown: StepsShown, name: str) -> Masks | None:
    """Matrices of every stage but the first; None until the head is computed.

    ``name`` is what the mask is called.
    """
    stage, caption = shown.stage_name, name
    if stage == "matrix":
        masks = _matrix_masks(shown)
    elif stage == "inverted":
        masks = _inverted_masks(shown)
    elif stage == "applied" and shown.anatomy is not None:
        masks, caption = _applied_masks(shown, shown.anatomy), place_title(shown.place)
    else:
        return None
    return masks_picture(masks, partial(_stage_sentence, shown), caption)


def _stage_sentence(shown: StepsShown, mask: MaskMatrix, cell: Cell) -> str:
    names = {"row": mask.row_name(cell.row), "key": mask.key_name(cell.column)}
    if mask.form in NUMBERS:
        value = cell_text(mask, cell.row, cell.column, digits=EXACT)
        template = translate("masks", "{title} · {value} · {row} → {key}")
        return template.format(title=mask.title, value=value, **names)
    built, row = shown.building, shown.sentence_row
    if not built.keys[row, cell.column]:
        reason = translate("masks", "{key} is masked: no query may attend to padding.")
    elif not built.queries[row, cell.row]:
        reason = translate("masks", "{row} is padding: as a query it is masked, too.")
    elif built.causal is not None and not built.causal[cell.row, cell.column]:
        reason = translate("masks", "masked: {row} may not attend to {key}, which comes later.")
    else:
        reason = translate("masks", "{row} may attend to {key}.")
    return f"{mask.title} · {reason.format(**names)}"


def _matrix_masks(shown: StepsShown) -> tuple[MaskMatrix, ...]:
    mask, row = shown.building, shown.sentence_row
    of_pairs = shown.padded_queries == "masked"
    padding = _stage_mask(
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
    causal = _stage_mask(shown, translate("masks", "Causal"), words, mask.causal)
    if shown.mask == "causal":
        return (causal,)
    words = translate("masks", "1 where both are 1: elementwise product.")
    return padding, causal, _stage_mask(shown, translate("masks", "Both"), words, mask.allowed[row])


def _inverted_masks(shown: StepsShown) -> tuple[MaskMatrix, ...]:
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
        _stage_mask(shown, *may, allowed, form="allowed"),
        _stage_mask(shown, *inverted, allowed, form="masked"),
        _stage_mask(shown, *added, allowed, form="additive"),
    )


def _applied_masks(shown: StepsShown, anatomy: HeadAnatomy) -> tuple[MaskMatrix, ...]:
    allowed, scores = shown.building.allowed[shown.sentence_row], anatomy.scores
    # rows without a key: zeros as in this model, or a plain softmax
    row = under_rule(
        scores, allowed, "zeros" if shown.padded_queries == "kept" else "minus infinity"
    )
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
        _stage_mask(shown, *plain, every, form="scores", values=scores, level=level),
        _stage_mask(shown, *masked, allowed, form="scores", values=row.masked, level=level),
        _stage_mask(shown, *weights, readable, form="weights", values=row.weights),
    )


def _stage_mask(
    shown: StepsShown,
    title: str,
    explanation: str,
    mask: BoolArray,
    *,
    form: Form = "ones",
    values: FloatArray | None = None,
    level: float = 1.0,
) -> MaskMatrix:
    kind = shown.building.kind
    queries, keys = shown.tokens(kind)
    return MaskMatrix(
        title=title,
        explanation=explanation,
        kind=kind,
        rows=shown_tokens(queries),
        columns=shown_tokens(keys),
        glosses=shown.source_glosses if kind != "decoder" else (),
        mask=mask,
        form=form,
        values=values,
        level=level,
    )


def stage_formula(shown: StepsShown) -> str:
    """Name of the stage's formula."""
    stage = shown.stage_name
    if stage == "inverted":
        return "masks_additive"
    if stage == "applied":
        return "masks_applied"
    if shown.mask == "causal":
        return "masks_positions" if stage == "positions" else "masks_causal"
    if stage == "positions":
        return "masks_valid"
    rows = "keys" if shown.padded_queries == "kept" else "pairs"
    return f"masks_causal_{rows}" if shown.mask == "target" else f"masks_{rows}"


def stage_caption(shown: StepsShown) -> str:
    """What happens at the stage, and the effect of rows without a key."""
    stage, shape, more = shown.stage_name, "[batch, query, key]", ""
    empty = shown.building.empty_rows[shown.sentence_row].any()
    if stage == "positions" and shown.mask == "causal":
        words = translate("masks", "Number the positions of the target.")
    elif stage == "positions":
        words = translate("masks", "Find the positions that hold a token: [batch, length].")
    elif stage == "matrix":
        words = translate("masks", "Pair queries with keys: {shape}.").format(shape=shape)
        more = translate("masks", "Padding rows have no keys left.")
    elif stage == "inverted":
        words = translate("masks", "Three ways to write the same mask: {shape}.")
        words = words.format(shape=shape)
    else:
        words = translate("masks", "{head}: add the mask to the scores, then softmax.")
        words = words.format(head=place_title(shown.place))
        more = translate(
            "masks", "Padding rows have no keys: their softmax is 0/0, which is NaN (not a number)."
        )
    return f"{words} {more}" if empty and more else words


# ------------------------------------------------------------------------------------ edited masks


def change_picture(shown: ChangeShown) -> Masks:
    """The mask and, once the head is computed, its scores and weights under the edited mask."""
    kind, head, change = shown.place.kind, place_title(shown.place), shown.change
    title = translate("masks", "{kind}: mask").format(kind=kind_name(kind))
    words = translate("masks", "Click a cell to flip it; flipped cells are framed.")
    edited = shown.edits.edited(shown.original.mask(kind), kind)
    masks = [_change_mask(shown, title, words, edited)]
    if change is not None:
        after, level = change.after, score_level(change.before.scores, change.after.scores)
        scores = _change_mask(shown, translate("masks", "Scores"), head, after.mask)
        weights = _change_mask(shown, translate("masks", "Weights"), head, after.mask)
        masks += (
            replace(scores, form="scores", values=after.masked_scores, level=level),
            replace(weights, form="weights", values=after.weights),
        )
    return masks_picture(masks, partial(_change_sentence, shown), head, large=True)


def _change_mask(shown: ChangeShown, title: str, words: str, mask: BoolArray) -> MaskMatrix:
    kind = shown.place.kind
    queries, keys = shown.original.mask(kind).shape
    here = shown.edits.within(kind, queries=queries, keys=keys)
    labels = row_labels(shown.original, kind)
    return MaskMatrix(
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


def _change_sentence(shown: ChangeShown, mask: MaskMatrix, cell: Cell) -> str:
    labels = row_labels(shown.original, shown.place.kind, glosses=shown.glosses)
    row, key = row_text(labels[cell.row], "both"), mask.key_name(cell.column)
    if mask.form == "dots":
        template = (
            translate("masks", "{row} may attend to {key} · click or Enter masks it")
            if mask.mask[cell.row, cell.column]
            else translate(
                "masks", "masked: {row} may not attend to {key} · click or Enter allows it"
            )
        )
        words = template.format(row=row, key=key)
        flipped = translate("masks", "{words} · flipped")
        return flipped.replace("{words}", words) if cell in mask.flipped else words
    now = before = ""
    if shown.change is not None:
        now = _number(shown.change.after, mask, cell)
        before = _number(shown.change.before, mask, cell)  # under the real masks
    if now == before:
        template = translate("masks", "{title} · {now} · {row} → {key}")
    else:
        template = translate(
            "masks", "{title} · {now}, with the real masks {before} · {row} → {key}"
        )
    return template.format(title=mask.title, now=now, before=before, row=row, key=key)


def _number(anatomy: HeadAnatomy, mask: MaskMatrix, cell: Cell) -> str:
    values: FloatArray = anatomy.masked_scores if mask.form == "scores" else anatomy.weights
    return number_text(
        float(values[cell.row, cell.column]),
        may=bool(anatomy.mask[cell.row, cell.column]),
        form=mask.form,
        digits=EXACT,
    )


def verdict(shown: ChangeShown) -> str:
    """Whether the translation has changed, and if not, why not."""
    if not shown.edits:
        return translate(
            "masks", "Click a cell of the mask, or press Enter on it, to see what changes."
        )
    counts = {kind: len(shown.edits.of(kind)) for kind in KINDS}
    item = translate("masks", "{kind} {count}")
    parts = [item.format(kind=kind_name(kind), count=n) for kind, n in counts.items() if n]
    listed = translate("masks", ", ").join(parts)
    edits = translate("masks", "Flipped cells: {list}.").format(list=listed)
    if shown.waits or shown.altered is None:
        return " ".join((edits, translate("masks", "Translating with them…")))
    return " ".join((edits, *_differences(shown, shown.altered)))


def _differences(shown: ChangeShown, altered: Trace) -> Iterator[str]:
    original = shown.original
    columns = aligned(original.predicted_tokens, altered.predicted_tokens)
    count = sum(not column.same for column in columns)
    before, after = (decimal_number(trace.log_probability, 3) for trace in (original, altered))
    if count:
        words = translate(
            "masks",
            "The translation has changed (positions that differ: {count}); its "
            "log-probability is now {after} nats; it was {before}.",
        )
    elif before == after:
        words = translate(
            "masks", "The translation is the same, and so is its log-probability: {before} nats."
        )
    else:
        words = translate(
            "masks",
            "The translation is the same; its log-probability goes from {before} to {after} nats.",
        )
    yield words.format(count=count, before=before, after=after)
    if not count and all(
        cell.kind == "decoder" and cell.key > cell.query for cell in shown.edits.cells
    ):
        yield translate(
            "masks",
            "When a token is chosen, no later token exists yet: allowing future tokens "
            "can only change what later tokens read from it.",
        )
    masks = (shown.edits.edited(original.mask(kind), kind) for kind in KINDS)
    if any(bool(np.any(~mask.any(axis=-1))) for mask in masks):
        yield translate(
            "masks", "A row without keys has weights of 0: no head adds anything there."
        )


# --------------------------------------------------------------------------------- row without keys
# Keys are columns, all lines share them.


LARGEST = 52  # width of a cell in px at 100 %
INSET = 0.08  # share of a line's height that is left free above and below its cells


@dataclass(frozen=True, slots=True, eq=False)
class RowLine:
    """One line of the table, or a heading over lines.

    Attributes:
        cells: one row; None in a heading.
        words: the heading's text on its rule.
        total: text after the last cell.
    """

    name: str
    cells: MaskMatrix | None = field(default=None, repr=False)
    words: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsLayout(Spots):
    """Where the lines are; spots are :class:`Cell` s of line and key, and headings have none."""

    lines: tuple[RowLine, ...]
    matrix: MatrixLayout

    def grid_of(self, line: int) -> CellGrid:
        grid = self.matrix.grid
        return grid.part(range(line, line + 1), range(grid.columns)).lower(grid.cell_height * INSET)

    def at(self, point: QPointF) -> Cell | None:
        cell = self.matrix.at(point)
        return cell if cell is not None and cell in self else None

    def rect(self, spot: Cell) -> QRectF | None:
        return self.grid_of(spot.row).cell_rect(0, spot.column) if spot in self else None

    def moved(self, spot: Cell | None, key: int) -> Cell | None:
        rows = [number for number, line in enumerate(self.lines) if line.cells is not None]
        now = None if spot is None else Cell(rows.index(spot.row), spot.column)
        cell = moved(now, key, rows=len(rows), columns=self.matrix.grid.columns)
        return None if cell is None else Cell(rows[cell.row], cell.column)

    def around(self, spot: Cell) -> QRectF | None:
        return self.matrix.around(spot)

    def __contains__(self, spot: Cell) -> bool:
        return spot in self.matrix and self.lines[spot.row].cells is not None


@dataclass(frozen=True, kw_only=True, eq=False)
class RuledRows(Picture):
    """Three rules for one row; the mouse picks keys in the mask, the keyboard in any line."""

    shown: RowsShown
    lines: tuple[RowLine, ...]

    natural, smallest = (900, 380), (400, 220)

    def tables(self) -> Tables:
        """Values of each line by key; headings name the rule of the lines below them."""
        rows, values, rule = [], [], ""
        for line in self.lines:
            if line.cells is None:
                rule = line.name
            else:
                rows.append(f"{rule}: {line.name}" if rule else line.name)
                values.append(line.cells.table().values[0])
        table = ValueTable(
            name=self.title, rows=tuple(rows), columns=self.shown.keys, values=np.stack(values)
        )
        return (table,)

    def say(self, spot: Cell) -> str:
        shown, cells = self.shown, self.lines[spot.row].cells
        gloss = shown.key_glosses[spot.column] if shown.key_glosses else ""
        key = glossed_name(shown.keys[spot.column], gloss)
        query = glossed_name(shown.queries[shown.row], shown.query_glosses[shown.row])
        if cells is None or cells.values is None:
            template = (
                translate("masks", "{query} may attend to {key} · click or Enter masks it")
                if spot.column in shown.allowed
                else translate("masks", "{key} is masked for {query} · click or Enter allows it")
            )
            return template.format(query=query, key=key)
        text = cell_text(cells, 0, spot.column, digits=EXACT)
        template = translate("masks", "{line} · {value} · {query} → {key}")
        return template.format(line=cells.title, value=text, query=query, key=key)

    def can_pick(self, spot: Cell) -> bool:
        return spot.row == 0

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> RowsLayout:
        painter.save()
        layout = self._placed(rect, theme)
        for label in layout.matrix.columns:
            paint_label(painter, label, theme.text, theme)
        for label in (*layout.matrix.glosses, *layout.matrix.rows):
            paint_label(painter, label, theme.soft_text, theme)
        for number, line in enumerate(self.lines):
            grid = layout.grid_of(number)
            if line.cells is None:
                area = QRectF(rect.left(), grid.top, rect.width(), grid.cell_height)
                paint_heading(painter, area, line.name, theme)
                used = _bold_width(line.name, theme) + 3 * theme.unit
                if used < area.width():
                    paint_line(painter, area.adjusted(used, 0, 0, 0), line.words, theme)
                continue
            paint_mask_cells(painter, grid, line.cells, theme)
            if line.total:
                area = QRectF(grid.rect.right() + 3 * theme.unit, grid.top, 1000, grid.cell_height)
                paint_heading(painter, area, line.total, theme)
        painter.restore()
        return layout

    def _placed(self, rect: QRectF, theme: Theme) -> RowsLayout:
        matrix = layout_matrix(
            rect,
            [line.name if line.cells is not None else "" for line in self.lines],
            shown_tokens(self.shown.keys),
            theme,
            largest=LARGEST,
            right=max(_bold_width(line.total, theme) for line in self.lines) + 4 * theme.unit,
            stretch=4.0,
            row_share=0.3,
            glosses=self.shown.key_glosses,
        )
        return RowsLayout(lines=self.lines, matrix=matrix)


def _bold_width(text: str, theme: Theme) -> float:
    return text_width(theme, text, size=theme.body, weight="bold")


def query_names(shown: RowsShown) -> tuple[str, ...]:
    return tuple(map(listed_name, shown.queries, shown.query_glosses))


def rows_picture(shown: RowsShown) -> RuledRows | None:
    """Mask and scores, then for each rule the input of the softmax, and the weights.

    None until the head is computed.
    """
    if shown.anatomy is None:
        return None
    mask = np.array([[key in shown.allowed for key in range(len(shown.keys))]])  # [1, key]
    scores = shown.anatomy.scores[shown.row : shown.row + 1]
    level, name = score_level(shown.anatomy.scores), translate("masks", "Score")
    every = np.ones_like(mask)
    lines = [
        RowLine(translate("masks", "Mask"), _cells(shown, name, mask)),
        RowLine(name, _cells(shown, name, every, "scores", scores, level)),
    ]
    for row in through_rules(scores, mask):
        lines += _rule_lines(shown, row, mask, level=level)
    token = visible(shown.queries[shown.row])
    query = translate("masks", "query {number}: {token}").format(number=shown.row + 1, token=token)
    headings = (line for line in lines if line.cells is None)
    return RuledRows(
        title=translate("masks", "A row without keys under three rules"),
        note=" ".join(f"{line.name}: {line.words}" for line in headings),
        extra_caption=(place_title(shown.place), query),
        shown=shown,
        lines=tuple(lines),
    )


def _rule_texts(rule: Rule, keys: int) -> tuple[str, str]:
    """Name of the rule, and its effect on a row whose ``keys`` keys are all masked."""
    match rule:
        case "minus infinity":
            name = translate("masks", "−∞, plain softmax")
            effect = translate("masks", "0/0: NaN, and so is everything computed from it.")
        case "large negative":
            name = translate("masks", "−10⁹, plain softmax")
            effect = translate(
                "masks", "All scores are equally small, so each of the {keys} keys gets {share}."
            ).format(keys=keys, share=f"{1 / keys:.3f}")
        case "zeros":
            name = translate("masks", "−∞, then masked weights set to 0 (this model)")
            effect = translate("masks", "Nothing is attended to: the head adds nothing here.")
    return name, effect


def _rule_lines(
    shown: RowsShown, row: RuledRow, mask: BoolArray, *, level: float
) -> tuple[RowLine, ...]:
    name, effect = _rule_texts(row.rule, mask.size)
    if mask.any():
        effect = translate("masks", "One key is left: all three rules agree.")
    reads, weights = translate("masks", "Softmax reads"), translate("masks", "Weights")
    # with −10⁹ a masked key can get a weight, which then is one
    weighed = mask | np.isnan(row.weights) | (row.weights > 0)
    total = float(row.totals[0])
    number = NO_NUMBER if math.isnan(total) else f"{total:.2f}".rstrip("0").rstrip(".")
    return (
        RowLine(name, words=effect),
        RowLine(reads, _cells(shown, f"{name}: {reads}", mask, "scores", row.masked, level)),
        RowLine(
            weights,
            _cells(shown, f"{name}: {weights}", weighed, "weights", row.weights),
            total=translate("masks", "sum {number}").format(number=number),
        ),
    )


def _cells(
    shown: RowsShown,
    title: str,
    mask: BoolArray,
    form: Form = "dots",
    values: FloatArray | None = None,
    level: float = 1.0,
) -> MaskMatrix:
    """One row, ``[1, key]``."""
    return MaskMatrix(
        title=title,
        kind=shown.place.kind,
        rows=(shown.queries[shown.row],),
        columns=shown.keys,
        mask=mask,
        form=form,
        values=values,
        level=level,
    )
