"""Painting onto images and reading back what is there."""

from collections.abc import Sequence
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from model.arrays import frozen
from model.lessons.masks import MaskRecord
from model.traces.aggregation import whole
from tests.viz_app.states import trace_of
from viz_app.design.theme import dark_theme, light_theme
from viz_app.workbench.snapshots.attention import FocusSnapshot, MosaicSnapshot
from viz_app.workbench.snapshots.token_axes import row_labels

THEMES = {"light": light_theme(), "dark": dark_theme()}
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
ZH = (*"我昨天在书店买了一本有趣的书。", "</s>")
EN = ("I", "bought", "a", "book", "in", "the", "bookst", "##ore", "yesterday", ".", "</s>")


def svg_texts(paint, *, width, height):
    buffer = QBuffer()
    svg = QSvgGenerator()
    svg.setOutputDevice(buffer)
    svg.setViewBox(QRectF(0, 0, width, height))
    svg.setSize(QSize(width, height))
    with QPainter(svg) as painter:
        paint(painter, QRectF(0, 0, width, height))
    root = ElementTree.fromstring(bytes(buffer.data()))
    return ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]


def painted(paint, *, width=640, height=480, theme=THEMES["light"], ratio=1):
    """An image on the panel's colour, and what ``paint(painter, rect)`` returned."""
    image = QImage(width * ratio, height * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(theme.panel))
    with QPainter(image) as painter:
        result = paint(painter, QRectF(0, 0, width, height).adjusted(16, 16, -16, -16))
    return image, result


def colour_at(image: QImage, point: QPointF) -> str:
    """``#rrggbb`` of the pixel at a point in px."""
    ratio = image.devicePixelRatio()
    return image.pixelColor(int(point.x() * ratio), int(point.y() * ratio)).name()


def lut_colour(lut: np.ndarray, index: int) -> str:
    return QColor(*lut[index].tolist()).name()


def area_colours(image: QImage, rect: QRectF) -> set[str]:
    return colours_in(
        image.copy(QRectF(rect.topLeft() * image.devicePixelRatio(), rect.size()).toRect())
    )


def colours_in(image: QImage) -> set[str]:
    pixels = np.array(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint8)
    return {QColor(colour).name() for colour in np.unique(pixels.view(np.uint32)).tolist()}


def words(count: int) -> tuple[str, ...]:
    some = ("a", "extraordinarily", "书", "bookstore", "</s>", "##ing", "的", "unbelievable")
    return tuple(some[index % len(some)] for index in range(count))


def focus(weights=None, *, kind="cross", target=EN, source=ZH, **fields) -> FocusSnapshot:
    """A focused head; ``weights`` in place of its own."""
    trace = trace_of(target, source=source, layers=2, heads=3)
    shown = _shown(trace, kind)
    values = {
        "layer": 1,
        "cell": None,
        "heads": (0,),
        "projection": whole(len(shown["rows"]), len(shown["columns"])),
        "weights": trace.weights(kind)[1, 0] if weights is None else frozen(weights),
    }
    return FocusSnapshot(**{**shown, **values, **fields})


def square(count: int, weights=None, **fields) -> FocusSnapshot:
    """A focused head with as many tokens of different lengths on both axes."""
    return focus(weights, target=words(count), source=words(count), **fields)


def mosaic(weights=None, *, kind="cross", target=EN, source=ZH, **fields) -> MosaicSnapshot:
    """All heads; ``weights`` in place of their own."""
    layers, heads = (2, 3) if weights is None else weights.shape[:2]
    trace = trace_of(target, source=source, layers=layers, heads=heads)
    shown = _shown(trace, kind)
    weights = trace.weights(kind) if weights is None else frozen(weights)
    return MosaicSnapshot(**{**shown, "weights": weights, **fields})


def _shown(trace, kind):
    """What a focused head and all heads have in common."""
    return {
        "trace": trace,
        "kind": kind,
        "layer": 0,
        "head": 0,
        "rows": row_labels(trace, kind),
        "columns": trace.key_tokens(kind),
        "row_labels": "both",
        "decoded_rows": len(trace.query_tokens(kind)),
        "marked_row": None,
        "mask": trace.mask(kind),
    }


def zeros(rows: int, columns: int, **ones: float) -> np.ndarray:
    """Weights of 0, apart from those named ``r0c2=0.5``."""
    weights = np.zeros((rows, columns), dtype=np.float32)
    for name, value in ones.items():
        row, column = name.removeprefix("r").split("c")
        weights[int(row), int(column)] = value
    return weights


def overlaps(rects: Sequence[QRectF]) -> list[tuple[int, int]]:
    """Pairs of rectangles that share more than a hair."""
    inner = [rect.adjusted(0.05, 0.05, -0.05, -0.05) for rect in rects]
    return [
        (one, other)
        for one in range(len(inner))
        for other in range(one + 1, len(inner))
        if inner[one].intersects(inner[other])
    ]


def mask_record(*, sentences: int = 2) -> MaskRecord:
    src = (("我", "有", "一", "只", "猫", "</s>"), ("猫", "</s>") + ("<pad>",) * 4)[:sentences]
    tgt = (("<s>", "I", "have", "a", "cat"), ("<s>", "cat") + ("<pad>",) * 3)[:sentences]
    src_keys, tgt_keys = (
        np.array([[token != "<pad>" for token in row] for row in rows]) for rows in (src, tgt)
    )
    causal = np.tri(5, dtype=np.bool_)
    return MaskRecord(
        src_tokens=src,
        tgt_tokens=tgt,
        source_padding=frozen(src_keys),
        causal=frozen(causal),
        target=frozen(causal & tgt_keys[:, None, :]),
        cross=frozen(np.repeat(src_keys[:, None, :], 5, axis=1)),
    )
