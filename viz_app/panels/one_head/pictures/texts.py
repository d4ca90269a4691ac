"""Texts of the one-head tab: matrices, stages, and the terms of one value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication

from model.arrays import DoubleArray
from model.config import NormType
from model.lessons.one_head import SHAPES, CellTerms, HeadAnatomy, Matrix, MatrixAxis, axis_size
from viz_app.design.theme import Theme
from viz_app.panels.one_head.room import STAGES, OneHeadState, Stage
from viz_app.storage.guide import TextPage
from viz_app.texts.labels import MINUS, NO_NUMBER, decimal_number, text_page

# ------------------------------------------------------------------------------------ matrix names
# What the matrices of a head are called: a symbol as in the formulas, and a word.


translate = QCoreApplication.translate

Script = Literal["line", "sub", "sup"]
Symbol = tuple[tuple[str, Script], ...]
"""Letters, and whether they stand on the line, below it or above it."""

_SYMBOLS: Mapping[Matrix, Symbol] = {
    "x_query": (("X", "line"), ("q", "sub")),
    "x_key": (("X", "line"), ("k", "sub")),
    "w_q": (("W", "line"), ("Q", "sup")),
    "w_k": (("W", "line"), ("K", "sup")),
    "w_v": (("W", "line"), ("V", "sup")),
    "q": (("Q", "line"),),
    "k": (("K", "line"),),
    "k_transposed": (("K", "line"), ("⊤", "sup")),
    "v": (("V", "line"),),
    "products": (("QK", "line"), ("⊤", "sup")),
    "position_bias": (("B", "line"),),
    "scores": (("S", "line"),),
    "mask": (("M", "line"),),
    "masked_scores": (("S′", "line"),),
    "weights": (("A", "line"),),
    "concatenation": (("Z", "line"),),
    "before": (("R", "line"),),
    "after": (("R′", "line"),),
}


def symbol(anatomy: HeadAnatomy, matrix: Matrix) -> Symbol:
    """As in the formulas; a head's own matrices have its number, from 1."""
    head: tuple[str, Script] = (str(anatomy.head + 1), "sup")
    bias: Symbol = ((" + b", "line"), ("O", "sup")) if anatomy.biased else ()
    projected: Symbol = (("O", "sup"), *bias)
    own: dict[Matrix, Symbol] = {
        "context": (("Z", "line"), head),
        "w_o": (("W", "line"), ("O", "sup"), (str(anatomy.head + 1), "sub")),
        "contribution": (
            ("Z", "line"),
            head,
            ("W", "line"),
            ("O", "sup"),
            (str(anatomy.head + 1), "sub"),
        ),
        "contributions": (("Z", "line"), ("h", "sup"), ("W", "line"), ("O", "sup"), ("h", "sub")),
        "output": (("Z W", "line"), *projected),
        "added": (("R′", "line"),) if anatomy.norm == "pre" else (("R + Z W", "line"), *projected),
    }
    return own[matrix] if matrix in own else _SYMBOLS[matrix]


def norm_name(norm_type: NormType) -> str:
    """As in the literature, not translated."""
    return "LayerNorm" if norm_type == "layer" else "RMSNorm"


def plain(letters: Symbol) -> str:
    """The symbol in one line: ``W^O_3``."""
    marks: dict[Script, str] = {"line": "", "sub": "_", "sup": "^"}
    return "".join(marks[place] + text for text, place in letters)


def rich(letters: Symbol, colour: str) -> str:
    tags: dict[Script, str] = {"line": "{}", "sub": "<sub>{}</sub>", "sup": "<sup>{}</sup>"}
    text = "".join(tags[place].format(text) for text, place in letters)
    return f'<span style="color: {colour}">{text}</span>'


def colour_of(matrix: Matrix, theme: Theme) -> str:
    if matrix in {"q", "w_q"}:
        return theme.query
    if matrix in {"k", "k_transposed", "w_k"}:
        return theme.key
    return theme.value if matrix in {"v", "w_v"} else theme.text


def matrix_name(anatomy: HeadAnatomy, matrix: Matrix) -> str:
    read = (
        translate("one_head", "normalised stream")
        if anatomy.norm == "pre"
        else translate("one_head", "residual stream")
    )
    memory = translate("one_head", "memory of the encoder")
    names: dict[Matrix, str] = {
        "x_query": read,
        "x_key": memory if anatomy.kind == "cross" else read,
        "w_q": translate("one_head", "learned weights"),
        "w_k": translate("one_head", "learned weights"),
        "w_v": translate("one_head", "learned weights"),
        "q": translate("one_head", "queries"),
        "k": translate("one_head", "keys"),
        "k_transposed": translate("one_head", "keys, transposed"),
        "v": translate("one_head", "values"),
        "products": translate("one_head", "products"),
        "position_bias": translate("one_head", "biases by distance"),
        "scores": translate("one_head", "scores"),
        "mask": translate("one_head", "mask"),
        "masked_scores": translate("one_head", "masked scores"),
        "weights": translate("one_head", "attention weights"),
        "context": translate("one_head", "context of head {head}").format(head=anatomy.head + 1),
        "concatenation": translate("one_head", "contexts of all heads"),
        "w_o": translate("one_head", "learned weights"),
        "contribution": translate("one_head", "contribution of head {head}").format(
            head=anatomy.head + 1
        ),
        "contributions": translate("one_head", "contribution of each head to the query"),
        "output": translate("one_head", "output of all heads"),
        "before": translate("one_head", "residual stream before"),
        "added": translate("one_head", "residual stream after")
        if anatomy.norm == "pre"
        else translate("one_head", "their sum"),
        "after": translate("one_head", "residual stream after"),
    }
    return names[matrix]


def spread_name(name: str, spread: float) -> str:
    """``scores, spread 2.05``: the standard deviation of all values."""
    text = translate("one_head", "{name}, std {spread}")
    return text.format(name=name, spread=decimal_number(spread))


def axis_word(axis: MatrixAxis) -> str:
    words: dict[MatrixAxis, str] = {
        "query": translate("one_head", "query"),
        "key": translate("one_head", "key"),
        "d_k": translate("one_head", "dimension"),
        "heads·d_k": translate("one_head", "feature"),
        "d_model": translate("one_head", "feature"),
        "head": translate("one_head", "head"),
    }
    return words[axis]


def axis_letter(axis: MatrixAxis) -> str:
    """As in a shape, not translated."""
    return "heads" if axis == "head" else axis


def shape_text(anatomy: HeadAnatomy, matrix: Matrix) -> str:
    """``[query, d_k] = [6, 32]``."""
    shape = SHAPES[matrix]
    letters = ", ".join(axis_letter(axis) for axis in (shape.rows, shape.columns))
    sizes = ", ".join(str(axis_size(anatomy, axis)) for axis in (shape.rows, shape.columns))
    return f"[{letters}] = [{sizes}]"


def row_shape_text(anatomy: HeadAnatomy, matrix: Matrix) -> str:
    """``marked row [d_k] = [32]``; empty where rows are not queries."""
    columns = SHAPES[matrix].columns
    if SHAPES[matrix].rows != "query":
        return ""
    text = translate("one_head", "marked row [{letters}] = [{size}]")
    return text.format(letters=axis_letter(columns), size=axis_size(anatomy, columns))


# ------------------------------------------------------------------------------------- stage texts
# The stages in words: on their buttons and in a heading; and the names of their formulas.


ScaleWay = Literal["", "moved", "added", "kept"]
"""Divided as in the paper, divided and a bias added, only a bias added, or nothing done."""


def stage_name(stage: Stage) -> str:
    names: dict[Stage, str] = {
        "project": "q, k, v",
        "product": "q · k",
        "scale": "÷ √d_k",
        "mask": translate("one_head", "mask"),
        "softmax": "softmax",
        "values": "· V",
        "concatenate": translate("one_head", "concat"),
        "output": "· W^O",
        "add": translate("one_head", "add"),
    }
    return names[stage]


def stage_sign(stage: Stage, anatomy: HeadAnatomy | None = None) -> str:
    """Formula on the stage's button in place of its name, or empty."""
    way = scale_way(anatomy)
    divided = "one_head_divided" + (f"_{way}" if way else "")
    signs: dict[Stage, str] = {"scale": divided, "output": "one_head_projected"}
    return signs.get(stage, "")


def scale_way(anatomy: HeadAnatomy | None) -> ScaleWay:
    """What a head does to its products; as in the paper if no head is known."""
    if anatomy is None or (anatomy.scaled and anatomy.position_bias is None):
        return ""
    if anatomy.position_bias is None:
        return "kept"
    return "moved" if anatomy.scaled else "added"


def stage_page(stage: Stage, anatomy: HeadAnatomy | None = None) -> TextPage:
    """The text beside a stage; as in the paper if no head is known."""
    if stage == "scale" and scale_way(anatomy):
        return text_page(f"one_head-scale-{scale_way(anatomy)}")
    fits = anatomy is None or anatomy.concatenation.shape[1] == anatomy.d_model
    return text_page(f"one_head-{stage}", "fits" if fits else "wide")


def stage_heading(stage: Stage, anatomy: HeadAnatomy | None = None) -> str:
    """``Stage 3 of 9: divide by the root of their width``."""
    return translate("one_head", "Stage {number} of {count}: {what}").format(
        number=STAGES.index(stage) + 1, count=len(STAGES), what=stage_page(stage, anatomy).title
    )


def stage_formula(choices: OneHeadState, anatomy: HeadAnatomy | None) -> str:
    """Name of the formula that the stage computes."""
    unbiased = "" if anatomy is None or anatomy.biased else "_unbiased"
    if choices.stage == "project":
        return f"one_head_{choices.projection}{unbiased}"
    if choices.stage == "output":
        return "one_head_share" if choices.share == "head" else f"one_head_output{unbiased}"
    if choices.stage == "add":
        return f"one_head_add_{_add_way(anatomy)}{unbiased}"
    if choices.stage == "scale" and scale_way(anatomy):
        return f"one_head_scale_{scale_way(anatomy)}"
    return f"one_head_{choices.stage}"


def _add_way(anatomy: HeadAnatomy | None) -> str:
    if anatomy is None or anatomy.norm == "pre":
        return "pre"
    return "post" if anatomy.norm_type == "layer" else "post_rms"


# ----------------------------------------------------------------------------------- exact numbers
# Numbers with all the digits that matter, in one width.


INFINITY = "\u221e"

SMALL, LARGE = 1e-3, 1e5  # numbers below SMALL, or from LARGE on, are written with a power of ten


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
