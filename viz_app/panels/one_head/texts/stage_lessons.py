"""The text beside each stage of the walk."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from model.lessons.one_head.anatomy_record import HeadAnatomy
from viz_app.panels.one_head.state import Stage
from viz_app.panels.one_head.texts.stage_texts import scale_way, stage_tip
from viz_app.texts.papers import RAFFEL, VASWANI, XIONG, ZHANG, cited
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def stage_lesson(stage: Stage, anatomy: HeadAnatomy | None = None) -> Lesson:
    """What happens in a stage of this head, and where the idea comes from."""
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
                "Each token is a row of numbers. Three learned matrices turn it into what it is "
                "looking for (query), what it can be found by (key), and what it hands over when "
                "it is found (value).",
            ),
            translate(
                "one_head",
                "Every head has matrices of its own, so that every head can look for something "
                "else. In cross-attention, keys and values are made from the encoder's output "
                "(memory).",
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
                "How well do a query and a key fit together? Multiply them number by number and "
                "add up (dot product). Large and positive means: they point the same way.",
            ),
            translate(
                "one_head",
                "All queries at once are one product of matrices. A row belongs to a query, a "
                "column to a key. Click a cell to see its terms.",
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
                "A sum of many terms spreads more than a sum of few: with d_k terms of variance 1 "
                "the product has variance d_k. Dividing by its root brings the spread back to "
                "about 1 (scaled dot product).",
            ),
            translate(
                "one_head",
                "Otherwise softmax would give almost everything to one key, and hardly any "
                "gradient would be left to learn from.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.2.1, footnote 4"))),
    )


def _scale_otherwise(anatomy: HeadAnatomy | None) -> Lesson:
    """Where there is no scale, or a bias too."""
    way = scale_way(anatomy)
    distance = translate(
        "one_head",
        "This model has no rows of positions. Instead each head has learned a bias for every "
        "distance from a query to a key (relative positions), the same in all layers. It is "
        "added to the score, so that a head can prefer neighbours, or what comes before.",
    )
    unscaled = translate(
        "one_head",
        "The products are not divided by √d_k here. Such models begin with smaller weights, "
        "which does the same for the first updates.",
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
                "What may not be looked at gets a score of minus infinity (mask): in the decoder "
                "all tokens that come later, in a batch the padding.",
            ),
            translate(
                "one_head",
                "One sentence alone has no padding, so that in the encoder and in cross attention "
                "nothing is masked here. In this program 1 in the mask means: may attend.",
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
                "Scores become shares that are positive and add up to 1 in each row: how much one "
                "word looks at another (attention weight).",
            ),
            translate(
                "one_head",
                "e is raised to each score, and the result is divided by the sum over the row. A "
                "difference of 1 between two scores is a factor of 2.7 between two weights. "
                "Masked keys get exactly 0.",
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
                "What the query takes home is a mixture of the values, each in proportion to its "
                "weight (weighted sum, the context).",
            ),
            translate(
                "one_head",
                "If one weight is nearly 1, the mixture is nearly a copy of that key's value. "
                "Click a cell to see what each key hands over.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.2.1, equation 1"))),
    )


def _concatenate(*, fits: bool = True) -> Lesson:
    """``fits``: all heads together are as wide as the model."""
    together = (
        translate(
            "one_head",
            "All heads of the layer do the same at once, each with matrices of its own. Their "
            "contexts are put side by side (concatenation): H heads of width d_k make up "
            "d_model again.",
        )
        if fits
        else translate(
            "one_head",
            "All heads of the layer do the same at once, each with matrices of its own. Their "
            "contexts are put side by side (concatenation): H · d_k numbers, in this model not "
            "as many as d_model; W^O makes d_model of them.",
        )
    )
    return Lesson(
        title=stage_tip("concatenate"),
        body=(
            together,
            translate(
                "one_head", "The dotted frame marks the part of the head that you are looking at."
            ),
        ),
        source=cited((VASWANI, "§3.2.2")),
    )


def _output() -> Lesson:
    return Lesson(
        title=stage_tip("output"),
        body=(
            translate(
                "one_head",
                "A last learned matrix (W^O) turns the contexts into something that can be added "
                "to the token's row.",
            ),
            translate(
                "one_head",
                "Its rows can be divided among the heads: each head adds its own part, and the "
                "sum of all parts, with one bias, is the output. So you can see how much each "
                "head contributes.",
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
                "The output is added to what was there (residual connection): attention does not "
                "replace a token, it writes something onto it.",
            ),
            translate(
                "one_head",
                "A pre-norm layer has normalised before it read; a post-norm layer, as in the "
                "paper, normalises now. The next sublayer goes on from here.",
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
