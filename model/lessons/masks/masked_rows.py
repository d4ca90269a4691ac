"""What becomes of a row of scores when its keys are masked: three rules. Numpy only.

With one key left the three agree. Without a key, a softmax has nothing to share out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen

Rule = Literal["minus infinity", "large negative", "zeros"]
"""What stands in masked places: −∞, −10⁹, or −∞ with the weights set to 0 afterwards (ours)."""

RULES: tuple[Rule, ...] = get_args(Rule)

LARGE_NEGATIVE = np.float32(-1e9)


@dataclass(frozen=True, eq=False, kw_only=True)
class RuledRow:
    """A row after one rule; read-only.

    Attributes:
        rule: which.
        masked: what the softmax reads, ``[…, key]``.
        weights: what it gives, ``[…, key]``; NaN where it gives none.
    """

    rule: Rule
    masked: FloatArray = field(repr=False)
    weights: FloatArray = field(repr=False)

    @property
    def totals(self) -> FloatArray:
        """What the weights of each row sum to: 1, 0 or NaN. ``[…]``."""
        return self.weights.sum(axis=-1)


def through_rules(scores: FloatArray, mask: BoolArray) -> tuple[RuledRow, ...]:
    """Scores ``[…, key]`` and a mask of their shape (True = may attend) under all :data:`RULES`."""
    return tuple(under_rule(scores, mask, rule) for rule in RULES)


def under_rule(scores: FloatArray, mask: BoolArray, rule: Rule) -> RuledRow:
    """Scores ``[…, key]`` and a mask of their shape through one rule."""
    fill = LARGE_NEGATIVE if rule == "large negative" else np.float32(-np.inf)
    masked = np.where(mask, scores, fill).astype(np.float32)
    weights = softmax(masked)
    if rule == "zeros":
        weights = np.where(mask, weights, np.float32(0))
    return RuledRow(rule=rule, masked=frozen(masked), weights=frozen(weights))


def softmax(scores: FloatArray) -> FloatArray:
    """The plain softmax over the last axis; NaN in a row that is −∞ throughout."""
    with np.errstate(invalid="ignore"):  # −∞ − −∞ is what is shown here
        shifted = scores - scores.max(axis=-1, keepdims=True)
        shares = np.exp(shifted)
        return (shares / shares.sum(axis=-1, keepdims=True)).astype(np.float32)
