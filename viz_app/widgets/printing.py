"""A widget as a figure: as on the screen, of lines and text where a file can have them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPalette, QRegion
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme, palette, style_sheet
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
    inside = [view, *view.findChildren(QWidget)]
    pictures = [part for part in inside if isinstance(part, PictureView)]
    shown, sheet = owner.theme, view.styleSheet()
    try:
        for picture in pictures:
            picture.set_in_print(on=True)
        if theme != shown:
            owner.set_theme(theme)
            _dress_labels(view, sheet=view.styleSheet() or style_sheet(theme), theme=theme)
        yield
    finally:
        if theme != shown:
            _dress_labels(view, sheet=sheet)
            owner.set_theme(shown)
        for picture in pictures:
            picture.set_in_print(on=False)


def _dress_labels(view: QWidget, *, sheet: str, theme: Theme | None = None) -> None:
    """Pictures need none; for what stands around them, as labels do, it takes its time."""
    if not isinstance(view, PictureView):
        view.setPalette(QPalette() if theme is None else palette(theme))
        view.setStyleSheet(sheet)


def _paint_picture(painter: QPainter, rect: QRectF, view: PictureView, theme: Theme) -> None:
    painter.save()
    painter.fillRect(rect, QColor(theme.panel))
    painter.translate(rect.topLeft())
    view.paint_picture(painter, view.picture_rect())
    painter.restore()


def _paint_widget(painter: QPainter, rect: QRectF, view: QWidget, theme: Theme) -> None:
    painter.save()
    painter.fillRect(rect, QColor(theme.background))
    painter.translate(rect.topLeft())
    view.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    painter.restore()
