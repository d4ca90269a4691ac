"""How much of a window its pictures have: what they paint, without the empty room around it."""

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from viz_app.panels.training.replay.view import ReplayStrip
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.picture_view import PictureView

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
