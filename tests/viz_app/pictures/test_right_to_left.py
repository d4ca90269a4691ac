"""Names from right to left keep their place and their order, as the painted pixels show."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.viz_app.painted import THEMES
from viz_app.pictures.labels import Label, paint_label, text_width
from viz_app.pictures.typeset import paint_line
from viz_app.texts.labels import lined_row
from viz_app.workbench.snapshots.token_axes import RowLabel

THEME = THEMES["light"]
WIDE = "ש" * 12
"""Its ink takes most of a line: where it is tells which side it is on."""


def ink(paint):
    """Columns of a line, 300 px long, that have any ink."""
    image = QImage(300, 40, QImage.Format.Format_ARGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        paint(painter, QRectF(0, 0, 300, 40))
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(40, 300, 4)
    return np.flatnonzero((pixels[:, :, :3] < 128).any(axis=(0, 2)))


def painted_label(text):
    return lambda painter, rect: paint_label(
        painter,
        Label(index=0, text=text, rect=rect, size=THEME.body, weight="normal"),
        "#000",
        THEME,
    )


def painted_line(text):
    return lambda painter, rect: paint_line(painter, rect, text, THEME, colour="#000")


@pytest.mark.parametrize("painted", [painted_label, painted_line])
def test_what_was_fed_in_stands_at_the_left_of_what_it_predicted(qapp, painted):
    """Twelve letters and one: the gap with the arrow is after the twelve, then before them."""
    long, short = WIDE, "ש"
    gaps = []
    for fed, predicted in ((long, short), (short, long)):
        columns = ink(painted(lined_row(RowLabel(fed, predicted), "both")))
        middle = (columns[0] + columns[-1]) / 2
        steps = np.diff(columns)
        gaps.append(columns[int(steps.argmax())] - middle)
    assert gaps[0] > 0 > gaps[1]


@pytest.mark.parametrize("painted", [painted_label, painted_line])
def test_a_number_stands_after_a_name_from_right_to_left(qapp, painted):
    name = f"\u2068{WIDE}\u2069  0"
    columns = ink(painted(name))
    steps = np.diff(columns)
    gap = columns[int(steps.argmax())]
    assert gap > (columns[0] + columns[-1]) / 2


def test_letters_of_one_token_are_joined(qapp):
    """Joined forms are narrower than the letters alone."""
    alone = sum(text_width(THEME, letter, size=THEME.body) for letter in "كتاب")
    assert text_width(THEME, "كتاب", size=THEME.body) < alone
