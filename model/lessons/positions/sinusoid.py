"""Sinusoidal positions (Vaswani et al. 2017, §3.5), for any size: table, wavelengths, rotation.

Numpy only; :mod:`model.network.positional` has the same table as a module of the network.
"""

from __future__ import annotations

import math

import numpy as np

from model.arrays import DoubleArray, FloatArray, frozen

BASE = 10_000.0


def frequencies(d_model: int) -> DoubleArray:
    """Radians a position of each pair of dimensions: 10000^(−2i/d_model). ``[pairs]``.

    An odd ``d_model`` has one more sine than cosines; it counts as a pair here.
    """
    return np.power(BASE, -np.arange(0, d_model, 2, dtype=np.float64) / d_model)


def sinusoid_table(length: int, d_model: int) -> FloatArray:
    """PE(pos, 2i) = sin(pos · 10000^(−2i/d_model)), PE(pos, 2i+1) = cos(…); read-only.

    ``[length, d_model]``; an odd ``d_model`` ends on a sine.
    """
    angles = np.arange(length, dtype=np.float64)[:, None] * frequencies(d_model)  # [length, pairs]
    table = np.empty((length, d_model), dtype=np.float32)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return frozen(table)


def wavelengths(d_model: int) -> DoubleArray:
    """Positions after which each pair repeats: 2π · 10000^(2i/d_model). ``[pairs]``.

    From 2π to nearly 10000 · 2π.
    """
    return np.asarray(2 * math.pi / frequencies(d_model))


def dot_similarity(table: FloatArray) -> FloatArray:
    """Dot product of every two rows. ``[length, d_model]`` → ``[length, length]``; read-only.

    Of the sinusoidal table it depends only on how far apart two positions are, and is at most
    ``d_model / 2``.
    """
    return frozen((table @ table.T).astype(np.float32))


def rotation_blocks(offset: int, d_model: int) -> DoubleArray:
    """What turns each pair of PE(pos) into that of PE(pos + offset). ``[pairs, 2, 2]``.

    ``[[cos kω, sin kω], [−sin kω, cos kω]]`` times ``(sin posω, cos posω)``: the addition theorems.
    The last sine of an odd ``d_model`` has no cosine to be turned with, and no block.
    """
    angles = offset * frequencies(d_model)[: d_model // 2]  # [pairs]
    cosines, sines = np.cos(angles), np.sin(angles)
    return np.stack([cosines, sines, -sines, cosines], axis=-1).reshape(-1, 2, 2)


def rotation_matrix(offset: int, d_model: int) -> FloatArray:
    """The blocks on the diagonal of one matrix, the same for every position; read-only.

    ``[even, even]`` with ``even`` = ``d_model`` without its remainder by 2.
    """
    blocks = rotation_blocks(offset, d_model)
    matrix = np.zeros((2 * len(blocks), 2 * len(blocks)), dtype=np.float32)
    for pair, block in enumerate(blocks):
        matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = block
    return frozen(matrix)


def rotated(rows: FloatArray, offset: int) -> FloatArray:
    """R · PE: rows turned by ``offset`` positions. ``[…, d_model]`` → ``[…, even]``; read-only."""
    blocks = rotation_blocks(offset, rows.shape[-1])
    even = rows[..., : 2 * len(blocks)].astype(np.float64)
    pairs = even.reshape(*rows.shape[:-1], len(blocks), 2)  # [..., pairs, 2]
    sines, cosines = pairs[..., 0], pairs[..., 1]
    turned = np.empty(pairs.shape, dtype=np.float32)
    for row in range(2):
        turned[..., row] = blocks[:, row, 0] * sines + blocks[:, row, 1] * cosines
    return frozen(turned.reshape(even.shape))


def rotation_errors(table: FloatArray, offset: int) -> FloatArray:
    """How far off: max |R · PE(pos) − PE(pos + offset)| for each position. ``[positions]``.

    The table ``[length, d_model]`` may be any; only sinusoidal ones turn exactly. There are as
    many positions as have one that lies ``offset`` ≥ 0 further on.

    Raises:
        ValueError: the table has no two positions so far apart.
    """
    if not 0 <= offset < len(table):
        raise ValueError(f"no positions are {offset} apart in a table of {len(table)}")
    turned = rotated(table[: len(table) - offset], offset)
    off = np.abs(turned - table[offset:, : turned.shape[1]])
    return frozen(off.max(axis=1, initial=0.0))
