"""A widget as a figure: as on the screen, of lines and text where a file can have them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme, style_sheet
from viz_app.pictures.figure_files import Paint
from viz_app.widgets.picture_view import PictureView


def figure_of(view: QWidget, theme: Theme) -> tuple[QSize, Paint]:
    """Size in px of a widget, and what paints it while :func:`printed` holds; with its ground."""
    if isinstance(view, PictureView):
        return view.size(), lambda painter, rect: _paint_picture(painter, rect, view, theme)
    return view.size(), lambda painter, rect: _paint_widget(painter, rect, view, theme)


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


def _paint_picture(painter: QPainter, rect: QRectF, view: PictureView, theme: Theme) -> None:
    painter.save()
    painter.fillRect(rect, QColor(theme.panel))
    painter.translate(rect.topLeft())
    view.paint_picture(painter, view.picture_rect())
    painter.restore()


def _paint_widget(painter: QPainter, rect: QRectF, view: QWidget, theme: Theme) -> None:
    painter.save()
    painter.fillRect(rect, QColor(_ground(view, theme)))
    painter.translate(rect.topLeft())
    view.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    painter.restore()


def _ground(view: QWidget, theme: Theme) -> str:
    """The colour of the sheet that a widget lies on, or of the window."""
    around = view.parentWidget()
    while around is not None:
        if around.property("panel"):
            return theme.panel
        around = around.parentWidget()
    return theme.background
