"""A head's weights as a small PNG, written into the page itself."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from model.arrays import BoolArray, FloatArray
from model.traces.trace import KINDS, Kind
from viz_app.design.colours import Colours
from viz_app.design.oklab import SIZE, Rgba, ramp, rgb, to_index

CRISP = 64
"""Pixels of a small picture's longer side: who reads a printed page would see it blurred."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_INDEXED = 3


def colour_kind(kind: str) -> Kind:
    """Whose colour a kind has: attention of a name of its own has the accent colour."""
    return next((known for known in KINDS if known == kind), "cross")


@lru_cache(maxsize=8)
def kind_palette(colours: Colours, kind: Kind) -> Rgba:
    """The panel's colour to the kind's, and that of masked cells. ``uint8 [257, 3]``."""
    line = ramp(colours.panel, colours.kind_colour(kind))[:, :3]
    return np.concatenate([line, np.array([rgb(colours.masked)], dtype=np.uint8)])


def head_images(
    weights: FloatArray, mask: BoolArray | None, *, palettes: Sequence[Rgba]
) -> list[str]:
    """A head, ``[query, key]``, at levels 0 … 1 as a ``data:`` address for each palette.

    A cell is a pixel, or a square of some where they are few; masked ones are grey.
    """
    index = to_index(weights, levels=(0.0, 1.0), size=SIZE)
    if mask is not None:
        index = np.where(mask, index, SIZE)
    # only the colours that it has: a small picture would be nothing but its palette; of 257 colours
    # 256 have room, and the last two before the masked one look the same
    used, pixels = np.unique(np.where(index == SIZE - 1, SIZE - 2, index), return_inverse=True)
    shown = np.where(used == SIZE - 2, SIZE - 1, used)
    square = np.ones((max(1, CRISP // max(index.shape)),) * 2, dtype=np.uint8)
    whole = np.kron(pixels.reshape(index.shape).astype(np.uint8), square)
    lines = np.pad(whole, ((0, 0), (1, 0)))  # each begins with 0: not filtered
    packed = zlib.compress(lines.tobytes())
    return [_address(whole.shape, palette[shown], packed) for palette in palettes]


def _address(shape: tuple[int, ...], palette: Rgba, packed: bytes) -> str:
    height, width = shape
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _INDEXED, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", packed),
        (b"IEND", b""),
    )
    data = _SIGNATURE + b"".join(_chunk(name, body) for name, body in parts)
    return "data:image/png;base64," + base64.b64encode(data).decode("ascii")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
