"""How attention is looked at: the view, what is hidden or merged, scale and colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from model.traces.head_measures import Measure
from viz_app.storage.settings import ColourMap

View = Literal["grid", "focus", "links", "text"]
"""All heads, one head's matrix, lines between tokens, or the sentence with coloured grounds."""
VIEWS: tuple[View, ...] = get_args(View)

SpecialTokens = Literal["shown", "hidden", "renormalised"]
"""``<s>``, ``</s>`` and ``<pad>``: there, left out, or left out with rows that sum to 1 again."""
SPECIAL_CHOICES: tuple[SpecialTokens, ...] = get_args(SpecialTokens)

Scale = Literal["linear", "sqrt", "log"]
"""How a weight becomes a colour. ``log`` covers four powers of ten."""
SCALES: tuple[Scale, ...] = get_args(Scale)

Combination = Literal["head", "mean", "max", "rollout"]
"""One head, the mean or the largest over the chosen heads of a layer, or attention rollout."""
COMBINATIONS: tuple[Combination, ...] = get_args(Combination)

MASSES = (0.5, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Shares of a row's weight that links can be cut down to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionOptions:
    """What the user has chosen on the attention panel.

    Colour map and glosses are kept between starts: they are chosen for who looks. All else begins
    afresh, on purpose: it is chosen for a sentence, and who forgot it would misread the next one's
    pictures.

    Attributes:
        side_by_side: all three kinds next to each other.
        special: what happens to special tokens.
        words: pieces of a word share a row and a column.
        combination: what the focused picture shows of the heads.
        heads: of the layer in view, from 0; empty = the head in view, for means all.
        mass: links are drawn for the heaviest keys that together have this share of a row.
        tint: the measure that every head in the mosaic is marked with.
        sorted_by_tint: the mosaic is in the order of that measure.
        glosses: source tokens have their meaning beside them, as far as it is known.
    """

    view: View = "grid"
    side_by_side: bool = False
    special: SpecialTokens = "shown"
    words: bool = False
    scale: Scale = "linear"
    colour_map: ColourMap = "kind"
    combination: Combination = "head"
    heads: tuple[int, ...] = ()
    mass: float = 0.9
    tint: Measure | None = None
    sorted_by_tint: bool = False
    glosses: bool = True
