import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF

from tests.viz_app.painted import THEMES, area_colours, painted
from viz_app.pictures.typeset import paint_line, unparted

LIGHT = THEMES["light"]
BLACK = "#000000"


def dark_columns(side, text="MMM"):
    """Where ink is, of a line 200 px wide that begins at 100."""

    def paint(painter, rect):
        place = QRectF(100, 50, 200, 20)
        paint_line(painter, place, text, LIGHT, size=14, colour=BLACK, side=side)

    image, _ = painted(paint)
    return [
        x
        for x in range(image.width())
        if any(QColor(image.pixel(x, y)).lightness() < 128 for y in range(45, 75))
    ]


@pytest.mark.parametrize(
    ("side", "low", "high"), [("left", 100, 150), ("centre", 160, 240), ("right", 250, 300)]
)
def test_a_line_stands_on_its_side(qapp, side, low, high):
    columns = dark_columns(side)
    assert low <= min(columns)
    assert max(columns) <= high


def test_what_is_too_long_is_elided(qapp):
    columns = dark_columns("left", "M" * 80)
    assert 270 <= max(columns) <= 302


def test_right_to_left_text_stays_on_its_side(qapp):
    assert max(dark_columns("left", "שלום")) < 150


def test_nothing_is_painted_outside(qapp):
    def paint(painter, rect):
        place = QRectF(100, 50, 200, 20)
        paint_line(painter, place, "M" * 80, LIGHT, size=14, colour=BLACK)

    image, _ = painted(paint)
    assert area_colours(image, QRectF(310, 40, 100, 40)) == {LIGHT.panel.lower()}


WRAP = int(Qt.TextFlag.TextWordWrap)


def lines_of(text, width, metrics):
    height = metrics.boundingRect(QRectF(0, 0, width, 1000), WRAP, text).height()
    return round(height / metrics.lineSpacing())


@pytest.mark.parametrize("token", ["</s>", "and/or"])
def test_a_token_is_not_parted_at_its_slash(qapp, token):
    metrics = QFontMetricsF(THEMES["light"].font(14))
    text = f"{token} {token}"
    parted = metrics.horizontalAdvance(text) - 2  # only the end of the second has no room
    assert lines_of(text, parted, metrics) == lines_of(unparted(text), parted, metrics) == 2
    narrow = metrics.boundingRect(QRectF(0, 0, parted, 1000), WRAP, unparted(text)).width()
    assert narrow <= metrics.horizontalAdvance(f"{token} ")


def test_blanks_still_end_lines_and_nothing_becomes_wider(qapp):
    metrics = QFontMetricsF(THEMES["light"].font(14))
    assert unparted("had / have, </s>") == "had / have, </\u2060s>"
    assert metrics.horizontalAdvance(unparted("</s>")) == metrics.horizontalAdvance("</s>")
