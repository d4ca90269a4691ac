"""Formulas inside of a text."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.viz_app.painted import THEMES
from viz_app.pictures.formulas import INLINE, formula_image, spoken_formulas, typeset

THEME = THEMES["light"]


def test_a_text_without_a_formula_stays_as_it_is(qapp):
    assert typeset("a < b & c\nd", THEME) == "a &lt; b &amp; c<br>d"


@pytest.mark.parametrize("name", INLINE)
def test_a_formula_becomes_a_picture(qapp, name):
    text = typeset(f"divided by {spoken_formulas()[name]}.", THEME)
    assert re.fullmatch(r"divided by <img src=\"data:image/png;base64,[^>]+>\.", text)


def test_the_longest_formula_wins(qapp):
    assert typeset("√d_model", THEME).count("<img") == 1
    assert "d_" not in re.sub("<[^>]*>", "", typeset("√d_k, d_model, W_O", THEME))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_label_shows_it_in_the_theme_s_colour(qtbot, theme):
    label = QLabel()
    qtbot.addWidget(label)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setStyleSheet(f"background: {theme.panel}; color: {theme.panel}")
    label.setText(typeset("√d_k", theme))
    label.resize(label.sizeHint())
    image = label.grab().toImage()
    colours = {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
    assert len(colours) > 2


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
