"""Pictures that were taken along, pixel by pixel, and their words."""

from io import BytesIO
from xml.etree import ElementTree

import numpy as np
from PySide6.QtGui import QImage

SVG_TEXT = "{http://www.w3.org/2000/svg}text"

RATIO = 2
"""Pixels for one px of what is copied."""

ALIKE = 0.01
"""The share of pixels in which two pictures may differ that show the same."""


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.array(image.constBits(), np.uint8)
    return flat.reshape(image.height(), image.width(), 4)[..., :3].astype(np.int16)


def far_from(one, other):
    """The share of pixels that differ by more than a shade, without a figure's own margin."""
    margin = (one.width() - other.width()) // 2
    one = one.copy(one.rect().adjusted(margin, margin, -margin, -margin))
    return float((np.abs(pixels(one) - pixels(other)).max(axis=-1) > 48).mean())


def texts_of(svg):
    return ["".join(part.itertext()) for part in ElementTree.parse(svg).iter(SVG_TEXT)]


def words_of(pdf):
    from pypdf import PdfReader

    return PdfReader(BytesIO(pdf.read_bytes())).pages[0].extract_text()
