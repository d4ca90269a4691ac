"""Differences of weights as codes of cells, so that the largest ones survive being made smaller.

Where several cells share a pixel, the greatest code is kept. So codes go by size here, and not by
place on the map: 0, then +1/127, −1/127, +2/127, …
"""

from __future__ import annotations

import numpy as np

from model.arrays import BoolArray, FloatArray
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import BLANK, MASKED, ZERO, Argb, Codes, colour_table
from viz_app.pictures.levels import signed_shares
from viz_app.workbench.state.attention_options import Scale

STEPS = 127
"""Colours on each side of the diverging map."""


def difference_codes(
    differences: FloatArray, mask: BoolArray, *, decoded_rows: int, scale: Scale
) -> Codes:
    """What each cell shows. Both ``[row, column]``; the colours are :func:`difference_table`'s."""
    shares = signed_shares(differences, scale)
    missing = np.isnan(shares)
    steps = np.rint((np.where(missing, 0.5, shares) - 0.5) * (2 * STEPS)).astype(np.intp)
    ranks = 2 * np.abs(steps) - (steps > 0)
    codes: Codes = np.where(mask & ~missing, ranks + ZERO, MASKED).astype(np.uint16)
    codes[decoded_rows:] = BLANK
    return codes


def difference_table(theme: Theme) -> Argb:
    """The colour of each code. ``[257]``."""
    ranks = np.arange(2 * STEPS + 1)
    sizes = (ranks + 1) // 2
    return colour_table(
        diverging_lut(theme)[STEPS + np.where(ranks % 2 == 1, sizes, -sizes)], theme
    )
