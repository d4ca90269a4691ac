"""Typeset formulas of ``resources/formulas``: as drawings, and inside of a text."""

from __future__ import annotations

import html
import math
import re
from functools import cache, lru_cache
from importlib.resources import files

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

from viz_app.design.theme import Theme

FORMULAS = files("resources").joinpath("formulas")

SIZE = 24
"""Text size in the files, in px."""

ENLARGED = 1.15
"""Text size of a formula to that of the text around it: its letters are slighter."""

INLINE = ("inline_root_d_model", "inline_root_d_k", "inline_d_model", "inline_d_k", "inline_w_o")
"""Formulas that stand in texts, longer ones first; a text has them as they are spoken."""


@cache
def spoken_formulas() -> dict[str, str]:
    """Each formula as plain text, by name."""
    lines = FORMULAS.joinpath("formulas.tsv").read_text(encoding="utf-8").splitlines()
    return {name: text for name, _, text in (line.split("\t") for line in lines)}


def formula_svg(name: str, theme: Theme) -> bytes:
    """A formula in the theme's colours. ``name`` is the first word of a line in the list."""
    svg = FORMULAS.joinpath(f"{name}.svg").read_text(encoding="utf-8")
    for stand_in, colour in (
        ('"black"', f'"{theme.text}"'),
        ("#100001", theme.query),
        ("#100002", theme.key),
        ("#100003", theme.value),
    ):
        svg = svg.replace(stand_in, colour)
    return svg.encode()


def formula_image(name: str, theme: Theme, *, size: int, ratio: float) -> QImage:
    """A formula for a line of text of ``size`` px.

    The middle of its height is where Qt puts the middle of an image in a line: half the height
    of an x above the line's foot. So it stands on the line, however deep it reaches below it.
    """
    renderer = QSvgRenderer(QByteArray(formula_svg(name, theme)))
    share, box = size * ENLARGED / SIZE, renderer.viewBoxF()
    middle = -QFontMetricsF(theme.font(size)).xHeight() / 2
    half = math.ceil(max(middle - share * box.top(), share * box.bottom() - middle))
    width = math.ceil(share * box.width())
    image = QImage(
        round(width * ratio), round(2 * half * ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    top = half - (middle - share * box.top())
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(0, top, share * box.width(), share * box.height()))
    return image


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


def typeset(text: str, theme: Theme, *, size: int = 0) -> str:
    """Plain text as rich text, in which formulas are typeset; in the body's size, else ``size``."""
    names = {spoken_formulas()[name]: name for name in INLINE}
    parts = re.split("(" + "|".join(map(re.escape, names)) + ")", text)
    written = (
        _inline(names[part], theme, size or theme.body, pixel_ratio())
        if part in names
        else html.escape(part, quote=False).replace("\n", "<br>")
        for part in parts
    )
    return "".join(written)


def pixel_ratio() -> float:
    """Px of the finest screen to one at 100 %: an image in a text is not scaled well."""
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


@lru_cache(maxsize=64)
def _inline(name: str, theme: Theme, size: int, ratio: float) -> str:
    image = formula_image(name, theme, size=size, ratio=ratio)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    data = bytes(buffer.data().toBase64().data()).decode()
    width, height = (round(side / ratio) for side in (image.width(), image.height()))
    return (
        f'<img src="data:image/png;base64,{data}" width="{width}" height="{height}" '
        'style="vertical-align: middle">'
    )
