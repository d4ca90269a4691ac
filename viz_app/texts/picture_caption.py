"""Captions of saved pictures: model, sentence, heads, options."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from model.arrays import FloatArray
from model.traces.interventions import Interventions
from model.traces.trace import Kind, Trace
from viz_app.storage.settings import ColourMap
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.interventions import focus_notes, interventions_text
from viz_app.texts.labels import shown_name
from viz_app.texts.measures import effect_note, measure_name, unlike_note
from viz_app.texts.sentences import head_name, head_title, heads_phrase, kind_name, layer_name
from viz_app.texts.visible_token import safe
from viz_app.workbench.snapshots.attention import (
    FocusSnapshot,
    HeadsPicture,
    MosaicSnapshot,
    head_weights,
)
from viz_app.workbench.state import Scale

# --------------------------------------------------------------------------------- picture caption


translate = QCoreApplication.translate

BETWEEN = "  ·  "


def picture_caption(
    *,
    model: str,
    trace: Trace | None,
    interventions: Interventions = (),
    shown: Iterable[str] = (),
) -> str:
    """``zh-en · 我有一只猫。 → I have a cat. · layer 2 · head 1``, as far as known.

    ``interventions``: of the trace; ``shown``: further parts as from :func:`heads_shown`, with
    names escaped.
    """
    sentences = () if trace is None else (trace_sentences(trace),)
    under = () if trace is None else (interventions_text(interventions, trace),)
    return BETWEEN.join(filter(None, (safe(model), *sentences, *under, *shown)))


def trace_sentences(trace: Trace) -> str:
    # The translation may be unfinished.
    return " → ".join(safe(text) for text in (trace.source_text, trace.translation) if text)


def heads_shown(picture: HeadsPicture, *, each: bool = False) -> tuple[str, ...]:
    """Kind, layer, heads and scale of a picture; ``each``: of several separate heads."""
    heads = _heads(picture, each=each)
    return (kind_attention(picture.kind), *heads, *_changes(picture), *_looks(picture))


def compared_part(other: str) -> tuple[str, ...]:
    """Name of the compared run; nothing if it is empty."""
    text = translate("curves", "compared with {run}")
    return (text.format(run=safe(other)),) if other else ()


def kind_attention(kind: Kind) -> str:
    """``Cross attention``."""
    return translate("attention", "{kind} attention").format(kind=kind_name(kind))


def scale_name(scale: Scale) -> str:
    return {
        "linear": translate("caption", "linear scale"),
        "sqrt": translate("caption", "square-root scale"),
        "log": translate("caption", "logarithmic scale"),
    }[scale]


def colour_map_name(colours: ColourMap) -> str:
    return {
        "kind": translate("caption", "coloured by kind"),
        "viridis": translate("caption", "colours: {name}").format(name="Viridis"),
        "cividis": translate("caption", "colours: {name}").format(name="Cividis"),
        "grey": translate("caption", "colours: grey"),
    }[colours]


def _heads(picture: HeadsPicture, *, each: bool) -> tuple[str, ...]:
    if isinstance(picture, FocusSnapshot):
        return layer_name(picture.layer), heads_phrase(picture, each=each)
    layers, heads, *_ = picture.weights.shape
    every = translate("caption", "all {layers} × {heads} heads")
    return (every.format(layers=layers, heads=heads),)


def _changes(picture: HeadsPicture) -> Iterable[str]:
    if isinstance(picture, FocusSnapshot | MosaicSnapshot) and picture.compared is not None:
        under = interventions_text(picture.compared_interventions, picture.compared)
        other = ", ".join(filter(None, (trace_sentences(picture.compared), under)))
        yield translate("caption", "difference from {sentence}").format(sentence=other)
    if isinstance(picture, FocusSnapshot):
        yield from focus_notes(picture)
    if picture.unlike is not None:
        yield unlike_note(picture)
    if isinstance(picture, MosaicSnapshot) and picture.measure in {"effect", "name"}:
        yield measure_name(picture.measure)
        yield effect_note(picture)
    alignment = picture.alignment if isinstance(picture, FocusSnapshot) else None
    if alignment is not None:
        by_row = {
            "predicted": translate("caption", "word alignment by the predicted row"),
            "fed": translate("caption", "word alignment by the input row"),
        }
        yield by_row[alignment.row]
    if picture.special == "hidden" and alignment is None:
        yield translate("caption", "special tokens hidden")
    if picture.special == "renormalised":
        yield translate("caption", "special tokens hidden, rows renormalised")
    if picture.words and alignment is None:
        yield translate("caption", "subwords merged")
    if picture.decoded_rows < len(picture.rows):
        yield translate("caption", "up to row {number} of {all}").format(
            number=picture.decoded_rows, all=len(picture.rows)
        )


def _looks(picture: HeadsPicture) -> Iterable[str]:
    yield scale_name(picture.scale)
    compared = isinstance(picture, FocusSnapshot | MosaicSnapshot) and picture.compared is not None
    if not compared:
        yield colour_map_name(picture.colour_map)


# ------------------------------------------------------------------------------------ heads values
# The weights of a picture of heads as tables of numbers.


def mosaic_values(mosaic: MosaicSnapshot) -> Tables:
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
    return (_table(focus, focus.weights, name=_focus_name(focus, heads_phrase(focus))),)


def every_head_values(focus: FocusSnapshot) -> Tables:
    if not focus.has_several:
        return focus_values(focus)
    return tuple(
        _table(focus, weights, name=_focus_name(focus, head_name(head)))
        for head, weights in zip(focus.heads, head_weights(focus), strict=True)
    )


def _focus_name(focus: FocusSnapshot, heads: str) -> str:
    return BETWEEN.join((kind_attention(focus.kind), layer_name(focus.layer), heads))


def _table(picture: HeadsPicture, weights: FloatArray, *, name: str) -> ValueTable:
    # Only decoded rows.
    there = picture.decoded_rows
    return ValueTable(
        name=name,
        rows=tuple(row.text(picture.row_labels, shown_name) for row in picture.rows[:there]),
        columns=tuple(map(shown_name, picture.columns)),
        values=weights[:there],
        mask=picture.mask[:there],
    )
