"""Templates of ``resources/html/``, and the images and texts that they use."""

from __future__ import annotations

import base64
import hashlib
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from xml.etree import ElementTree

import numpy as np

from model.arrays import BoolArray, FloatArray
from model.traces.trace import KINDS, Kind
from viz_app.design.colours import DARK, LIGHT, SIZE, Colours, Rgba, ramp, rgb, to_index
from viz_app.texts.field_names import CHOICES, FIELDS, RECORD
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.texts.visible_token import visible

if TYPE_CHECKING:
    from jinja2 import Environment

# ------------------------------------------------------------------------------------------ images
# A head's weights as a small PNG, written into the page itself.


CRISP = 64
"""Pixels of a small picture's longer side: fewer would be blurred in print."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_INDEXED = 3


def colour_kind(kind: str) -> Kind:
    return next((known for known in KINDS if known == kind), "cross")


@lru_cache(maxsize=8)
def kind_palette(colours: Colours, kind: Kind) -> Rgba:
    """The panel's colour to the kind's, then that of masked cells. ``uint8 [257, 3]``."""
    line = ramp(colours.panel, colours.kind_colour(kind))[:, :3]
    return np.concatenate([line, np.array([rgb(colours.masked)], dtype=np.uint8)])


def head_images(
    weights: FloatArray, mask: BoolArray | None, *, palettes: Sequence[Rgba]
) -> list[str]:
    """A head, ``[query, key]``, at levels 0 … 1 as a ``data:`` URL for each palette.

    A cell is one pixel, or a square of several in a small matrix; masked cells are grey.
    """
    index = to_index(weights, levels=(0.0, 1.0), size=SIZE)
    if mask is not None:
        index = np.where(mask, index, SIZE)
    # only the colours that it has: a small picture would be nothing but its palette; of 257 colours
    # 256 have room, and the last two before the masked one look the same
    used, pixels = np.unique(np.where(index == SIZE - 1, SIZE - 2, index), return_inverse=True)
    shown = np.where(used == SIZE - 2, SIZE - 1, used)
    square = np.ones((max(1, CRISP // max(index.shape)),) * 2, dtype=np.uint8)
    whole = np.kron(pixels.reshape(index.shape).astype(np.uint8), square)
    lines = np.pad(whole, ((0, 0), (1, 0)))  # each begins with 0: not filtered
    packed = zlib.compress(lines.tobytes())
    return [_address(whole.shape, palette[shown], packed) for palette in palettes]


def _address(shape: tuple[int, ...], palette: Rgba, packed: bytes) -> str:
    height, width = shape
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _INDEXED, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", packed),
        (b"IEND", b""),
    )
    data = _SIGNATURE + b"".join(_chunk(name, body) for name, body in parts)
    return "data:image/png;base64," + base64.b64encode(data).decode("ascii")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


# ------------------------------------------------------------------------------------------- texts
# Texts of pages in English; with Qt, their translations are passed in.


TRANSLATIONS = Path(__file__).resolve().parents[2] / "resources" / "translations"

PageWords = Mapping[str, str]
"""By their names in the templates and in the script."""

ATTENTION_WORDS: PageWords = {
    "attention": QT_TRANSLATE_NOOP("html", "Attention"),
    "encoder": QT_TRANSLATE_NOOP("html", "Encoder self-attention"),
    "decoder": QT_TRANSLATE_NOOP("html", "Decoder self-attention"),
    "cross": QT_TRANSLATE_NOOP("html", "Cross-attention"),
    "kinds": QT_TRANSLATE_NOOP("html", "Kind of attention"),
    "heads": QT_TRANSLATE_NOOP("html", "All heads: one row per layer"),
    "layer": QT_TRANSLATE_NOOP("html", "Layer {layer}"),
    "head": QT_TRANSLATE_NOOP("html", "Head {head}"),
    "place": QT_TRANSLATE_NOOP("html", "Layer {layer} · head {head}"),
    "axes": QT_TRANSLATE_NOOP("html", "row attends to column"),
    "rows": QT_TRANSLATE_NOOP("html", "row (input → predicted) attends to column"),
    "cell": QT_TRANSLATE_NOOP("html", "“{query}” attends to “{key}”: {value} · {place}"),
    "masked_cell": QT_TRANSLATE_NOOP("html", "“{query}” may not attend to “{key}”: masked"),
    "masked": QT_TRANSLATE_NOOP("html", "masked"),
    "sums": QT_TRANSLATE_NOOP(
        "html", "{count} of {rows} rows do not sum to 1: their sums are {lowest} to {highest}."
    ),
    "levels": QT_TRANSLATE_NOOP("html", "Colours from 0 to 1"),
    "numbers": QT_TRANSLATE_NOOP("html", "Measures of every head"),
    "replaced": QT_TRANSLATE_NOOP("html", "replaced by an intervention"),
    "hint": QT_TRANSLATE_NOOP("html", "Click a head, point at a cell, or use Tab and arrow keys."),
}

REPORT_WORDS: PageWords = {
    "report": QT_TRANSLATE_NOOP("html", "Report"),
    "made_by": QT_TRANSLATE_NOOP(
        "html", "Created by Headlight {version}. This page works offline."
    ),
    "source": QT_TRANSLATE_NOOP("html", "Source"),
    "translation": QT_TRANSLATE_NOOP("html", "Translation"),
    "text": QT_TRANSLATE_NOOP("html", "Text"),
    "filled": QT_TRANSLATE_NOOP("html", "Filled in"),
    "tokens": QT_TRANSLATE_NOOP("html", "Tokens"),
    "branch": QT_TRANSLATE_NOOP("html", "Branch"),
    "unknown": QT_TRANSLATE_NOOP("html", "Unknown to the model"),
    "steps": QT_TRANSLATE_NOOP("html", "Steps"),
    "step": QT_TRANSLATE_NOOP("html", "Step"),
    "fed": QT_TRANSLATE_NOOP("html", "Input"),
    "predicted": QT_TRANSLATE_NOOP("html", "Predicted"),
    "probability": QT_TRANSLATE_NOOP("html", "Probability"),
    "candidates": QT_TRANSLATE_NOOP("html", "Best candidates"),
    "under": QT_TRANSLATE_NOOP("html", "Interventions"),
    "given": QT_TRANSLATE_NOOP("html", "given"),
    "nothing": QT_TRANSLATE_NOOP("html", "Nothing was decoded."),
    "model": QT_TRANSLATE_NOOP("html", "Model"),
    "name": QT_TRANSLATE_NOOP("html", "Name"),
    "task": QT_TRANSLATE_NOOP("html", "Task"),
    "imported": QT_TRANSLATE_NOOP("html", "Imported from"),
    "origin": QT_TRANSLATE_NOOP("html", "Origin"),
    "parameters": QT_TRANSLATE_NOOP("html", "Parameters"),
    "vocabularies": QT_TRANSLATE_NOOP("html", "Vocabulary of source and target"),
    "device": QT_TRANSLATE_NOOP("html", "Computed on"),
    "configuration": QT_TRANSLATE_NOOP("html", "Configuration"),
    "record": QT_TRANSLATE_NOOP("html", "Training record"),
    "curve": QT_TRANSLATE_NOOP("html", "Learning curve"),
    "curve_told": QT_TRANSLATE_NOOP(
        "html", "Loss by update, in nats per token: a line for training, dots for validation."
    ),
    "training_loss": QT_TRANSLATE_NOOP("html", "Training"),
    "validation_loss": QT_TRANSLATE_NOOP("html", "Validation"),
    "last_values": QT_TRANSLATE_NOOP("html", "Last values"),
    "update": QT_TRANSLATE_NOOP("html", "Update"),
    "loss": QT_TRANSLATE_NOOP("html", "Loss"),
    "before": QT_TRANSLATE_NOOP("html", "Training of the base model"),
    "many": QT_TRANSLATE_NOOP("html", "{count} values, in the model's file"),
    "last": QT_TRANSLATE_NOOP("html", "{name} (last)"),
    "versions": QT_TRANSLATE_NOOP("html", "Versions"),
    "contents": QT_TRANSLATE_NOOP("html", "On this page"),
    "what": QT_TRANSLATE_NOOP("html", "Item"),
    "value": QT_TRANSLATE_NOOP("html", "Value"),
}

_CONTEXTS: Mapping[str, PageWords] = {
    "html": {**ATTENTION_WORDS, **REPORT_WORDS},
    "configuration": {
        **{f"configuration.{key}": setting.caption for key, setting in FIELDS.items()},
        **{f"choice.{key}": name for key, name in CHOICES.items()},
    },
    "record": {f"record.{key}": name for key, name in RECORD.items()},
}
"""Words by the context of their translation; of configurations and training records too."""

ALL_WORDS: PageWords = {name: text for words in _CONTEXTS.values() for name, text in words.items()}


def words_in(language: str) -> PageWords:
    # Without Qt: read from the file that Qt's own is compiled from.
    if language == "en":
        return ALL_WORDS
    known = _translations(language)
    return translated_words(lambda context, text: known.get((context, text)) or text)


@lru_cache
def _translations(language: str) -> Mapping[tuple[str, str], str]:
    """Translations by context and text, of the contexts that pages use."""
    root = ElementTree.parse(TRANSLATIONS / f"headlight_{language}.ts").getroot()
    return {
        (context, one.findtext("source", "")): one.findtext("translation", "")
        for context in _CONTEXTS
        for one in root.iterfind(f"context[name='{context}']/message")
    }


def translated_words(translate: Callable[[str, str], str]) -> PageWords:
    """Every word, by a function of context and text such as ``QCoreApplication.translate``."""
    return {
        name: translate(context, text)
        for context, words in _CONTEXTS.items()
        for name, text in words.items()
    }


# --------------------------------------------------------------------------------------- templates


PageTheme = Literal["system", "light", "dark"]

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "html"
_MIDDLE = 0.1791
"""Luminance with equal contrast to black and white text, by the formula of WCAG."""


def render(template: str, **given: Any) -> str:
    """Fill in a template; all values are escaped text, never HTML.

    ``style`` and ``script`` name files beside it that are included in the page.
    """
    return _environment().get_template(template).render(file=file_text, **given)


def file_text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def colour_variables(*, dark: bool) -> dict[str, str]:
    """The design's colours by the names of the style sheets' variables."""
    colours = DARK if dark else LIGHT
    plain = ("background", "panel", "line", "text", "masked", "encoder", "decoder", "cross")
    return {
        **{name: getattr(colours, name) for name in plain},
        "soft": colours.soft_text,
        "masked-line": colours.masked_line,
        **{f"{kind}-flip": _flip(colours, kind) for kind in ("encoder", "decoder", "cross")},
        "weak-text": "#FFFFFF" if dark else "#000000",
        "strong-text": "#000000" if dark else "#FFFFFF",
    }


@cache
def _environment() -> Environment:
    # Created once: it refers to itself, and is not freed by reference counting.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # no start needs it

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["visible"] = visible
    return environment


def policy(script: str) -> str:
    """Content security policy: its own style and pictures, this script, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def _flip(colours: Colours, kind: Any) -> str:
    """The weight from which the other text colour has the higher contrast."""
    line = kind_palette(colours, kind)[:SIZE] / 255.0
    linear = ((line + 0.055) / 1.055) ** 2.4
    bright = linear @ (0.2126, 0.7152, 0.0722) > _MIDDLE
    return f"{int((bright == bright[0]).sum()) / SIZE:.3f}"
