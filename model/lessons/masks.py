"""A batch's masks, built as one would by hand: valid positions, matrix, inverted, added.

Numpy only. The masks that the model itself uses are made by :mod:`model.network.attention`; what is
built here is equal to them unless padded queries are masked as well.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen, softmax
from model.lessons.one_head import HeadAnatomy
from model.special_tokens import Ids
from model.traces.trace import Kind


class MaskCell(NamedTuple):
    """One cell of a kind's mask; ``query`` is the row and ``key`` the column, from 0."""

    kind: Kind
    query: int
    key: int


@dataclass(frozen=True, slots=True)
class MaskEdits:
    """The cells whose mask is the opposite of the usual one; two equal sets are equal edits."""

    cells: frozenset[MaskCell] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.cells)

    def flipped(self, cell: MaskCell) -> MaskEdits:
        """The edits with one cell flipped; flipping twice restores it."""
        return dataclasses.replace(self, cells=self.cells ^ {cell})

    def of(self, kind: Kind) -> tuple[MaskCell, ...]:
        return tuple(sorted(cell for cell in self.cells if cell.kind == kind))

    def edited(self, mask: BoolArray, kind: Kind) -> BoolArray:
        """A mask ``[query, key]``, True = may attend, with its cells flipped; read-only."""
        changed = mask.copy()
        rows, columns = mask.shape
        for _, query, key in self.of(kind):
            if query < rows and key < columns:
                changed[query, key] = not mask[query, key]
        return frozen(changed)

    def masks(self, *, n_source: int, n_target: int) -> dict[Kind, BoolArray]:
        """The edited masks of one sentence, which has no padding.

        ``[source, source]``, ``[target, target]`` and ``[target, source]``; without edits only
        later target tokens are masked.
        """
        usual: dict[Kind, BoolArray] = {
            "encoder": np.ones((n_source, n_source), dtype=np.bool_),
            "decoder": np.tri(n_target, dtype=np.bool_),
            "cross": np.ones((n_target, n_source), dtype=np.bool_),
        }
        return {kind: self.edited(mask, kind) for kind, mask in usual.items()}

    def within(self, kind: Kind, *, queries: int, keys: int) -> MaskEdits:
        return MaskEdits(
            frozenset(cell for cell in self.of(kind) if cell.query < queries and cell.key < keys)
        )


NO_EDITS = MaskEdits()

Rule = Literal["minus infinity", "large negative", "zeros"]
"""What stands in masked places: −∞, −10⁹, or −∞ with the weights set to 0 afterwards (ours)."""

RULES: tuple[Rule, ...] = get_args(Rule)

LARGE_NEGATIVE = np.float32(-1e9)


@dataclass(frozen=True, eq=False, kw_only=True)
class RuledRow:
    """A row after one rule; read-only.

    Attributes:
        masked: what the softmax reads, ``[…, key]``.
        weights: what it gives, ``[…, key]``; NaN where it gives none.
    """

    rule: Rule
    masked: FloatArray = field(repr=False)
    weights: FloatArray = field(repr=False)

    @property
    def totals(self) -> FloatArray:
        """Sum of the weights of each row: 1, 0 or NaN. ``[…]``."""
        return self.weights.sum(axis=-1)


def through_rules(scores: FloatArray, mask: BoolArray) -> tuple[RuledRow, ...]:
    """Scores ``[…, key]`` and a mask of their shape (True = may attend) under all :data:`RULES`."""
    return tuple(under_rule(scores, mask, rule) for rule in RULES)


def under_rule(scores: FloatArray, mask: BoolArray, rule: Rule) -> RuledRow:
    """Scores ``[…, key]`` and a mask of their shape under one rule."""
    fill = LARGE_NEGATIVE if rule == "large negative" else np.float32(-np.inf)
    masked = np.where(mask, scores, fill).astype(np.float32)
    weights = softmax(masked)
    if rule == "zeros":
        weights = np.where(mask, weights, np.float32(0))
    return RuledRow(rule=rule, masked=frozen(masked), weights=frozen(weights))


@dataclass(frozen=True, eq=False, kw_only=True)
class MaskRecord:
    """Masks of a batch, True = may attend; all read-only.

    Attributes:
        src_ids, tgt_ids: the same rows as the tokens, for a model to read again.
        src_tokens, tgt_tokens: a row of tokens for each sentence, padded with ``<pad>``; the
            target begins with ``<s>``: what the decoder reads.
        source_padding: ``[batch, source]``, whether a key holds a token.
        causal: ``[target, target]``.
        target: padding and causal combined, ``[batch, target, target]``.
        cross: ``[batch, target, source]``.
    """

    texts: tuple[str, ...] = ()
    src_ids: tuple[Ids, ...] = ()
    tgt_ids: tuple[Ids, ...] = ()
    src_tokens: tuple[tuple[str, ...], ...]
    tgt_tokens: tuple[tuple[str, ...], ...]
    source_padding: BoolArray
    causal: BoolArray
    target: BoolArray
    cross: BoolArray

    @property
    def target_padding(self) -> BoolArray:
        """``[batch, target]``, True for keys that are tokens: from the row of the last query."""
        return self.target[:, -1]


@dataclass(frozen=True, eq=False, kw_only=True)
class MaskChange:
    """A head under the model's own masks and under edited ones; one object if none is edited."""

    before: HeadAnatomy
    after: HeadAnatomy


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
        return mask_kind(self.name)

    @property
    def inverted(self) -> BoolArray:
        """``[batch, query, key]``, True = masked: what ``masked_fill`` takes."""
        return frozen(~self.allowed)

    @property
    def additive(self) -> FloatArray:
        """``[batch, query, key]``: 0 where a query may attend and −∞ where it may not."""
        return frozen(np.where(self.allowed, np.float32(0), np.float32(-np.inf)))

    @property
    def empty_rows(self) -> BoolArray:
        """``[batch, query]``, True if all keys of a query are masked."""
        return frozen(np.logical_not(self.allowed.any(axis=-1)))


def build_mask(
    record: MaskRecord, name: MaskName, *, padded_queries: PaddedQueries = "kept"
) -> MaskBuilding:
    """Build one mask of a batch.

    With ``masked`` queries the mask is the product of the valid positions of both sides, so rows of
    padding have no key; with ``kept`` only keys are masked. The causal mask ignores padding.
    """
    keys = _valid(record, name, cross=record.source_padding)  # [batch, key]
    queries = _valid(record, name, cross=record.target_padding)  # [batch, query]
    if padded_queries == "kept":
        queries = np.ones_like(queries)
    padding = frozen(queries[:, :, None] & keys[:, None, :])  # [batch, query, key]
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
    return _KINDS[name]


def _valid(record: MaskRecord, name: MaskName, *, cross: BoolArray) -> BoolArray:
    if name == "causal":
        return np.ones_like(record.target_padding)
    return {"source": record.source_padding, "target": record.target_padding}.get(name, cross)
