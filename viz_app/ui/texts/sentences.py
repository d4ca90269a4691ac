"""What the pictures say in words: titles, the sentence of a cell, where a head looks."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.trace import FloatArray, Kind
from viz_app.state.attention_view import FocusSnapshot, MosaicSnapshot, RowLabel, row_labels
from viz_app.state.selection import Cell, RowLabels
from viz_app.ui.painting.legend import Swatch
from viz_app.ui.texts.token_text import quoted

translate = QCoreApplication.translate

WORTH_SAYING = 0.05
"""A second key with less weight than this is not named."""


def kind_name(kind: Kind) -> str:
    """As on the buttons and in titles."""
    return {
        "encoder": translate("attention", "Encoder self"),
        "decoder": translate("attention", "Decoder self"),
        "cross": translate("attention", "Cross"),
    }[kind]


def kind_explanation(kind: Kind) -> str:
    """What attends to what."""
    return {
        "encoder": translate("attention", "Source tokens attend to source tokens"),
        "decoder": translate("attention", "Target tokens attend to the target tokens before them"),
        "cross": translate("attention", "Target tokens attend to source tokens"),
    }[kind]


def head_title(kind: Kind, *, layer: int, head: int) -> str:
    """``Cross · layer 2 · head 1``; layers and heads count from 0 here, from 1 on screen."""
    title = translate("attention", "{kind} · layer {layer} · head {head}")
    return title.format(kind=kind_name(kind), layer=layer + 1, head=head + 1)


def titled(title: str, sentence: str) -> str:
    """What a picture is, and what it shows, for who hears it."""
    template = translate("attention", "{title}: {sentence}")
    return template.format(title=title, sentence=sentence)


def layer_name(layer: int) -> str:
    """``layer 1`` for 0."""
    return translate("attention", "layer {number}").format(number=layer + 1)


def head_name(head: int) -> str:
    """``head 1`` for 0."""
    return translate("attention", "head {number}").format(number=head + 1)


def axes_sentence(kind: Kind, labels: RowLabels) -> str:
    """What rows and columns are."""
    if kind == "encoder":
        return translate("attention", "row (source) attends to column (source)")
    rows = {
        "both": translate("attention", "row (fed in → predicted)"),
        "fed": translate("attention", "row (fed in)"),
        "predicted": translate("attention", "row (predicted)"),
    }[labels]
    if kind == "decoder":
        return translate("attention", "{rows} attends to column (target, fed in)").format(rows=rows)
    return translate("attention", "{rows} attends to column (source)").format(rows=rows)


def short_axes_sentence() -> str:
    """What rows and columns are, where there is no room for more."""
    return translate("attention", "row attends to column")


def row_text(label: RowLabel, labels: RowLabels) -> str:
    """A row's name in quotation marks: ``“a” → “cat”``, or one of them."""
    if label.predicted is None or labels == "fed":
        return quoted(label.fed)
    if labels == "predicted":
        return quoted(label.predicted)
    return f"{quoted(label.fed)} → {quoted(label.predicted)}"


def cell_sentence(focus: FocusSnapshot, cell: Cell) -> str:
    """A cell's exact weight, its two tokens, kind, layer and head; or why it has none."""
    row = row_text(focus.rows[cell.row], focus.row_labels)
    key = quoted(focus.columns[cell.column])
    place = translate("attention", "{kind}, layer {layer}, head {head}").format(
        kind=kind_name(focus.kind).lower(), layer=focus.layer + 1, head=focus.head + 1
    )
    if cell.row >= focus.decoded_rows:
        sentence = translate("attention", "{row} is not decoded yet")
    elif not focus.mask[cell.row, cell.column]:
        sentence = translate("attention", "masked: {row} may not attend to {key} · {place}")
    else:
        sentence = translate("attention", "{weight} · {row} attends to {key} · {place}")
    weight = f"{focus.weights[cell.row, cell.column]:.4f}"
    return sentence.format(row=row, key=key, place=place, weight=weight)


def picture_sentence(focus: FocusSnapshot) -> str:
    """What stands under a head: the cursor's cell, else where the head looks."""
    return cell_sentence(focus, focus.cell) if focus.cell else focus_sentence(focus)


def focus_sentence(focus: FocusSnapshot) -> str:
    """Where the head looks from the row in view; empty without rows."""
    row = row_in_view(focus)
    if row is None:
        return ""
    first, second = _two_best(focus, row)
    holes = {
        "token": quoted(focus.rows[row].predicted or focus.rows[row].fed),
        "first": quoted(focus.columns[first]),
        "first_weight": f"{focus.weights[row, first]:.2f}",
    }
    if second is None:
        return _one_key(focus.kind).format(**holes)
    return _two_keys(focus.kind).format(
        second=quoted(focus.columns[second]),
        second_weight=f"{focus.weights[row, second]:.2f}",
        **holes,
    )


def row_in_view(focus: FocusSnapshot) -> int | None:
    """The row that sentences speak of: the step's, for the encoder the cursor's or the first."""
    if not focus.rows:
        return None
    if focus.marked_row is not None:
        return focus.marked_row
    return focus.cell.row if focus.cell else 0


def legend_entries(focus: FocusSnapshot) -> list[tuple[Swatch, str]]:
    """Swatch and words for cells without a weight, as far as there are any."""
    entries: list[tuple[Swatch, str]] = []
    if not focus.mask[: focus.decoded_rows].all():
        entries.append(("masked", translate("attention", "masked")))
    if focus.decoded_rows < len(focus.rows):
        entries.append(("blank", translate("attention", "not decoded yet")))
    return entries


def focus_of(mosaic: MosaicSnapshot, *, layer: int, head: int) -> FocusSnapshot:
    """One tile of a mosaic as a head of its own."""
    return FocusSnapshot(
        trace=mosaic.trace,
        kind=mosaic.kind,
        layer=layer,
        head=head,
        rows=row_labels(mosaic.trace, mosaic.kind),
        columns=mosaic.trace.key_tokens(mosaic.kind),
        row_labels=mosaic.row_labels,
        decoded_rows=mosaic.decoded_rows,
        marked_row=mosaic.marked_row,
        cell=None,
        weights=mosaic.weights[layer, head],
        mask=mosaic.mask,
    )


def layer_mean(focus: FocusSnapshot, row: int) -> FloatArray:
    """The row's weights, mean over the heads of the layer. ``[key]``."""
    mean: FloatArray = focus.trace.weights(focus.kind)[focus.layer, :, row].mean(axis=0)
    return mean


def strip_caption(focus: FocusSnapshot, row: int) -> str:
    """What the coloured tokens under the heatmaps show."""
    label = focus.rows[row]
    caption = {
        "encoder": translate("attention", "Where the encoder looks from {token}"),
        "decoder": translate("attention", "Where the decoder looks back to predict {token}"),
        "cross": translate("attention", "Where the model looks to predict {token}"),
    }[focus.kind]
    mean = translate("attention", "mean over the heads of layer {number}")
    said = caption.format(token=quoted(label.predicted or label.fed))
    return f"{said}  ·  {mean.format(number=focus.layer + 1)}"


def _one_key(kind: Kind) -> str:
    if kind == "encoder":
        return translate("attention", "{token} looks {first_weight} at {first}")
    return translate("attention", "Predicting {token}, this head looks {first_weight} at {first}")


def _two_keys(kind: Kind) -> str:
    if kind == "encoder":
        return translate(
            "attention",
            "{token} looks {first_weight} at {first} and {second_weight} at {second}",
        )
    return translate(
        "attention",
        "Predicting {token}, this head looks {first_weight} at {first}"
        " and {second_weight} at {second}",
    )


def _two_best(focus: FocusSnapshot, row: int) -> tuple[int, int | None]:
    weights = np.where(focus.mask[row], focus.weights[row], -1.0)
    best = np.argsort(-weights, kind="stable")[:2]
    if len(best) < 2 or weights[best[1]] < WORTH_SAYING:
        return int(best[0]), None
    return int(best[0]), int(best[1])
