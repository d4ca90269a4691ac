"""Text in its place: lines that part no token, formulas, titles and notes."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QImageWriter,
    QPainter,
    QPainterPath,
    QPen,
)

from viz_app.design.theme import Theme, Weight
from viz_app.pictures.labels import elided, text_width
from viz_app.texts.visible_token import settled

# --------------------------------------------------------------------------------------- text line
# Text in its place: one line, elided where it has too little room, or several that part no token.
#
# ``</s>`` must not become ``</`` and ``s>``.


TextSide = Literal["left", "centre", "right"]

WORD_JOINER = "\u2060"
"""Invisible and of zero width; prevents a line break."""

FILLED = 0.85
"""How full lines are that are broken between words."""

_AFTER_SLASH = re.compile(r"/(?=\w)")

_FLAGS = {
    side: int(aligned | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip)
    for side, aligned in (
        ("left", Qt.AlignmentFlag.AlignLeft),
        ("centre", Qt.AlignmentFlag.AlignHCenter),
        ("right", Qt.AlignmentFlag.AlignRight),
    )
}


def paint_line(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    size: int = 0,
    colour: str = "",
    weight: Weight = "normal",
    side: TextSide = "left",
    high: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignVCenter,
    whole: bool = False,
) -> None:
    """Paint a text, small and soft by default, vertically centred; ``whole``: never elided."""
    if not text:
        return
    size = size or theme.small
    painter.save()
    painter.setFont(theme.font(size, weight))
    painter.setPen(QColor(colour or theme.soft_text))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    flags = _FLAGS[side] | high.value
    if not whole:
        text = elided(theme, text, size=size, width=rect.width(), weight=weight)
    painter.drawText(rect, flags, settled(text))
    painter.restore()


def paint_heading(
    painter: QPainter, rect: QRectF, text: str, theme: Theme, *, size: int = 0, at_top: bool = False
) -> None:
    high = Qt.AlignmentFlag.AlignTop if at_top else Qt.AlignmentFlag.AlignVCenter
    size, ink = size or theme.body, theme.text
    paint_line(painter, rect, text, theme, size=size, colour=ink, weight="bold", high=high)


def paint_lines(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    weight: Weight = "normal",
    lines: float = 0.0,
    high: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignBottom,
) -> None:
    """Paint a text in several lines, elided to ``lines`` of them; 0 = as many as needed."""
    if lines:
        room = rect.width() * (FILLED * lines if lines > 1 else 1.0)
        text = elided(theme, text, size=theme.body, width=room, weight=weight)
    painter.setFont(theme.font(theme.body, weight))
    painter.setPen(QColor(theme.text))
    flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | high
    painter.drawText(rect, int(flags), unparted(text))


def flowed(widths: Iterable[float], line: QRectF, *, gap: float, step: float) -> tuple[QRectF, ...]:
    """Places side by side, wrapped ``step`` px below at the end of the first line."""
    places: list[QRectF] = []
    place = QRectF(line.left(), line.top(), 0, line.height())
    for width in widths:
        wide = min(width, line.width())
        if place.left() + wide > line.right() and place.left() > line.left():
            place.moveTo(line.left(), place.top() + step)
        places.append(QRectF(place.left(), place.top(), wide, line.height()))
        place.translate(wide + gap, 0)
    return tuple(places)


def unparted(text: str) -> str:
    return _AFTER_SLASH.sub("/" + WORD_JOINER, text)


# ----------------------------------------------------------------------------------------- typeset
# Texts with formulas: as rich text, and painted in a line.
#
# A text has a formula as it is spoken (``√d_k``, ``x · W^Q``); roots of numbers are formulas too
# (``√256``, ``⁴√(80 · 50)``).


# ---------------------------------------------------------------------------------------- formulas
# Typeset formulas of ``resources/formulas``, as drawings and as images.


FORMULAS = files("resources").joinpath("formulas")

SIZE = 24
"""Text size in the files, in px."""

ENLARGED = 1.15
"""Text size of a formula to that of the text around it: its letters are slighter."""


@cache
def spoken_formulas() -> dict[str, str]:
    lines = FORMULAS.joinpath("formulas.tsv").read_text(encoding="utf-8").splitlines()
    return {name: text for name, _, text in (line.split("\t") for line in lines)}


def formula_svg(name: str, theme: Theme, *, ink: str = "") -> bytes:
    """The SVG named ``name`` in ``formulas.tsv``, in the theme's text colour or ``ink``."""
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
    """A formula for a line of text of ``size`` px, centred at :func:`middle_of_line`."""
    from PySide6.QtSvg import QSvgRenderer  # only what has formulas needs it

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
    """Height in px above the baseline at which Qt centres an image: half an x-height."""
    return QFontMetricsF(theme.font(size)).xHeight() / 2


def empty_image(width: int, height: int, ratio: float) -> QImage:
    """A transparent image; width and height in px at 100 %."""
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(round(width * ratio), round(height * ratio), form)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image


def pixel_ratio() -> float:
    """Pixels per px of the finest screen: Qt scales images in texts badly."""
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


class Formula:
    """A formula; ``name`` is the first word of a line in ``formulas.tsv``."""

    def __init__(self, name: str, theme: Theme, *, size: int = 0) -> None:
        from PySide6.QtSvg import QSvgRenderer

        self._renderer = QSvgRenderer(QByteArray(formula_svg(name, theme)))
        self._renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        box, share = self._renderer.viewBoxF(), (size or theme.body) * ENLARGED / SIZE
        self.size = QSizeF(box.width() * share, box.height() * share)
        self.text = spoken_formulas()[name]

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        share = min(1.0, rect.width() / self.size.width(), rect.height() / self.size.height())
        size = self.size * share
        corner = QPointF(rect.left(), rect.top() + (rect.height() - size.height()) / 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._renderer.render(painter, QRectF(corner, size))
        painter.restore()


# ----------------------------------------------------------------------------------------- typeset


_ROOT = r"[²³⁴]?√(?:\([^()]*\)|\d+)"
_DIGITS = str.maketrans("²³⁴", "234")

_GAPS = {"left": 0.0, "centre": 0.5, "right": 1.0}
"""Share of the free room at the left of a text."""


def typeset(text: str, theme: Theme, *, size: int = 0, ink: str = "") -> str:
    """Plain text as rich text with typeset formulas, ``size`` in px (0 = the body's)."""
    ratio = pixel_ratio()
    written = (
        _inline(part, theme, size or theme.body, ratio, ink)
        if is_formula(part)
        else html.escape(part, quote=False).replace("\n", "<br>")
        for part in parts_of(text)
    )
    return "".join(written)


def paint_typeset(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    size: int = 0,
    colour: str = "",
    weight: Weight = "normal",
    side: TextSide = "left",
) -> None:
    """As :func:`paint_line`, with typeset formulas; a text that does not fit is elided."""
    size, ink = size or theme.small, colour or theme.soft_text
    parts = _fitting(text, theme, size=size, weight=weight, width=rect.width())
    widths = [_width(part, theme, size=size, weight=weight) for part in parts]
    x = rect.left() + _GAPS[side] * max(rect.width() - sum(widths), 0.0)
    metrics = QFontMetricsF(theme.font(size, weight))
    foot = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2
    for part, width in zip(parts, widths, strict=True):
        if is_formula(part):
            image = _image(part, theme, size, pixel_ratio(), ink)
            height = image.height() / image.devicePixelRatio()
            middle = foot - middle_of_line(theme, size)
            painter.drawImage(QPointF(x, middle - height / 2), image)
        else:
            place = QRectF(x, rect.top(), width, rect.height())
            paint_line(
                painter, place, part, theme, size=size, colour=ink, weight=weight, whole=True
            )
        x += width


def typeset_width(text: str, theme: Theme, *, size: int, weight: Weight = "normal") -> float:
    return sum(_width(part, theme, size=size, weight=weight) for part in parts_of(text))


def has_formula(text: str) -> bool:
    return any(map(is_formula, parts_of(text)))


def parts_of(text: str) -> tuple[str, ...]:
    return tuple(filter(None, _formulas_in_texts().split(text)))


def is_formula(part: str) -> bool:
    return _formulas_in_texts().fullmatch(part) is not None


def _fitting(
    text: str, theme: Theme, *, size: int, weight: Weight, width: float
) -> tuple[str, ...]:
    """The parts of a text that fit in ``width`` px; no formula is cut."""
    kept: list[str] = []
    for part in parts_of(text):
        own = _width(part, theme, size=size, weight=weight)
        if own > width + 0.5:
            shorter = "…" if is_formula(part) else part
            return (*kept, elided(theme, shorter, size=size, width=width, weight=weight))
        kept.append(part)
        width -= own
    return tuple(kept)


@cache
def _formulas_in_texts() -> re.Pattern[str]:
    spoken = sorted(_names(), key=len, reverse=True)
    return re.compile("(" + "|".join((*map(re.escape, spoken), _ROOT)) + ")")


@cache
def _names() -> dict[str, str]:
    named = spoken_formulas().items()
    return {text: name for name, text in named if name.startswith("inline_")}


def _width(part: str, theme: Theme, *, size: int, weight: Weight) -> float:
    if not is_formula(part):
        return text_width(theme, part, size=size, weight=weight)
    image = _image(part, theme, size, pixel_ratio(), "")
    return image.width() / image.devicePixelRatio()


@lru_cache(maxsize=64)
def _image(part: str, theme: Theme, size: int, ratio: float, ink: str) -> QImage:
    if part in _names():
        return formula_image(_names()[part], theme, size=size, ratio=ratio, ink=ink)
    index, _, below = part.partition("√")
    return _root_image(
        index.translate(_DIGITS), below.strip("()"), theme, size=size, ratio=ratio, ink=ink
    )


def _root_image(
    index: str, below: str, theme: Theme, *, size: int, ratio: float, ink: str
) -> QImage:
    font, small = theme.font(size), theme.font(max(round(0.65 * size), theme.least, 1))
    metrics = QFontMetricsF(font)
    left = max(QFontMetricsF(small).horizontalAdvance(index) - 0.2 * size, 0.0) + 1
    start, end = left + 0.6 * size, left + 0.7 * size + metrics.horizontalAdvance(below)
    rise = metrics.capHeight() + 0.22 * size
    half = math.ceil(max(rise + 2 - middle_of_line(theme, size), 0.5 * size))
    foot = half + middle_of_line(theme, size)
    image = empty_image(math.ceil(end + 2), 2 * half, ratio)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(ink or theme.text), size / 13))
        painter.setFont(font)
        painter.drawText(QPointF(start, foot), below)
        painter.setFont(small)
        painter.drawText(QPointF(0, foot - 0.6 * rise), index)
        painter.drawPath(_radical(left, foot, size=size, rise=rise, end=end))
    return image


def _radical(left: float, foot: float, *, size: int, rise: float, end: float) -> QPainterPath:
    path = QPainterPath(QPointF(left, foot - 0.34 * rise))
    for x, y in ((0.12, 0.42 * rise), (0.3, -0.06 * size), (0.54, rise)):
        path.lineTo(left + x * size, foot - y)
    path.lineTo(end, foot - rise)
    return path


@lru_cache(maxsize=64)
def _inline(part: str, theme: Theme, size: int, ratio: float, ink: str) -> str:
    image = _image(part, theme, size, ratio, ink)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    data = bytes(buffer.data().toBase64().data()).decode()
    width, height = (round(side / ratio) for side in (image.width(), image.height()))
    return (
        f'<img src="data:image/png;base64,{data}" width="{width}" height="{height}" '
        'style="vertical-align: middle">'
    )


# ------------------------------------------------------------------------------------- plot titles
# Title and subtitle at the top of a small picture.


TALL = 140
"""A picture lower than this, in px at 100 %, has no subtitle."""


NOTE_GAP = 3
"""Units between a title and what stands at the end of its line."""


def paint_plot_titles(
    painter: QPainter, rect: QRectF, title: str, subtitle: str, theme: Theme, *, corner: float = 0.0
) -> float:
    """Paint title and subtitle; returns their bottom. ``corner`` px at the right stay free."""
    line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    room = max(rect.width() - corner, 0.0)
    fits = text_width(theme, title, size=theme.body, weight="bold") <= room
    size = theme.body if fits else theme.small
    free = line.adjusted(0, 0, room - rect.width(), 0)
    top = Qt.AlignmentFlag.AlignTop
    paint_heading(painter, free, title, theme, size=size, at_top=True)
    bottom = titles_bottom(rect, subtitle, theme)
    if bottom > line.bottom():
        under = QRectF(rect.left(), line.bottom(), rect.width(), bottom - line.bottom())
        paint_line(painter, under, subtitle, theme, high=top)
    return bottom


def titles_bottom(rect: QRectF, subtitle: str, theme: Theme) -> float:
    """Bottom of the title, and of the subtitle if it fits, in px."""
    shown = subtitle and rect.height() >= TALL * theme.scale
    return rect.top() + theme.body * 1.5 + (theme.small * 1.5 if shown else 0)


def note_width(title: str, note: str, theme: Theme) -> float:
    words = typeset_width(title, theme, size=theme.body, weight="bold")
    return words + NOTE_GAP * theme.unit + text_width(theme, note, size=theme.small)


def paint_title_and_note(
    painter: QPainter, rect: QRectF, title: str, note: str, theme: Theme
) -> float:
    line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    paint_line(painter, line, note, theme, side="right", whole=True)
    room = text_width(theme, note, size=theme.small) + NOTE_GAP * theme.unit
    free = line.adjusted(0, 0, -min(room, line.width()), 0)
    paint_typeset(painter, free, title, theme, size=theme.body, colour=theme.text, weight="bold")
    return line.bottom()
