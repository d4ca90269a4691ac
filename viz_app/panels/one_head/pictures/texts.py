"""Texts of the one-head tab: stages, explanations, names of matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QCoreApplication

from model.config import NormType
from model.lessons.one_head import SHAPES, HeadAnatomy, Matrix, MatrixAxis, axis_size
from viz_app.design.theme import Theme
from viz_app.panels.one_head.room import STAGES, OneHeadState, Stage
from viz_app.storage.guide import TextPage
from viz_app.texts.labels import decimal_number, text_page

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
    """``marked row [d_k] = [32]``."""
    columns = SHAPES[matrix].columns
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
