"""What the pictures say in words: titles, the sentence of a cell, where a head looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.traces.trace import Kind
from viz_app.texts import key_sentences
from viz_app.texts.label_text import glossed_name, quoted_name
from viz_app.workbench.snapshots.pictures import FocusSnapshot, HeadsPicture
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state.selection import Cell, RowLabels

translate = QCoreApplication.translate

Swatch = Literal["allowed", "masked", "blank"]
"""How a cell without a weight looks beside its words in a legend."""


def kind_name(kind: Kind) -> str:
    """As on the buttons and in titles."""
    return {
        "encoder": translate("attention", "Encoder self"),
        "decoder": translate("attention", "Decoder self"),
        "cross": translate("attention", "Cross"),
    }[kind]


def kind_explanation(kind: Kind, *, looks_ahead: bool = False) -> str:
    """What attends to what; a decoder that looks ahead has no causal mask."""
    if looks_ahead:
        return translate(
            "attention", "Target tokens attend to all target tokens, those after them as well"
        )
    return {
        "encoder": translate("attention", "Source tokens attend to source tokens"),
        "decoder": translate("attention", "Target tokens attend to the target tokens before them"),
        "cross": translate("attention", "Target tokens attend to source tokens"),
    }[kind]


def looking_ahead() -> str:
    """What a decoder without a causal mask does, in a note."""
    return translate("attention", "looks ahead: no causal mask")


def head_title(kind: Kind, *, layer: int, head: int) -> str:
    """``Cross · layer 2 · head 1``; layers and heads count from 0 here, from 1 on screen."""
    title = translate("attention", "{kind} · layer {layer} · head {head}")
    return title.format(kind=kind_name(kind), layer=layer + 1, head=head + 1)


def titled(title: str, sentence: str) -> str:
    """What a picture is, and what it shows, for who hears it."""
    return translate("attention", "{title}: {sentence}").format(title=title, sentence=sentence)


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
    return label.text(labels, lambda token: glossed_name(token, label.gloss))


def key_name(focus: HeadsPicture, column: int) -> str:
    """A column's name in quotation marks, with what it means where that is shown."""
    return glossed_name(focus.columns[column], _gloss(focus, column))


def _gloss(focus: HeadsPicture, column: int) -> str:
    return focus.glosses[column] if focus.glosses else ""


def heads_phrase(focus: FocusSnapshot, *, each: bool = False) -> str:
    """What of the layer's heads is shown: ``head 3``, ``mean over heads 1, 3 and 5``.

    Where ``each`` of several is shown by itself, as links do, it is ``heads 1, 3 and 5``.
    """
    if each and focus.has_several:
        return _several(focus)
    if focus.single_head is not None:
        return head_name(focus.single_head)
    if focus.combination == "rollout":
        return translate("attention", "attention rollout")
    if len(focus.heads) == focus.trace.n_heads:
        return {
            "mean": translate("attention", "mean over all heads"),
            "max": translate("attention", "maximum over all heads"),
        }[focus.combination]
    return {
        "mean": translate("attention", "mean over heads {numbers}"),
        "max": translate("attention", "maximum over heads {numbers}"),
    }[focus.combination].format(numbers=_listed([str(head + 1) for head in focus.heads]))


def cell_sentence(focus: FocusSnapshot, cell: Cell) -> str:
    """A cell's exact weight, its two tokens, kind, layer and heads; or why it has none."""
    weight = key_sentences.exact_weight(focus, cell.row, cell.column)
    if cell.row >= focus.decoded_rows:
        sentence = translate("attention", "{row} is not decoded yet")
    elif not focus.mask[cell.row, cell.column]:
        sentence = translate("attention", "masked: {row} may not attend to {key} · {place}")
    elif focus.compared is not None:
        sentence = key_sentences.attending(weight)
    else:
        sentence = translate("attention", "{weight} · {row} attends to {key} · {place}")
    return sentence.format(
        row=row_text(focus.rows[cell.row], focus.row_labels),
        key=key_name(focus, cell.column),
        place=_place(focus),
        weight=weight,
    )


def picture_sentence(focus: FocusSnapshot) -> str:
    """What stands under a head: the cursor's cell, else where the head looks."""
    return cell_sentence(focus, focus.cell) if focus.cell else focus_sentence(focus)


def short_sentence(focus: FocusSnapshot) -> str:
    """:func:`picture_sentence` under a title that names the heads."""
    heads = translate("attention", "it")
    return cell_sentence(focus, focus.cell) if focus.cell else focus_sentence(focus, heads=heads)


def focus_sentence(focus: FocusSnapshot, *, heads: str = "") -> str:
    """Where the heads look from the row in view; empty without rows.

    ``heads``: what they are called, if not by layer and number.
    """
    row = focus.query_row
    if row is None or not focus.columns:
        return ""
    if focus.past_compared:
        return past_compared_sentence()
    if said := key_sentences.no_numbers(focus, row) or key_sentences.same_so_far(focus, row):
        return said
    first, *others = key_sentences.best_keys(focus, row, count=2)
    weights = np.abs(focus.weights[row])
    others = [other for other in others if weights[other] >= key_sentences.WORTH_SAYING]
    label = focus.rows[row]
    holes = {
        "token": glossed_name(label.predicted or label.fed, label.gloss),
        "heads": heads or _layers_heads(focus),
    }
    for name, key in zip(("first", "second"), (first, *others), strict=False):
        share = key_sentences.share(float(focus.weights[row, key]))
        holes[name], holes[f"{name}_token"] = key_name(focus, key), quoted_name(focus.columns[key])
        holes[f"{name}_weight"] = key_sentences.key_weight(focus, row, key)
        holes[f"{name}_share"] = share
        holes[f"{name}_note"] = ", ".join(filter(None, (_gloss(focus, key), share)))
    return _look(focus, mostly=weights[first] >= 0.5, second=bool(others)).format(**holes)


def _look(focus: FocusSnapshot, *, mostly: bool, second: bool) -> str:
    """The template that says it of these heads."""
    if focus.compared is not None:
        return key_sentences.differing(second=second)
    if focus.combination == "rollout":
        return key_sentences.rolled_out(focus, second=second)
    return key_sentences.looking(focus, mostly=mostly, second=second)


def _layers_heads(focus: FocusSnapshot) -> str:
    """``layer 2 head 5``, or ``the mean over heads 1, 3 and 5 of layer 2``."""
    if focus.single_head is not None:
        text = translate("attention", "layer {layer} head {head}")
        return text.format(layer=focus.layer + 1, head=focus.single_head + 1)
    text = translate("attention", "the {heads} of layer {layer}")
    return text.format(heads=heads_phrase(focus), layer=focus.layer + 1)


def past_compared_sentence() -> str:
    """Instead of where a head looks, at a step that only one of two branches has."""
    return translate("attention", "The compared one has ended: it has no such step")


def keys_sentence(focus: FocusSnapshot) -> str:
    """``head 3 of layer 2, cross: “cat” attends 0.91 to “猫”``: three keys; empty without rows."""
    row = focus.query_row
    if row is None or not focus.columns:
        return ""
    if said := key_sentences.no_numbers(focus, row):
        return said
    item = translate("attention", "{weight} to {key}")
    keys = (
        item.format(weight=key_sentences.key_weight(focus, row, key), key=key_name(focus, key))
        for rank, key in enumerate(key_sentences.best_keys(focus, row, count=3))
        if rank == 0 or abs(focus.weights[row, key]) >= key_sentences.HARDLY
    )
    sentence = translate("attention", "{heads} of layer {layer}, {kind}: {row} attends {keys}")
    if focus.compared is not None:
        sentence = translate(
            "attention",
            "{heads} of layer {layer}, {kind}: against the compared one, {row} attends {keys}",
        )
    return sentence.format(
        heads=heads_phrase(focus),
        layer=focus.layer + 1,
        kind=kind_name(focus.kind).lower(),
        row=row_text(focus.rows[row], focus.row_labels),
        keys=translate("attention", ", ").join(keys),
    )


def legend_entries(focus: FocusSnapshot) -> list[tuple[Swatch, str]]:
    """Swatch and words for cells without a weight, as far as there are any."""
    entries: list[tuple[Swatch, str]] = []
    mask, weights = focus.mask[: focus.decoded_rows], focus.weights[: focus.decoded_rows]
    if np.isnan(weights[mask]).any():
        entries.append(("masked", translate("attention", "masked, or not a number")))
    elif not mask.all():
        entries.append(("masked", translate("attention", "masked")))
    if focus.decoded_rows < len(focus.rows):
        entries.append(("blank", translate("attention", "not decoded yet")))
    return entries


def strip_caption(focus: FocusSnapshot, row: int) -> str:
    """What the coloured tokens under the heatmaps show."""
    label = focus.rows[row]
    decoder = translate("attention", "Where the decoder looks back to predict {token}")
    if focus.looks_ahead:
        decoder = translate("attention", "Where the decoder looks to predict {token}")
    caption = {
        "encoder": translate("attention", "Where the encoder looks from {token}"),
        "decoder": decoder,
        "cross": translate("attention", "Where the model looks to predict {token}"),
    }[focus.kind]
    mean = translate("attention", "mean over the heads of layer {number}")
    said = caption.format(token=quoted_name(label.predicted or label.fed))
    return f"{said}  ·  {mean.format(number=focus.layer + 1)}"


def _place(focus: FocusSnapshot) -> str:
    """``cross, layer 2, head 1``."""
    return translate("attention", "{kind}, layer {layer}, {heads}").format(
        kind=kind_name(focus.kind).lower(), layer=focus.layer + 1, heads=heads_phrase(focus)
    )


def _several(focus: FocusSnapshot) -> str:
    """``heads 1, 3 and 5``, ``all 8 heads``."""
    count = focus.trace.n_heads
    if len(focus.heads) == count:
        return translate("attention", "all {count} heads").format(count=count)
    numbers = _listed([str(head + 1) for head in focus.heads])
    return translate("attention", "heads {numbers}").format(numbers=numbers)


def _listed(names: Sequence[str]) -> str:
    """``1, 3 and 5``."""
    *others, last = names
    joined = translate("attention", ", ").join(others)
    return translate("attention", "{others} and {last}").format(others=joined, last=last)


def one_after_another(sentences: Iterable[str]) -> str:
    """As one text: a blank stands after a full stop, but not after a Chinese one."""
    return " ".join(sentences).replace("。 ", "。")
