"""Widgets as figures: in other colours than on the screen, which stays as it is."""

from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QFont, QImage, QPen, QPolygonF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.viz_app.dressed import dressed
from tests.viz_app.painted import THEMES
from viz_app.pictures.figure_files import figure_image, save_figure
from viz_app.widgets.layout import text_label
from viz_app.widgets.pages import LatePage
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.printing import figure_of

LIGHT, DARK = THEMES["light"], THEMES["dark"]
POLYLINE = "{http://www.w3.org/2000/svg}polyline"


class Square(PictureView):
    """Filled with the theme's accent."""

    def paint_picture(self, painter, rect):
        painter.fillRect(rect, QColor(self.theme.accent))


class Page(QWidget):
    """A picture below a label."""

    def __init__(self, theme, parent):
        super().__init__(parent)
        self.theme = theme
        self.square, self.label = Square(theme), text_label("title")
        self.label.setText("███")
        rows = QVBoxLayout(self)
        rows.addWidget(self.label)
        rows.addWidget(self.square, 1)


@pytest.fixture
def page(qapp, qtbot):
    """Dark, as the whole application."""
    with dressed(qapp, DARK):
        page = LatePage(Page, DARK)
        qtbot.addWidget(page)
        page.resize(200, 160)
        page.show()
        page.make()
        qtbot.waitExposed(page)
        yield page


def image_of(view, owner, theme):
    return figure_image(*figure_of(view, owner, theme), ratio=1)


def colours_in(image, rect):
    """How often each colour is there."""
    part = image.copy(rect).convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.array(part.constBits(), np.uint8).view(np.uint32)
    found, counts = np.unique(pixels, return_counts=True)
    return {QColor(rgb).name().upper(): n for rgb, n in zip(found.tolist(), counts, strict=True)}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_label_and_picture_have_the_figures_colours(page, theme):
    image = image_of(page, page, theme)
    assert theme.accent.upper() in colours_in(image, page.panel.square.geometry())
    label = colours_in(image, page.panel.label.geometry())
    assert {theme.text.upper(), theme.background.upper()} <= label.keys()


def test_the_screen_stays_dark(page):
    before = page.grab().toImage()
    image_of(page, page, LIGHT)
    image_of(page.panel.square, page, LIGHT)
    assert page.grab().toImage() == before
    assert page.theme == page.panel.square.theme == DARK
    assert page.styleSheet() == ""


def test_what_goes_wrong_leaves_the_screen_dark_too(page, monkeypatch):
    monkeypatch.setattr("viz_app.widgets.printing._recorded", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        figure_of(page, page, LIGHT)
    assert page.panel.square.theme == DARK
    assert page.styleSheet() == ""


def test_the_ring_of_the_keyboard_is_not_printed(page, qtbot):
    without = image_of(page.panel.square, page, DARK)
    page.panel.square.setFocus()
    page.panel.square.show_ring()
    assert image_of(page.panel.square, page, DARK) == without
    assert image_of(page, page, DARK) == image_of(page, page, DARK)


def test_a_line_that_keeps_its_width_is_where_it_was_painted(qapp, tmp_path):
    """In the file the points are px: librsvg takes no notice of what a line shall keep."""

    def paint(painter, rect):
        painter.setFont(QFont())
        painter.translate(10, 50)
        painter.scale(4, -0.5)
        pen = QPen(QColor("red"), 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([QPointF(0, 0), QPointF(10, 40), QPointF(20, 8.5)]))

    path = tmp_path / "lines.svg"
    save_figure(path, QSize(100, 60), paint)
    (line,) = ElementTree.parse(path).iter(POLYLINE)
    points = [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
    assert points == [(10, 50), (50, 30), (90, 45.75)]
    assert "matrix(4" not in path.read_text()
