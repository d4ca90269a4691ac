"""What stands under a picture that is taken along: model, sentence, which heads, how shown."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from model.traces.trace import Kind, Trace
from viz_app.storage.settings import ColourMap
from viz_app.texts.isolates import safe
from viz_app.texts.mosaic_sentences import unlike_note
from viz_app.texts.sentences import heads_phrase, kind_name, layer_name
from viz_app.workbench.snapshots.pictures import (
    FocusSnapshot,
    HeadsPicture,
    MosaicSnapshot,
)
from viz_app.workbench.state.attention_options import Scale

translate = QCoreApplication.translate

BETWEEN = "  ·  "


def picture_caption(*, model: str, trace: Trace | None, shown: Iterable[str] = ()) -> str:
    """``zh-en · 我有一只猫。 → I have a cat. · layer 2 · head 1``, as far as it is known.

    Args:
        model: its name, or empty.
        trace: the translation that the picture is of, or None where it is of none.
        shown: what else there is to say, as :func:`heads_shown` has it; names of users safe.
    """
    sentences = () if trace is None else (trace_sentences(trace),)
    return BETWEEN.join(filter(None, (safe(model), *sentences, *shown)))


def trace_sentences(trace: Trace) -> str:
    """Source and translation, the latter as far as there is one."""
    return " → ".join(safe(text) for text in (trace.source_text, trace.translation) if text)


def heads_shown(picture: HeadsPicture, *, each: bool = False) -> tuple[str, ...]:
    """Kind, layer and heads of a picture, and how its weights became colours.

    ``each``: several heads are shown, each by itself.
    """
    heads = _heads(picture, each=each)
    return (kind_attention(picture.kind), *heads, *_changes(picture), *_looks(picture))


def compared_part(other: str) -> tuple[str, ...]:
    """Of a caption: the other run that is drawn; nothing without a name."""
    text = translate("curves", "compared with {run}")
    return (text.format(run=safe(other)),) if other else ()


def kind_attention(kind: Kind) -> str:
    """``Cross attention``."""
    return translate("attention", "{kind} attention").format(kind=kind_name(kind))


def scale_name(scale: Scale) -> str:
    """How a weight becomes a colour."""
    return {
        "linear": translate("caption", "linear scale"),
        "sqrt": translate("caption", "square-root scale"),
        "log": translate("caption", "logarithmic scale"),
    }[scale]


def colour_map_name(colours: ColourMap) -> str:
    """The map of the colours."""
    return {
        "kind": translate("caption", "colours of the kind"),
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
    """What was done to the weights before they were shown."""
    if isinstance(picture, FocusSnapshot | MosaicSnapshot) and picture.compared is not None:
        other = trace_sentences(picture.compared)
        yield translate("caption", "difference to {sentence}").format(sentence=other)
    if picture.unlike is not None:
        yield unlike_note(picture)
    if picture.special == "hidden":
        yield translate("caption", "special tokens hidden")
    if picture.special == "renormalised":
        yield translate("caption", "special tokens hidden, rows renormalised")
    if picture.words:
        yield translate("caption", "pieces as words")
    if picture.decoded_rows < len(picture.rows):
        yield translate("caption", "as far as row {number} of {all}").format(
            number=picture.decoded_rows, all=len(picture.rows)
        )


def _looks(picture: HeadsPicture) -> Iterable[str]:
    """A difference has colours of its own."""
    yield scale_name(picture.scale)
    compared = isinstance(picture, FocusSnapshot | MosaicSnapshot) and picture.compared is not None
    if not compared:
        yield colour_map_name(picture.colour_map)
