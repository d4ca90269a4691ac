"""Which links a picture has: from a query to a key, one for each head, with its stroke."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
import numpy.typing as npt

from model.arrays import BoolArray, FloatArray
from model.traces.link_mass import strongest
from viz_app.design.head_colours import Stroke, head_stroke
from viz_app.design.theme import Theme
from viz_app.pictures.levels import shares
from viz_app.workbench.snapshots.pictures import FocusSnapshot, head_weights
from viz_app.workbench.state.attention_options import Scale

LinkSide = Literal["query", "key"]

Indices = npt.NDArray[np.int32]

AT_ONCE = 64
"""Rows worked on at a time: what is needed in between is small, and its memory used again."""


@dataclass(frozen=True, slots=True)
class LinkEnd:
    """A token on one side; ``index`` is a row or a column, from 0."""

    side: LinkSide
    index: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinkList:
    """Links; all arrays are ``[link]``.

    Attributes:
        layers: which of the picture's heads a link belongs to, or for a difference 0 = less and
            1 = more.
        rows, columns: its two ends.
        weights: 0 … 1, of a difference −1 … 1.
        levels: how strongly it is drawn, 0 … 1, by the picture's scale.
        n_layers: heads, or 2 for a difference.
    """

    layers: Indices
    rows: Indices
    columns: Indices
    weights: FloatArray
    levels: FloatArray
    n_layers: int

    def __len__(self) -> int:
        return len(self.rows)

    def touching(self, queries: range, keys: range) -> LinkList:
        """Those with at least one end among some queries and keys."""
        return self.taken(_within(self.rows, queries) | _within(self.columns, keys))

    def taken(self, which: npt.NDArray[np.intp] | BoolArray) -> LinkList:
        """Some of them, by their places in the arrays, or as a mask."""
        return LinkList(
            layers=self.layers[which],
            rows=self.rows[which],
            columns=self.columns[which],
            weights=self.weights[which],
            levels=self.levels[which],
            n_layers=self.n_layers,
        )

    def by_weight(self) -> npt.NDArray[np.intp]:
        """Places in the arrays, heaviest first."""
        return np.argsort(-np.abs(self.weights), kind="stable")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinkSet:
    """All links of a picture, as cells: of long sentences there are millions, few are in view.

    Attributes:
        kept: which there are, ``[layer, row, column]``; a layer is one of the picture's heads, of
            a difference 0 = less and 1 = more.
        weights: 0 … 1, of a difference −1 … 1, ``[layer, row, column]``.
        scale: how a weight becomes the strength of a line.
        top: the weight of the strongest line.
        n_left_out: links with a weight that are too weak to be here.
    """

    kept: BoolArray
    weights: FloatArray
    scale: Scale
    top: float
    n_left_out: int

    def __len__(self) -> int:
        return int(np.count_nonzero(self.kept))

    def every(self) -> LinkList:
        """All of them."""
        return self.touching(range(self.kept.shape[1]), range(0))

    def at(self, end: LinkEnd) -> LinkList:
        """Those of one token."""
        token = range(end.index, end.index + 1)
        queries, keys = (token, range(0)) if end.side == "query" else (range(0), token)
        return self.touching(queries, keys)

    def touching(self, queries: range, keys: range) -> LinkList:
        """Those with at least one end among some queries and keys."""
        column = slice(keys.start, keys.stop)
        parts = [
            self._places(slice(queries.start, queries.stop), slice(None)),
            self._places(slice(0, queries.start), column),
            self._places(slice(queries.stop, None), column),
        ]
        layers, rows, columns = (np.concatenate(some) for some in zip(*parts, strict=True))
        weights = self.weights[layers, rows, columns]
        return LinkList(
            layers=layers,
            rows=rows,
            columns=columns,
            weights=weights,
            levels=shares(np.abs(weights) / np.float32(self.top), self.scale),
            n_layers=len(self.kept),
        )

    def _places(self, row: slice, column: slice) -> tuple[Indices, Indices, Indices]:
        """Layers, rows and columns of the links in a part. ``[link]``."""
        layers, rows, columns = np.nonzero(self.kept[:, row, column])
        rows += row.start
        columns += column.start or 0
        return layers.astype(np.int32), rows.astype(np.int32), columns.astype(np.int32)


def links_of(focus: FocusSnapshot) -> LinkSet:
    """The heaviest keys of each row that together have its share: decoded, none masked."""
    layers, drawn = _layers(focus), _drawn(focus)
    kept, left_out = np.zeros(layers.shape, dtype=np.bool_), 0
    for layer, first in product(range(len(layers)), range(0, len(drawn), AT_ONCE)):
        some = slice(first, first + AT_ONCE)
        weights = np.where(drawn[some], layers[layer, some], np.float32(0))
        kept[layer, some] = strongest(weights, mass=focus.mass)
        left_out += int(np.count_nonzero(weights > 0) - np.count_nonzero(kept[layer, some]))
    signed = layers if focus.compared is None else np.broadcast_to(focus.weights, kept.shape)
    return LinkSet(kept=kept, weights=signed, scale=focus.scale, top=focus.top, n_left_out=left_out)


def token_weights(focus: FocusSnapshot, end: LinkEnd) -> FloatArray:
    """All weights of a token, drawn or not. ``[layer, token]``; 0 where there can be no link.

    Of a difference the sizes, as in :class:`LinkSet`: less, then more.
    """
    drawn, weights = _drawn(focus), _layers(focus)
    if end.side == "query":
        return np.where(drawn[end.index], weights[:, end.index], np.float32(0))
    return np.where(drawn[:, end.index], weights[:, :, end.index], np.float32(0))


def strokes_of(focus: FocusSnapshot, theme: Theme) -> tuple[Stroke, ...]:
    """How the links of each layer are drawn: one head by itself has the kind's colour."""
    if focus.compared is not None:
        return Stroke(theme.negative), Stroke(theme.positive)
    if not focus.has_several:
        return (Stroke(theme.kind_colour(focus.kind)),)
    return tuple(head_stroke(theme, head) for head in focus.heads)


def _layers(focus: FocusSnapshot) -> FloatArray:
    """Of each head, or how much less and how much more it became. ``[layer, row, column]``."""
    if focus.compared is not None:
        return np.stack([np.maximum(-focus.weights, 0), np.maximum(focus.weights, 0)])
    return head_weights(focus) if focus.has_several else focus.weights[None]


def _drawn(focus: FocusSnapshot) -> BoolArray:
    """Cells that may have a link. ``[row, column]``."""
    drawn = focus.mask.copy()
    drawn[focus.decoded_rows :] = False
    if focus.decoded_columns is not None:
        drawn[:, focus.decoded_columns :] = False
    return drawn


def _within(indices: Indices, seen: range) -> BoolArray:
    inside: BoolArray = (indices >= seen.start) & (indices < seen.stop)
    return inside
