"""The terms of one value of a head, in words and digits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from model.arrays import DoubleArray
from model.lessons.one_head import CellTerms, HeadAnatomy, Matrix
from viz_app.design.theme import Theme
from viz_app.texts.labels import MINUS, NO_NUMBER

# ----------------------------------------------------------------------------------- exact numbers
# Numbers with all the digits that matter, in one width.


INFINITY = "\u221e"

SMALL, LARGE = 1e-3, 1e5
"""Numbers below SMALL, or from LARGE on, are written with a power of ten."""


def exact_number(value: float, *, digits: int = 5) -> str:
    """``digits`` significant digits: ``38.522``, ``−0.012346``, ``1.2346e−7``, ``−∞``."""
    return _signed(value, digits=digits)


def short_number(value: float, *, digits: int = 3) -> str:
    """For a cell, at most two decimals: ``38.5``, ``−4.10``, ``0.03``, ``−∞``."""
    size = abs(value)
    if not math.isfinite(value):
        return _signed(value, digits=digits)
    text = f"{size:.{max(0, min(2, digits - len(str(round(size)))))}f}"
    return text if value >= 0 or not float(text) else MINUS + text


def _signed(value: float, *, digits: int) -> str:
    if math.isnan(value):
        return NO_NUMBER
    sign = MINUS if value < 0 else ""
    if math.isinf(value):
        return sign + INFINITY
    size = abs(value)
    if not value:
        return "0"
    if SMALL <= size < LARGE:
        return sign + f"{size:#.{digits}g}".rstrip(".")
    mantissa, exponent = f"{size:.{digits - 1}e}".split("e")
    return f"{sign}{mantissa}e{int(exponent)}".replace("-", MINUS)


# -------------------------------------------------------------------------------------- zoom texts


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
    """Titles of index, factors, term and running sum."""
    first = _first_title(terms)
    running = translate("one_head", "sum")
    if terms.way == "dot":
        return (first, *_FACTORS[matrix], running)
    if terms.way == "softmax":
        return (first, "S′", f"exp(S′ {MINUS} max)", running)
    return (first, translate("one_head", "adds"), running)


def term_names(terms: CellTerms, keys: tuple[str, ...]) -> tuple[str, ...]:
    """``keys`` are the names of the keys."""
    if terms.axis is None:
        return (translate("one_head", "stream before"), translate("one_head", "attention"))
    if terms.axis == "key":
        return keys
    first = 1 if terms.axis == "head" else 0
    return tuple(str(first + n) for n in range(len(terms.terms)))


def equation(anatomy: HeadAnatomy, terms: CellTerms) -> str:
    match terms.way:
        case "dot" | "sum":
            return _sum_text(terms)
        case "softmax":
            return _softmax_text(terms)
        case "quotient":
            return _filled(_score_text(anatomy), terms, d_k=str(anatomy.d_k))
        case "mask":
            if terms.numbers["allowed"]:
                text = translate("one_head", "May attend: the score {score} is unchanged.")
            else:
                text = translate("one_head", "Masked: −∞ replaces the score {score}.")
            return text.format(score=exact_number(terms.numbers["score"]))
        case "copy":
            text = translate(
                "one_head", "Dimension {dimension} of the context of head {head}: {value}"
            )
            return text.format(
                dimension=int(terms.numbers["dimension"]),
                head=int(terms.numbers["head"]) + 1,
                value=exact_number(terms.value),
            )
        case "norm":
            text = "({added} − {mean}) ÷ {deviation} · {gain} + {bias} = {total}"
            if anatomy.norm_type == "rms":
                text = "{added} ÷ {deviation} · {gain} = {total}"
            return _filled(text, terms)


def _score_text(anatomy: HeadAnatomy) -> str:
    # Not all models divide; some add a bias for the distance.
    if anatomy.scaled and anatomy.position_bias is None:
        return "{product} ÷ √{d_k} = {product} ÷ {root} = {total}"
    if anatomy.scaled:
        return "{product} ÷ √{d_k} + b = {product} ÷ {root} + {bias} = {total}"
    return (
        "{product} = {total}" if anatomy.position_bias is None else "{product} + {bias} = {total}"
    )


def explanation(anatomy: HeadAnatomy, terms: CellTerms) -> str:
    """Meaning of the values that :func:`equation` does not name."""
    if terms.way == "quotient" and anatomy.position_bias is not None:
        return translate(
            "one_head",
            "Added: this head's learned bias for the distance from query to key.",
        )
    if terms.way == "quotient" and not anatomy.scaled:
        return translate("one_head", "This model does not divide: the score is the product.")
    if terms.way == "norm" and anatomy.norm_type == "rms":
        return translate(
            "one_head",
            "value ÷ root mean square of the row · learned gain: RMSNorm subtracts no mean "
            "and adds no bias",
        )
    if terms.way == "norm":
        return translate(
            "one_head",
            "(value − mean of the row) ÷ standard deviation of the row · learned gain + "
            "learned bias",
        )
    if terms.way == "softmax" and math.isfinite(terms.numbers["largest"]):
        text = translate(
            "one_head",
            "The largest score, {largest}, is subtracted from all scores: this does not "
            "change the weights and prevents overflow.",
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


def _filled(text: str, terms: CellTerms, **others: str) -> str:
    numbers = {name: exact_number(value) for name, value in terms.numbers.items()}
    return text.format(total=exact_number(terms.total), **numbers, **others)


# --------------------------------------------------------------------------------------- term rows
# The terms of one number with what they are called.


@dataclass(frozen=True, eq=False, kw_only=True)
class TermRows:
    """Terms with their names.

    Attributes:
        titles: of the columns.
        colours: of the columns' titles, ``#RRGGBB``.
        names: of the rows.
        marked: the row that is looked at, or None.
    """

    terms: CellTerms
    titles: tuple[str, ...]
    colours: tuple[str, ...]
    names: tuple[str, ...]
    marked: int | None = None

    @property
    def numbers(self) -> tuple[DoubleArray, ...]:
        """The columns after the names, ``[term]`` each."""
        factors = (self.terms.left, self.terms.right)
        return (*(f for f in factors if f.size), self.terms.terms, self.terms.running)

    @property
    def term_column(self) -> int:
        """Index of the column with the terms."""
        return len(self.titles) - 2


def term_rows(matrix: Matrix, terms: CellTerms, theme: Theme, *, keys: tuple[str, ...]) -> TermRows:
    """Terms of a cell of a matrix; those of softmax mark the key in view.

    ``keys`` are the names of the keys.
    """
    key = terms.numbers.get("key")
    return TermRows(
        terms=terms,
        titles=column_titles(matrix, terms),
        colours=_colours(matrix, terms, theme),
        names=term_names(terms, keys),
        marked=None if key is None else int(key),
    )


def _colours(matrix: Matrix, terms: CellTerms, theme: Theme) -> tuple[str, ...]:
    soft = theme.soft_text
    factors = {
        "q": (soft, theme.query),
        "k": (soft, theme.key),
        "v": (soft, theme.value),
        "products": (theme.query, theme.key),
        "context": (soft, theme.value),
    }
    if terms.way == "dot":
        return (soft, *factors.get(matrix, (soft, soft)), soft, soft)
    return (soft,) * len(column_titles(matrix, terms))
