"""Corrects Qt's SVG for other programs: valid fonts, the text that was typed, line widths."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QImageWriter, QPaintDevice
from PySide6.QtSvg import QSvgGenerator

NOT_STRETCHED = 'vector-effect="non-scaling-stroke"'

_GROUP = "<g "
_SIZE = re.compile('<svg width="[^"]*mm" height="[^"]*mm"')
_FONTS = re.compile('font-family="([^"]*)"')
_LINE = re.compile(r"(?:<text[^>]*>[^<]*</text>\s*)+")
_TEXT = re.compile(r'(<text[^>]*) x="([^"]*)" ([^>]*>)([^<]*)</text>')
_NUMBER = r"(-?[\d.]+(?:e[-+]?\d+)?)"
_POINT = re.compile(f"{_NUMBER},{_NUMBER}")
_STRETCHED = re.compile(
    r"<g([^>]*transform=\")matrix\(([^)]*)\)([^>]*>)((?:(?!</?g).)*)", re.DOTALL
)
_UNSEEN = re.compile("[\u2060\u2066-\u2069]")
"""Marks of direction around what a user typed, and what holds a token together."""


class SvgFile(QSvgGenerator):
    """Encodes images after painting, because a painter holds the GIL."""

    def __init__(self) -> None:
        # Browsers would show Qt's own title as a tool tip.
        super().__init__()
        self.setTitle("")
        self.setDescription("")
        self.images: list[QImage] = []

    def with_images(self, svg: str) -> str:
        for number, image in enumerate(self.images):
            svg = svg.replace(_base64(_stand_in(number)), _base64(image), 1)
        return svg


def painted_for(image: QImage, device: QPaintDevice) -> QImage:
    if not isinstance(device, SvgFile):
        return image
    device.images.append(image)
    return _stand_in(len(device.images) - 1)


def png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def _stand_in(number: int) -> QImage:
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    image.fill(0)
    image.setText("stands in for", str(number))
    return image


def _base64(image: QImage) -> str:
    return b64encode(png(image)).decode()


def readable_svg(svg: str, size: QSize) -> str:
    """The same picture with font lists that are valid CSS, and with the original text.

    Its size is in px: rounded millimetres would change it by a px. Lines of constant width keep it
    in every program.
    """
    svg = _SIZE.sub(f'<svg width="{size.width()}" height="{size.height()}"', svg, count=1)
    first, *groups = svg.split(_GROUP)  # others shall have their turns between these
    return "".join([_readable(first), *(_readable(_GROUP + group) for group in groups)])


def _readable(svg: str) -> str:
    svg = _STRETCHED.sub(_placed, _FONTS.sub(_quoted, svg))
    return _LINE.sub(_together, _UNSEEN.sub("", svg))


def _together(line: re.Match[str]) -> str:
    runs = _TEXT.findall(line[0])
    every = [list(run) for _, run in groupby(runs, key=lambda run: (run[0], run[2]))]
    return "".join(_text(run) for run in every if any(text.strip() for *_, text in run))


def _text(runs: Sequence[tuple[str, str, str, str]]) -> str:
    start, left, rest, text = runs[0]
    if len(runs) == 1:
        return f'{start} x="{left}" {rest}{text}</text>\n'
    parts = "".join(f'<tspan x="{left}">{text}</tspan>' for _, left, _, text in runs)
    return f"{start} {rest}{parts}</text>\n"


def _placed(group: re.Match[str]) -> str:
    begin, matrix, end, lines = group.groups()
    a, b, c, d, e, f = (float(number) for number in matrix.split(","))
    if NOT_STRETCHED not in lines or (a, b, c, d) == (1, 0, 0, 1):
        return group[0]

    def moved(point: re.Match[str]) -> str:
        x, y = float(point[1]), float(point[2])
        return f"{a * x + c * y + e:.6g},{b * x + d * y + f:.6g}"

    return f"<g{begin}matrix(1,0,0,1,0,0){end}{_POINT.sub(moved, lines)}"


def _quoted(fonts: re.Match[str]) -> str:
    names = ",".join(f"'{name.strip()}'" for name in fonts[1].split(","))
    return f'font-family="{names}"'
