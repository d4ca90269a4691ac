"""Which keys a row is said to look at, and the templates of those sentences."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication

from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.attention_options import Combination

translate = QCoreApplication.translate

HARDLY = 0.005
"""With two decimals less than this is 0.00."""

WORTH_SAYING = 0.1
"""A second key with less weight than this is not named."""

NO_BREAK = "\N{NO-BREAK SPACE}"

ALL = 0.9995
"""From here on a weight is said to be all of its row."""


def best_keys(focus: FocusSnapshot, row: int, *, count: int) -> list[int]:
    """The first columns of a row by weight, of a difference by its size; masked ones come last."""
    weights = np.nan_to_num(np.abs(focus.weights[row]), nan=-0.5)
    order = np.argsort(-np.where(focus.mask[row], weights, -1.0), kind="stable")
    allowed = [int(column) for column in order[:count] if focus.mask[row, column]]
    return allowed or [int(order[0])]


def key_weight(focus: FocusSnapshot, row: int, column: int) -> str:
    """A weight with two decimals, of a difference with its sign."""
    return _written(focus, float(focus.weights[row, column]), digits=2)


def exact_weight(focus: FocusSnapshot, row: int, column: int) -> str:
    """A weight with four decimals, of a difference with its sign."""
    return _written(focus, float(focus.weights[row, column]), digits=4)


def exact_weights(focus: FocusSnapshot, row: int, columns: slice) -> list[str]:
    """A row's :func:`exact_weight`, many at once."""
    return [_written(focus, weight, digits=4) for weight in focus.weights[row, columns].tolist()]


def not_a_number() -> str:
    """Instead of a weight that a network's too large numbers have made none."""
    return translate("attention", "not a number")


def no_numbers(focus: FocusSnapshot, row: int) -> str:
    """Instead of where a head looks; nothing when one weight of the row at least is a number."""
    if not np.isnan(focus.weights[row, focus.mask[row]]).all():
        return ""
    return translate("attention", "The weights of this row are not numbers")


def signed(value: float, *, digits: int) -> str:
    """A difference with its sign: ``+0.31``, ``−0.20``; what rounds to 0 has none."""
    if math.isnan(value):
        return not_a_number()
    text = f"{abs(value):.{digits}f}"
    if float(text) == 0.0:
        return text
    return f"+{text}" if value > 0 else f"−{text}"


def _written(focus: FocusSnapshot, weight: float, *, digits: int) -> str:
    if focus.compared is not None or math.isnan(weight):
        return signed(weight, digits=digits)
    return f"{weight:.{digits}f}"


def share(weight: float) -> str:
    """A weight as the part of a row that it is: ``93 %``; only what is nothing or all is said so.

    Sentences say shares, pictures and tables weights.
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


def differing(*, second: bool) -> str:
    """The template of a difference's sentence: ``token``, ``first`` and its weight, ``second``."""
    one = translate(
        "attention", "{token}, against the compared one: weight {first_weight} at {first}"
    )
    both = translate("attention", "{sentence} and {second_weight} at {second}")
    return both.replace("{sentence}", one) if second else one


def rolled_out(focus: FocusSnapshot, *, second: bool) -> str:
    """The template of rollout's sentence, with ``token`` and the keys as the others."""
    one = translate(
        "attention", "By rollout, {first_share} of what writes {token} comes from {first}"
    )
    if focus.kind == "encoder":
        one = translate("attention", "By rollout, {first_share} of {token} comes from {first}")
    both = translate("attention", "{sentence} and {second_share} from {second}")
    return both.replace("{sentence}", one) if second else one


def looking(focus: FocusSnapshot, *, mostly: bool, second: bool) -> str:
    """The template of a sentence with ``token``, ``heads``, and two tokens with a note each.

    ``mostly``: more than half of the row is on the first key.
    """
    if focus.kind == "encoder":
        sentence = translate("attention", "While reading {token}, {heads} {looks}")
    else:
        sentence = translate("attention", "While writing {token}, {heads} {looks}")
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
    """Why a row of a difference is empty; nothing when it is not.

    A token taken at a step changes attention from the next step on: who has just left a branch
    sees no difference yet. Where a decoder looks ahead, later tokens count, too.
    """
    other = focus.compared
    if other is None or (np.abs(focus.weights[row]) >= HARDLY).any():
        return ""
    if focus.kind == "encoder":
        return translate("attention", "Both branches have this source: the encoder looks the same")
    if focus.trace.looks_ahead or other.looks_ahead:
        return ""
    fed = [[step.fed for step in trace.steps[: row + 1]] for trace in (focus.trace, other)]
    if fed[0] != fed[1]:
        return ""
    return translate(
        "attention",
        "No difference yet: up to this row the same tokens were fed into both branches",
    )


def attending(weight: str) -> str:
    """The template of a cell's difference, by its sign."""
    if weight.startswith("+"):
        return translate(
            "attention", "{weight} · {row} attends more to {key} than the compared one · {place}"
        )
    if weight.startswith("−"):
        return translate(
            "attention", "{weight} · {row} attends less to {key} than the compared one · {place}"
        )
    return translate(
        "attention", "{weight} · {row} attends to {key} as the compared one does · {place}"
    )


def _together(focus: FocusSnapshot) -> Combination:
    """How heads are combined; keys may have their maxima from different heads."""
    return focus.combination if focus.single_head is None else "head"
