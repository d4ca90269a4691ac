from PySide6.QtCore import QPointF, QRectF

from tests.viz_app.painted import THEMES, area_colours, colour_at, each_theme, painted
from viz_app.design.theme import mixed
from viz_app.pictures.token_box import BoxStyle, box_width, paint_box

RECT = QRectF(100, 50, 120, 30)
CORNER = QPointF(112, 55)
"""Inside the box, beside its text."""


def box(theme, style):
    image, _ = painted(lambda p, rect: paint_box(p, RECT, "cat", theme, style), theme=theme)
    return image


@each_theme
def test_a_box_has_the_ground_of_its_tint(qapp, theme):
    assert colour_at(box(theme, BoxStyle()), CORNER) == theme.panel.lower()
    tinted = colour_at(box(theme, BoxStyle(tint=theme.decoder)), CORNER)
    assert tinted == mixed(theme.panel, theme.decoder, share=0.16)


def test_what_does_not_count_is_hatched(qapp):
    theme = THEMES["light"]
    colours = area_colours(box(theme, BoxStyle(hatched=True)), RECT.adjusted(4, 4, -4, -4))
    assert theme.masked.lower() in colours
    assert theme.masked_line.lower() in colours


def test_a_box_is_wide_enough_for_its_token(qapp):
    theme = THEMES["light"]
    widths = [box_width(token, theme) for token in ("", "a", "extraordinarily")]
    assert widths == sorted(widths)
    assert widths[0] >= 7 * theme.unit
    assert box_width("cat", theme, size=theme.large) > box_width("cat", theme)
