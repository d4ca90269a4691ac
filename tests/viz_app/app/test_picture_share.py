"""How much of a window of 1280 × 800 the pictures of every tab have, counted in painted px."""

from contextlib import suppress

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from tests.viz_app.application import settle, start_training
from viz_app.panels.masks.view.panel import VIEWS
from viz_app.panels.one_head.room import STAGES
from viz_app.panels.training.replay.view import ReplayStrip
from viz_app.widgets.choosers import Segments
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.picture_view import PictureView

pytestmark = pytest.mark.window

LEAST_SHARE = 0.6
"""Of the height below the menu, that pictures have."""

PAGES = {
    "embedding": ("near", "into", "out"),
    "positions": ("table", "wavelengths", "rotation"),
    "masks": tuple(VIEWS),
    "architecture": ("diagram",),
    "one_head": STAGES,
    "scaling": ("random", "head"),
    "bleu": ("1", "2"),
    "forcing": ("",),
}
TRAINING = ("training", "runs", "time_lapse", "experiments")

LESS = {
    "positions rotation": 0.57,  # the numbers of its fields, and how exact the turn is
    "masks steps": 0.1,  # the first step is a table of two rows
    "masks change": 0.45,  # and the translations that the mask leads to, under the pictures
    "bleu 1": 0.53,  # the words of two sentences, which wrap, and a table of four lines
    "bleu 2": 0.44,
    "training": 0.35,  # a form; beside it the curves, with the numbers and what the model says
    "runs": 0.35,  # a list beside the same
    "experiments": 0.35,
}
"""What is no picture alone, with what it reaches."""


PICTURES = (PictureView, CurvePlot, ReplayStrip)


def share(window):
    """Of the height below the menu, what pictures have of it where the most of them stand."""
    drawn = list(pictures_of(window).values())
    best = max((_height_at(drawn, ink.center().x()) for ink in drawn), default=0)
    return best / (window.height() - window.menuBar().height())


def pictures_of(window):
    """All pictures in view with something in them, and where that is, in the window's px."""
    views = [view for kind in PICTURES for view in window.findChildren(kind) if view.isVisible()]
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    places = ((view, _ink(pixels, _seen(window, view))) for view in views)
    return {view: ink for view, ink in places if ink.isValid()}


def _height_at(places, x):
    """Px from top to bottom that are covered at ``x``; what lies over another counts once."""
    covered = (range(at.top(), at.top() + at.height()) for at in places if _stands_at(at, x))
    return len({y for rows in covered for y in rows})


def _stands_at(place, x):
    return place.left() <= x <= place.right()


def _seen(window, view):
    seen = view.visibleRegion().boundingRect()
    return QRect(view.mapTo(window, seen.topLeft()), seen.size())


def _ink(pixels, place):
    """A place without the rows at its top and its bottom that have the ground's colour only."""
    inside = place.adjusted(2, 2, -2, -2)
    top, left = inside.top(), inside.left()
    part = pixels[top : top + inside.height(), left : left + inside.width()]
    rows = np.flatnonzero((part != part[:1, :1]).any(axis=1)) if part.size else ()
    if not len(rows):
        return QRect()
    return QRect(left, top + int(rows[0]), inside.width(), int(rows[-1] - rows[0]) + 1)


@pytest.fixture(params=["en", "zh_CN"])
def speaking(request, application):
    """The application in a window of that size, in every language."""
    application.window.resize(1280, 800)
    application.preferences.pick("language", request.param)
    yield application
    application.preferences.pick("language", "en")


def turned(qtbot, application, tab, page):
    """The share of a page of a tab."""
    panel = application.window.late[tab].panel
    if tab == "one_head":
        panel.bar.buttons[page].click()
    for choice in panel.findChildren(Segments):
        with suppress(KeyError):
            choice.button(page).click()
    settle(qtbot, application)
    settle(qtbot, application)  # what the answer of the first has asked for
    return share(application.window)


def too_small(shares):
    """Those that have less than they should."""
    return {name: part for name, part in shares.items() if part < LESS.get(name, LEAST_SHARE)}


@pytest.mark.parametrize("tab", PAGES)
def test_most_of_the_height_is_the_lesson_s_pictures(qtbot, speaking, tab):
    window = speaking.window
    window.show_tab(tab)
    qtbot.waitUntil(lambda: window.late[tab].panel is not None)
    settle(qtbot, speaking)
    shares = {f"{tab} {page}": turned(qtbot, speaking, tab, page) for page in PAGES[tab]}
    assert too_small(shares) == {}


def test_training_shows_its_curves_beside_forms_and_lists(qtbot, speaking):
    window, store = speaking.window, speaking.store
    start_training(qtbot, speaking, "report", epochs=2)
    qtbot.waitUntil(lambda: store.state.training.runs.shown is not None)
    qtbot.waitUntil(lambda: not store.state.training.active)
    shares = {}
    for tab in TRAINING:
        window.show_tab(tab)
        settle(qtbot, speaking)
        shares[tab] = share(window)
    assert too_small(shares) == {}
