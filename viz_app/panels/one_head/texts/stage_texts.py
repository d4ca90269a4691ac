"""The stages in words: on their buttons and in a heading; and the names of their formulas."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication

from model.lessons.one_head.anatomy_record import HeadAnatomy
from viz_app.panels.one_head.state import STAGES, OneHeadState, Stage

translate = QCoreApplication.translate

ScaleWay = Literal["", "moved", "added", "kept"]
"""Divided as in the paper, divided and a bias added, only a bias added, or nothing done."""


def stage_name(stage: Stage) -> str:
    """As on its button."""
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
    """The formula that stands on its button in place of its name, or empty."""
    way = scale_way(anatomy)
    divided = "one_head_divided" + (f"_{way}" if way else "")
    signs: dict[Stage, str] = {"scale": divided, "output": "one_head_projected"}
    return signs.get(stage, "")


def scale_way(anatomy: HeadAnatomy | None) -> ScaleWay:
    """What a head makes of its products; as in the paper where none is known."""
    if anatomy is None or (anatomy.scaled and anatomy.position_bias is None):
        return ""
    if anatomy.position_bias is None:
        return "kept"
    return "moved" if anatomy.scaled else "added"


def stage_tip(stage: Stage, anatomy: HeadAnatomy | None = None) -> str:
    """What happens there, in a line."""
    scales: dict[ScaleWay, str] = {
        "": translate("one_head", "Divide by the root of their width"),
        "moved": translate("one_head", "Divide by the root of their width, add biases"),
        "added": translate("one_head", "Add biases for the distances"),
        "kept": translate("one_head", "Keep the products as they are"),
    }
    tips: dict[Stage, str] = {
        "project": translate("one_head", "Project tokens to queries, keys and values"),
        "product": translate("one_head", "Compare the query with every key"),
        "scale": scales[scale_way(anatomy)],
        "mask": translate("one_head", "Rule out what may not be seen"),
        "softmax": translate("one_head", "Turn scores into shares of 1"),
        "values": translate("one_head", "Mix the values by these shares"),
        "concatenate": translate("one_head", "Put all heads side by side"),
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
    """The name of the formula that the stage computes."""
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
    """Whether, and how, the sum is normalised."""
    if anatomy is None or anatomy.norm == "pre":
        return "pre"
    return "post" if anatomy.norm_type == "layer" else "post_rms"
