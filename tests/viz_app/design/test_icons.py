"""Headlight's icon can be told from others when it is as small as a letter."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from viz_app.design.colours import DARK
from viz_app.design.icons import app_icon, icon_png
from viz_app.storage.desktop_files import ICON_SIZES

BARS = {DARK.encoder: 4, DARK.decoder: 8, DARK.cross: 12}
"""The light of the lamp, in the colours of the kinds: rows of an icon of 16 px."""


@pytest.mark.parametrize("edge", ICON_SIZES)
def test_a_png_has_the_size_that_is_asked_for_and_round_corners(edge):
    image = QImage.fromData(icon_png(edge))
    assert image.size() == QSize(edge, edge)
    assert image.pixelColor(0, 0).alpha() < 100
    assert image.pixelColor(edge // 2, edge // 16).alpha() == 255


@pytest.mark.parametrize("colour", BARS)
def test_lamp_and_light_are_there_at_16_px(colour):
    image = QImage.fromData(icon_png(16))
    assert _distance(image.pixelColor(4, 8), QColor("#f6f6f3")) < 20
    assert _distance(image.pixelColor(9, BARS[colour]), QColor(colour)) < 60
    gaps = [image.pixelColor(9, row).lightness() for row in (6, 10)]
    assert max(gaps) < 80


def test_windows_have_it_too(qapp):
    drawn = app_icon().pixmap(QSize(256, 256)).toImage()
    drawn.setDevicePixelRatio(1)
    png = QImage.fromData(icon_png(256)).convertToFormat(drawn.format())
    assert drawn == png


def _distance(one: QColor, other: QColor) -> int:
    """The largest difference of a channel, of 255."""
    pairs = zip(one.getRgb(), other.getRgb(), strict=True)
    return max(abs(left - right) for left, right in pairs)
