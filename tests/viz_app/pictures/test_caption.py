"""A caption beneath a figure: all of it is there, and the figure keeps its size."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.painted import THEMES
from viz_app.pictures.caption import with_caption

LIGHT = THEMES["light"]
SIZE = QSize(300, 80)
ARGB = QImage.Format.Format_ARGB32_Premultiplied


def fill(painter, rect):
    painter.fillRect(rect, "#ff0000")


def pixels(size, paint):
    image = QImage(size, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint(painter, QRectF(image.rect()))
    flat = np.array(image.constBits(), np.uint8)  # a copy: the image ends here
    return flat.reshape(size.height(), size.width(), 4)[..., 2::-1]  # RGB


def test_without_a_caption_nothing_changes(qapp):
    assert with_caption(SIZE, fill, caption="", theme=LIGHT) == (SIZE, fill)


@pytest.mark.parametrize("theme", THEMES.values())
def test_the_figure_stands_above_the_caption(qapp, theme):
    size, paint = with_caption(SIZE, fill, caption="zh-en · layer 2", theme=theme)
    shown = pixels(size, paint)
    assert size.width() == SIZE.width()
    assert (shown[: SIZE.height()] == (255, 0, 0)).all()
    beneath = shown[SIZE.height() :]
    ground = [int(theme.panel[i : i + 2], 16) for i in (1, 3, 5)]
    assert (beneath[0] == ground).all()
    assert (beneath != ground).any()


@pytest.mark.parametrize("word", ["layer ", "我有一只猫。", "w" * 30])
def test_a_long_caption_takes_more_lines_and_is_never_cut_off(qapp, word):
    size, paint = with_caption(SIZE, fill, caption=word * 60, theme=LIGHT)
    assert size.height() - SIZE.height() > 4 * LIGHT.small
    beneath = pixels(size, paint)[SIZE.height() :]
    margin = 3 * LIGHT.unit
    assert (beneath[-margin:] == 255).all()
    assert (beneath[:, -margin:] == 255).all()


def test_no_seam_is_seen_between_figure_and_caption_at_any_size(qapp):
    size, paint = with_caption(SIZE, fill, caption="zh-en", theme=LIGHT)
    image = QImage(round(1.37 * size.width()), round(1.37 * size.height()), ARGB)
    image.fill(0)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(1.37, 1.37)
        paint(painter, QRectF(0, 0, size.width(), size.height()))
    assert {image.pixelColor(5, y).alpha() for y in range(image.height() - 2)} == {255}
