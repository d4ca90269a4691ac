"""How one number of a head came about, in words and digits."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.cell_terms import CellTerms
from model.lessons.one_head.matrices import Matrix
from viz_app.panels.one_head.texts.exact_numbers import exact_number
from viz_app.texts.numbers import MINUS

translate = QCoreApplication.translate

_FACTORS: Mapping[Matrix, tuple[str, str, str]] = {
    "q": ("x", "W^Q", "x · W^Q"),
    "k": ("x", "W^K", "x · W^K"),
    "v": ("x", "W^V", "x · W^V"),
    "products": ("q", "k", "q·k"),
    "context": ("A", "V", "A · V"),
    "contribution": ("Z", "W^O", "Z · W^O"),
}
"""Both factors of a term, and the term."""


def column_titles(matrix: Matrix, terms: CellTerms) -> tuple[str, ...]:
    """Above the terms: what they run over, factors, term, running sum."""
    first = _first_title(terms)
    running = translate("one_head", "sum")
    if terms.way == "dot":
        return (first, *_FACTORS[matrix], running)
    if terms.way == "softmax":
        return (first, "S′", f"exp(S′ {MINUS} max)", running)
    return (first, translate("one_head", "adds"), running)


def term_names(terms: CellTerms, keys: tuple[str, ...]) -> tuple[str, ...]:
    """What each term is called; ``keys`` are the names of the keys."""
    if terms.axis is None:
        return (translate("one_head", "stream before"), translate("one_head", "attention"))
    if terms.axis == "key":
        return keys
    first = 1 if terms.axis == "head" else 0
    return tuple(str(first + n) for n in range(len(terms.terms)))


def equation(anatomy: HeadAnatomy, terms: CellTerms) -> str:
    """The calculation with its numbers, in a line."""
    match terms.way:
        case "dot" | "sum":
            return _sum_text(terms)
        case "softmax":
            return _softmax_text(terms)
        case "quotient":
            return _filled(_score_text(anatomy), terms, d_k=str(anatomy.d_k))
        case "mask":
            return _mask_text(terms)
        case "copy":
            return _copy_text(terms)
        case "norm":
            text = "({added} − {mean}) ÷ {deviation} · {gain} + {bias} = {total}"
            if anatomy.norm_type == "rms":
                text = "{added} ÷ {deviation} · {gain} = {total}"
            return _filled(text, terms)


def _score_text(anatomy: HeadAnatomy) -> str:
    """Not all models divide; some add a bias for the distance."""
    if anatomy.scaled and anatomy.position_bias is None:
        return "{product} ÷ √{d_k} = {product} ÷ {root} = {total}"
    if anatomy.scaled:
        return "{product} ÷ √{d_k} + b = {product} ÷ {root} + {bias} = {total}"
    return (
        "{product} = {total}" if anatomy.position_bias is None else "{product} + {bias} = {total}"
    )


def explanation(anatomy: HeadAnatomy, terms: CellTerms) -> str:
    """What the numbers of the line are, where it does not say itself."""
    if terms.way == "quotient" and anatomy.position_bias is not None:
        return translate(
            "one_head",
            "What is added is a learned bias of this head for the distance from the query to the "
            "key.",
        )
    if terms.way == "quotient" and not anatomy.scaled:
        return translate("one_head", "This model does not divide: the score is the product.")
    if terms.way == "norm" and anatomy.norm_type == "rms":
        return translate(
            "one_head",
            "number ÷ root mean square of the row · learned gain: RMSNorm takes no mean off and "
            "adds no bias",
        )
    if terms.way == "norm":
        return translate(
            "one_head",
            "(number − mean of the row) ÷ standard deviation of the row · learned gain + "
            "learned bias",
        )
    if terms.way == "softmax" and math.isfinite(terms.numbers["largest"]):
        text = translate(
            "one_head",
            "The largest score, {largest}, is subtracted from all: that changes no weight, and "
            "no power becomes too large.",
        )
        return text.format(largest=exact_number(terms.numbers["largest"]))
    return ""


def _first_title(terms: CellTerms) -> str:
    if terms.axis == "key":
        return translate("one_head", "key")
    if terms.axis == "head":
        return translate("one_head", "head")
    return "" if terms.axis is None else "n"


def _sum_text(terms: CellTerms) -> str:
    total = exact_number(terms.total)
    if terms.bias is None:
        text = translate("one_head", "{count} terms add up to {total}")
        return text.format(count=len(terms.terms), total=total)
    text = translate("one_head", "{count} terms add up to {sum}; with the bias {bias}: {total}")
    return text.format(
        count=len(terms.terms),
        sum=exact_number(float(terms.running[-1])),
        bias=exact_number(terms.bias),
        total=total,
    )


def _softmax_text(terms: CellTerms) -> str:
    key = int(terms.numbers["key"])
    if not math.isfinite(terms.numbers["largest"]):
        return translate("one_head", "All keys are masked: the weight is 0.")
    return f"{exact_number(terms.terms[key])} ÷ {exact_number(terms.total)} = " + exact_number(
        terms.terms[key] / terms.total
    )


def _mask_text(terms: CellTerms) -> str:
    if terms.numbers["allowed"]:
        text = translate("one_head", "May attend: the score {score} stays as it is.")
    else:
        text = translate("one_head", "Masked: −∞ takes the place of the score {score}.")
    return text.format(score=exact_number(terms.numbers["score"]))


def _copy_text(terms: CellTerms) -> str:
    text = translate("one_head", "Dimension {dimension} of the context of head {head}: {value}")
    return text.format(
        dimension=int(terms.numbers["dimension"]),
        head=int(terms.numbers["head"]) + 1,
        value=exact_number(terms.value),
    )


def _filled(text: str, terms: CellTerms, **others: str) -> str:
    numbers = {name: exact_number(value) for name, value in terms.numbers.items()}
    return text.format(total=exact_number(terms.total), **numbers, **others)
