"""What a bar at a heatmap's margins says."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication

from viz_app.panels.attention.painting.profiles import Profile
from viz_app.texts.key_sentences import signed
from viz_app.texts.label_text import quoted_name
from viz_app.texts.sentences import row_text
from viz_app.workbench.snapshots.pictures import FocusSnapshot

translate = QCoreApplication.translate


def row_profile_sentence(focus: FocusSnapshot, profile: Profile, row: int) -> str:
    """A row's bar: ``entropy of “a” → “cat”: 1.23 of at most 3.81 bits``."""
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
    text = translate("attention", "entropy of {row}: {value} of at most {most} bits")
    if not sums_to_one(focus, row):
        text = translate(
            "attention",
            "entropy of {row}, divided by its sum: {value} of at most {most} bits",
        )
    return text.format(row=name, value=f"{value:.2f}", most=f"{profile.level:.2f}")


def column_profile_sentence(focus: FocusSnapshot, profile: Profile, column: int) -> str:
    """A column's bar: ``mean weight of “猫” over 5 rows: 0.3123``."""
    key, value = quoted_name(focus.columns[column]), float(profile.values[column])
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
