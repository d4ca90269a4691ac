"""Products q·k of random vectors, and how numbers are spread. Numpy only.

Vectors whose components are independent with mean 0 and variance 1 have products of variance d_k
(Vaswani et al. 2017, §3.2.1, footnote 4).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from model.arrays import FloatArray, frozen

DEVIATIONS = 4.0
"""So many standard deviations, √d_k each, the axis of random products reaches from 0."""

BLOCK = 64
"""So many components are drawn at once."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Products:
    """Products q·k, and those of one query; all read-only.

    Attributes:
        d_k: components of the vectors.
        all: of many queries with many keys, ``[product]``.
        row: of one query: a row of scores before the scale, ``[key]``.
        keys: what these keys are called.
        reach: the axis of the products goes from −reach to reach.
    """

    d_k: int
    all: FloatArray
    row: FloatArray
    keys: tuple[str, ...]
    reach: float


class RandomVectors:
    """Pairs of vectors with independent components of mean 0 and variance 1, each drawn once.

    Products for a d_k are those of the first d_k components: who changes d_k adds components to
    the vectors that there are, and draws no others.
    """

    def __init__(self, *, seed: int, largest: int = 512, pairs: int = 2000, keys: int = 8) -> None:
        """``pairs`` pairs and one q with ``keys`` keys, of at most ``largest`` components each."""
        self._seed, self.largest, self._pairs = seed, largest, pairs
        vectors = 2 * pairs + 1 + keys
        self._drawn = np.empty((vectors, 0), np.float32)  # every q, its k, the one q, its keys

    def products(self, d_k: int) -> Products:
        """The products of the first ``d_k`` components; each pair has its own q and k.

        Raises:
            ValueError: vectors do not have so many components, or none are asked for.
        """
        if not 1 <= d_k <= self.largest:
            raise ValueError(f"d_k ({d_k}) must be from 1 to {self.largest}")
        ends = np.cumsum([self._pairs, self._pairs, 1])
        q, k, one, few = np.split(self._components(d_k), ends)
        return Products(
            d_k=d_k,
            all=frozen(np.einsum("pd,pd->p", q, k)),
            row=frozen(few @ one[0]),
            keys=tuple(f"k{number}" for number in range(1, len(few) + 1)),
            reach=DEVIATIONS * math.sqrt(d_k),
        )

    def _components(self, d_k: int) -> FloatArray:
        """The first ``d_k`` of all vectors, ``[vector, d_k]``; so many at once are soon drawn."""
        while self._drawn.shape[1] < d_k:
            noise = np.random.default_rng((self._seed, self._drawn.shape[1]))
            more = noise.standard_normal((len(self._drawn), BLOCK), dtype=np.float32)
            self._drawn = np.hstack([self._drawn, more])
        return self._drawn[:, :d_k]


@dataclass(frozen=True, eq=False, kw_only=True)
class Spread:
    """How numbers are spread, and their moments.

    Attributes:
        edges: of the bins, ``[bins + 1]``.
        shares: of the numbers in each bin, ``[bins]``; what lies beyond the edges is in none.
        count: how many numbers there are.
        beyond: the share that lies beyond the edges.
        mean, variance: of all numbers (the variance divides by their count).
    """

    edges: FloatArray
    shares: FloatArray
    count: int
    beyond: float
    mean: float
    variance: float

    @classmethod
    def of(cls, numbers: npt.ArrayLike, *, reach: float, bins: int) -> Self:
        """Numbers of any shape in equal bins from −reach to reach.

        Raises:
            ValueError: there are no numbers.
        """
        flat = np.asarray(numbers, dtype=np.float64).ravel()
        if not flat.size:
            raise ValueError("no numbers to count")
        counts, edges = np.histogram(flat, bins=bins, range=(-reach, reach))
        return cls(
            edges=frozen(edges.astype(np.float32)),
            shares=frozen((counts / flat.size).astype(np.float32)),
            count=flat.size,
            beyond=1.0 - float(counts.sum()) / flat.size,
            mean=float(flat.mean()),
            variance=float(flat.var()),
        )
