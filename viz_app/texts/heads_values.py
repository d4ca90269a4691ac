"""The weights of a picture of heads as tables of numbers."""

from __future__ import annotations

from model.arrays import FloatArray
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.label_text import shown_name
from viz_app.texts.picture_caption import BETWEEN, kind_attention
from viz_app.texts.sentences import head_name, head_title, heads_phrase, layer_name
from viz_app.workbench.snapshots.pictures import (
    FocusSnapshot,
    HeadsPicture,
    MosaicSnapshot,
    head_weights,
)


def mosaic_values(mosaic: MosaicSnapshot) -> Tables:
    """A table for each head, by layer and head."""
    layers, heads, *_ = mosaic.weights.shape
    return tuple(
        _table(
            mosaic,
            mosaic.weights[layer, head],
            name=head_title(mosaic.kind, layer=layer, head=head),
        )
        for layer in range(layers)
        for head in range(heads)
    )


def focus_values(focus: FocusSnapshot) -> Tables:
    """The one picture that a head, or several together, make."""
    return (_table(focus, focus.weights, name=_focus_name(focus, heads_phrase(focus))),)


def every_head_values(focus: FocusSnapshot) -> Tables:
    """The same where each chosen head is shown by itself in one picture."""
    if not focus.has_several:
        return focus_values(focus)
    return tuple(
        _table(focus, weights, name=_focus_name(focus, head_name(head)))
        for head, weights in zip(focus.heads, head_weights(focus), strict=True)
    )


def _focus_name(focus: FocusSnapshot, heads: str) -> str:
    return BETWEEN.join((kind_attention(focus.kind), layer_name(focus.layer), heads))


def _table(picture: HeadsPicture, weights: FloatArray, *, name: str) -> ValueTable:
    """As far as rows are decoded."""
    there = picture.decoded_rows
    return ValueTable(
        name=name,
        rows=tuple(row.text(picture.row_labels, shown_name) for row in picture.rows[:there]),
        columns=tuple(map(shown_name, picture.columns)),
        values=weights[:there],
        mask=picture.mask[:there],
    )
