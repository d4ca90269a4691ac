"""A widget as a figure in a file: with lines and text where the format has them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPicture, QRegion
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme, style_sheet
from viz_app.pictures.figure_files import Paint
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.picture_view import PictureView, Still

Figure = tuple[QSize, Paint]
"""Size in px and painter; the painter may be called in any thread."""


def figure_steps(
    view: QWidget, owner: Any, theme: Theme, *, tokens: bool = False
) -> Generator[None, None, Figure]:
    """Return a painter of a widget's current state; a ``yield`` lets the window handle events.

    Pictures are painted later from their values; everything else is recorded here. Plots change
    colours slowly, so one at a time.

    Args:
        view: what is painted.
        owner: what it stands in, which has given the view its colours.
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
    parts: list[tuple[QWidget, Still]] = []
    for plot in view.findChildren(CurvePlot) if theme != owner.theme else ():
        if plot.isVisible():
            with _printed(plot, plot, theme):
                parts.append((plot, _recorded(plot, theme).play))
            yield
    plots = [plot for plot, _ in parts]
    for part in view.findChildren(PictureView):
        still = still_of(part, theme)
        if still is not None:
            parts.append((part, still))
    places = [
        (part.mapTo(view, QPoint()), part.visibleRegion().boundingRect(), still)
        for part, still in parts
    ]
    with _printed(view, owner, theme, without=[part for part, _ in parts]):
        rest = _recorded(view, theme, without=plots)

    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.translate(rect.topLeft())
        rest.play(painter)
        for corner, seen, still in places:
            painter.save()
            painter.translate(corner)
            painter.setClipRect(seen)
            still(painter)
            painter.restore()
        painter.restore()

    return view.size(), paint


def _on_ground(still: Still, place: QRect, theme: Theme) -> Paint:
    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.translate(rect.topLeft())
        painter.fillRect(place, QColor(theme.panel))
        still(painter)
        painter.restore()

    return paint


def still_of(view: QWidget, theme: Theme) -> Still | None:
    """The painter of a visible picture; None for other widgets."""
    return view.make_painter(theme) if isinstance(view, PictureView) and view.isVisible() else None


@contextmanager
def _printed(
    view: QWidget, owner: Any, theme: Theme, *, without: Sequence[Any] = ()
) -> Iterator[None]:
    inside: list[Any] = [view, *view.findChildren(QWidget)]
    left = {part for out in without for part in (out, *out.findChildren(QWidget))}
    printing = [part for part in inside if hasattr(part, "set_in_print") and part not in left]
    shown, sheet = owner.theme, view.styleSheet()
    for part in without:
        part.spared = True
    try:
        if theme != shown:
            owner.set_theme(theme)
            # Pictures need no style sheet, and applying one is slow. What a sheet does not name
            # gets the application's text colour.
            if not isinstance(view, PictureView):
                text = f"QWidget {{ color: {theme.text}; }}"
                view.setStyleSheet(text + (view.styleSheet() or style_sheet(theme)))
        for part in printing:
            part.set_in_print(on=True)
        for part in inside:  # what was to be painted on screen in one of the next turns
            part.setUpdatesEnabled(True)
        yield
    finally:
        for part in printing:
            part.set_in_print(on=False)
        if theme != shown:
            if view.styleSheet() != sheet:
                view.setStyleSheet(sheet)
            owner.set_theme(shown)
        for part in without:
            part.spared = False


def _recorded(view: QWidget, theme: Theme, *, without: Sequence[QWidget] = ()) -> QPicture:
    picture, region = QPicture(), QRegion(view.rect())
    for part in without:
        region -= QRegion(QRect(part.mapTo(view, QPoint()), part.size()))
    with QPainter(picture) as painter:
        if isinstance(view, PictureView):
            painter.fillRect(view.rect(), QColor(theme.panel))
            view.paint_picture(painter, view.picture_rect())
        else:
            painter.fillRect(view.rect(), QColor(ground_of(view, theme)))
            view.render(
                painter, region.boundingRect().topLeft(), region, QWidget.RenderFlag.DrawChildren
            )
    return picture


def ground_of(view: QWidget, theme: Theme) -> str:
    around = view.parentWidget()
    while around is not None:
        if around.property("panel"):
            return theme.panel
        around = around.parentWidget()
    return theme.background
