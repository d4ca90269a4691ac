"""What the attention panel's pictures show: the mosaic of all heads, and the focused picture."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from model.arrays import BoolArray, FloatArray
from model.traces.head_measures import Measure
from model.traces.projection import TokenSpans, project_weights
from model.traces.trace import Kind, Trace
from viz_app.storage.settings import ColourMap
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state.attention_options import Combination, Scale, SpecialTokens
from viz_app.workbench.state.selection import Cell, RowLabels

SHARES_SEEN = 10.0
"""The colours of a rollout end at so many times an even share, or a little more."""

TOPS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
"""Where they may end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsPicture:
    """What both pictures of a kind have.

    Arrays do not take part in comparisons: they follow from ``trace``, ``kind`` and ``projection``.

    Attributes:
        rows, columns: labels of queries and keys.
        glosses: what the columns' tokens mean; empty where that is not known or not wanted.
        row_labels: how rows are named, in the mosaic as in the focused head.
        decoded_rows: rows that exist at the step on screen; those after it are not drawn.
        marked_row: the row that predicted the step's token; None for the encoder.
        projection: which tokens rows and columns stand for.
        weights: ``[..., row, column]``, 0 … 1.
        special, words: what was hidden or merged.
        mask: ``[row, column]``, True = may attend.
        unlike: the trace that it is compared with, where that has no such heads: nothing was
            subtracted.
    """

    trace: Trace
    kind: Kind
    layer: int
    head: int
    rows: tuple[RowLabel, ...]
    columns: tuple[str, ...]
    row_labels: RowLabels
    decoded_rows: int
    marked_row: int | None
    glosses: tuple[str, ...] = ()
    projection: TokenSpans | None = None
    scale: Scale = "linear"
    colour_map: ColourMap = "kind"
    special: SpecialTokens = "shown"
    words: bool = False
    unlike: Trace | None = None
    weights: FloatArray = field(compare=False, repr=False)
    mask: BoolArray = field(compare=False, repr=False)

    @property
    def looks_ahead(self) -> bool:
        """Whether the heads attend to later tokens: a decoder without a causal mask."""
        return self.kind == "decoder" and self.trace.looks_ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicSnapshot(HeadsPicture):
    """All layers × heads of one kind; ``weights`` are ``[layers, heads, row, column]``.

    Attributes:
        measure: what every head is marked with, or None.
        measures: ``[layers, heads]`` of that measure.
        is_sorted: heads are in the order of ``measures``, largest first, instead of their own.
        compared: the trace whose weights were subtracted, as in :class:`FocusSnapshot`.
    """

    compared: Trace | None = None
    measure: Measure | None = None
    is_sorted: bool = False
    measures: FloatArray | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusSnapshot(HeadsPicture):
    """One head, or what a layer's heads do together, with its tokens.

    Attributes:
        decoded_columns: columns that exist at the step on screen; None = all.
        linked_row: the row of the token that was chosen in another kind's picture, or None.
        cell: the cell under the cursor, or None.
        combination, heads: what of the layer's heads is shown; ``heads`` are the chosen ones.
        mass: links are drawn for the heaviest keys that together have this share of a row.
        compared: the trace whose weights were subtracted; weights are then −1 … 1, and cells are
            masked where neither trace may attend.
    """

    decoded_columns: int | None = None
    linked_row: int | None = None
    cell: Cell | None
    combination: Combination = "head"
    heads: tuple[int, ...] = ()
    mass: float = 0.9
    compared: Trace | None = None

    @property
    def compared_looks_ahead(self) -> bool:
        """The same of the trace that was subtracted."""
        return self.kind == "decoder" and self.compared is not None and self.compared.looks_ahead

    @property
    def top(self) -> float:
        """The weight at the end of the colours: 1, but of a rollout, whose weights are small.

        It follows from the sentence's length, the kind and the layer, never from the weights:
        at least ten times an even share of what a row sums to.
        """
        if self.combination != "rollout" or self.scale == "log":
            return 1.0
        even = _rollout_sum(self.kind, self.layer) / max(len(self.columns), 1)
        return min(top for top in TOPS if top >= min(SHARES_SEEN * even, 1.0))

    @property
    def single_head(self) -> int | None:
        """The head whose own weights are shown: one by itself, or all that a mean is over.

        None where several heads are shown together.
        """
        if self.combination == "head":
            return self.head
        heads = self.heads or (self.head,)
        return heads[0] if self.combination != "rollout" and len(heads) == 1 else None

    @property
    def has_several(self) -> bool:
        """Whether several heads were chosen that no mean or maximum makes one picture of."""
        return self.combination == "head" and self.compared is None and len(self.heads) > 1

    @property
    def query_row(self) -> int | None:
        """The row that sentences and the text view speak of; None without rows.

        The cursor's, else the one chosen elsewhere, else the step's, else the first.
        """
        if not self.rows:
            return None
        if self.cell is not None:
            return self.cell.row
        chosen = self.marked_row if self.linked_row is None else self.linked_row
        return 0 if chosen is None else chosen

    @property
    def past_compared(self) -> bool:
        """Whether the compared branch ended before the step on screen: no row is that step's."""
        stepped = self.compared is not None and self.kind != "encoder"
        return stepped and self.marked_row is None and self.cell is None


def _rollout_sum(kind: Kind, layer: int) -> float:
    """What a row of a rollout sums to: with each layer of the decoder half of the rest is read."""
    rest = 0.5 ** (layer + 1)
    return {"encoder": 1.0, "decoder": rest, "cross": 1.0 - rest}[kind]


def focus_of(mosaic: MosaicSnapshot, *, layer: int, head: int) -> FocusSnapshot:
    """One tile of a mosaic as a picture of its own."""
    both: dict[str, Any] = {part.name: getattr(mosaic, part.name) for part in fields(HeadsPicture)}
    both |= {"layer": layer, "head": head, "weights": mosaic.weights[layer, head]}
    return FocusSnapshot(**both, cell=None)


def head_weights(focus: FocusSnapshot) -> FloatArray:
    """Every chosen head by itself, or the one picture that they make together.

    ``[heads, row, column]``, in the order of ``focus.heads``.
    """
    if focus.combination != "head" or focus.projection is None:
        return focus.weights[None]
    layer = focus.trace.weights(focus.kind)[focus.layer]
    every = focus.heads == tuple(range(len(layer)))  # then nothing is copied: that is megabytes
    return project_weights(layer if every else layer[list(focus.heads)], focus.projection)


def layer_mean(focus: FocusSnapshot) -> FloatArray:
    """The mean over all heads of the layer. ``[row, column]``."""
    mean = focus.trace.weights(focus.kind)[focus.layer].mean(axis=0)
    return mean if focus.projection is None else project_weights(mean, focus.projection)
