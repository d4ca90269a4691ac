"""Every class of picture, as the real window shows one: on screen, in the worker, in files."""

import importlib
import pkgutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor

import viz_app
from tests.viz_app.app.take_along.images import texts_of
from tests.viz_app.app.take_along.tabs import TABS, every_picture
from viz_app.design.theme import dark_theme, light_theme
from viz_app.pictures.figure_files import figure_image, save_figure
from viz_app.pictures.picture import NO_SPOTS, Picture
from viz_app.widgets.picture_view import PictureView

SIZE = QSize(640, 400)

ELSEWHERE = {
    "GroupPicture": "tests/viz_app/app/test_second_display.py",
    "EffectRows": "tests/viz_app/panels/attention/test_effects.py",
    "Strip": "tests/viz_app/panels/attention/view/test_strip.py",
}
"""Classes that no tab shows, and where they are tested."""

NAMED_BY_VIEWS = {"HeatmapPicture", "LinksPicture", "TextPicture"}
"""Without a title: their views have a name, and some of them keys, of their own."""

ARROWS = [Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Home]


def picture_classes():
    """All that have no subclass, of the application."""
    for module in pkgutil.walk_packages(viz_app.__path__, "viz_app."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)

    def below(kind):
        inside = [one for sub in kind.__subclasses__() for one in below(sub)]
        return inside or [kind]

    return {kind for kind in below(Picture) if kind.__module__.startswith("viz_app.")}


def painter_of(picture, theme):
    """As a figure is painted, on the panel's colour; and the spots of each time."""
    spots = []

    def paint(painter, rect):
        painter.fillRect(rect, QColor(theme.panel))
        spots.append(picture.paint(painter, rect, theme))

    return paint, spots


def image_of(picture, theme):
    paint, spots = painter_of(picture, theme)
    return figure_image(SIZE, paint, ratio=1), spots[-1]


@pytest.fixture
def examples(window, pages):
    """One picture of each class that the tabs show."""
    found = {}
    for tab in TABS:
        for _ in pages(tab):
            for view in every_picture(window):
                picture = view.picture if isinstance(view, PictureView) else None
                if picture is not None:
                    found.setdefault(type(picture), picture)
    return found


@pytest.mark.window
def test_every_class_of_picture_is_a_value(examples, tmp_path):
    classes = picture_classes()
    assert {kind.__name__ for kind in classes - examples.keys()} == ELSEWHERE.keys()
    untitled = {kind.__name__ for kind, picture in examples.items() if not picture.title}
    assert untitled == NAMED_BY_VIEWS
    for kind, picture in examples.items():
        name = kind.__name__
        assert picture.caption()[0], name
        for theme in (light_theme(), dark_theme()):
            image, spots = image_of(picture, theme)
            with ThreadPoolExecutor(1) as worker:
                assert worker.submit(image_of, picture, theme).result()[0] == image, name
        assert image_of(picture, light_theme())[0] != image, name  # and no theme is kept
        _is_told(picture, spots)
        _is_in_files(picture, tmp_path)
        for table in picture.tables():
            assert table.values.shape == (len(table.rows), len(table.columns)), name
            assert np.asarray(table.values).dtype.kind in "fiub", name


def _is_told(picture, spots):
    """By keys and under the mouse, each part has its sentence."""
    if spots is NO_SPOTS:
        return
    spot = None
    for key in ARROWS:
        to = spots.moved(spot, key)
        if to is None and spot is None:  # the keys of some pictures begin with up or down
            continue
        spot = to
        assert picture.say(spot), type(picture)
        assert spot in spots
        rect = spots.rect(spot)
        assert rect is not None
        assert QRectF(0, 0, SIZE.width(), SIZE.height()).intersects(rect)
    if spot is None:
        assert type(picture).__name__ in NAMED_BY_VIEWS  # whose keys are their own, too
        return
    hash(spot)
    assert spots.moved(spot, Qt.Key.Key_A) is None
    assert spots.at(rect.center()) is not None


def _is_in_files(picture, folder):
    paint, _ = painter_of(picture, light_theme())
    for suffix in (".png", ".svg"):
        path = folder / f"{type(picture).__name__}{suffix}"
        save_figure(path, SIZE, paint)
        assert path.stat().st_size > 500
    assert texts_of(path), type(picture)
