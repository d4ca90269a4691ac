"""Texts of the one-head tab: stages, explanations, names of matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from PySide6.QtCore import QCoreApplication

from model.config import NormType
from model.lessons.one_head import SHAPES, HeadAnatomy, Matrix, MatrixAxis, axis_size
from viz_app.design.theme import Theme
from viz_app.panels.one_head.room import STAGES, OneHeadState, Stage
from viz_app.texts.labels import decimal_number
from viz_app.texts.picture_caption import RAFFEL, VASWANI, XIONG, ZHANG, cited
from viz_app.widgets.lesson_page import Lesson

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


def stage_tip(stage: Stage, anatomy: HeadAnatomy | None = None) -> str:
    scales: dict[ScaleWay, str] = {
        "": translate("one_head", "Scale the scores"),
        "moved": translate("one_head", "Scale the scores, add biases"),
        "added": translate("one_head", "Add biases for the distances"),
        "kept": translate("one_head", "Keep the products unchanged"),
    }
    tips: dict[Stage, str] = {
        "project": translate("one_head", "Project tokens to queries, keys and values"),
        "product": translate("one_head", "Compare the query with every key"),
        "scale": scales[scale_way(anatomy)],
        "mask": translate("one_head", "Mask what may not be attended to"),
        "softmax": translate("one_head", "Turn scores into weights (softmax)"),
        "values": translate("one_head", "Average the values by these weights"),
        "concatenate": translate("one_head", "Concatenate all heads"),
        "output": translate("one_head", "Project back to the model's width"),
        "add": translate("one_head", "Add to the residual stream"),
    }
    return tips[stage]


def stage_heading(stage: Stage, anatomy: HeadAnatomy | None = None) -> str:
    """``Stage 3 of 9: divide by the root of their width``."""
    return translate("one_head", "Stage {number} of {count}: {what}").format(
        number=STAGES.index(stage) + 1, count=len(STAGES), what=stage_tip(stage, anatomy)
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


# ----------------------------------------------------------------------------------- stage lessons
# The text beside each stage of the walk.


def stage_lesson(stage: Stage, anatomy: HeadAnatomy | None = None) -> Lesson:
    if stage == "scale" and scale_way(anatomy):
        return _scale_otherwise(anatomy)
    if stage == "concatenate" and anatomy is not None:
        return _concatenate(fits=anatomy.concatenation.shape[1] == anatomy.d_model)
    return _LESSONS[stage]()


def _project() -> Lesson:
    return Lesson(
        title=stage_tip("project"),
        body=(
            translate(
                "one_head",
                "Each token is a vector. Three learned matrices turn it into what it is "
                "looking for (query), what it can be found by (key), and what it passes on "
                "when found (value).",
            ),
            translate(
                "one_head",
                "Each head has its own matrices, so each head can look for something "
                "different. In cross-attention, keys and values are computed from the "
                "encoder's output (memory).",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.2.2, figure 2"))),
    )


def _product() -> Lesson:
    return Lesson(
        title=stage_tip("product"),
        body=(
            translate(
                "one_head",
                "How well do a query and a key match? Multiply them element by element and "
                "add up (dot product). A large positive result means that they point in the "
                "same direction.",
            ),
            translate(
                "one_head",
                "For all queries at once, this is one matrix product. Each row is a query, "
                "each column a key. Click a cell to see its terms.",
            ),
        ),
        source=cited((VASWANI, "§3.2.1")),
    )


def _scale() -> Lesson:
    return Lesson(
        title=stage_tip("scale"),
        body=(
            translate(
                "one_head",
                "A sum of many terms varies more than a sum of few: with d_k independent "
                "terms of variance 1, the dot product has variance d_k. Dividing by √d_k "
                "brings the standard deviation back to about 1 (scaled dot product).",
            ),
            translate(
                "one_head",
                "Otherwise softmax would give almost all weight to one key, and hardly any "
                "gradient would reach queries and keys.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.2.1, footnote 4"))),
    )


def _scale_otherwise(anatomy: HeadAnatomy | None) -> Lesson:
    """Lesson for a head without a scale, or with a bias too."""
    way = scale_way(anatomy)
    distance = translate(
        "one_head",
        "This model has no positional encodings. Instead, each head has a learned bias for "
        "every distance from query to key (relative positions), shared by all layers. It is "
        "added to the score, so a head can prefer neighbouring or preceding tokens.",
    )
    unscaled = translate(
        "one_head",
        "The products are not divided by √d_k here. Such models start with smaller weights, "
        "which has the same effect for the first updates.",
    )
    body = {"moved": (distance,), "added": (unscaled, distance), "kept": (unscaled,)}
    return Lesson(
        title=stage_tip("scale", anatomy),
        body=body.get(way, ()),
        source=cited((RAFFEL, "§2.1")),
    )


def _mask() -> Lesson:
    return Lesson(
        title=stage_tip("mask"),
        body=(
            translate(
                "one_head",
                "Tokens that may not be attended to get a score of minus infinity (mask): "
                "all later tokens in the decoder, and padding in a batch.",
            ),
            translate(
                "one_head",
                "A single sentence has no padding, so nothing is masked here in the encoder "
                "and in cross-attention. In this program, 1 in the mask means: may attend.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def _softmax() -> Lesson:
    return Lesson(
        title=stage_tip("softmax"),
        body=(
            translate(
                "one_head",
                "Scores become positive weights that sum to 1 in each row: how much one "
                "token attends to another (attention weights).",
            ),
            translate(
                "one_head",
                "Each score is exponentiated and divided by the sum over the row. A "
                "difference of 1 between two scores is a factor of e ≈ 2.7 between their "
                "weights. Masked keys get exactly 0.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.2.1, equation 1"))),
    )


def _values() -> Lesson:
    return Lesson(
        title=stage_tip("values"),
        body=(
            translate(
                "one_head",
                "The result for the query is a weighted sum of the values, each in "
                "proportion to its weight (context).",
            ),
            translate(
                "one_head",
                "If one weight is nearly 1, the result is nearly a copy of that key's "
                "value. Click a cell to see what each key contributes.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.2.1, equation 1"))),
    )


def _concatenate(*, fits: bool = True) -> Lesson:
    """``fits``: all heads together are as wide as the model."""
    together = (
        translate(
            "one_head",
            "All heads of the layer do this in parallel, each with its own matrices. Their "
            "contexts are concatenated: H heads of width d_k give d_model again.",
        )
        if fits
        else translate(
            "one_head",
            "All heads of the layer do this in parallel, each with its own matrices. Their "
            "contexts are concatenated: H · d_k values, which is not d_model in this model; "
            "W^O maps them to d_model.",
        )
    )
    return Lesson(
        title=stage_tip("concatenate"),
        body=(
            together,
            translate("one_head", "The dotted frame marks the part of the current head."),
        ),
        source=cited((VASWANI, "§3.2.2")),
    )


def _output() -> Lesson:
    return Lesson(
        title=stage_tip("output"),
        body=(
            translate(
                "one_head",
                "A final learned matrix (W^O) projects the contexts so that they can be "
                "added to the token's vector.",
            ),
            translate(
                "one_head",
                "Its rows can be split by head: each head adds its own part, and the sum of "
                "all parts plus one bias is the output. This shows how much each head "
                "contributes.",
            ),
        ),
        source=cited((VASWANI, "§3.2.2")),
    )


def _add() -> Lesson:
    return Lesson(
        title=stage_tip("add"),
        body=(
            translate(
                "one_head",
                "The output is added to the existing vector (residual connection): "
                "attention does not replace a token's vector but adds to it.",
            ),
            translate(
                "one_head",
                "A pre-norm layer normalises before the sublayer; a post-norm layer, as in "
                "the paper, normalises now. The next sublayer continues from here.",
            ),
        ),
        source=cited(
            (VASWANI, "§3.1"),
            (XIONG, translate("papers", "pre-norm")),
            (ZHANG, translate("papers", "RMSNorm")),
        ),
    )


_LESSONS: Mapping[Stage, Callable[[], Lesson]] = {
    "project": _project,
    "product": _product,
    "scale": _scale,
    "mask": _mask,
    "softmax": _softmax,
    "values": _values,
    "concatenate": _concatenate,
    "output": _output,
    "add": _add,
}
