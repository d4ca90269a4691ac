"""Pictures that were taken along, pixel by pixel."""

import numpy as np
from PySide6.QtGui import QImage


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.array(image.constBits(), np.uint8)
    return flat.reshape(image.height(), image.width(), 4)[..., :3].astype(np.int16)


def far_from(one, other):
    """The share of pixels that differ by more than a shade, without a figure's own margin."""
    margin = (one.width() - other.width()) // 2
    one = one.copy(one.rect().adjusted(margin, margin, -margin, -margin))
    return float((np.abs(pixels(one) - pixels(other)).max(axis=-1) > 48).mean())
