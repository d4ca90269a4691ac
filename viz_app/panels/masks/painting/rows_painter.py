"""The table of a query without keys, painted: keys are columns, all lines share them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter

from model.arrays import BoolArray, FloatArray
from model.lessons.masks.masked_rows import Rule, RuledRow, through_rules
from viz_app.design.theme import Theme
from viz_app.panels.masks.painting import mask_pictures
from viz_app.panels.masks.painting.mask_cells import paint_mask_cells
from viz_app.panels.masks.painting.stage_pictures import score_level
from viz_app.panels.masks.shown import RowsShown
from viz_app.pictures.axis_labels import paint_label, text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.matrix_layout import MatrixLayout, layout_matrix
from viz_app.pictures.text_line import paint_heading, paint_line
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.label_text import glossed_name, listed_name
from viz_app.texts.visible_token import visible
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate

LARGEST = 52
"""Width of a cell in px at 100 %."""

INSET = 0.08
"""Share of a line's height that is left free above and below its cells."""


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
    picture: mask_pictures.MaskPicture | None = field(default=None, repr=False)
    total: str = ""


def query_names(shown: RowsShown) -> tuple[str, ...]:
    """Of all queries; those of the encoder with what they mean."""
    glosses = shown.key_glosses if shown.place.kind == "encoder" else ()
    return tuple(map(listed_name, shown.queries, glosses or ("",) * len(shown.queries)))


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


def rows_table(lines: Sequence[RowLine], keys: Sequence[str], *, name: str) -> ValueTable:
    """What each line has for each key; headings say for which rule those below them are."""
    rows, values, rule = [], [], ""
    for line in lines:
        if line.picture is None:
            rule = line.name
        else:
            rows.append(f"{rule}: {line.name}" if rule else line.name)
            values.append(line.picture.table().values[0])
    return ValueTable(name=name, rows=tuple(rows), columns=tuple(keys), values=np.stack(values))


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
    key_name = glossed_name(shown.keys[key], shown.key_glosses[key] if shown.key_glosses else "")
    if line.picture is None or line.picture.values is None:
        template = (
            translate("masks", "{query} may attend to {key} · click or Enter masks it")
            if key in shown.allowed
            else translate("masks", "{key} is masked for {query} · click or Enter allows it")
        )
        return template.format(query=_query(shown), key=key_name)
    text = mask_pictures.cell_text(line.picture, 0, key, digits=mask_pictures.EXACT)
    template = translate("masks", "{line} · {value} · {query} → {key}")
    return template.format(line=line.picture.title, value=text, query=_query(shown), key=key_name)


def total_text(total: float) -> str:
    """A sum of weights."""
    return mask_pictures.NO_NUMBER if math.isnan(total) else f"{total:.2f}".rstrip("0").rstrip(".")


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
    form: mask_pictures.Form = "dots",
    values: FloatArray | None = None,
    level: float = 1.0,
    *,
    title: str = "",
) -> mask_pictures.MaskPicture:
    return mask_pictures.MaskPicture(
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
        """The cells of a line, a little apart from the next."""
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
    """Paint the table and say where everything is; ``glosses`` are what the keys mean."""
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
        paint_mask_cells(painter, layout.grid_of(number), line.picture, theme)
        _paint_total(painter, layout, number, theme)
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
    """The rule and what comes of it, over the whole width, close to the lines below."""
    line = layout.lines[number]
    cells = layout.grid_of(number).rect
    area = QRectF(rect.left(), cells.top(), rect.width(), cells.height())
    paint_heading(painter, area, line.name, theme)
    used = text_width(theme, line.name, size=theme.body, weight="bold") + 3 * theme.unit
    if used < area.width():
        paint_line(painter, area.adjusted(used, 0, 0, 0), line.words, theme)


def _paint_total(painter: QPainter, layout: RowsLayout, number: int, theme: Theme) -> None:
    line, grid = layout.lines[number], layout.grid_of(number)
    if line.total:
        place = QRectF(grid.rect.right() + 3 * theme.unit, grid.top, 1000, grid.cell_height)
        paint_heading(painter, place, line.total, theme)
