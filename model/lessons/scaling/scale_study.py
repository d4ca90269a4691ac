"""Products and softmax with and without the division by √d_k. Numpy only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.scaling.random_products import Products, RandomVectors, Spread
from model.lessons.scaling.softmax_study import SoftmaxStudy

BINS = 81
"""Of a histogram: odd, so that one of them is around 0."""

FACTORS = (0.1, 1.0, 10.0)
"""What the scores are multiplied by beside the factor that the user chooses."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ScaleSide:
    """The same products, divided by 1 or by √d_k.

    Attributes:
        divisor: what they are divided by.
        histogram: of all of them.
        studies: of one query's softmax, for each of the usual factors and the user's.
    """

    divisor: float
    histogram: Spread
    studies: tuple[SoftmaxStudy, ...]

    @property
    def own(self) -> SoftmaxStudy:
        """With the user's factor."""
        return self.studies[-1]


@dataclass(frozen=True, eq=False, kw_only=True)
class ScaleStudy:
    """Both sides of a comparison."""

    products: Products
    plain: ScaleSide
    scaled: ScaleSide


def scale_study(products: Products, factor: float) -> ScaleStudy:
    """Compare the products as they are with the same divided by √d_k."""
    return ScaleStudy(
        products=products,
        plain=_side(products, 1.0, factor),
        scaled=_side(products, math.sqrt(products.d_k), factor),
    )


def random_products(d_k: int, seed: int) -> Products:
    """Of vectors whose components have mean 0 and variance 1."""
    return _random_vectors(seed).products(d_k)


def head_products(anatomy: HeadAnatomy, row: int) -> Products:
    """Of a head; ``row`` is the query. Keys that may not be attended to have no part in it."""
    seen = anatomy.mask[row]
    return Products(
        d_k=anatomy.d_k,
        all=anatomy.products[anatomy.mask],
        row=anatomy.products[row, seen],
        keys=tuple(anatomy.key_tokens[key] for key in np.flatnonzero(seen)),
        reach=float(np.abs(anatomy.products[anatomy.mask]).max()) * 1.05 or 1.0,
    )


def _side(products: Products, divisor: float, factor: float) -> ScaleSide:
    row = products.row / divisor
    return ScaleSide(
        divisor=divisor,
        histogram=Spread.of(products.all / divisor, reach=products.reach, bins=BINS),
        studies=tuple(SoftmaxStudy.of(row, factor=each) for each in (*FACTORS, factor)),
    )


@lru_cache(maxsize=2)
def _random_vectors(seed: int) -> RandomVectors:
    """Drawn once; moving the slider only adds components up."""
    return RandomVectors(seed=seed)
