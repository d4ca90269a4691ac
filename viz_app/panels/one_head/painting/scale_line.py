"""The scale of a matrix' colours as a short line under it: ``−4 ▒▒▒▒ 4``, ``▨ masked``."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter

from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.oklab import Rgba
from viz_app.design.theme import Theme
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.colour_bar import paint_map
from viz_app.pictures.legend import legend_width, paint_legend
from viz_app.pictures.text_line import paint_line
from viz_app.texts.sentences import Swatch

translate = QCoreApplication.translate

LONGEST, SHORTEST = 72, 16
"""Of the map in px at 100 %."""


def scale_height(picture: MatrixPicture, theme: Theme) -> float:
    """Px under the cells."""
    return theme.small * 1.3 + 1.5 * theme.unit


def scale_ends(picture: MatrixPicture) -> tuple[str, str]:
    """What stands at both ends; numbers beyond a signed level have its colour, too."""
    if not picture.signed:
        return ("0", "1")
    return (f"≤ −{picture.level:.3g}", f"≥ {picture.level:.3g}")


def scale_entries(picture: MatrixPicture) -> list[tuple[Swatch, str]]:
    """What cells without a colour mean."""
    entries: list[tuple[Swatch, str]] = []
    if picture.matrix == "mask":
        entries.append(("allowed", translate("one_head", "may attend")))
    if picture.hidden.any():
        entries.append(("masked", translate("attention", "masked")))
    return entries


def paint_scale(
    painter: QPainter, place: QPointF, picture: MatrixPicture, theme: Theme, *, room: QRectF
) -> None:
    """From ``place`` (left top) on, or as far left of it as it needs; all within ``room``.

    A legend without room is left out.
    """
    left = place.x()
    if picture.matrix != "mask":
        ends = _ends_width(picture, theme)
        length = min(LONGEST * theme.scale, max(SHORTEST * theme.scale, room.width() - ends))
        left = max(room.left(), min(left, room.right() - ends - length))
        start = QPointF(left, place.y())
        left = _paint_map(painter, start, picture, theme, length=length) + 4 * theme.unit
    entries = scale_entries(picture)
    if entries and left + legend_width(entries, theme) <= room.right():
        paint_legend(painter, QPointF(left, place.y()), entries, theme)


def _ends_width(picture: MatrixPicture, theme: Theme) -> float:
    """What stands at both ends of the map, with its distance, in px."""
    texts = sum(text_width(theme, end, size=theme.small) + 1 for end in scale_ends(picture))
    return texts + 2 * theme.unit


def _paint_map(
    painter: QPainter, place: QPointF, picture: MatrixPicture, theme: Theme, *, length: float
) -> float:
    """Says where it ends."""
    low, high = scale_ends(picture)
    height = theme.small * 1.2
    left = _paint_end(painter, place, low, theme, height=height)
    bar = QRectF(left, place.y() + height * 0.2, length, height * 0.6)
    paint_map(painter, bar, picture_map(picture, theme), theme)
    after = QPointF(bar.right() + theme.unit, place.y())
    return _paint_end(painter, after, high, theme, height=height)


def picture_map(picture: MatrixPicture, theme: Theme) -> Rgba:
    """Signed numbers have the diverging map, weights that of their kind."""
    return diverging_lut(theme) if picture.signed else kind_lut(theme, picture.kind)


def _paint_end(
    painter: QPainter, place: QPointF, text: str, theme: Theme, *, height: float
) -> float:
    width = text_width(theme, text, size=theme.small) + 1
    paint_line(painter, QRectF(place.x(), place.y(), width, height), text, theme, whole=True)
    return place.x() + width + theme.unit
