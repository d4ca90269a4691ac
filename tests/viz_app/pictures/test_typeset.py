"""Formulas inside of a text."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QLabel

from tests.every import every
from tests.viz_app.painted import THEMES, colours_in, painted
from viz_app.pictures.labels import text_width
from viz_app.pictures.typeset import (
    formula_image,
    has_formula,
    paint_typeset,
    spoken_formulas,
    typeset,
    typeset_width,
)

# ----------------------------------------------------------------------------------- test formulas
# Formulas as images.


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


# ------------------------------------------------------------------------------------ test typeset


INLINE = [name for name in spoken_formulas() if name.startswith("inline_")]


def test_a_text_without_a_formula_stays_as_it_is(qapp):
    assert typeset("a < b & c\nd", THEME) == "a &lt; b &amp; c<br>d"


@every("name", INLINE)
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
    assert len(colours_in(label.grab().toImage())) > 2


@pytest.mark.parametrize("root", ["√256", "√8", "⁴√(80 · 50)", "√(2 · 3)"])
def test_a_root_of_numbers_becomes_a_picture(qapp, root):
    text = typeset(f"× {root} = 16", THEME)
    assert re.fullmatch(r"× <img [^>]+> = 16", text)


@pytest.mark.parametrize("text", ["a root √ alone", "inverse √", "under_score", "x^y", "256"])
def test_other_signs_stay_as_they_are(qapp, text):
    assert not has_formula(text)
    assert typeset(text, THEME) == text


@pytest.fixture
def written(monkeypatch):
    """The texts that are painted letter by letter."""
    texts: list[str] = []
    monkeypatch.setattr(QPainter, "drawText", lambda painter, *args: texts.append(args[-1]))
    return texts


def line_of(text, *, width, side="left"):
    def paint(painter, rect):
        paint_typeset(painter, QRectF(rect.left(), rect.top(), width, 24), text, THEME, side=side)

    return painted(paint)[0]


def test_a_painted_line_has_its_formulas_as_images(written):
    line_of("row × √d_model = 16", width=400)
    assert written == ["row × ", " = 16"]


def test_what_has_no_room_ends_in_an_ellipsis_and_no_formula_is_cut(written):
    text = "row of the table × √d_model"
    room = typeset_width(text, THEME, size=THEME.small)
    line_of(text, width=room - 4)
    assert written == ["row of the table × ", "…"] or written == ["row of the table × "]
    written.clear()
    line_of(text, width=text_width(THEME, "row of the", size=THEME.small))
    assert len(written) == 1
    assert written[0].endswith("…")


@pytest.mark.parametrize(("side", "free"), [("left", "right"), ("right", "left")])
def test_a_line_stands_at_its_side(qapp, side, free):
    width = 200
    image = line_of("√d_k", width=width, side=side)
    panel = QColor(THEME.panel).name()
    inked = [
        x
        for x in range(16, 16 + width)
        if any(image.pixelColor(x, y).name() != panel for y in range(16, 40))
    ]
    middle = 16 + width / 2
    assert max(inked) < middle if free == "right" else min(inked) > middle


def test_a_formula_is_in_the_ink_of_its_text(qapp):
    assert typeset("√d_k", THEME) != typeset("√d_k", THEME, ink="#ff0000")
    assert typeset("√8", THEME) != typeset("√8", THEME, ink="#ff0000")
