"""Sentences about pictures of attention: titles, a cell, what a token attends to."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.traces.trace import Kind
from viz_app.texts.interventions import focus_notes
from viz_app.texts.labels import glossed_name, quoted_name
from viz_app.workbench.snapshots.attention import FocusSnapshot, HeadsPicture
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import Cell, Combination, RowLabels

# ----------------------------------------------------------------------------------- key sentences
# The keys that a row attends to, and the templates of those sentences.


translate = QCoreApplication.translate

HARDLY = 0.005
"""Smaller values are 0.00 with two decimals."""

WORTH_SAYING = 0.1
"""A second key with less weight than this is not named."""

NO_BREAK = "\N{NO-BREAK SPACE}"

ALL = 0.9995
"""From this weight on it is shown as the whole of its row."""


def best_keys(focus: FocusSnapshot, row: int, *, count: int) -> list[int]:
    """The first columns of a row by weight, of a difference by magnitude; masked ones last."""
    weights = np.nan_to_num(np.abs(focus.weights[row]), nan=-0.5)
    order = np.argsort(-np.where(focus.mask[row], weights, -1.0), kind="stable")
    allowed = [int(column) for column in order[:count] if focus.mask[row, column]]
    return allowed or [int(order[0])]


def key_weight(focus: FocusSnapshot, row: int, column: int) -> str:
    """Two decimals, of a difference with its sign."""
    return _written(focus, float(focus.weights[row, column]), digits=2)


def exact_weight(focus: FocusSnapshot, row: int, column: int) -> str:
    """Four decimals, of a difference with its sign."""
    return _written(focus, float(focus.weights[row, column]), digits=4)


def exact_weights(focus: FocusSnapshot, row: int, columns: slice) -> list[str]:
    return [_written(focus, weight, digits=4) for weight in focus.weights[row, columns].tolist()]


def not_a_number() -> str:
    # For a weight that is NaN because the network overflowed.
    return translate("attention", "not a number")


def no_numbers(focus: FocusSnapshot, row: int) -> str:
    """For a row in which all weights are NaN; empty otherwise."""
    if not np.isnan(focus.weights[row, focus.mask[row]]).all():
        return ""
    if focus.covered:
        return translate("attention", "The weights of this row are covered")
    return translate("attention", "The weights of this row are NaN")


def signed(value: float, *, digits: int) -> str:
    """``+0.31``, ``−0.20``; a value that rounds to 0 has no sign."""
    if math.isnan(value):
        return not_a_number()
    text = f"{abs(value):.{digits}f}"
    if float(text) == 0.0:
        return text
    return f"+{text}" if value > 0 else f"−{text}"


def _written(focus: FocusSnapshot, weight: float, *, digits: int) -> str:
    if focus.covered and math.isnan(weight):
        return translate("attention", "covered")
    if focus.compared is not None or math.isnan(weight):
        return signed(weight, digits=digits)
    return f"{weight:.{digits}f}"


def share(weight: float) -> str:
    """Per cent of a row: ``93 %``; only exact 0 and 1 are written as 0 and 100 %.

    Sentences have shares, pictures and tables weights.
    """
    if math.isnan(weight):
        return not_a_number()
    percent = round(100 * weight)
    number = str(percent)
    if percent == 0 and weight > 0:
        number = "<1"
    elif percent == 100 and weight < ALL:
        number = ">99"
    return translate("attention", "{number} %").replace(" ", NO_BREAK).format(number=number)


def differing(focus: FocusSnapshot, *, second: bool) -> str:
    """Template of a difference, with ``read``, ``first``, ``second`` and weights."""
    one = translate(
        "attention", "{token}, relative to the comparison: weight {first_weight} on {first}"
    )
    if focus.kind != "encoder":
        one = translate(
            "attention",
            "Having read {read}, relative to the comparison: weight {first_weight} on {first}",
        )
    both = translate("attention", "{sentence} and {second_weight} on {second}")
    return both.replace("{sentence}", one) if second else one


def rolled_out(focus: FocusSnapshot, *, second: bool) -> str:
    """Template of attention rollout, with ``token`` and keys."""
    one = translate(
        "attention", "By rollout, {first_share} of the prediction of {token} comes from {first}"
    )
    if focus.kind == "encoder":
        one = translate("attention", "By rollout, {first_share} of {token} comes from {first}")
    both = translate("attention", "{sentence} and {second_share} from {second}")
    return both.replace("{sentence}", one) if second else one


def looking(focus: FocusSnapshot, *, mostly: bool, second: bool) -> str:
    """Template with ``read``, ``heads``, and two tokens with a note each.

    A row of the decoder or of cross-attention is computed after its input was ``read``, before its
    ``token`` is chosen. ``mostly``: the first key has more than half of the row's weight.
    """
    if focus.kind == "encoder":
        sentence = translate("attention", "While reading {token}, {heads} {looks}")
    else:
        sentence = translate(
            "attention", "Having read {read}, before choosing {token}: {heads} {looks}"
        )
    if _together(focus) == "max":
        looks = translate("attention", "has its largest weight on {first_token} ({first_note})")
    elif focus.kind == "decoder" and not focus.looks_ahead:
        looks = _looking_back(mostly=mostly)
    elif mostly:
        looks = translate("attention", "looks mostly at {first_token} ({first_note})")
    else:
        looks = translate("attention", "looks most at {first_token} ({first_note})")
    if second:
        looks = _and_second(focus).replace("{looks}", looks)
    return sentence.replace("{looks}", looks)


def _and_second(focus: FocusSnapshot) -> str:
    if _together(focus) == "max":
        return translate("attention", "{looks}, then on {second_token} ({second_note})")
    return translate("attention", "{looks}, then at {second_token} ({second_note})")


def _looking_back(*, mostly: bool) -> str:
    if mostly:
        return translate("attention", "looks back mostly at {first_token} ({first_note})")
    return translate("attention", "looks back most at {first_token} ({first_note})")


def same_so_far(focus: FocusSnapshot, row: int) -> str:
    """Why a row of a difference is empty; empty text if it is not.

    A token chosen at a step changes attention from the next step on. In a decoder without a causal
    mask, later tokens count, too.
    """
    other = focus.compared
    if other is None or (np.abs(focus.weights[row]) >= HARDLY).any():
        return ""
    if focus.interventions != focus.compared_interventions:
        return translate("attention", "The interventions do not change this row")
    if focus.kind == "encoder" and focus.weights.any():
        return ""  # the branches do not only differ in their targets
    if focus.kind == "encoder":
        return translate(
            "attention", "Both branches have the same source, so encoder attention is the same"
        )
    fed = [[step.fed for step in trace.steps[: row + 1]] for trace in (focus.trace, other)]
    if focus.trace.looks_ahead or other.looks_ahead or fed[0] != fed[1]:
        return ""
    return translate(
        "attention",
        "No difference yet: up to this row both branches have the same input tokens",
    )


def attending(weight: str) -> str:
    # By the sign of the difference.
    if weight.startswith("+"):
        return translate(
            "attention", "{weight} · {row} attends more to {key} than in the comparison · {place}"
        )
    if weight.startswith("−"):
        return translate(
            "attention", "{weight} · {row} attends less to {key} than in the comparison · {place}"
        )
    return translate(
        "attention", "{weight} · {row} attends to {key} as in the comparison · {place}"
    )


def _together(focus: FocusSnapshot) -> Combination:
    # Maxima of keys may come from different heads.
    return focus.combination if focus.single_head is None else "head"


# --------------------------------------------------------------------------------------- sentences


Swatch = Literal["allowed", "masked", "blank", "covered"]
"""Swatch of a cell without a weight in a legend."""


def kind_name(kind: Kind) -> str:
    return {
        "encoder": translate("attention", "Encoder self"),
        "decoder": translate("attention", "Decoder self"),
        "cross": translate("attention", "Cross"),
    }[kind]


def kind_explanation(kind: Kind, *, looks_ahead: bool = False) -> str:
    # A decoder may lack the causal mask.
    if looks_ahead:
        return translate(
            "attention", "Target tokens attend to all target tokens, including later ones"
        )
    return {
        "encoder": translate("attention", "Source tokens attend to source tokens"),
        "decoder": translate(
            "attention", "Target tokens attend to themselves and earlier target tokens"
        ),
        "cross": translate("attention", "Target tokens attend to source tokens"),
    }[kind]


def looking_ahead() -> str:
    return translate("attention", "looks ahead: no causal mask")


def head_title(kind: Kind, *, layer: int, head: int) -> str:
    """``Cross · layer 2 · head 1``; ``layer`` and ``head`` count from 0, the text from 1."""
    title = translate("attention", "{kind} · layer {layer} · head {head}")
    return title.format(kind=kind_name(kind), layer=layer + 1, head=head + 1)


def titled(title: str, sentence: str) -> str:
    # For screen readers.
    return translate("attention", "{title}: {sentence}").format(title=title, sentence=sentence)


def layer_name(layer: int) -> str:
    """``layer 1`` for 0."""
    return translate("attention", "layer {number}").format(number=layer + 1)


def head_name(head: int) -> str:
    """``head 1`` for 0."""
    return translate("attention", "head {number}").format(number=head + 1)


def axes_sentence(kind: Kind, labels: RowLabels) -> str:
    if kind == "encoder":
        return translate("attention", "row (source) attends to column (source)")
    rows = {
        "both": translate("attention", "row (input → predicted)"),
        "fed": translate("attention", "row (input)"),
        "predicted": translate("attention", "row (predicted)"),
    }[labels]
    if kind == "decoder":
        return translate("attention", "{rows} attends to column (target, input)").format(rows=rows)
    return translate("attention", "{rows} attends to column (source)").format(rows=rows)


def short_axes_sentence() -> str:
    return translate("attention", "row attends to column")


def row_text(label: RowLabel, labels: RowLabels) -> str:
    """In quotation marks: ``“a” → “cat”``, or one of them."""
    return label.text(labels, lambda token: glossed_name(token, label.gloss))


def key_name(focus: HeadsPicture, column: int) -> str:
    """In quotation marks, with its meaning where that is shown."""
    return glossed_name(focus.columns[column], _gloss(focus, column))


def _gloss(focus: HeadsPicture, column: int) -> str:
    return focus.glosses[column] if focus.glosses else ""


def heads_phrase(focus: FocusSnapshot, *, each: bool = False) -> str:
    """``head 3``, ``mean over heads 1, 3 and 5``.

    Where ``each`` of several is shown separately, as in links: ``heads 1, 3 and 5``.
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
    """Exact weight, both tokens, kind, layer and heads; or why the cell has no weight."""
    weight = exact_weight(focus, cell.row, cell.column)
    if cell.row >= focus.decoded_rows:
        sentence = translate("attention", "{row} is not decoded yet")
    elif not focus.mask[cell.row, cell.column]:
        sentence = translate("attention", "masked: {row} may not attend to {key} · {place}")
    elif focus.compared is not None:
        sentence = attending(weight)
    else:
        sentence = translate("attention", "{weight} · {row} attends to {key} · {place}")
    said = sentence.format(
        row=row_text(focus.rows[cell.row], focus.row_labels),
        key=key_name(focus, cell.column),
        place=_place(focus),
        weight=weight,
    )
    return " · ".join((said, *focus_notes(focus)))


def picture_sentence(focus: FocusSnapshot) -> str:
    return cell_sentence(focus, focus.cell) if focus.cell else focus_sentence(focus)


def short_sentence(focus: FocusSnapshot) -> str:
    heads = translate("attention", "it")
    return cell_sentence(focus, focus.cell) if focus.cell else focus_sentence(focus, heads=heads)


def focus_sentence(focus: FocusSnapshot, *, heads: str = "") -> str:
    """Main keys of the row in view; empty without rows.

    ``heads``: their name, by default layer and number.
    """
    row = focus.query_row
    if row is None or not focus.columns:
        return ""
    if focus.past_compared:
        return past_compared_sentence()
    if said := no_numbers(focus, row) or same_so_far(focus, row):
        return said
    first, *others = best_keys(focus, row, count=2)
    weights = np.abs(focus.weights[row])
    others = [other for other in others if weights[other] >= WORTH_SAYING]
    label = focus.rows[row]
    holes = {
        "read": glossed_name(label.fed, label.gloss),
        "token": glossed_name(label.predicted or label.fed, label.gloss),
        "heads": heads or _layers_heads(focus),
    }
    for name, key in zip(("first", "second"), (first, *others), strict=False):
        part = share(float(focus.weights[row, key]))
        holes[name], holes[f"{name}_token"] = key_name(focus, key), quoted_name(focus.columns[key])
        holes[f"{name}_weight"] = key_weight(focus, row, key)
        holes[f"{name}_share"] = part
        holes[f"{name}_note"] = ", ".join(filter(None, (_gloss(focus, key), part)))
    return _look(focus, mostly=weights[first] >= 0.5, second=bool(others)).format(**holes)


def _look(focus: FocusSnapshot, *, mostly: bool, second: bool) -> str:
    if focus.compared is not None:
        return differing(focus, second=second)
    if focus.combination == "rollout":
        return rolled_out(focus, second=second)
    return looking(focus, mostly=mostly, second=second)


def _layers_heads(focus: FocusSnapshot) -> str:
    """``layer 2 head 5``, or ``the mean over heads 1, 3 and 5 of layer 2``."""
    if focus.single_head is not None:
        text = translate("attention", "layer {layer} head {head}")
        return text.format(layer=focus.layer + 1, head=focus.single_head + 1)
    text = translate("attention", "the {heads} of layer {layer}")
    return text.format(heads=heads_phrase(focus), layer=focus.layer + 1)


def past_compared_sentence() -> str:
    # For a step that only one of two branches has.
    return translate("attention", "The comparison has ended: it has no such step")


def keys_sentence(focus: FocusSnapshot) -> str:
    """``head 3 of layer 2, cross: “cat” attends 0.91 to “猫”``: three keys; empty without rows."""
    row = focus.query_row
    if row is None or not focus.columns:
        return ""
    if said := no_numbers(focus, row):
        return said
    item = translate("attention", "{weight} to {key}")
    keys = (
        item.format(weight=key_weight(focus, row, key), key=key_name(focus, key))
        for rank, key in enumerate(best_keys(focus, row, count=3))
        if rank == 0 or abs(focus.weights[row, key]) >= HARDLY
    )
    sentence = translate("attention", "{heads} of layer {layer}, {kind}: {row} attends {keys}")
    if focus.compared is not None:
        sentence = translate(
            "attention",
            "{heads} of layer {layer}, {kind}: relative to the comparison, {row} attends {keys}",
        )
    return sentence.format(
        heads=heads_phrase(focus),
        layer=focus.layer + 1,
        kind=kind_name(focus.kind).lower(),
        row=row_text(focus.rows[row], focus.row_labels),
        keys=translate("attention", ", ").join(keys),
    )


def legend_entries(focus: FocusSnapshot, *, any_step: bool = False) -> list[tuple[Swatch, str]]:
    """Swatches and words for kinds of cells without a weight, at this or any step."""
    entries: list[tuple[Swatch, str]] = []
    mask, weights = focus.mask[: focus.decoded_rows], focus.weights[: focus.decoded_rows]
    missing = bool(np.isnan(weights[mask]).any())
    if missing and focus.covered:
        entries.append(("covered", translate("attention", "covered")))
    if missing and not focus.covered:
        entries.append(("masked", translate("attention", "masked or NaN")))
    elif not mask.all():
        entries.append(("masked", translate("attention", "masked")))
    if focus.decoded_rows < len(focus.rows) or (any_step and focus.kind != "encoder"):
        entries.append(("blank", translate("attention", "not decoded yet")))
    return entries


def strip_caption(focus: FocusSnapshot, row: int) -> str:
    label = focus.rows[row]
    decoder = translate("attention", "Where the decoder looks back when predicting {token}")
    if focus.looks_ahead:
        decoder = translate("attention", "Where the decoder looks when predicting {token}")
    caption = {
        "encoder": translate("attention", "What {token} attends to in the encoder"),
        "decoder": decoder,
        "cross": translate("attention", "Where the model looks when predicting {token}"),
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
    # No space after a Chinese full stop.
    return " ".join(sentences).replace("。 ", "。")


# ----------------------------------------------------------------------------------- interventions


def way_texts() -> Mapping[str, tuple[str, str]]:
    """Name and explanation of each way to get a target."""
    return {
        "free": (
            translate("interventions", "Decoded freely"),
            translate(
                "interventions",
                "The model chooses every token again: log-probabilities of different outputs "
                "cannot be compared",
            ),
        ),
        "same": (
            translate("interventions", "Recomputed, same target"),
            translate(
                "interventions",
                "The original target is fed in: its log-probabilities can be compared with those "
                "of the original",
            ),
        ),
    }
