"""The title of a matrix: operator, symbol as in the formulas, name, shape."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture
from viz_app.panels.one_head.texts.matrix_names import Symbol, colour_of
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.typeset import paint_typeset, typeset_width

LINE = 1.5
"""Height of a line in text sizes."""


def title_height(theme: Theme, *, lines: int) -> float:
    """Px above the column labels."""
    return LINE * theme.body + (LINE * theme.small if lines > 1 else 0.0) + theme.unit


def title_lines(picture: MatrixPicture, theme: Theme, *, width: float) -> int:
    """How many lines a title needs: one, or two where that is too narrow."""
    words = f"{picture.name}   {picture.shape}"
    operator = f"{picture.operator} " if picture.operator else ""
    before = typeset_width(operator, theme, size=theme.body) + symbol_width(picture.symbol, theme)
    room = width - before - 4 * theme.unit
    return 1 if typeset_width(words, theme, size=theme.small) <= room else 2


def paint_title(
    painter: QPainter, rect: QRectF, picture: MatrixPicture, theme: Theme, *, lines: int
) -> None:
    """``= QK⊤  products`` and ``[query, key] = [6, 7]``, beside each other or below."""
    line = QRectF(rect.left(), rect.top(), rect.width(), LINE * theme.body)
    left = _paint_symbol(painter, line, picture, theme)
    place = QRectF(QPointF(left, line.top()), line.bottomRight())
    if lines > 1:
        paint_line(painter, place, picture.name, theme)
        place = QRectF(rect.left(), line.bottom(), rect.width(), LINE * theme.small)
    name = picture.shape if lines > 1 else f"{picture.name}   {picture.shape}"
    paint_typeset(painter, place, _with_row(name, picture, theme, width=place.width()), theme)


def _with_row(words: str, picture: MatrixPicture, theme: Theme, *, width: float) -> str:
    """The shape of the marked row too, where it has room."""
    longer = f"{words}   {picture.row_shape}" if picture.row_shape else words
    return longer if typeset_width(longer, theme, size=theme.small) <= width else words


def symbol_width(letters: Symbol, theme: Theme) -> float:
    """In px."""
    return max(end for _, end in _places(letters, theme))


def _places(letters: Symbol, theme: Theme) -> list[tuple[float, float]]:
    """Where each part begins and ends, in px; what is below another's sign stands under it."""
    places: list[tuple[float, float]] = []
    for (text, place), (_, before) in zip(letters, (("", "line"), *letters), strict=False):
        start = max((end for _, end in places), default=0.0)
        if (before, place) == ("sup", "sub"):
            start = places[-1][0]
        width = text_width(theme, text, size=_size(theme, place), weight="bold")
        places.append((start, start + width))
    return places


def _paint_symbol(painter: QPainter, line: QRectF, picture: MatrixPicture, theme: Theme) -> float:
    """Says where it ends."""
    left, base = line.left(), line.top() + line.height() * 0.72
    if picture.operator:
        paint_typeset(painter, line, picture.operator, theme, size=theme.body)
        left += typeset_width(picture.operator, theme, size=theme.body) + 1.5 * theme.unit
    painter.setPen(QColor(colour_of(picture.matrix, theme)))
    places = _places(picture.symbol, theme)
    for (text, place), (start, _) in zip(picture.symbol, places, strict=True):
        shift = {"line": 0.0, "sub": 0.25, "sup": -0.4}[place] * theme.body
        painter.setFont(theme.font(_size(theme, place), "bold"))
        painter.drawText(QPointF(left + start, base + shift), text)
    return left + symbol_width(picture.symbol, theme) + 2 * theme.unit


def _size(theme: Theme, place: str) -> int:
    return theme.body if place == "line" else round(theme.body * 0.7)
