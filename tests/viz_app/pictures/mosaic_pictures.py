"""Mosaics painted onto images, with and without a measure, and what is read back from them."""

import numpy as np

from tests.viz_app.painted import EN, THEMES, ZH, colour_at, mosaic, painted, svg_texts
from viz_app.pictures.mosaic import Mosaic

VALUES = np.array([[0.5, 2.0, 1.0], [3.0, np.nan, 2.5]], dtype=np.float32)
LARGEST_FIRST = [(1, 0), (1, 2), (0, 1), (0, 2), (0, 0), (1, 1)]


def picture(snapshot, theme=THEMES["light"], **size):
    shown = Mosaic(snapshot=snapshot)
    return painted(lambda p, rect: shown.paint(p, rect, theme), theme=theme, **size)


def texts(snapshot, *, width=640, height=480, theme=THEMES["light"], **options):
    """Everything that is written, read back from an SVG."""
    shown = Mosaic(snapshot=snapshot, **options)
    return svg_texts(lambda p, rect: shown.paint(p, rect, theme), width=width, height=height)


def one_bright_cell():
    weights = np.zeros((2, 3, len(EN), len(ZH)), dtype=np.float32)
    weights[1, 2, 0, len(ZH) - 1] = 1.0
    return weights


def measured(weights=None, **fields):
    fields = {"measure": "entropy", "measures": VALUES, **fields}
    return mosaic(one_bright_cell() if weights is None else weights, **fields)


def tile_colour(image, tile, row, column):
    return colour_at(image, tile.cell_rect(row, column).center())
