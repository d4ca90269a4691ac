"""A batch's masks, built as one would by hand: valid positions, matrix, inverted, added.

Numpy only. The masks that the model itself uses are made by :mod:`model.network.masks`; what is
built here is equal to them unless padded queries are masked as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen
from model.lessons.masks.record import MaskRecord
from model.traces.trace import Kind

MaskName = Literal["source", "causal", "target", "cross"]
"""Source padding, the causal mask alone, the target's causal and padding, and cross."""

MASK_NAMES: tuple[MaskName, ...] = get_args(MaskName)

PaddedQueries = Literal["kept", "masked"]
"""Whether a padded query keeps its keys, as in this model, or has none, as in v·vᵀ."""

_KINDS: dict[MaskName, Kind] = {
    "source": "encoder",
    "causal": "decoder",
    "target": "decoder",
    "cross": "cross",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class MaskBuilding:
    """Each step on the way to one mask of a batch; all read-only.

    Attributes:
        name: which mask.
        queries: ``[batch, query]``, True = its row counts.
        keys: ``[batch, key]``, True = holds a token.
        padding: ``[batch, query, key]``, the outer product of the two.
        causal: ``[query, key]``, True = the key is not after the query; None where all may be.
        allowed: ``[batch, query, key]``, both at once, True = may attend.
    """

    name: MaskName
    queries: BoolArray = field(repr=False)
    keys: BoolArray = field(repr=False)
    padding: BoolArray = field(repr=False)
    causal: BoolArray | None = field(repr=False)
    allowed: BoolArray = field(repr=False)

    @property
    def kind(self) -> Kind:
        """The attention that uses it."""
        return mask_kind(self.name)

    @property
    def inverted(self) -> BoolArray:
        """``[batch, query, key]``, True = masked: what ``masked_fill`` takes."""
        return frozen(~self.allowed)

    @property
    def additive(self) -> FloatArray:
        """``[batch, query, key]``: 0 where a query may attend and −∞ where it may not."""
        return additive(self.allowed)

    @property
    def empty_rows(self) -> BoolArray:
        """``[batch, query]``, True = no key is left to attend to."""
        return frozen(np.logical_not(self.allowed.any(axis=-1)))


def build_mask(
    record: MaskRecord, name: MaskName, *, padded_queries: PaddedQueries = "kept"
) -> MaskBuilding:
    """Build one mask of a batch.

    ``masked`` queries multiply the valid positions of both sides, which leaves rows of padding
    without a key; ``kept`` looks at the keys only. The causal mask knows no padding either way.
    """
    keys = _valid(record, name, cross=record.source_padding)  # [batch, key]
    queries = _valid(record, name, cross=record.target_padding)  # [batch, query]
    if padded_queries == "kept":
        queries = np.ones_like(queries)
    padding = outer(queries, keys)  # [batch, query, key]
    causal = record.causal if name in {"causal", "target"} else None
    allowed = padding if causal is None else frozen(padding & causal)
    return MaskBuilding(
        name=name,
        queries=frozen(queries),
        keys=frozen(keys),
        padding=padding,
        causal=causal,
        allowed=allowed,
    )


def mask_kind(name: MaskName) -> Kind:
    """The attention that uses a mask."""
    return _KINDS[name]


def outer(queries: BoolArray, keys: BoolArray) -> BoolArray:
    """Which pairs are valid on both sides. ``[batch, query]``, ``[batch, key]`` → their product.

    A batched product of a column and a row, ``[batch, query, key]``.
    """
    return frozen(queries[:, :, None] & keys[:, None, :])


def additive(allowed: BoolArray) -> FloatArray:
    """A mask as what is added to the scores: 0 or −∞, in the same shape."""
    return frozen(np.where(allowed, np.float32(0), np.float32(-np.inf)))


def _valid(record: MaskRecord, name: MaskName, *, cross: BoolArray) -> BoolArray:
    """Where one side of a mask has tokens; both sides are of one sentence unless it is crossed."""
    if name == "causal":
        return np.ones_like(record.target_padding)
    return {"source": record.source_padding, "target": record.target_padding}.get(name, cross)
