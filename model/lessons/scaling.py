"""What the division by √d_k does to products and softmax.

May import what `model.lessons` may, and of the other lessons one_head.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Self

import numpy as np
import numpy.typing as npt

from model import arrays
from model.arrays import DoubleArray, FloatArray, frozen
from model.lessons.one_head import HeadAnatomy

DEVIATIONS = 4.0
"""Half the axis of random products, in standard deviations √d_k."""

BLOCK = 64
"""Number of components drawn at once."""


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
    """Pairs of vectors with independent components of mean 0 and variance 1, drawn once.

    Products for a d_k use the first d_k components: another d_k adds components to the same
    vectors.
    """

    def __init__(self, *, seed: int, largest: int = 512, pairs: int = 2000, keys: int = 8) -> None:
        """``pairs`` pairs and one q with ``keys`` keys, of at most ``largest`` components each."""
        self._seed, self.largest, self._pairs = seed, largest, pairs
        vectors = 2 * pairs + 1 + keys
        self._drawn = np.empty((vectors, 0), np.float32)  # every q, its k, the one q, its keys

    def products(self, d_k: int) -> Products:
        """Products of the first ``d_k`` components, own q and k per pair; raises ValueError."""
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
        """The first ``d_k`` components of all vectors, ``[vector, d_k]``."""
        # Large blocks are drawn quickly.
        while self._drawn.shape[1] < d_k:
            noise = np.random.default_rng((self._seed, self._drawn.shape[1]))
            more = noise.standard_normal((len(self._drawn), BLOCK), dtype=np.float32)
            self._drawn = np.hstack([self._drawn, more])
        return self._drawn[:, :d_k]


@dataclass(frozen=True, eq=False, kw_only=True)
class Spread:
    """Histogram and moments of numbers.

    Attributes:
        edges: of the bins, ``[bins + 1]``.
        shares: of the numbers in each bin, ``[bins]``; what lies beyond the edges is in none.
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
        """Counts of values in equal bins from −reach to reach; raises ValueError without values."""
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


LARGEST_JACOBIAN = 0.25
"""No entry of a softmax's Jacobian is larger: p(1 − p) is ¼ at p = ½."""


def softmax(scores: npt.ArrayLike) -> DoubleArray:
    """Softmax of one row ``[key]`` → ``[key]``, sum 1; raises ValueError for an empty row."""
    row = np.asarray(scores, dtype=np.float64)
    if not row.size:
        raise ValueError("no score to take the softmax of")
    return arrays.softmax(row)


def entropy_bits(weights: npt.ArrayLike) -> float:
    """Entropy of weights ``[key]`` in bits: 0 for one key, log₂(keys) for equal weights."""
    row = np.asarray(weights, dtype=np.float64)
    positive = row[row > 0]
    return float(-(positive * np.log2(positive)).sum()) + 0.0


def softmax_jacobian(weights: npt.ArrayLike) -> DoubleArray:
    """∂p_i/∂s_j = p_i(δ_ij − p_j) of the softmax with output ``[key]``. ``[key, key]``.

    Symmetric; its rows sum to 0; it is diag(p) − ppᵀ.
    """
    row = np.asarray(weights, dtype=np.float64)
    return np.diag(row) - np.outer(row, row)


@dataclass(frozen=True, eq=False, kw_only=True)
class SoftmaxStudy:
    """The softmax of one row of scores times a factor; read-only.

    Attributes:
        factor: what the scores were multiplied by.
        scores: after that, ``[key]``.
        weights: their softmax, ``[key]``.
        entropy: of the weights, in bits.
        jacobian: of the softmax where the scores are, ``[key, key]``.
    """

    factor: float
    scores: FloatArray
    weights: FloatArray
    entropy: float
    jacobian: FloatArray

    @classmethod
    def of(cls, scores: npt.ArrayLike, *, factor: float) -> Self:
        """Study ``factor`` times the scores ``[key]``; raises ValueError without scores."""
        scaled = np.asarray(scores, dtype=np.float64) * factor
        weights = softmax(scaled)
        return cls(
            factor=factor,
            scores=frozen(scaled.astype(np.float32)),
            weights=frozen(weights.astype(np.float32)),
            entropy=entropy_bits(weights),
            jacobian=frozen(softmax_jacobian(weights).astype(np.float32)),
        )

    @property
    def most_entropy(self) -> float:
        """Maximum entropy, with equal weights, in bits."""
        return math.log2(len(self.weights))

    @property
    def steepest(self) -> float:
        """Largest magnitude in the Jacobian; at 0 queries and keys get no gradient."""
        return float(np.abs(self.jacobian).max())


DRAWS, KEYS = 256, 8
"""Of one query with so many keys."""

WIDTHS = tuple(2**power for power in range(10))
"""Components of the vectors, 1 … 512."""

INNER = (0.1, 0.9)
"""Quantiles that enclose four fifths of the draws."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Steepest:
    """The largest entry of the softmax's Jacobian over :data:`DRAWS` draws, ``[width]``; read-only.

    Attributes:
        mean: over the draws.
        low, high: their quantiles :data:`INNER`.
    """

    mean: FloatArray
    low: FloatArray
    high: FloatArray

    @classmethod
    def of(cls, *, factor: float, divided: bool, seed: int = 0) -> Self:
        """For scores times ``factor``, optionally divided by √d_k; ``seed`` of the draws."""
        # No entry is larger than the largest p(1 − p), since p_i p_j ≤ p_i(1 − p_i).
        scale = np.sqrt(WIDTHS) if divided else np.ones(len(WIDTHS))
        scores = _drawn_products(seed) * (factor / scale)[:, None]  # [draw, width, key]
        weights = arrays.softmax(scores)
        steepest = (weights * (1 - weights)).max(axis=-1)  # [draw, width]
        rows = steepest.mean(axis=0), *np.quantile(steepest, INNER, axis=0)
        mean, low, high = (frozen(row.astype(np.float32)) for row in rows)
        return cls(mean=mean, low=low, high=high)


@lru_cache(maxsize=2)
def _drawn_products(seed: int) -> DoubleArray:
    """q·k of the first components of vectors drawn once, ``[draw, width, key]``."""
    noise = np.random.default_rng(seed)
    parts = []
    for low, high in pairwise((0, *WIDTHS)):
        q = noise.standard_normal((DRAWS, 1, high - low), dtype=np.float32)
        k = noise.standard_normal((DRAWS, KEYS, high - low), dtype=np.float32)
        parts.append((q * k).sum(axis=-1, dtype=np.float64))
    return np.asarray(np.cumsum(parts, axis=0).transpose(1, 0, 2))


BINS = 81
"""Bins of a histogram: odd, so that one is centred at 0."""

FACTORS = (0.1, 1.0, 10.0)
"""What the scores are multiplied by beside the factor that the user chooses."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ScaleSide:
    """The same products, divided by 1 or by √d_k.

    Attributes:
        divisor: what they are divided by.
        histogram: of all of them.
        studies: of one query's softmax, for each of the usual factors and, if it is another one,
            the user's.
        own: the one with the user's factor.
        steepest: the largest derivative of many random draws, with the user's factor.
    """

    divisor: float
    histogram: Spread
    studies: tuple[SoftmaxStudy, ...]
    own: SoftmaxStudy
    steepest: Steepest


@dataclass(frozen=True, eq=False, kw_only=True)
class ScaleStudy:
    """Both sides of a comparison."""

    products: Products
    plain: ScaleSide
    scaled: ScaleSide


def scale_study(products: Products, factor: float, *, seed: int = 0) -> ScaleStudy:
    """Compare the products with the same divided by √d_k; ``seed`` of the draws."""
    return ScaleStudy(
        products=products,
        plain=_side(products, factor, seed=seed, divided=False),
        scaled=_side(products, factor, seed=seed, divided=True),
    )


def random_products(d_k: int, seed: int) -> Products:
    return _random_vectors(seed).products(d_k)


def head_products(anatomy: HeadAnatomy, row: int) -> Products:
    """Products of a head for the query ``row``, without masked keys."""
    seen = anatomy.mask[row]
    return Products(
        d_k=anatomy.d_k,
        all=anatomy.products[anatomy.mask],
        row=anatomy.products[row, seen],
        keys=tuple(anatomy.key_tokens[key] for key in np.flatnonzero(seen)),
        reach=float(np.abs(anatomy.products[anatomy.mask]).max()) * 1.05 or 1.0,
    )


def _side(products: Products, factor: float, *, seed: int, divided: bool) -> ScaleSide:
    divisor = math.sqrt(products.d_k) if divided else 1.0
    row = products.row / divisor
    factors = dict.fromkeys((*FACTORS, factor))
    studies = {each: SoftmaxStudy.of(row, factor=each) for each in factors}
    return ScaleSide(
        divisor=divisor,
        histogram=Spread.of(products.all / divisor, reach=products.reach, bins=BINS),
        studies=tuple(studies.values()),
        own=studies[factor],
        steepest=Steepest.of(factor=factor, divided=divided, seed=seed),
    )


@lru_cache(maxsize=2)
def _random_vectors(seed: int) -> RandomVectors:
    # Drawn once; moving the slider only adds components.
    return RandomVectors(seed=seed)
