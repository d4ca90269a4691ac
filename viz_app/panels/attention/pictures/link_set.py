"""The links of a picture: from a query to a key, one for each head, with its stroke."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication

from model.arrays import BoolArray, FloatArray
from model.lessons.alignment import Links, RowChoice
from model.traces.aggregation import strongest
from model.traces.trace import Kind
from viz_app.design.colour_map import Stroke, head_stroke
from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import shares
from viz_app.texts.sentences import (
    head_name,
    heads_phrase,
    key_name,
    kind_name,
    no_numbers,
    row_text,
    same_so_far,
    signed,
)
from viz_app.workbench.snapshots.alignment import WordAlignment
from viz_app.workbench.snapshots.attention import FocusSnapshot, head_weights
from viz_app.workbench.state import RowLabels, Scale

# ---------------------------------------------------------------------------------------- link set


LinkSide = Literal["query", "key"]

Indices = npt.NDArray[np.int32]

SURE_DASHES, POSSIBLE_DASHES = (7.0, 4.0), (2.0, 4.0)
"""Dashes and gaps of right links of an alignment, in px at 100 %."""

AT_ONCE = 64
"""Rows processed at a time, so that temporary arrays stay small and their memory is reused."""


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
        n_layers: heads, or 2 for a difference; right links of an alignment are two more.
        even: all are drawn alike, whatever their weight.
    """

    layers: Indices
    rows: Indices
    columns: Indices
    weights: FloatArray
    levels: FloatArray
    n_layers: int
    even: bool = False

    def __len__(self) -> int:
        return len(self.rows)

    def touching(self, queries: range, keys: range) -> LinkList:
        """Links with at least one end in the given ranges."""
        return self.taken(_within(self.rows, queries) | _within(self.columns, keys))

    def taken(self, which: npt.NDArray[np.intp] | BoolArray) -> LinkList:
        """Subset by indices into the arrays, or by a mask."""
        return LinkList(
            layers=self.layers[which],
            rows=self.rows[which],
            columns=self.columns[which],
            weights=self.weights[which],
            levels=self.levels[which],
            n_layers=self.n_layers,
            even=self.even,
        )

    def by_weight(self) -> npt.NDArray[np.intp]:
        """Indices into the arrays, heaviest first."""
        return np.argsort(-np.abs(self.weights), kind="stable")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinkSet:
    """All links of a picture as arrays of cells: long sentences have millions, few are in view.

    Attributes:
        kept: which there are, ``[layer, row, column]``; a layer is one of the picture's heads, of
            a difference 0 = less and 1 = more.
        weights: 0 … 1, of a difference −1 … 1, ``[layer, row, column]``.
        scale: how a weight becomes the strength of a line.
        top: the weight of the strongest line.
        n_left_out: links with a weight that are too weak to be here.
        even: all are drawn alike.
    """

    kept: BoolArray
    weights: FloatArray
    scale: Scale
    top: float
    n_left_out: int
    even: bool = False

    def __len__(self) -> int:
        return int(np.count_nonzero(self.kept))

    def every(self) -> LinkList:
        return self.touching(range(self.kept.shape[1]), range(0))

    def at(self, end: LinkEnd) -> LinkList:
        token = range(end.index, end.index + 1)
        queries, keys = (token, range(0)) if end.side == "query" else (range(0), token)
        return self.touching(queries, keys)

    def touching(self, queries: range, keys: range) -> LinkList:
        """Links with at least one end in the given ranges."""
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
            even=self.even,
        )

    def _places(self, row: slice, column: slice) -> tuple[Indices, Indices, Indices]:
        """Layers, rows and columns of the links in a part. ``[link]``."""
        layers, rows, columns = np.nonzero(self.kept[:, row, column])
        rows += row.start
        columns += column.start or 0
        return layers.astype(np.int32), rows.astype(np.int32), columns.astype(np.int32)


def links_of(focus: FocusSnapshot) -> LinkSet:
    """Heaviest keys of each row that together hold ``focus.mass``; decoded, not masked.

    Of an alignment the links of words, then right ones that are sure, then the others.
    """
    if focus.alignment is not None:
        return _aligned(focus, focus.alignment)
    layers, drawn = _layers(focus), _drawn(focus)
    kept, left_out = np.zeros(layers.shape, dtype=np.bool_), 0
    for layer, first in product(range(len(layers)), range(0, len(drawn), AT_ONCE)):
        some = slice(first, first + AT_ONCE)
        weights = np.where(drawn[some], layers[layer, some], np.float32(0))
        kept[layer, some] = strongest(weights, mass=focus.mass)
        left_out += int(np.count_nonzero(weights > 0) - np.count_nonzero(kept[layer, some]))
    signed = layers if focus.compared is None else np.broadcast_to(focus.weights, kept.shape)
    return LinkSet(kept=kept, weights=signed, scale=focus.scale, top=focus.top, n_left_out=left_out)


def _aligned(focus: FocusSnapshot, alignment: WordAlignment) -> LinkSet:
    layers, drawn, gold = _layers(focus), _drawn(focus), alignment.gold
    right = () if gold is None else (gold.sure, gold.possible - gold.sure)
    kept = np.zeros((len(layers) + len(right), *drawn.shape), dtype=np.bool_)
    for layer, links in zip(kept, (*alignment.links, *right), strict=True):
        for column, row in links:
            if row < drawn.shape[0] and column < drawn.shape[1]:  # not all words, while decoding
                layer[row, column] = drawn[row, column]
    weights = np.zeros(kept.shape, dtype=np.float32)
    weights[: len(layers)] = layers
    return LinkSet(
        kept=kept, weights=weights, scale=focus.scale, top=focus.top, n_left_out=0, even=True
    )


def token_weights(focus: FocusSnapshot, end: LinkEnd) -> FloatArray:
    """All weights of a token, drawn or not. ``[layer, token]``; 0 where no link is possible.

    Of a difference the absolute values, as in :class:`LinkSet`: decrease, then increase.
    """
    drawn, weights = _drawn(focus), _layers(focus)
    if end.side == "query":
        return np.where(drawn[end.index], weights[:, end.index], np.float32(0))
    return np.where(drawn[:, end.index], weights[:, :, end.index], np.float32(0))


def strokes_of(focus: FocusSnapshot, theme: Theme) -> tuple[Stroke, ...]:
    if focus.compared is not None:
        return Stroke(theme.negative), Stroke(theme.positive)
    strokes: tuple[Stroke, ...] = (Stroke(theme.kind_colour(focus.kind)),)
    if focus.has_several:
        strokes = tuple(head_stroke(theme, head) for head in focus.heads)
    if focus.alignment is not None and focus.alignment.gold is not None:
        strokes += (Stroke(theme.text, SURE_DASHES), Stroke(theme.text, POSSIBLE_DASHES))
    return strokes


def _layers(focus: FocusSnapshot) -> FloatArray:
    """Weights of each head, or decrease and increase of a difference. ``[layer, row, column]``."""
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


# ---------------------------------------------------------------------------------- link sentences
# What the pictures of links say: titles of both sides, how many links, a token's links.


translate = QCoreApplication.translate

MOST_NAMED = 3
"""Tokens at the other end that a sentence names."""

LEAST_NAMED = 0.005
"""A weight that rounds to 0.00 is named only when there is no other."""


def heads_of_layer(focus: FocusSnapshot) -> str:
    """``head 3 of layer 2``, ``heads 1 and 3 of layer 2``, ``rollout up to layer 2``."""
    if focus.combination == "rollout":
        return translate("attention", "rollout up to layer {layer}").format(layer=focus.layer + 1)
    text = translate("attention", "{heads} of layer {layer}")
    return text.format(heads=heads_phrase(focus, each=True), layer=focus.layer + 1)


def side_titles(kind: Kind, labels: RowLabels) -> tuple[str, str]:
    source = translate("attention", "source")
    if kind == "encoder":
        return source, source
    queries = {
        "both": translate("attention", "target (input → predicted)"),
        "fed": translate("attention", "target (input)"),
        "predicted": translate("attention", "target (predicted)"),
    }[labels]
    return queries, translate("attention", "target (input)") if kind == "decoder" else source


def mass_text(focus: FocusSnapshot, links: LinkSet) -> str:
    if focus.alignment is not None:
        return aligned_note(focus.alignment.row)
    if focus.covered and np.isnan(focus.weights).any():
        return translate("attention", "covered weights have no links")
    if not links.n_left_out:
        return translate("attention", "all links")
    text = translate("attention", "strongest {share} of each row; {count} weaker links hidden")
    return text.format(share=f"{focus.mass:.0%}", count=f"{links.n_left_out:,}")


def aligned_note(row: RowChoice) -> str:
    """What an alignment is, by a row."""
    if row == "predicted":
        return translate(
            "attention", "one link per word, to the largest weight of the row that predicts it"
        )
    return translate(
        "attention",
        "one link per word, to the largest weight of the row whose input it is; none for the last",
    )


def most_text(count: int) -> str:
    return translate("attention", "only the {count} strongest in view are drawn").format(
        count=f"{count:,}"
    )


def layer_names(focus: FocusSnapshot, *, short: bool = False) -> tuple[str, ...]:
    """Legend of each stroke, a number if ``short``; empty for one head."""
    if focus.compared is not None:
        return (
            translate("attention", "less than in the comparison"),
            translate("attention", "more than in the comparison"),
        )
    heads: tuple[str, ...] = ()
    if focus.has_several:
        heads = tuple(str(head + 1) if short else head_name(head) for head in focus.heads)
    gold = focus.alignment.gold if focus.alignment is not None else None
    if gold is None:
        return heads
    right = [translate("attention", "right links (gold)")]
    if gold.possible != gold.sure:
        right.append(translate("attention", "possible links (gold)"))
    return (*(heads or (translate("attention", "links of the attention"),)), *right)


def link_value(weight: float, focus: FocusSnapshot) -> str:
    """A weight at the end of its line, of a difference with its sign."""
    return signed(weight, digits=2) if focus.compared is not None else f"{weight:.2f}"


def end_sentence(focus: FocusSnapshot, end: LinkEnd) -> str:
    """``Head 3 of layer 2, cross: “cat” attends 0.91 to “猫”, 0.04 to “只”``.

    The heaviest weights of a token, drawn or not; for a key the queries that attend to it.
    """
    name, is_query = _name(focus, end), end.side == "query"
    decoded = focus.decoded_rows if is_query else focus.decoded_columns
    if decoded is not None and end.index >= decoded:
        return translate("attention", "{row} is not decoded yet").format(row=name)
    if focus.alignment is not None:
        return _aligned_sentence(focus, end, focus.alignment)
    if is_query and (why := no_numbers(focus, end.index)):
        return why
    said = translate("attention", ", ").join(_items(focus, end))
    if not said and is_query and (why := same_so_far(focus, end.index)):
        return why
    if focus.compared is not None:
        template = translate(
            "attention", "{place}, difference from the comparison: {token}, {items}"
        )
        nothing = translate("attention", "{place}: {token} is the same as in the comparison")
    elif is_query:
        template = translate("attention", "{place}: {token} attends {items}")
        nothing = translate("attention", "{place}: {token} attends to nothing")
    else:
        template = translate("attention", "{place}: {token} receives {items}")
        nothing = translate("attention", "{place}: nothing attends to {token}")
    sentence = (template if said else nothing).format(place=_place(focus), token=name, items=said)
    return sentence[:1].upper() + sentence[1:]


def _place(focus: FocusSnapshot) -> str:
    """``head 3 of layer 2, cross``."""
    return translate("attention", "{heads}, {kind}").format(
        heads=heads_of_layer(focus), kind=kind_name(focus.kind).lower()
    )


def _aligned_sentence(focus: FocusSnapshot, end: LinkEnd, alignment: WordAlignment) -> str:
    """``Head 3 of layer 2, cross: “cat” is linked to “猫” (gold: “猫”)``."""
    gold = alignment.gold
    template = translate("attention", "{place}: {token} is linked to {items}")
    if gold is not None:
        template = translate("attention", "{place}: {token} is linked to {items} (gold: {gold})")
    items, right = (
        translate("attention", ", ").join(_linked(focus, end, links))
        or translate("attention", "nothing")
        for links in (frozenset().union(*alignment.links), gold.possible if gold else frozenset())
    )
    sentence = template.format(
        place=_place(focus), token=_name(focus, end), items=items, gold=right
    )
    return sentence[:1].upper() + sentence[1:]


def _linked(focus: FocusSnapshot, end: LinkEnd, links: Links) -> list[str]:
    """Words at the other end, in their order."""
    query = end.side == "query"
    other: LinkSide = "key" if query else "query"
    count = len(focus.columns) if query else focus.decoded_rows
    found = (link[0] if query else link[1] for link in links if end.index == link[query])
    return [_name(focus, LinkEnd(other, index)) for index in sorted(found) if index < count]


def links_hint() -> str:
    return translate(
        "attention",
        "Up and Down move between tokens, Left and Right switch sides; Escape shows all "
        "links again.",
    )


def _items(focus: FocusSnapshot, end: LinkEnd) -> list[str]:
    """``0.91 to “猫”`` …, heaviest first; with several heads each names its head."""
    values, several = np.nan_to_num(token_weights(focus, end)), focus.has_several
    other: LinkSide = "key" if end.side == "query" else "query"
    template = {
        ("query", True): translate("attention", "{weight} to {token} ({head})"),
        ("query", False): translate("attention", "{weight} to {token}"),
        ("key", True): translate("attention", "{weight} from {token} ({head})"),
        ("key", False): translate("attention", "{weight} from {token}"),
    }[end.side, several]
    items: list[str] = []
    for place in np.argsort(-values, axis=None, kind="stable")[:MOST_NAMED]:
        layer, index = np.unravel_index(place, values.shape)
        weight = float(values[layer, index])
        if weight <= 0 or (items and weight < LEAST_NAMED):
            break
        sign = -1 if focus.compared is not None and layer == 0 else 1
        items.append(
            template.format(
                weight=link_value(sign * weight, focus),
                token=_name(focus, LinkEnd(other, int(index))),
                head=head_name(focus.heads[layer]) if several else "",
            )
        )
    return items


def _name(focus: FocusSnapshot, end: LinkEnd) -> str:
    if end.side == "key":
        return key_name(focus, end.index)
    return row_text(focus.rows[end.index], focus.row_labels)
