"""Typeset formulas of ``resources/formulas``, as drawings and as images."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from viz_app.design.theme import Theme

FORMULAS = files("resources").joinpath("formulas")

SIZE = 24
"""Text size in the files, in px."""

ENLARGED = 1.15
"""Text size of a formula to that of the text around it: its letters are slighter."""


@cache
def spoken_formulas() -> dict[str, str]:
    """Each formula as plain text, by name."""
    lines = FORMULAS.joinpath("formulas.tsv").read_text(encoding="utf-8").splitlines()
    return {name: text for name, _, text in (line.split("\t") for line in lines)}


def formula_svg(name: str, theme: Theme, *, ink: str = "") -> bytes:
    """A formula in the theme's colours, in its text's unless another ``ink`` is given.

    ``name`` is the first word of a line in the list.
    """
    svg = FORMULAS.joinpath(f"{name}.svg").read_text(encoding="utf-8")
    for stand_in, colour in (
        ('"black"', f'"{ink or theme.text}"'),
        ("#100001", theme.query),
        ("#100002", theme.key),
        ("#100003", theme.value),
    ):
        svg = svg.replace(stand_in, colour)
    return svg.encode()


def formula_image(name: str, theme: Theme, *, size: int, ratio: float, ink: str = "") -> QImage:
    """A formula for a line of text of ``size`` px, its middle where :func:`middle_of_line` is.

    So it stands on the line, however deep it reaches below it.
    """
    renderer = QSvgRenderer(QByteArray(formula_svg(name, theme, ink=ink)))
    share, box = size * ENLARGED / SIZE, renderer.viewBoxF()
    middle = -middle_of_line(theme, size)
    half = math.ceil(max(middle - share * box.top(), share * box.bottom() - middle))
    image = empty_image(math.ceil(share * box.width()), 2 * half, ratio)
    top = half - (middle - share * box.top())
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(0, top, share * box.width(), share * box.height()))
    return image


def middle_of_line(theme: Theme, size: int) -> float:
    """Px above the foot of a line at which Qt puts the middle of an image: half an x."""
    return QFontMetricsF(theme.font(size)).xHeight() / 2


def empty_image(width: int, height: int, ratio: float) -> QImage:
    """Transparent, with a size in px at 100 %."""
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(round(width * ratio), round(height * ratio), form)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image


def pixel_ratio() -> float:
    """Px of the finest screen to one at 100 %: an image in a text is not scaled well."""
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


class Formula:
    """A formula; ``name`` is the first word of a line in ``formulas.tsv``."""

    def __init__(self, name: str, theme: Theme, *, size: int = 0) -> None:
        """Load it, for text of ``size`` px, else the body's."""
        self._renderer = QSvgRenderer(QByteArray(formula_svg(name, theme)))
        self._renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        box, share = self._renderer.viewBoxF(), (size or theme.body) * ENLARGED / SIZE
        self.size = QSizeF(box.width() * share, box.height() * share)
        self.text = spoken_formulas()[name]

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        """At the left of a place, in the middle; smaller where it would be cut off."""
        share = min(1.0, rect.width() / self.size.width(), rect.height() / self.size.height())
        size = self.size * share
        corner = QPointF(rect.left(), rect.top() + (rect.height() - size.height()) / 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._renderer.render(painter, QRectF(corner, size))
        painter.restore()
