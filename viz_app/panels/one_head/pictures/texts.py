"""Texts of the one-head tab: matrices, stages, and the terms of one value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from model.arrays import DoubleArray
from model.lessons.one_head import SHAPES, CellTerms, HeadAnatomy, Matrix, MatrixAxis, axis_size
from viz_app.design.theme import Theme
from viz_app.panels.one_head.room import STAGES, OneHeadSnapshot, OneHeadState, Stage
from viz_app.storage.guide import TextPage
from viz_app.texts.interventions import interventions_text, replaced_text
from viz_app.texts.labels import MINUS, NO_NUMBER, text_page

translate = QCoreApplication.translate

# ------------------------------------------------------------------------------------ matrix names


def symbol(anatomy: HeadAnatomy, matrix: Matrix) -> str:
    """As in the formulas, in parts: ``W|^O|_3``; a head's own matrices have its number, from 1."""
    head, bias = anatomy.head + 1, "| + b|^O" if anatomy.biased else ""
    symbols: dict[Matrix, str] = {
        "x_query": "X|_q",
        "x_key": "X|_k",
        "w_q": "W|^Q",
        "w_k": "W|^K",
        "w_v": "W|^V",
        "q": "Q",
        "k": "K",
        "k_transposed": "K|^⊤",
        "v": "V",
        "products": "QK|^⊤",
        "position_bias": "B",
        "scores": "S",
        "mask": "M",
        "masked_scores": "S′",
        "weights": "A",
        "context": f"Z|^{head}",
        "concatenation": "Z",
        "w_o": f"W|^O|_{head}",
        "contribution": f"Z|^{head}|W|^O|_{head}",
        "contributions": "Z|^h|W|^O|_h",
        "output": f"Z W|^O{bias}",
        "before": "R",
        "added": "R′" if anatomy.norm == "pre" else f"R + Z W|^O{bias}",
        "after": "R′",
    }
    return symbols[matrix]


def symbol_parts(letters: str) -> Iterator[tuple[str, str]]:
    """Each part and its mark: ``^`` above the line, ``_`` below it, else on it."""
    for part in letters.split("|"):
        yield part.lstrip("^_"), part[0] if part[0] in "^_" else ""


def plain(letters: str) -> str:
    """The symbol in one line: ``W^O_3``."""
    return letters.replace("|", "")


def rich(letters: str, colour: str) -> str:
    tags = {"": "{}", "_": "<sub>{}</sub>", "^": "<sup>{}</sup>"}
    text = "".join(tags[mark].format(part) for part, mark in symbol_parts(letters))
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
    learned, head = translate("one_head", "learned weights"), anatomy.head + 1
    after = translate("one_head", "residual stream after")
    names: dict[Matrix, str] = {
        "x_query": read,
        "x_key": memory if anatomy.kind == "cross" else read,
        "w_q": learned,
        "w_k": learned,
        "w_v": learned,
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
        "context": translate("one_head", "context of head {head}").format(head=head),
        "concatenation": translate("one_head", "contexts of all heads"),
        "w_o": learned,
        "contribution": translate("one_head", "contribution of head {head}").format(head=head),
        "contributions": translate("one_head", "contribution of each head to the query"),
        "output": translate("one_head", "output of all heads"),
        "before": translate("one_head", "residual stream before"),
        "added": after if anatomy.norm == "pre" else translate("one_head", "their sum"),
        "after": after,
    }
    return names[matrix]


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


def shape_text(anatomy: HeadAnatomy, matrix: Matrix) -> str:
    """``[query, d_k] = [6, 32]``."""
    shape = SHAPES[matrix]
    letters = ", ".join("heads" if axis == "head" else axis for axis in (shape.rows, shape.columns))
    sizes = ", ".join(str(axis_size(anatomy, axis)) for axis in (shape.rows, shape.columns))
    return f"[{letters}] = [{sizes}]"


def row_shape_text(anatomy: HeadAnatomy, matrix: Matrix) -> str:
    """``marked row [d_k] = [32]``; empty where rows are not queries."""
    columns = SHAPES[matrix].columns
    if SHAPES[matrix].rows != "query":
        return ""
    text = translate("one_head", "marked row [{letters}] = [{size}]")
    return text.format(letters=columns, size=axis_size(anatomy, columns))


# ------------------------------------------------------------------------------------- stage texts


def stage_name(stage: Stage) -> str:
    """Of its button; empty where that has a formula: :func:`stage_sign`."""
    names: dict[Stage, str] = {
        "project": "q, k, v",
        "product": "q · k",
        "mask": translate("one_head", "mask"),
        "softmax": "softmax",
        "values": "· V",
        "concatenate": translate("one_head", "concat"),
        "add": translate("one_head", "add"),
    }
    return names.get(stage, "")


def stage_sign(stage: Stage, anatomy: HeadAnatomy | None = None) -> str:
    """Name of the formula on its button, or empty."""
    if stage == "scale":
        way = _scale_way(anatomy)
        return f"one_head_divided_{way}" if way else "one_head_divided"
    return "one_head_projected" if stage == "output" else ""


def _scale_way(anatomy: HeadAnatomy | None) -> str:
    """Empty: a head divides its products as in the paper, or none is known.

    Else ``moved``: it adds a bias too; ``added``: it only adds one; ``kept``: it does neither.
    """
    if anatomy is None or (anatomy.scaled and anatomy.position_bias is None):
        return ""
    if anatomy.position_bias is None:
        return "kept"
    return "moved" if anatomy.scaled else "added"


def stage_page(stage: Stage, anatomy: HeadAnatomy | None = None) -> TextPage:
    """The text beside a stage; as in the paper if no head is known."""
    if stage == "scale" and _scale_way(anatomy):
        return text_page(f"one_head-scale-{_scale_way(anatomy)}")
    fits = anatomy is None or anatomy.concatenation.shape[1] == anatomy.d_model
    return text_page(f"one_head-{stage}", "fits" if fits else "wide")


def stage_heading(stage: Stage, anatomy: HeadAnatomy | None = None) -> str:
    """``Stage 3 of 9: divide by the root of their width``."""
    return translate("one_head", "Stage {number} of {count}: {what}").format(
        number=STAGES.index(stage) + 1, count=len(STAGES), what=stage_page(stage, anatomy).title
    )


def branch_sentence(snapshot: OneHeadSnapshot) -> str:
    """Which interventions the values are computed under, and what they do to this head."""
    place, under = snapshot.place, interventions_text(snapshot.interventions, snapshot.trace)
    if not under:
        return ""
    said = translate("one_head", "Computed as on this branch: {interventions}.")
    head = place.kind, place.layer, place.head
    note = replaced_text(snapshot.interventions, snapshot.trace, head, snapshot.sample)
    if note:
        said = translate(
            "one_head",
            "Computed as on this branch: {interventions}. This head – {note}. Hatched: the values "
            "in place of its own.",
        )
    return said.format(interventions=under, note=note)


def stage_formula(choices: OneHeadState, anatomy: HeadAnatomy | None) -> str:
    """Name of the formula that the stage computes."""
    unbiased = "" if anatomy is None or anatomy.biased else "_unbiased"
    if choices.stage == "project":
        return f"one_head_{choices.projection}{unbiased}"
    if choices.stage == "output":
        return "one_head_share" if choices.share == "head" else f"one_head_output{unbiased}"
    if choices.stage == "add":
        way = "pre"
        if anatomy is not None and anatomy.norm == "post":
            way = "post" if anatomy.norm_type == "layer" else "post_rms"
        return f"one_head_add_{way}{unbiased}"
    if choices.stage == "scale" and _scale_way(anatomy):
        return f"one_head_scale_{_scale_way(anatomy)}"
    return f"one_head_{choices.stage}"


# ----------------------------------------------------------------------------------- exact numbers


SMALL, LARGE = 1e-3, 1e5  # numbers below SMALL, or from LARGE on, are written with a power of ten


def exact_number(value: float, *, digits: int = 5) -> str:
    """``digits`` significant digits: ``38.522``, ``−0.012346``, ``1.2346e−7``, ``−∞``."""
    if math.isnan(value):
        return NO_NUMBER
    size, sign = abs(value), MINUS if value < 0 else ""
    if math.isinf(value):
        return f"{sign}∞"
    if not value:
        return "0"
    if SMALL <= size < LARGE:
        return sign + f"{size:#.{digits}g}".rstrip(".")
    mantissa, exponent = f"{size:.{digits - 1}e}".split("e")
    return f"{sign}{mantissa}e{int(exponent)}".replace("-", MINUS)


def short_number(value: float, *, digits: int = 3) -> str:
    """For a cell, at most two decimals: ``38.5``, ``−4.10``, ``0.03``, ``−∞``."""
    if not math.isfinite(value):
        return exact_number(value)
    size = abs(value)
    text = f"{size:.{max(0, min(2, digits - len(str(round(size)))))}f}"
    return text if value >= 0 or not float(text) else MINUS + text


# -------------------------------------------------------------------------------------- zoom texts


# Both factors of a term, and the term.
_FACTORS: Mapping[Matrix, tuple[str, str, str]] = {
    "q": ("x", "W^Q", "x · W^Q"),
    "k": ("x", "W^K", "x · W^K"),
    "v": ("x", "W^V", "x · W^V"),
    "products": ("q", "k", "q·k"),
    "context": ("A", "V", "A · V"),
    "contribution": ("Z", "W^O", "Z · W^O"),
}


def equation(anatomy: HeadAnatomy, terms: CellTerms) -> str:
    match terms.way:
        case "dot" | "sum":
            return _sum_text(terms)
        case "softmax":
            if not math.isfinite(terms.numbers["largest"]):
                return translate("one_head", "All keys are masked: the weight is 0.")
            power = terms.terms[int(terms.numbers["key"])]
            written = map(exact_number, (power, terms.total, power / terms.total))
            return "{} ÷ {} = {}".format(*written)
        case "quotient":
            text = _score_text(anatomy)
        case "mask":
            text = translate("one_head", "Masked: −∞ replaces the score {score}.")
            if terms.numbers["allowed"]:
                text = translate("one_head", "May attend: the score {score} is unchanged.")
            return text.format(score=exact_number(terms.numbers["score"]))
        case "replaced":
            text = translate("one_head", "{total} is put in place of {own}.")
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
    numbers = {name: exact_number(value) for name, value in terms.numbers.items()}
    return text.format(total=exact_number(terms.total), d_k=anatomy.d_k, **numbers)


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


# --------------------------------------------------------------------------------------- term rows


@dataclass(frozen=True, eq=False, kw_only=True)
class TermRows:
    """Terms with titles of the columns and their colours ``#RRGGBB``, and names of the rows."""

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
        return len(self.titles) - 2


def term_rows(matrix: Matrix, terms: CellTerms, theme: Theme, *, keys: tuple[str, ...]) -> TermRows:
    """Terms of a cell of a matrix, with the names of the keys; softmax marks the key in view."""
    soft, key = theme.soft_text, terms.numbers.get("key")
    first_number = 1 if terms.axis == "head" else 0
    names = tuple(str(first_number + n) for n in range(len(terms.terms)))
    match terms.axis:
        case None:
            first = ""
            names = translate("one_head", "stream before"), translate("one_head", "attention")
        case "key":
            first, names = translate("one_head", "key"), keys
        case "head":
            first = translate("one_head", "head")
        case _:
            first = "n"
    titles: tuple[str, ...] = (translate("one_head", "adds"),)
    factors: tuple[str, ...] = ()
    if terms.way == "softmax":
        titles = "S′", f"exp(S′ {MINUS} max)"
    elif terms.way == "dot":
        titles = _FACTORS[matrix]
        factors = {
            "q": (soft, theme.query),
            "k": (soft, theme.key),
            "v": (soft, theme.value),
            "products": (theme.query, theme.key),
            "context": (soft, theme.value),
        }.get(matrix, ())
    titles = (first, *titles, translate("one_head", "sum"))
    return TermRows(
        terms=terms,
        titles=titles,
        colours=(soft, *factors, *[soft] * (len(titles) - 1 - len(factors))),
        names=names,
        marked=None if key is None else int(key),
    )
