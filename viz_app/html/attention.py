"""Attention as an interactive picture in a page: all heads, one focused head, values on hover."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from model.arrays import BoolArray, FloatArray
from model.messages import UserError
from model.traces.interventions import Interventions, affected_heads
from model.traces.trace import KINDS, Trace
from viz_app.design.colours import DARK, LIGHT
from viz_app.html.templates import (
    PageTheme,
    colour_kind,
    colour_variables,
    head_images,
    kind_palette,
    render,
    words_in,
)
from viz_app.workbench.snapshots.attention import seen_mask

Chosen = tuple[str, int, int]
"""Kind, layer and head, the last two counted from 0."""

_UNIT, _LARGEST = 10_000, 3.2
_ROUNDING = 0.01
"""Tolerance of a row's sum: a softmax in 16 bits is not exact."""
_CELLS = ((14, 38), (24, 24), (48, 14), (96, 9))
"""Width of a cell in px up to a number of tokens; the first shows its value."""
_SMALLEST_CELL = 6
_Codes = npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False, kw_only=True)
class KindWeights:
    """All heads of one kind of attention, as a page shows them.

    Attributes:
        kind: ``encoder``, ``decoder`` or ``cross``, or a name that is shown as it is.
        weights: ``[layers, heads, query, key]``.
        query_tokens, key_tokens: of rows and columns.
        predicted: what each row predicted, or empty.
        mask: ``[query, key]``, True = may attend; None: all may.
        query_language, key_language: of the tokens, as ``zh``, for screen readers; or empty.
        replaced: layer and head of those whose own activations an intervention has replaced.

    Raises:
        UserError: the shapes do not fit, or these are not attention weights.
    """

    kind: str
    weights: FloatArray
    query_tokens: Sequence[str]
    key_tokens: Sequence[str]
    predicted: Sequence[str] = ()
    mask: BoolArray | None = None
    query_language: str = ""
    key_language: str = ""
    replaced: Collection[tuple[int, int]] = ()

    def __post_init__(self) -> None:
        shape, rows, columns = self.weights.shape, len(self.query_tokens), len(self.key_tokens)
        if len(shape) != 4 or not all(shape) or shape[2:] != (rows, columns):
            raise UserError(
                "Weights of shape {shape} do not fit: expected [layers, heads, {rows}, "
                "{columns}], one row per query token and one column per key token.",
                shape=str(list(shape)),
                rows=rows,
                columns=columns,
            )
        if self.predicted and len(self.predicted) != rows:
            raise UserError(
                "There are {count} predicted tokens for {rows} query tokens.",
                count=len(self.predicted),
                rows=rows,
            )
        largest = float(np.abs(self.weights).max())
        if not largest <= _LARGEST:
            raise UserError(
                "These are not attention weights: the largest is {largest:.4g}; expected 0 "
                "… 1 after softmax.",
                largest=largest,
            )


def trace_pictures(
    trace: Trace, interventions: Interventions = (), *, source: str = "", target: str = ""
) -> list[KindWeights]:
    """Each kind that has weights; ``source`` and ``target`` are languages, as ``zh``."""
    affected = affected_heads(interventions, n_heads=trace.n_heads)
    return [
        KindWeights(
            kind=kind,
            weights=trace.weights(kind),
            query_tokens=trace.query_tokens(kind),
            key_tokens=trace.key_tokens(kind),
            predicted=() if kind == "encoder" else trace.predicted_tokens,
            mask=None if (mask := seen_mask(trace, kind, interventions)).all() else mask,
            replaced=[(layer, head) for name, layer, head in affected if name == kind],
            query_language=source if kind == "encoder" else target,
            key_language=target if kind == "decoder" else source,
        )
        for kind in KINDS
        if trace.weights(kind).size
    ]


def attention_html(
    pictures: Sequence[KindWeights],
    *,
    chosen: Chosen | None = None,
    title: str = "",
    language: str = "en",
) -> str:
    """Part of a page, independent of others; ``language`` is ``en`` or ``zh_CN``.

    ``pictures``: at least one; ``chosen``: by default the first head of the first kind.
    """
    first, layer, head = chosen or (pictures[0].kind, 0, 0)
    return render(
        "attention.html",
        **page_colours("system"),
        pictures=[kind_part(one, layer=layer, head=head, tables=False) for one in pictures],
        first=first,
        language=language.replace("_", "-"),
        words=words_in(language),
        title=title,
    )


def page_colours(theme: PageTheme) -> dict[str, Any]:
    return {
        "theme": theme,
        "light": colour_variables(dark=False),
        "dark": colour_variables(dark=True),
    }


def kind_part(picture: KindWeights, *, layer: int, head: int, tables: bool) -> Mapping[str, Any]:
    layers, heads, rows, columns = picture.weights.shape
    layer, head = min(layer, layers - 1), min(head, heads - 1)
    # In ten-thousandths: four digits fit in 16 bits, little-endian.
    numbers = np.nan_to_num(picture.weights.astype(np.float64)) * _UNIT
    codes: _Codes = np.rint(numbers).astype("<i2")
    mask = np.ones((rows, columns), np.bool_) if picture.mask is None else picture.mask
    places = [(one, other) for one in range(layers) for other in range(heads)]
    palettes = [kind_palette(colours, colour_kind(picture.kind)) for colours in (LIGHT, DARK)]
    return {
        "kind": picture.kind,
        "colour": colour_kind(picture.kind),
        "queries": picture.query_tokens,
        "keys": picture.key_tokens,
        "predicted": picture.predicted,
        "languages": (picture.query_language, picture.key_language),
        "layers": layers,
        "heads": heads,
        "layer": layer,
        "head": head,
        "ratio": f"{min(2.0, max(0.5, columns / rows)):.3f}",
        "masked": not mask.all(),
        "replaced": picture.replaced,
        "sums": _wrong_sums(picture.weights[..., mask.any(axis=1), :]),
        "tall": any(len(token) > 3 for token in picture.key_tokens) or columns > _CELLS[0][0],
        "cell": next((width for most, width in _CELLS if columns <= most), _SMALLEST_CELL),
        "numbered": columns <= _CELLS[0][0],
        "images": [
            [head_images(head, picture.mask, palettes=palettes) for head in heads_of_layer]
            for heads_of_layer in picture.weights
        ],
        "cells": _cells(codes[layer, head], mask),
        "values": base64.b64encode(zlib.compress(codes.tobytes())).decode("ascii"),
        "tables": [(at, _cells(codes[at], mask)) for at in places] if tables else [],
    }


def _wrong_sums(weights: FloatArray) -> Mapping[str, str]:
    """Number and range of the row sums that are not 1; empty where all are."""
    sums = weights.sum(axis=-1, dtype=np.float64)
    wrong = sums[np.abs(sums - 1) > _ROUNDING]
    if not wrong.size:
        return {}
    return {
        "count": f"{wrong.size:,}",
        "rows": f"{sums.size:,}",
        "lowest": f"{wrong.min():.2f}",
        "highest": f"{wrong.max():.2f}",
    }


def _cells(codes: _Codes, mask: BoolArray) -> list[list[str]]:
    """Each cell as ``.1234``; empty where it is masked. ``[query, key]``."""
    return [
        [_written(code) if allowed else "" for code, allowed in zip(row, may, strict=True)]
        for row, may in zip(codes.tolist(), mask.tolist(), strict=True)
    ]


def _written(code: int) -> str:
    text = f"{code / _UNIT:.4f}"
    return text.replace("0.", ".", 1) if abs(code) < _UNIT else text
