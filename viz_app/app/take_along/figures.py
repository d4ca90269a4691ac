"""What is taken along, painted as it was asked for; its numbers, and what it is called."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TypeVar

from PySide6.QtCore import QMargins, QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter

from viz_app.app.take_along.choice import Taken
from viz_app.app.take_along.options import FigureOptions
from viz_app.design.theme import Theme, for_print, frame_theme
from viz_app.pictures.caption import with_caption
from viz_app.pictures.figure_files import Begin, Paint
from viz_app.storage.value_tables import Tables
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.pictured import Pictured, pictures_inside, said_by_all
from viz_app.widgets.printing import figure_of, ground_of, printed, still_of

Made = TypeVar("Made")

MARGIN = 4
"""Around several pictures, in units: as beside their caption."""


def painted(
    taken: Taken,
    options: FigureOptions,
    *,
    caption: str,
    make: Callable[[QSize, Paint, Begin], Made],
) -> Made:
    """What ``make`` makes of a figure while it can be begun; the screen stays as it is.

    Args:
        taken: what is on the screen.
        options: ``colours``, ``caption`` and ``tokens`` count here.
        caption: what stands beneath if that is wanted.
        make: is given size, what paints the figure, and what only now can be painted of it.
    """
    theme = for_print(taken.theme) if options.colours == "light" else taken.theme
    dressed = printed(taken.view, taken.owner, theme)
    with nullcontext() if still_of(taken.view, theme) else dressed:
        size, paint, begin = figure_of(taken.view, theme, tokens=options.tokens)
        if not isinstance(taken.view, Pictured):
            size, paint, begin = _with_margin(size, paint, begin, taken=taken, theme=theme)
        text = caption if options.caption else ""
        return make(*with_caption(size, paint, caption=text, theme=theme), begin)


def can_name_tokens(taken: Taken) -> bool:
    """Whether it is a picture that shows its tokens in files alone."""
    view = taken.view
    return isinstance(view, PictureView) and view.still_with_tokens(taken.theme) is not None


def values_of(taken: Taken | None) -> Tables:
    """The numbers that are seen; none without a picture."""
    found = [] if taken is None else _pictures(taken)
    return tuple(table for picture in found for table in picture.shown_values())


def parts_of(taken: Taken) -> tuple[str, ...]:
    """What is seen, for a caption; of several pictures only what all of them say."""
    return said_by_all(_pictures(taken))


def of_translation(taken: Taken) -> bool:
    """Whether a part of it shows the model or the sentence on the workbench."""
    return any(picture.of_translation for picture in _pictures(taken))


def _with_margin(
    size: QSize, paint: Paint, begin: Begin, *, taken: Taken, theme: Theme
) -> tuple[QSize, Paint, Begin]:
    """Room around what has none of its own, as sheets that lie beside each other."""
    margin = MARGIN * frame_theme(theme).unit
    grown = size.grownBy(QMargins(margin, margin, margin, margin))

    def paint_inside(painter: QPainter, rect: QRectF) -> None:
        """The figure, within its margin."""
        paint(painter, rect.adjusted(margin, margin, -margin, -margin))

    def begin_inside(painter: QPainter) -> None:
        """The ground of all, then what only now can be painted."""
        painter.fillRect(QRect(QPoint(), grown), QColor(ground_of(taken.view, theme)))
        painter.save()
        painter.translate(margin, margin)
        begin(painter)
        painter.restore()

    return grown, paint_inside, begin_inside


def _pictures(taken: Taken) -> list[Pictured]:
    view = taken.view
    return [view] if isinstance(view, Pictured) else list(pictures_inside(view))
