"""Formulas as images."""

import numpy as np
import pytest

from tests.viz_app.painted import THEMES
from viz_app.pictures.formulas import formula_image

THEME = THEMES["light"]


def test_the_foot_of_the_letters_stands_on_the_line(qapp):
    """Qt puts the middle of the image half an x above the foot: there are as many px below it."""
    image = formula_image("inline_w_o", THEME, size=14, ratio=1)
    pixels = np.array(
        [
            [image.pixelColor(x, y).alpha() for x in range(image.width())]
            for y in range(image.height())
        ]
    )
    foot = np.flatnonzero((pixels > 60).any(axis=1)).max() + 1
    x_height = 7.0
    assert image.height() / 2 + x_height / 2 == pytest.approx(foot, abs=2)
