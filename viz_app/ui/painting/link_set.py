"""Which links a picture has: from a query to a key, one for each head, with its stroke."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from model.link_mass import strongest
from model.trace import BoolArray, FloatArray
from viz_app.state.attention_snapshots import FocusSnapshot, head_weights
from viz_app.ui.design.head_colours import Stroke, head_stroke
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.levels import shares

Indices = npt.NDArray[np.int32]
Side = Literal["query", "key"]


@dataclass(frozen=True, slots=True)
class LinkEnd:
    """A token on one side; ``index`` is a row or a column, from 0."""

    side: Side
    index: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinkSet:
    """Links; all arrays are ``[link]``.

    Attributes:
        layers: which of the picture's heads a link belongs to, or for a difference 0 = less and
            1 = more.
        rows, columns: its two ends.
        weights: 0 … 1, of a difference −1 … 1.
        levels: how strongly it is drawn, 0 … 1, by the picture's scale.
        n_layers: heads, or 2 for a difference.
        n_left_out: links with a weight that are too weak to be here.
    """

    layers: Indices
    rows: Indices
    columns: Indices
    weights: FloatArray
    levels: FloatArray
    n_layers: int
    n_left_out: int

    def __len__(self) -> int:
        return len(self.rows)

    def at(self, end: LinkEnd) -> LinkSet:
        """Those of one token."""
        indices = self.rows if end.side == "query" else self.columns
        return self.taken(np.flatnonzero(indices == end.index))

    def taken(self, which: npt.NDArray[np.intp] | BoolArray) -> LinkSet:
        """Some of them, by their places in the arrays, or as a mask."""
        return LinkSet(
            layers=self.layers[which],
            rows=self.rows[which],
            columns=self.columns[which],
            weights=self.weights[which],
            levels=self.levels[which],
            n_layers=self.n_layers,
            n_left_out=self.n_left_out,
        )

    def by_weight(self) -> npt.NDArray[np.intp]:
        """Places in the arrays, heaviest first."""
        return np.argsort(-np.abs(self.weights), kind="stable")


def links_of(focus: FocusSnapshot) -> LinkSet:
    """The heaviest keys of each row that together have the picture's share of it.

    Masked links are never there, nor those of tokens that are not decoded yet.
    """
    weights = layer_weights(focus)
    kept = strongest(weights, mass=focus.mass)
    layers, rows, columns = np.nonzero(kept)
    signed = focus.weights[rows, columns] if focus.compared else weights[layers, rows, columns]
    return LinkSet(
        layers=layers.astype(np.int32),
        rows=rows.astype(np.int32),
        columns=columns.astype(np.int32),
        weights=signed,
        levels=shares(np.abs(signed), focus.scale),
        n_layers=len(weights),
        n_left_out=int((weights > 0).sum()) - len(rows),
    )


def layer_weights(focus: FocusSnapshot) -> FloatArray:
    """What links are made of. ``[head, row, column]``; 0 where there can be none.

    Of a difference the sizes, first of what became less and then of what became more.
    """
    if focus.compared is not None:
        weights = np.stack([np.maximum(-focus.weights, 0), np.maximum(focus.weights, 0)])
    elif has_several(focus):
        weights = head_weights(focus)
    else:
        weights = focus.weights[None]
    return np.where(_drawn(focus), weights, np.float32(0))


def strokes_of(focus: FocusSnapshot, theme: Theme) -> tuple[Stroke, ...]:
    """How the links of each layer are drawn: one head by itself has the kind's colour."""
    if focus.compared is not None:
        return Stroke(theme.negative), Stroke(theme.positive)
    if not has_several(focus):
        return (Stroke(theme.kind_colour(focus.kind)),)
    return tuple(head_stroke(theme, head) for head in focus.heads)


def has_several(focus: FocusSnapshot) -> bool:
    """Whether there are links of several heads, each by itself."""
    return focus.combination == "head" and focus.compared is None and len(focus.heads) > 1


def _drawn(focus: FocusSnapshot) -> BoolArray:
    """Cells that may have a link. ``[row, column]``."""
    drawn = focus.mask.copy()
    drawn[focus.decoded_rows :] = False
    if focus.decoded_columns is not None:
        drawn[:, focus.decoded_columns :] = False
    return drawn
