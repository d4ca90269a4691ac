"""A widget as a figure in a file: with lines and text where the format has them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPicture, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.figure_files import Paint
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.kept_state import same_widget
from viz_app.widgets.pages import LatePage
from viz_app.widgets.picture_view import PaintsPicture, PictureView

Figure = tuple[QSize, Paint]
"""Size in px and painter; the painter may be called in any thread."""


def figure_of(view: QWidget, owner: Any, theme: Theme, *, tokens: bool = False) -> Figure:
    """A painter of a widget's current state.

    Pictures are painted later from their values; everything else is recorded here.

    Args:
        view: what is painted.
        owner: the page or dialog that it stands in; a dialog shows only pictures that are values.
        theme: of the figure; its sizes are those on the screen.
        tokens: a picture of all heads has them on its axes, and the size that it then needs.
    """
    named = view.still_with_tokens(theme) if tokens and isinstance(view, PictureView) else None
    if named is not None:
        size, with_tokens = named
        return size, _on_ground(with_tokens, QRect(QPoint(), size), theme)
    still = still_of(view, theme)
    if still is not None:
        return view.size(), _on_ground(still, view.rect(), theme)
    if theme == owner.theme:
        return _figure(view, theme)
    with _in_theme(view, owner, theme) as alike:
        return _figure(alike, theme)


def _figure(view: QWidget, theme: Theme) -> Figure:
    stills = {
        part: still
        for part in view.findChildren(PictureView)
        if (still := still_of(part, theme)) is not None
    }
    parts = [
        (part.mapTo(view, QPoint()), part.visibleRegion().boundingRect(), still)
        for part, still in stills.items()
    ]
    rest = _recorded(view, theme, without=stills)

    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.translate(rect.topLeft())
        rest.play(painter)
        for corner, seen, still in parts:
            painter.save()
            painter.translate(corner)
            painter.setClipRect(seen)
            still(painter)
            painter.restore()
        painter.restore()

    return view.size(), paint


@contextmanager
def _in_theme(view: QWidget, page: LatePage, theme: Theme) -> Iterator[QWidget]:
    """The widget that a page made for another theme has in the place of this one."""
    with page.like_it(theme) as panel:
        for plot in filter(CurvePlot.isVisible, panel.findChildren(CurvePlot)):
            for _ in range(2):  # its axes have their sizes once their texts were painted
                plot.grab()
                QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        yield panel if view is page else same_widget(view, page.panel, panel)


def _on_ground(still: PaintsPicture, place: QRect, theme: Theme) -> Paint:
    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.translate(rect.topLeft())
        painter.fillRect(place, QColor(theme.panel))
        still(painter)
        painter.restore()

    return paint


def still_of(view: QWidget, theme: Theme) -> PaintsPicture | None:
    """The painter of a visible picture; None for other widgets."""
    return view.make_painter(theme) if isinstance(view, PictureView) and view.isVisible() else None


def _recorded(view: QWidget, theme: Theme, *, without: Collection[PictureView]) -> QPicture:
    """What is painted now, ``without`` the pictures that are painted from their values."""
    inside: list[Any] = [view, *view.findChildren(QWidget)]
    printing = [part for part in inside if hasattr(part, "set_in_print")]
    picture = QPicture()
    for part in printing:
        part.set_in_print(on=True)
    for part in without:
        part.spared = True
    try:
        with QPainter(picture) as painter:
            if isinstance(view, PictureView):
                painter.fillRect(view.rect(), QColor(theme.panel))
                view.paint_picture(painter, view.picture_rect())
            else:
                painter.fillRect(view.rect(), QColor(ground_of(view, theme)))
                children = QWidget.RenderFlag.DrawChildren
                view.render(painter, QPoint(), QRegion(view.rect()), children)
    finally:
        for part in printing:
            part.set_in_print(on=False)
        for part in without:
            part.spared = False
    return picture


def ground_of(view: QWidget, theme: Theme) -> str:
    around = view.parentWidget()
    while around is not None:
        if around.property("panel"):
            return theme.panel
        around = around.parentWidget()
    return theme.background
