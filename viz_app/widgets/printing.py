"""A widget as a figure: as on the screen, of lines and text where a file can have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme, style_sheet
from viz_app.pictures.figure_files import Begin, Paint, no_beginning
from viz_app.widgets.picture_view import PictureView, Still


def figure_of(view: QWidget, theme: Theme, *, tokens: bool = False) -> tuple[QSize, Paint, Begin]:
    """Size in px of a widget; what paints its pictures, in any thread; what paints all else of it.

    The last is for the GUI thread, before the pictures and while :func:`printed` holds. With
    ``tokens`` a picture of all heads has them on its axes, and the size that it then needs.
    """
    named = view.still_with_tokens(theme) if tokens and isinstance(view, PictureView) else None
    if named is not None:
        size, with_tokens = named
        return size, _on_ground(with_tokens, QRect(QPoint(), size), theme), no_beginning
    still = still_of(view, theme)
    if still is not None:
        return view.size(), _on_ground(still, view.rect(), theme), no_beginning
    found = [(part, still_of(part, theme)) for part in view.findChildren(PictureView)]
    stills = [(part, part.mapTo(view, QPoint()), still) for part, still in found if still]

    def paint(painter: QPainter, rect: QRectF) -> None:
        """Each picture in its place."""
        for place, still in places:
            painter.save()
            painter.translate(rect.topLeft() + QPointF(place))
            still(painter)
            painter.restore()

    places = [(place, still) for _, place, still in stills]
    left_out = [part for part, *_ in stills]
    return view.size(), paint, partial(_begin, view=view, theme=theme, left_out=left_out)


def _on_ground(still: Still, place: QRect, theme: Theme) -> Paint:
    def paint(painter: QPainter, rect: QRectF) -> None:
        """The picture on its ground."""
        painter.save()
        painter.translate(rect.topLeft())
        painter.fillRect(place, QColor(theme.panel))
        still(painter)
        painter.restore()

    return paint


def still_of(view: QWidget, theme: Theme) -> Still | None:
    """What paints a widget, later and in any thread, of which all is in view; None: only itself."""
    if not isinstance(view, PictureView):
        return None
    whole = view.isVisible() and view.visibleRegion() == QRegion(view.rect())
    return view.still(theme) if whole else None


@contextmanager
def printed(view: QWidget, owner: Any, theme: Theme) -> Iterator[None]:
    """Within it a widget is dressed for a figure; on the screen nothing is seen of that.

    Args:
        view: what is painted.
        owner: what it stands in, which has given the view its colours.
        theme: of the figure; its sizes are those on the screen.
    """
    inside: list[Any] = [view, *view.findChildren(QWidget)]
    pictures = [part for part in inside if hasattr(part, "set_in_print")]
    shown, sheet = owner.theme, view.styleSheet()
    try:
        if theme != shown:
            owner.set_theme(theme)
            _dress_labels(view, theme)
        for picture in pictures:
            picture.set_in_print(on=True)
        yield
    finally:
        for picture in pictures:
            picture.set_in_print(on=False)
        if theme != shown:
            if view.styleSheet() != sheet:
                view.setStyleSheet(sheet)
            owner.set_theme(shown)


def _dress_labels(view: QWidget, theme: Theme) -> None:
    """Pictures need no sheet; for what stands around them, as labels do, it takes its time.

    What a sheet does not name would have the colour of the application's text.
    """
    if not isinstance(view, PictureView):
        text = f"QWidget {{ color: {theme.text}; }}"
        view.setStyleSheet(text + (view.styleSheet() or style_sheet(theme)))


def _begin(
    painter: QPainter, *, view: QWidget, theme: Theme, left_out: Sequence[PictureView]
) -> None:
    for part in left_out:
        part.left_out = True
    painter.save()
    try:
        if isinstance(view, PictureView):
            painter.fillRect(view.rect(), QColor(theme.panel))
            view.paint_picture(painter, view.picture_rect())
        else:
            painter.fillRect(view.rect(), QColor(ground_of(view, theme)))
            view.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    finally:
        painter.restore()
        for part in left_out:
            part.left_out = False


def ground_of(view: QWidget, theme: Theme) -> str:
    """The colour of the sheet that a widget lies on, or of the window."""
    around = view.parentWidget()
    while around is not None:
        if around.property("panel"):
            return theme.panel
        around = around.parentWidget()
    return theme.background
