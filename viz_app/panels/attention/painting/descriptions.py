"""What a heatmap says to who hears it, and what its margins say to who points at them."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF

from viz_app.panels.attention.painting.heatmap_layout import HeatmapLayout
from viz_app.panels.attention.painting.profiles import Profile, column_profile, row_profile
from viz_app.panels.attention.texts.picture_titles import (
    BETWEEN,
    explanation,
    not_all_named,
    not_glossed,
    part_text,
    picture_notes,
)
from viz_app.pictures.skipped_labels import skips_labels
from viz_app.texts.key_sentences import signed
from viz_app.texts.sentences import (
    cell_sentence,
    key_name,
    keys_sentence,
    picture_sentence,
    row_text,
)
from viz_app.workbench.snapshots.pictures import FocusSnapshot

translate = QCoreApplication.translate


def picture_description(focus: FocusSnapshot, *, part: str = "") -> str:
    """The cursor's cell with its row and column, else where the heads look; ``part`` is in view."""
    if focus.cell is not None:
        parts = [cell_sentence(focus, focus.cell)]
        parts.append(row_profile_sentence(focus, row_profile(focus), focus.cell.row))
        parts.append(column_profile_sentence(focus, column_profile(focus), focus.cell.column))
    else:
        parts = [picture_summary(focus)]
    return BETWEEN.join(text for text in (*parts, part) if text)


def picture_summary(focus: FocusSnapshot) -> str:
    """Where the heads look from the row in view, and what to know of the numbers."""
    return BETWEEN.join(text for text in (keys_sentence(focus), *picture_notes(focus)) if text)


def seen_text(layout: HeatmapLayout) -> str:
    """Which part is in view, and what of its tokens has no room; nothing when all is there."""
    grid = layout.grid
    part = part_text(
        layout.rows_seen, layout.columns_seen, n_rows=grid.rows, n_columns=grid.columns
    )
    unnamed = not_all_named() if skips_labels(layout) else ""
    unglossed = not_glossed() if layout.unglossed else ""
    return BETWEEN.join(text for text in (part, unnamed, unglossed) if text)


def margin_sentence(focus: FocusSnapshot, layout: HeatmapLayout, point: QPointF) -> str:
    """What is under a point beside the cells: a bar, the scale, the lines of words; or nothing."""
    cells = layout.viewport
    if layout.titles.contains(point):
        return BETWEEN.join(text for text in (explanation(focus), seen_text(layout)) if text)
    if layout.sentence.contains(point):
        return picture_sentence(focus)
    if layout.row_bars.contains(point):
        cell = layout.cell_at(QPointF(cells.center().x(), point.y()))
        return row_profile_sentence(focus, row_profile(focus), cell.row) if cell else ""
    if layout.column_bars.contains(point):
        cell = layout.cell_at(QPointF(point.x(), cells.center().y()))
        return column_profile_sentence(focus, column_profile(focus), cell.column) if cell else ""
    if layout.bar.contains(point) and focus.weights.size:
        return scale_sentence(focus)
    return ""


def scale_sentence(focus: FocusSnapshot) -> str:
    """Where the colours begin and end, and how they go on between."""
    ends = f"{f'−{focus.top:g}' if focus.compared is not None else 0} … {focus.top:g}"
    return {
        "linear": translate("attention", "colours: {ends}, linear"),
        "sqrt": translate("attention", "colours: {ends}, square root"),
        "log": translate("attention", "colours: {ends}, logarithmic, four powers of ten"),
    }[focus.scale].format(ends=ends)


def row_profile_sentence(focus: FocusSnapshot, profile: Profile, row: int) -> str:
    """A row's bar: ``entropy of “a” → “cat”: 1.23 of at most 2.00 bits``."""
    name = row_text(focus.rows[row], focus.row_labels)
    value = float(profile.values[row])
    if math.isnan(value):
        return translate("attention", "{row} has no weights here").format(row=name)
    if focus.compared is not None:
        text = translate(
            "attention",
            "{value} of the attention of {row} is on other keys than in the compared one",
        )
        return text.format(row=name, value=f"{value:.4f}")
    most = profile.level if profile.most is None else float(profile.most[row])
    text = translate("attention", "entropy of {row}: {value} of at most {most} bits")
    if not sums_to_one(focus, row):
        text = translate(
            "attention",
            "entropy of {row}, divided by its sum: {value} of at most {most} bits",
        )
    return text.format(row=name, value=f"{value:.2f}", most=f"{most:.2f}")


def column_profile_sentence(focus: FocusSnapshot, profile: Profile, column: int) -> str:
    """A column's bar: ``mean weight of “猫” over 5 rows: 0.3123``."""
    key, value = key_name(focus, column), float(profile.values[column])
    rows = int(focus.mask[: focus.decoded_rows, column].sum())
    if math.isnan(value):
        return translate("attention", "no row attends to {key} yet").format(key=key)
    if focus.compared is not None:
        text = translate(
            "attention",
            "mean difference of {key} over the rows that may attend to it ({count}): {value}",
        )
        return text.format(key=key, count=rows, value=signed(value, digits=4))
    text = translate(
        "attention", "mean weight of {key} over the rows that may attend to it ({count}): {value}"
    )
    return text.format(key=key, count=rows, value=f"{value:.4f}")


def sums_to_one(focus: FocusSnapshot, row: int) -> bool:
    """Whether a row's weights are shares of its whole unit of attention."""
    return abs(float(np.where(focus.mask[row], focus.weights[row], 0.0).sum()) - 1.0) < 1e-3
